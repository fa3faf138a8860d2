import { describe, expect, it } from 'vitest'
import { DAY } from '../../../src/kernel/clock.ts'
import { anApp } from '../../support/app.ts'
import { acceptTerms, aListing, aSeller, withTokens } from '../../support/economy.ts'
import { aFriendOf } from '../../support/friends.ts'
import { mutate, query } from '../../support/jams.ts'
import { aPayment, tell } from '../../support/payments.ts'
import { actOnPurchase, buy } from '../../support/purchases.ts'
import { aStaffMember } from '../../support/staff.ts'
import { anAdmin, logIn, type TestUser } from '../../support/users.ts'

const app = await anApp()
const { db } = app.scope()

/** Somebody of the staff who can buy. */
async function aStaffBuyer(): Promise<TestUser> {
  const staff = await aStaffMember(app, 'economy')
  await acceptTerms(app, staff)
  await withTokens(app, staff, 1_000)
  return staff
}

const refusalOf = async (person: TestUser, mutation: string, input: object) =>
  (await mutate(app, person, mutation, input)).error?.extensions.reason

async function canRefund(person: TestUser, id: string): Promise<boolean> {
  const node = `query($id: ID!) { node(id: $id) {
    ... on ProductPurchase { viewerCanRefund } ... on PaymentTransaction { viewerCanRefund } } }`
  return (await query(app, person, node, { id })).node.viewerCanRefund
}

describe('staff for the economy, which is no admin', () => {
  it('returns an own purchase as any buyer, and does not refund it as staff', async () => {
    const [seller, staff] = [await aSeller(app), await aStaffBuyer()]
    const { purchaseId: fresh } = await buy(staff, await aListing(app, seller))
    const { purchaseId: late } = await buy(staff, await aListing(app, seller))
    expect(await actOnPurchase(app, staff, 'refundPurchase', fresh)).toBe('done')
    expect(await db.auditEntry.count({ where: { subjectId: fresh } })).toBe(0)
    app.clock.advance(14 * DAY)
    const [colleague, admin] = [await aStaffMember(app, 'economy'), await anAdmin(app)]
    await logIn(staff.api, staff)
    expect(await canRefund(staff, late)).toBe(false)
    expect(await canRefund(colleague, late)).toBe(true)
    expect(await canRefund(admin, late)).toBe(true)
    expect(await actOnPurchase(app, staff, 'refundPurchase', late)).toBe('STAFF_PROTECTED')
    expect(await db.productPurchase.findUniqueOrThrow({ where: { id: late } })).toMatchObject({ status: 'active' })
    expect(await actOnPurchase(app, colleague, 'refundPurchase', late)).toBe('done')
    expect(await db.auditEntry.count({ where: { subjectId: late, actorId: colleague.id } })).toBe(1)
  })

  it('does not refund what it was given', async () => {
    const [seller, staff] = [await aSeller(app), await aStaffMember(app, 'economy')]
    const friend = await aFriendOf(app, staff)
    await acceptTerms(app, friend)
    await withTokens(app, friend, 1_000)
    const { purchaseId } = await buy(friend, await aListing(app, seller), { receiverId: staff.id })
    expect(await canRefund(staff, purchaseId)).toBe(false)
    expect(await actOnPurchase(app, staff, 'refundPurchase', purchaseId)).toBe('STAFF_PROTECTED')
  })

  it('does not pay its own money back, nor decide about events of its payments', async () => {
    const staff = await aStaffBuyer()
    const transactionId = await aPayment(app, staff)
    await tell(app, transactionId, 'payment.succeeded')
    await tell(app, transactionId, 'dispute.won')
    const { id: paymentEventId } = await db.paymentEvent.findFirstOrThrow({
      where: { transactionId, state: 'waiting' },
    })
    const decision = { paymentEventId, resolution: 'IGNORE' }
    expect(await canRefund(staff, transactionId)).toBe(false)
    expect(await refusalOf(staff, 'refundStorePurchase', { transactionId })).toBe('STAFF_PROTECTED')
    expect(await refusalOf(staff, 'resolvePaymentEvent', decision)).toBe('STAFF_PROTECTED')
    const colleague = await aStaffMember(app, 'economy')
    expect(await canRefund(colleague, transactionId)).toBe(true)
    expect(await refusalOf(colleague, 'refundStorePurchase', { transactionId })).toBeUndefined()
    expect(await refusalOf(colleague, 'resolvePaymentEvent', decision)).toBeUndefined()
  })

  it('gives nothing to itself or others of the staff', async () => {
    const [staff, colleague] = [await aStaffBuyer(), await aStaffBuyer()]
    for (const { id: userId } of [staff, colleague]) {
      const given = { userId, reason: 'Test', idempotencyKey: 'own' }
      expect(await refusalOf(staff, 'grantTokens', { ...given, tokens: 5 })).toBe('STAFF_PROTECTED')
      expect(await refusalOf(staff, 'setEconomyBlocked', { ...given, blocked: true })).toBe('STAFF_PROTECTED')
      const plan = { ...given, planId: 'splan_plus-monthly' }
      expect(await refusalOf(staff, 'grantSubscription', plan)).toBe('STAFF_PROTECTED')
    }
  })
})
