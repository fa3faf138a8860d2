import type { CannedReasonKind } from '../../../generated/graphql.ts'

export const REASON_KINDS = ['CLOSE', 'WARN', 'SUSPEND', 'HIDE'] as const satisfies CannedReasonKind[]

/** What the address of the canned reasons says. */
export interface ReasonsSearch {
  /** Only those for this act. */
  readonly kind?: CannedReasonKind | undefined
}

/** Reads the address; what is unknown in it is left out. */
export const reasonsSearchOf = ({ kind }: Record<string, unknown>): ReasonsSearch => ({
  kind: REASON_KINDS.find((one) => one === kind),
})
