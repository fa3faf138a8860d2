import { newId } from '../../src/kernel/ids.ts'
import { aSubscriptionPayment } from '../support/payments.ts'
import type { PrepareNode } from './graphNode.ts'
import { moment } from './records.ts'

const TIMES = { createdAt: moment(1), updatedAt: moment(2) }
const STORES = { steamItemId: '1', oculusSku: 'o', appleProductId: 'a', googleProductId: 'g' }
const NO_STORES = { steamItemId: '', oculusSku: '', appleProductId: '', googleProductId: '' }

let count = 0
const aSlug = () => `node-${++count}`

/** What people subscribe to, and what that brings. */
export const subscriptionNodes: Readonly<Record<string, PrepareNode>> = {
  async *LicenseGroup(app) {
    const { db, now } = app.scope()
    for (const description of ['What it is.', '']) {
      const data = { id: newId('licenseGroup', now), name: aSlug(), description, ...TIMES }
      const row = await db.licenseGroup.create({ data })
      yield { id: row.id, row }
    }
  },
  async *SubscriptionPlan(app) {
    const { db, now } = app.scope()
    const group = { id: newId('licenseGroup', now), name: aSlug(), ...TIMES }
    await db.licenseGroup.create({ data: group })
    const common = { licenseGroupId: group.id, description: 'A plan', amount: 5, tier: 2, ...TIMES }
    const own = { picoSku: 'p', googlePlanId: 'gp' }
    const full = { ...STORES, ...own, period: 'week', priceTokens: 7, isActive: true }
    const empty = { ...NO_STORES, picoSku: '', googlePlanId: '', period: 'year', priceTokens: null, isActive: false }
    for (const given of [full, empty]) {
      const row = await db.subscriptionPlan.create({ data: { id: aSlug(), ...common, ...given } })
      const id = `splan_${row.id}`
      yield { id, row }
    }
  },
  async *TokenBundle(app) {
    const { db } = app.scope()
    const common = { description: 'Tokens', tokens: 3, amount: 5, ...TIMES }
    const full = { ...STORES, imageUrl: 'https://image.example/1', isActive: true }
    const empty = { ...NO_STORES, imageUrl: '', isActive: false }
    for (const given of [full, empty]) {
      const row = await db.tokenBundle.create({ data: { id: aSlug(), ...common, ...given } })
      const id = `tbdl_${row.id}`
      yield { id, row }
    }
  },
  async *UserSubscription(app, owner) {
    const { db, now } = app.scope()
    const transactionId = await aSubscriptionPayment(app, owner)
    const common = {
      ...{ userId: owner.id, planId: 'plus-monthly', amount: 5, period: 'month', description: 'Plus', store: 'Store' },
      ...{ startsAt: moment(3), expiresAt: moment(4), paidUntil: moment(4), ...TIMES },
    }
    const ended = { tier: 4, status: 'expired', cancelledAt: moment(5), isGift: true, transactionId: null }
    const running = { tier: 5, status: 'active', cancelledAt: null, isRecurring: true, transactionId }
    for (const given of [ended, running]) {
      const data = { id: newId('userSubscription', now), ...common, ...given }
      const row = await db.userSubscription.create({ data })
      yield { id: row.id, row }
    }
  },
}
