export const SEARCH_KINDS = ['people', 'worlds', 'groups', 'avatars', 'events'] as const
export type SearchKind = (typeof SEARCH_KINDS)[number]

/** What the address of the search says. */
export interface SearchWords {
  readonly text?: string | undefined
  readonly kind?: SearchKind | undefined
}

/** Characters that are searched for at most. */
const LONGEST = 64

/** Reads the address; what is unknown in it is left out. */
export const searchWordsOf = ({ text, kind }: Record<string, unknown>): SearchWords => ({
  text: typeof text === 'string' && text !== '' ? text.slice(0, LONGEST) : undefined,
  kind: SEARCH_KINDS.find((one) => one === kind),
})
