/** An operation with its response. Tests run the examples of the whole guide one after the other, as one client. */
export interface Example {
  readonly title: string
  readonly document: string
  readonly variables?: Readonly<Record<string, unknown>>
  /**
   * The response. Members and kinds of values are as a server sends them, and so are enum values; ids, cursors, times and
   * other texts differ. A text that a later example passes as variable stands for the one that was received.
   */
  readonly response: Readonly<Record<string, unknown>>
}

/** JavaScript that tests run. */
interface Script {
  readonly title: string
  readonly code: string
}

export interface Table {
  readonly head: readonly string[]
  readonly rows: readonly (readonly string[])[]
}

/** A part of a section. In texts, `code` and [links](/path) are marked up. */
export type Block =
  | { readonly text: string }
  | { readonly list: readonly string[] }
  | { readonly table: Table }
  | { readonly example: Example }
  | { readonly script: Script }

export interface Section {
  /** Anchor of the section in the page. */
  readonly id: string
  readonly title: string
  readonly blocks: readonly Block[]
}
