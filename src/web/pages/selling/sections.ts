import type { EarningsGrouping, PurchaseStatus } from '../../generated/graphql.ts'

/** The parts of selling, by their place in the address. */
export const SECTIONS = ['setup', 'products', 'listings', 'stores', 'sales', 'earnings'] as const
export type SellingSection = (typeof SECTIONS)[number]

/** Those whose items have pages of their own. */
export const ITEM_SECTIONS = ['products', 'listings', 'stores'] as const
export type ItemSection = (typeof ITEM_SECTIONS)[number]

export const isSellingSection = (text: string): text is SellingSection => SECTIONS.some((one) => one === text)
export const isItemSection = (text: string): text is ItemSection => ITEM_SECTIONS.some((one) => one === text)

/** Stands in an address for the id of what is to be created. */
export const NEW = 'new'

export const SALE_STATUSES = [
  ...(['ACTIVE', 'CANCELLED', 'EXPIRED', 'REFUNDED'] as const),
] as const satisfies readonly PurchaseStatus[]

export const GROUPINGS = ['DAY', 'WEEK', 'MONTH'] as const satisfies readonly EarningsGrouping[]

export const SPANS = ['30', '90', '365'] as const
/** Days for which earnings are shown. */
export type SpanDays = (typeof SPANS)[number]

/** What the address of a section says. */
interface SellingSearch {
  /** Whether archived products are listed. */
  readonly archived?: true | undefined
  /** Only sales in this state. */
  readonly sales?: PurchaseStatus | undefined
  readonly by?: EarningsGrouping | undefined
  readonly days?: SpanDays | undefined
}

/** Reads the address; what is unknown in it is left out. */
export const sellingSearchOf = ({ archived, sales, by, days }: Record<string, unknown>): SellingSearch => ({
  archived: archived === true || archived === 'true' ? true : undefined,
  sales: SALE_STATUSES.find((one) => one === sales),
  by: GROUPINGS.find((one) => one === by),
  days: SPANS.find((one) => one === String(days)),
})
