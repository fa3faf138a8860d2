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

/** What web pages need of a GraphQL client, whichever it is. */
export interface WebClient {
  /** Reads a page from the server. Rejects when the document is refused. */
  query(page: PageName, variables?: Variables): Promise<PageData>
  /** Sends a mutation, and writes its payload to the store. Rejects when it is refused. */
  mutate(page: PageName, variables?: Variables): Promise<PageData>
  follow(page: PageName, variables: Variables, next: (data: PageData) => void): Followed
  /** The data of a page as the store holds it; null when it lacks a part of it. */
  cached(page: PageName, variables?: Variables): PageData | null
  close(): void
}

export type MakeWebClient = (browser: Browser) => Promise<WebClient> | WebClient
