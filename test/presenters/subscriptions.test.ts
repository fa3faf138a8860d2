import { describe, expect, it } from 'vitest'
import type { BulkGiftOrder } from '../../src/areas/economy/subscriptions/gifts.ts'
import type { PlannedSubscription } from '../../src/areas/economy/subscriptions/ownSubscriptions.ts'
import {
  bulkGiftWire,
  licenseGroupWire,
  licenseWire,
  subscriptionWire,
  tokenBundleWire,
  userSubscriptionWire,
} from '../../src/areas/economy/wire/subscription.ts'
import { TokenBundle } from '../../src/contract/shapes/economy.ts'
import { License, LicenseGroup, Subscription, UserSubscription } from '../../src/contract/shapes/subscription.ts'
import type { SubscriptionPlan } from '../../src/generated/prisma/client.ts'
import { newId, siblingId } from '../../src/kernel/ids.ts'
import { sharedApp } from '../support/app.ts'
import { aSubscriptionPayment } from '../support/payments.ts'
import { aUser } from '../support/users.ts'
import { expectPresented, moment } from './records.ts'

const TIMES = { createdAt: moment(1), updatedAt: moment(2) }
const STORES = { steamItemId: '11', oculusSku: 'oculus', appleProductId: 'apple', googleProductId: 'google' }
const NO_STORES = { steamItemId: '', oculusSku: '', appleProductId: '', googleProductId: '' }

describe('tokenBundleWire', () => {
  it('presents each column of a bundle', async () => {
    const scope = (await sharedApp()).scope()
    const bundle = { id: 'b', tokens: 3, amount: 5, description: 'Tokens', imageUrl: 'https://image.example/1' }
    expectPresented(tokenBundleWire(scope, { ...bundle, ...STORES, isActive: true, ...TIMES }), TokenBundle, {
      STORES,
      bundle,
    })
    const bare = tokenBundleWire(scope, { ...bundle, ...NO_STORES, isActive: true, ...TIMES })
    expect('googleProductId' in bare).toBe(false)
  })
})

const PLAN: SubscriptionPlan = {
  ...{ id: 'p', amount: 5, period: 'week', tier: 2, licenseGroupId: 'lgrp_1', priceTokens: 7, description: 'A plan' },
  ...{ ...STORES, googlePlanId: 'google plan', picoSku: 'pico', isActive: true, ...TIMES },
}

describe('subscriptionWire', () => {
  it('presents each column of a plan', () => {
    const { id, amount, period, tier, description } = PLAN
    expectPresented(subscriptionWire(PLAN), Subscription, { PLAN })
    expect(subscriptionWire({ ...PLAN, ...NO_STORES, googlePlanId: '', picoSku: '' })).toEqual({
      ...{ id, amount, period, tier, description },
      steamItemId: id,
    })
  })
})

describe('userSubscriptionWire', () => {
  const row: PlannedSubscription = {
    ...{ id: newId('userSubscription', moment(1)), userId: 'usr_1', planId: 'p', transactionId: 'txn_1', tier: 4 },
    ...{ amount: 6, period: 'month', description: 'As bought', status: 'active', isGift: false, isBulkGift: false },
    ...{ giverId: null, isRecurring: true, store: 'Store', startsAt: moment(3), expiresAt: moment(4) },
    ...{ paidUntil: moment(5), cancelledAt: null, cancelRequestedAt: null, ...TIMES },
    plan: { steamItemId: '11', licenseGroupId: 'lgrp_1' },
  }

  it('presents each column of a subscription', () => {
    for (const isGift of [true, false])
      for (const isBulkGift of [true, false])
        expectPresented(userSubscriptionWire({ ...row }), UserSubscription, { isBulkGift, isGift })
  })

  it.each([
    ['waiting', false, 'active'],
    ['active', true, 'active'],
    ['cancelled', true, 'active'],
    ['grace', true, 'active'],
    ['expired', false, 'expired'],
    ['failed', false, 'failed'],
    ['chargeback', false, 'chargeback'],
  ])('presents the state %s', (given, active, status) => {
    expect(userSubscriptionWire({ ...row, status: given })).toMatchObject({ active, status })
  })

  it('has an id of no payment for what an admin gave', () => {
    const { transactionId } = userSubscriptionWire({ ...row, transactionId: null })
    expect(transactionId).toBe(siblingId('paymentTransaction', row.id))
  })
})

describe('bulkGiftWire', () => {
  it('presents an order with those who got one', async () => {
    const app = await sharedApp()
    const id = await aSubscriptionPayment(app, await aUser(app), {
      ...TIMES,
      isBulkGift: true,
      quantity: 3,
      status: 'active',
    })
    const row = await app.scope().db.paymentTransaction.findUniqueOrThrow({ where: { id } })
    const order: BulkGiftOrder = { ...row, subscriptions: [{ userId: 'usr_1' }, { userId: 'usr_2' }] }
    const record = { transactionId: id, subscriptionId: 'plus-monthly', quantity: 3, recipients: ['usr_1', 'usr_2'] }
    const created = { created_at: moment(1).toISOString() }
    expect(bulkGiftWire(order)).toEqual({ ...record, ...created, remaining: 1 })
    expect(bulkGiftWire({ ...order, status: 'expired' })).toMatchObject({ remaining: 0 })
  })
})

const LICENSE = { forType: 'permission', forId: 'prms_1', forName: 'icons', forAction: 'wear' }

describe('licenseWire and licenseGroupWire', () => {
  it('present each column of a license, and of a group', () => {
    expectPresented(licenseWire(LICENSE), License, { LICENSE })
    const group = { id: 'lgrp_1', name: 'plus', description: 'What it is.' }
    const record = licenseGroupWire({ ...group, changedAt: null, ...TIMES }, [LICENSE])
    expectPresented(record, LicenseGroup, { LICENSE, group })
  })
})
