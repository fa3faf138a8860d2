import type { Prisma } from '../../../generated/prisma/client.ts'
import { siblingId } from '../../../kernel/ids.ts'
import type { ViewerScope } from '../../../kernel/scope.ts'
import { transactionNotFound } from '../policy.ts'
import { visibleSubscriptions } from './lists.ts'
import { ADMIN_STORE } from './subscriptions.ts'

const WITH_NAMES = { plan: { select: { steamItemId: true } }, user: { select: { displayName: true } } } as const

/** A subscription that an admin gave, which clients read as a payment. */
export type AdminTransaction = Prisma.UserSubscriptionGetPayload<{ include: typeof WITH_NAMES }>

/** Most of what a list has; nobody is given as much. */
const MAX_LISTED = 1_000

const GIVEN: Prisma.UserSubscriptionWhereInput = { store: ADMIN_STORE, transactionId: null }

/** What admins gave the viewer, newest first. */
export const listAdminTransactions = ({ db, viewer }: ViewerScope): Promise<AdminTransaction[]> =>
  db.userSubscription.findMany({
    where: { userId: viewer.id, ...GIVEN },
    include: WITH_NAMES,
    orderBy: [{ createdAt: 'desc' }, { id: 'desc' }],
    take: MAX_LISTED,
  })

/**
 * What an admin gave, by the id that records of subscriptions tell as that of the payment. Throws `missing` unless it is the
 * viewer's; admins read all.
 */
export async function readAdminTransaction(scope: ViewerScope, transactionId: string): Promise<AdminTransaction> {
  const id = siblingId('userSubscription', transactionId)
  const where = { AND: [{ id }, GIVEN, visibleSubscriptions(scope)] }
  const found = await scope.db.userSubscription.findFirst({ where, include: WITH_NAMES })
  if (!found) throw transactionNotFound()
  return found
}
