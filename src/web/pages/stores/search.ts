export const STORE_KINDS = ['GROUP', 'WORLD'] as const
export type StoreKind = (typeof STORE_KINDS)[number]

/** What the address of the stores says. */
export interface StoresSearch {
  /** Only stores of groups, or of worlds. */
  readonly of?: StoreKind | undefined
}

/** Reads the address; what is unknown in it is left out. */
export const storesSearchOf = ({ of }: Record<string, unknown>): StoresSearch => ({
  of: STORE_KINDS.find((one) => one === of),
})
