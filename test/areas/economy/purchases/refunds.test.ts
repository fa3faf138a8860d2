import { describe, expect, it } from 'vitest'
import { houseAccount, postTransfer, userAccount } from '../../../../src/areas/economy/ledger/transfers.ts'
import { DAY } from '../../../../src/kernel/clock.ts'
import { newId } from '../../../../src/kernel/ids.ts'
import { transact } from '../../../../src/kernel/transaction.ts'
import { anApp } from '../../../support/app.ts'
import { aBuyer, aListing, aSeller, faultsOfBooks, forDays, postedOf, tokensOf } from '../../../support/economy.ts'
import { aFriendOf } from '../../../support/friends.ts'
import { actOnPurchase, buy, ownedBy, settleDue } from '../../../support/purchases.ts'
import { anAdmin, aUser, logIn, type TestUser } from '../../../support/users.ts'

const app = await anApp()
const { db } = app.scope()
const refund = (person: TestUser, purchaseId: string) => actOnPurchase(app, person, 'refundPurchase', purchaseId)
const rowOf = (id: string) => db.productPurchase.findUniqueOrThrow({ where: { id } })

/** Takes what a seller can give out of their account, as a payout does. */
async function payOut({ id }: TestUser, tokens: number): Promise<void> {
  const postings = [
    { account: userAccount(id, 'earnings'), amount: -tokens },
    { account: houseAccount('payouts'), amount: tokens },
  ]
  await transact(app.scope(), (tx) => postTransfer(tx, { key: newId('purchase', tx.now), kind: 'payout', postings }))
}

describe('a refund', () => {
  it('by the buyer gives all tokens back, also those of the fee, and ends what was given', async () => {
    const [seller, buyer] = [await aSeller(app), await aBuyer(app, 100)]
    const fees = await postedOf(app, 'house:fees')
    const { purchaseId } = await buy(buyer, await aListing(app, seller))
    expect(await ownedBy(app, buyer)).toHaveLength(1)
    expect(await refund(buyer, purchaseId)).toBe('done')
    expect(await tokensOf(app, buyer)).toBe(100)
    expect(await postedOf(app, `user:${seller.id}:earnings`)).toBe(0)
    expect(await tokensOf(app, seller, 'earnings')).toBe(0)
    expect(await postedOf(app, 'house:fees')).toBe(fees)
    expect(await ownedBy(app, buyer)).toEqual([])
    expect(await rowOf(purchaseId)).toMatchObject({ status: 'refunded', refundedAt: expect.any(Date) })
    expect(await refund(buyer, purchaseId)).toBe('ALREADY_REFUNDED')
    expect(await faultsOfBooks(app)).toEqual([])
  })

  it('is possible for the buyer for 14 days, for the seller and admins for 90', async () => {
    const [seller, buyer, admin] = [await aSeller(app), await aBuyer(app), await anAdmin(app)]
    const ids: string[] = []
    for (let at = 0; at < 3; at++) ids.push((await buy(buyer, await aListing(app, seller))).purchaseId)
    const [first = '', second = '', third = ''] = ids
    app.clock.advance(14 * DAY)
    for (const person of [buyer, seller, admin]) await logIn(person.api, person)
    expect(await refund(buyer, first)).toBe('NOT_REFUNDABLE')
    expect(await refund(seller, first)).toBe('done')
    expect(await db.auditEntry.count({ where: { act: 'refundPurchase', subjectId: first } })).toBe(0)
    expect(await refund(admin, second)).toBe('done')
    expect(await db.auditEntry.count({ where: { act: 'refundPurchase', subjectId: second } })).toBe(1)
    app.clock.advance(76 * DAY)
    for (const person of [seller, admin]) await logIn(person.api, person)
    for (const person of [seller, admin]) expect(await refund(person, third)).toBe('NOT_REFUNDABLE')
    expect(await faultsOfBooks(app)).toEqual([])
  })

  it('is none for the buyer of what was used, or was sold without that', async () => {
    const [seller, buyer] = [await aSeller(app), await aBuyer(app)]
    const used = await buy(buyer, await aListing(app, seller, { listingType: 'instant' }))
    const final = await buy(buyer, await aListing(app, seller, { isBuyerRefundable: false }))
    for (const { purchaseId } of [used, final]) {
      expect(await refund(buyer, purchaseId)).toBe('NOT_REFUNDABLE')
      expect(await refund(seller, purchaseId)).toBe('done')
    }
    expect(await tokensOf(app, buyer)).toBe(1_000)
  })

  it('is missing to strangers, and forbidden to who was given it', async () => {
    const [seller, buyer] = [await aSeller(app), await aBuyer(app)]
    const friend = await aFriendOf(app, buyer)
    const { purchaseId } = await buy(buyer, await aListing(app, seller), { receiverId: friend.id })
    expect(await refund(await aUser(app), purchaseId)).toBe('PURCHASE_NOT_FOUND')
    expect(await refund(buyer, newId('purchase', new Date()))).toBe('PURCHASE_NOT_FOUND')
    expect(await refund(friend, purchaseId)).toBe('NOT_OWN')
    expect(await refund(buyer, purchaseId)).toBe('done')
    expect(await ownedBy(app, friend)).toEqual([])
  })

  it('is filled by house:losses where the seller has nothing left', async () => {
    const [seller, buyer] = [await aSeller(app), await aBuyer(app, 100)]
    const { purchaseId } = await buy(buyer, await aListing(app, seller, { isBuyerRefundable: false }))
    await payOut(seller, 70)
    const losses = await postedOf(app, 'house:losses')
    expect(await refund(seller, purchaseId)).toBe('done')
    expect(await tokensOf(app, buyer)).toBe(100)
    expect(await tokensOf(app, seller, 'earnings')).toBe(0)
    expect(await postedOf(app, 'house:losses')).toBe(losses - 70)
    expect(await faultsOfBooks(app)).toEqual([])
  })

  it('of a time brings the time that was to follow it forward', async () => {
    const [seller, buyer] = [await aSeller(app), await aBuyer(app)]
    const listingId = await aListing(app, seller, forDays(10))
    const [first, second] = [await buy(buyer, listingId), await buy(buyer, listingId)]
    expect(await refund(buyer, first.purchaseId)).toBe('done')
    const { startsAt, endsAt } = await rowOf(second.purchaseId)
    expect(Math.abs((startsAt?.getTime() ?? 0) - app.clock.now().getTime())).toBeLessThan(60_000)
    expect((endsAt?.getTime() ?? 0) - (startsAt?.getTime() ?? 0)).toBe(10 * DAY)
    const [grant] = await db.licenseGrant.findMany({ where: { source: second.purchaseId } })
    expect(grant?.until).toEqual(endsAt)
  })

  it('of a period of a subscription ends its renewal', async () => {
    const [seller, buyer] = [await aSeller(app), await aBuyer(app)]
    const listingId = await aListing(app, seller, forDays(5, 'subscription'))
    const { purchaseId } = await buy(buyer, listingId)
    expect(await refund(buyer, purchaseId)).toBe('done')
    app.clock.advance(5 * DAY)
    await settleDue(app)
    expect(await db.productPurchase.count({ where: { listingId } })).toBe(1)
    expect(await tokensOf(app, buyer)).toBe(1_000)
  })
})
