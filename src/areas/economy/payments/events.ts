import type { PaymentEvent, Prisma } from '../../../generated/prisma/client.ts'
import { isAdmin } from '../../../kernel/access.ts'
import { type KeysetPage, keysetOrder, keysetWhere, type TextKey } from '../../../kernel/page.ts'
import type { Scope } from '../../../kernel/scope.ts'

/** States of a stored event. */
const EVENT_STATES = ['waiting', 'applied', 'ignored', 'failed'] as const
type EventState = (typeof EVENT_STATES)[number]

export const isEventState = (text: string): text is EventState => EVENT_STATES.some((state) => state === text)

/** Which events to list; omitted fields match all. */
interface EventFilter {
  readonly state?: string
  readonly transactionId?: string
}

const BY_ID = ['id'] as const

const matching = ({ state, transactionId }: EventFilter): Prisma.PaymentEventWhereInput => ({
  ...(state !== undefined && { state }),
  ...(transactionId !== undefined && { transactionId }),
})

/** Events by id; none unless the viewer is an admin. */
export const paymentEventsByIds = async (scope: Scope, ids: readonly string[]): Promise<PaymentEvent[]> =>
  isAdmin(scope) ? scope.db.paymentEvent.findMany({ where: { id: { in: [...ids] } } }) : []

/** A page of the events of payment providers, for admins, whom the caller has checked. */
export const readPaymentEvents = (
  { db }: Scope,
  filter: EventFilter,
  page: KeysetPage<TextKey>,
): Promise<PaymentEvent[]> =>
  db.paymentEvent.findMany({
    where: { AND: [matching(filter), ...keysetWhere(page, BY_ID)] },
    orderBy: keysetOrder(page, BY_ID),
    take: page.limit,
  })

/** The number of events, for admins, whom the caller has checked. */
export const countPaymentEvents = ({ db }: Scope, filter: EventFilter): Promise<number> =>
  db.paymentEvent.count({ where: matching(filter) })
