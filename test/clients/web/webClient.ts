import type { Browser } from './browser.ts'
import type { PageName } from './pages.ts'

/** The data of a page, as a web page reads it. */
export type PageData = Readonly<Record<string, unknown>>

export type Variables = Readonly<Record<string, unknown>>

/** A followed subscription. */
export interface Followed {
  /** Resolves when the line was cut, or the server ended the subscription. */
  readonly ended: Promise<void>
  stop(): void
}

/** A page on the screen, which its client keeps up to date. */
export interface ShownPage {
  /** Its data; null while the store lacks a part of it. */
  data(): PageData | null
  close(): void
}

/** What web pages need of a GraphQL client, whichever it is. */
export interface WebClient {
  /** Reads a page from the server. Rejects when the document is refused. */
  query(page: PageName, variables?: Variables): Promise<PageData>
  /** Reads further parts of the lists of a page, which the store joins to those that it has. */
  more(page: PageName, variables: Variables, further: Variables): Promise<void>
  /** Sends a mutation, and writes its payload to the store. Rejects when it is refused. */
  mutate(page: PageName, variables?: Variables): Promise<PageData>
  follow(page: PageName, variables: Variables, next: (data: PageData) => void): Followed
  /** Shows a page that the store has, as a component does. */
  show(page: PageName, variables: Variables): ShownPage
  /** The data of a page as the store holds it; null when it lacks a part of it. */
  cached(page: PageName, variables?: Variables): PageData | null
  close(): void
}

export type MakeWebClient = (browser: Browser) => Promise<WebClient> | WebClient
