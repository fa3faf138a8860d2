import { expireSubscriptions } from '../../src/areas/economy/subscriptions/arrangement.ts'
import { type NewSubscription, startSubscription } from '../../src/areas/economy/subscriptions/subscriptions.ts'
import type { UserSubscription } from '../../src/generated/prisma/client.ts'
import { transact } from '../../src/kernel/transaction.ts'
import type { TestApp } from './app.ts'
import type { TestUser } from './users.ts'

type Reached = Pick<TestApp, 'scope'>
type WithId = Pick<TestUser, 'id'>

/** Gives a person a subscription as a payment or an admin does: plus-monthly of an admin unless another is given. */
export async function aSubscription(
  app: Reached,
  { id: userId }: WithId,
  given: Partial<NewSubscription> = {},
): Promise<UserSubscription> {
  const wanted = { userId, planId: 'plus-monthly', transactionId: null, store: 'Admin', ...given }
  const row = await transact(app.scope(), (tx) => startSubscription(tx, wanted))
  if (!row) throw new Error('nobody was subscribed')
  return row
}

/** A plan of another tier with a license group of its own, which brings a permission by name. */
export async function aPlan(
  { scope }: Reached,
  given: { readonly id: string; readonly tier: number; readonly licenseGroupId: string; readonly period?: string },
): Promise<void> {
  const { db, now } = scope()
  const texts = { description: `Plan ${given.id}`, period: 'month', amount: 500 }
  await db.subscriptionPlan.create({ data: { ...texts, ...given, createdAt: now, updatedAt: now } })
}

/** The subscriptions of a person, the oldest first. */
export const subscriptionsOf = ({ scope }: Reached, { id: userId }: WithId): Promise<UserSubscription[]> =>
  scope().db.userSubscription.findMany({ where: { userId }, orderBy: [{ createdAt: 'asc' }, { id: 'asc' }] })

export const statusesOf = async (app: Reached, person: WithId) =>
  (await subscriptionsOf(app, person)).map(({ status }) => status)

/** Moves the clock and runs the job that ends what is over. */
export async function pass(app: TestApp, milliseconds: number): Promise<void> {
  app.clock.advance(milliseconds)
  await expireSubscriptions(app.scope())
}

/** The names of the permissions of a person. */
export async function permissionsOf({ api }: Pick<TestUser, 'api'>): Promise<string[]> {
  return (await api.call('getAssignedPermissions')).map(({ name }) => name)
}

/** Whether a person has what a paid membership brings: the permission, the tag of supporters, and the creation of groups. */
export async function plusOf({ api }: Pick<TestUser, 'api'>) {
  const permissions = await permissionsOf({ api })
  const user = await api.call('getCurrentUser', { headers: {} })
  const tags = 'tags' in user ? user.tags : []
  return {
    creates: permissions.includes('permission-create-groups'),
    icons: permissions.includes('permission-user-icons'),
    supports: tags.includes('system_supporter'),
  }
}

export const PLUS = { creates: true, icons: true, supports: true }
export const NO_PLUS = { creates: false, icons: false, supports: false }
