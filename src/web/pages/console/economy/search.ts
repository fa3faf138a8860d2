import type {
  LedgerTransferKind,
  PaymentEventState,
  PaymentStatus,
  PurchaseStatus,
} from '../../../generated/graphql.ts'
import { ENTRY_KINDS, PAYMENT_STATUSES, PURCHASE_STATUSES } from '../../wallet/search.ts'
import { type DaySpan, dayOf } from '../kit/days.ts'

/** The lists of the economy. */
export const ECONOMY_TABS = ['ledger', 'accounts', 'purchases', 'payments', 'events'] as const
export type EconomyTabName = (typeof ECONOMY_TABS)[number]

export const EVENT_STATES = ['FAILED', 'WAITING', 'APPLIED', 'IGNORED'] as const satisfies PaymentEventState[]

/** The part that a person has in the purchases that are shown. */
export const PURCHASE_ROLES = ['buyer', 'receiver', 'seller'] as const
export type PurchaseRole = (typeof PURCHASE_ROLES)[number]

/** What the address of the economy says. */
export interface EconomySearch extends DaySpan {
  /** The ledger by default. */
  readonly tab?: EconomyTabName | undefined
  /** Id of the person whom rows are about. */
  readonly person?: string | undefined
  /** The buyer by default. */
  readonly role?: PurchaseRole | undefined
  readonly kind?: LedgerTransferKind | undefined
  readonly purchases?: PurchaseStatus | undefined
  readonly payments?: PaymentStatus | undefined
  readonly events?: PaymentEventState | undefined
}

const LONGEST_ID = 64
const idOf = (given: unknown) => (typeof given === 'string' && given !== '' ? given.slice(0, LONGEST_ID) : undefined)

/** Reads the address; what is unknown in it is left out. */
export const economySearchOf = (given: Record<string, unknown>): EconomySearch => ({
  tab: ECONOMY_TABS.find((one) => one === given.tab),
  person: idOf(given.person),
  role: PURCHASE_ROLES.find((one) => one === given.role),
  kind: ENTRY_KINDS.find((one) => one === given.kind),
  purchases: PURCHASE_STATUSES.find((one) => one === given.purchases),
  payments: PAYMENT_STATUSES.find((one) => one === given.payments),
  events: EVENT_STATES.find((one) => one === given.events),
  from: dayOf(given.from),
  to: dayOf(given.to),
})
