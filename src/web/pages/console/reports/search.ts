export const KINDS = ['USER', 'WORLD', 'AVATAR', 'GROUP', 'PROP', 'PRINT'] as const
export const CLAIMS = ['free', 'mine'] as const
export const SORTS = ['WEIGHT', 'NEWEST_AT', 'OLDEST_AT'] as const

export interface ReportsSearch {
  readonly kind?: (typeof KINDS)[number] | undefined
  readonly claim?: (typeof CLAIMS)[number] | undefined
  readonly sort?: (typeof SORTS)[number] | undefined
}

/** Reads the address; what is unknown in it is left out. */
export const reportsSearchOf = ({ kind, claim, sort }: Record<string, unknown>): ReportsSearch => ({
  kind: KINDS.find((one) => one === kind),
  claim: CLAIMS.find((one) => one === claim),
  sort: SORTS.find((one) => one === sort),
})
