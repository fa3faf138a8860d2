import { describe, expect, it } from 'vitest'
import { eraseDueAccounts } from '../../../../src/areas/accounts/account/deletion.ts'
import { endSalesOfLost } from '../../../../src/areas/economy/catalogue/cleanup.ts'
import { erasers } from '../../../../src/areas/index.ts'
import { DAY } from '../../../../src/kernel/clock.ts'
import { anApp } from '../../../support/app.ts'
import { anAvatar } from '../../../support/avatars.ts'
import { graphIdOf } from '../../../support/catalogue.ts'
import { countDeadlocks, runConcurrently } from '../../../support/concurrency.ts'
import {
  aBuyer,
  aListing,
  aProduct,
  aRoleListing,
  aSeller,
  faultsOfBooks,
  forDays,
  type RoleListing,
  tokensOf,
} from '../../../support/economy.ts'
import { eventually } from '../../../support/eventually.ts'
import { aFriendOf } from '../../../support/friends.ts'
import { aGroup, giveRole } from '../../../support/groups.ts'
import { mutate } from '../../../support/jams.ts'
import { actOnPurchase, buy, ownedBy, settleDue, tryToBuy } from '../../../support/purchases.ts'
import { refusal } from '../../../support/refusals.ts'
import { rounds } from '../../../support/rounds.ts'
import { logIn, type TestUser } from '../../../support/users.ts'

const app = await anApp()
const { db } = app.scope()
const ROUNDS = rounds(20)

const aSubscribedRole = () => aRoleListing(app, { listing: forDays(2, 'subscription') })
const statusOf = async (id: string) => (await db.productPurchase.findUniqueOrThrow({ where: { id } })).status
const stateOf = async (id: string) => (await db.listing.findUniqueOrThrow({ where: { id } })).state
const deleteGroup = ({ group }: RoleListing) => group.owner.api.call('deleteGroup', { groupId: group.id })
const isEnded = (purchaseId: string) => eventually(async () => (await statusOf(purchaseId)) === 'expired')
const alertsOf = ({ id: receiverId }: TestUser) =>
  db.notification.findMany({ where: { receiverId, type: 'economy.alert' } })

describe('what was sold of a group that is deleted', () => {
  it('ends at once: the purchase, with a notice, and the listing', async () => {
    const [offer, buyer] = [await aSubscribedRole(), await aBuyer(app)]
    const { purchaseId } = await buy(buyer, offer.listingId)
    await deleteGroup(offer)
    await isEnded(purchaseId)
    const [purchase] = await buyer.api.call('getProductPurchases', { query: { buyerId: buyer.id } })
    expect(purchase).toMatchObject({ purchaseId, purchaseCurrentStatus: 'expired', willRecur: false })
    expect(await ownedBy(app, buyer)).toEqual([])
    expect(await alertsOf(buyer)).toMatchObject([{ title: 'A purchase has ended', data: { purchaseId } }])
    expect(await stateOf(offer.listingId)).toBe('archived')
    expect(await tryToBuy(await aBuyer(app), offer.listingId)).toMatchObject(refusal(404, 'Listing not found'))
    app.clock.advance(2 * DAY)
    await settleDue(app)
    expect(await tokensOf(app, buyer)).toBe(900)
    expect(await alertsOf(buyer)).toHaveLength(1)
  })

  it('can be returned by who could return it before', async () => {
    const [offer, buyer] = [await aSubscribedRole(), await aBuyer(app)]
    const { purchaseId } = await buy(buyer, offer.listingId)
    await deleteGroup(offer)
    await isEnded(purchaseId)
    expect(await actOnPurchase(app, buyer, 'refundPurchase', purchaseId)).toBe('done')
    expect([await statusOf(purchaseId), await tokensOf(app, buyer)]).toEqual(['refunded', 1_000])
    expect(await faultsOfBooks(app)).toEqual([])
  })

  it('is told to who bought a gift and to who got it', async () => {
    const [offer, buyer] = [await aRoleListing(app), await aBuyer(app)]
    const friend = await aFriendOf(app, buyer)
    const { purchaseId } = await buy(buyer, offer.listingId, { receiverId: friend.id })
    await deleteGroup(offer)
    await isEnded(purchaseId)
    for (const person of [buyer, friend]) expect(await alertsOf(person)).toHaveLength(1)
  })

  it('ends when the group goes with the account of its owner', async () => {
    const [offer, buyer] = [await aRoleListing(app, { product: { groupAccess: true } }), await aBuyer(app)]
    const { purchaseId } = await buy(buyer, offer.listingId)
    await buyer.api.call('leaveGroup', { groupId: offer.group.id })
    await db.account.update({ where: { userId: offer.group.owner.id }, data: { deletionAt: app.clock.now() } })
    await eraseDueAccounts(app.scope(), erasers)
    await isEnded(purchaseId)
    expect(await stateOf(offer.listingId)).toBe('archived')
  })

  it('stays while the purchase gives a role of another group', async () => {
    const [offer, buyer] = [await aRoleListing(app), await aBuyer(app)]
    const { owner } = offer.group
    const other = await aGroup(app, {}, owner)
    const groupRoleId = await giveRole(app, other, owner, { permissions: [] })
    await db.groupRole.update({ where: { id: groupRoleId }, data: { requiresPurchase: true } })
    const role = { productType: 'role', groupId: other.id, groupRoleId, groupAccess: true }
    const productIds = [offer.productId, await aProduct(app, owner, role)]
    const both = await aListing(app, owner, { productType: 'role', groupId: offer.group.id, productIds })
    const { purchaseId } = await buy(buyer, both)
    await deleteGroup(offer)
    await eventually(async () => (await stateOf(both)) === 'archived')
    await endSalesOfLost(app.scope())
    expect(await statusOf(purchaseId)).toBe('active')
    await owner.api.call('deleteGroup', { groupId: other.id })
    await isEnded(purchaseId)
  })

  it(`never lasts when it is bought at the same time, ${ROUNDS} times`, async () => {
    const deadlocks = await countDeadlocks(app)
    for (let round = 0; round < ROUNDS; round++) {
      const [offer, buyer] = [await aSubscribedRole(), await aBuyer(app)]
      const [bought] = await runConcurrently(app, 2, (at) =>
        at === 0 ? tryToBuy(buyer, offer.listingId) : deleteGroup(offer).then(() => undefined),
      )
      expect([200, 404]).toContain(bought?.status)
      const lasting = { buyerId: buyer.id, status: { not: 'expired' } }
      await eventually(async () => (await db.productPurchase.count({ where: lasting })) === 0)
      await eventually(async () => (await stateOf(offer.listingId)) === 'archived')
    }
    expect(await faultsOfBooks(app)).toEqual([])
    expect(await countDeadlocks(app)).toBe(deadlocks)
  })
})

describe('what was sold', () => {
  it('ends with a role that is sold no longer and then deleted', async () => {
    const [offer, buyer] = [await aRoleListing(app), await aBuyer(app)]
    const { owner, id: groupId } = offer.group
    const { purchaseId } = await buy(buyer, offer.listingId)
    await logIn(owner.api, owner)
    const archive = (what: 'Listing' | 'Product', id: string) =>
      mutate(app, owner, `archive${what}`, { [`${what.toLowerCase()}Id`]: id })
    expect((await archive('Listing', graphIdOf(offer.listingId))).error).toBeUndefined()
    expect((await archive('Product', offer.productId)).error).toBeUndefined()
    expect(await statusOf(purchaseId)).toBe('active')
    await owner.api.call('deleteGroupRole', { groupId, groupRoleId: offer.roleId })
    await isEnded(purchaseId)
    expect(await alertsOf(buyer)).toHaveLength(1)
  })

  it('ends with the last avatar that it gives', async () => {
    const [seller, buyer] = [await aSeller(app), await aBuyer(app)]
    const [one, other] = [await anAvatar(app, seller), await anAvatar(app, seller)]
    const productId = await aProduct(app, seller, { productType: 'inventory', avatarIds: [one, other] })
    const given = { productType: 'inventory', productIds: [productId], ...forDays(2, 'subscription') }
    const listingId = await aListing(app, seller, given)
    const { purchaseId } = await buy(buyer, listingId)
    await seller.api.call('deleteAvatar', { avatarId: one })
    await eventually(async () => (await stateOf(listingId)) === 'archived')
    expect(await statusOf(purchaseId)).toBe('active')
    await seller.api.call('deleteAvatar', { avatarId: other })
    await isEnded(purchaseId)
    expect(await alertsOf(buyer)).toHaveLength(1)
  })
})
