import { describe, expect, it } from 'vitest'
import { DAY } from '../../../../src/kernel/clock.ts'
import { PLATFORM_USER_ID } from '../../../../src/kernel/ids.ts'
import { anApp } from '../../../support/app.ts'
import {
  aBuyer,
  aListing,
  aRoleListing,
  faultsOfBooks,
  forDays,
  type RoleListing,
  tokensOf,
} from '../../../support/economy.ts'
import { aFriendOf } from '../../../support/friends.ts'
import { actOnPurchase, buy, settleDue, tryToBuy } from '../../../support/purchases.ts'
import { refusal } from '../../../support/refusals.ts'
import { logIn, type TestUser } from '../../../support/users.ts'

const app = await anApp()
const { db } = app.scope()

const memberOf = ({ group }: RoleListing, { id: userId }: TestUser) =>
  db.groupMember.findUnique({ where: { groupId_userId: { groupId: group.id, userId } } })
const holds = async ({ roleId }: RoleListing, { id: userId }: TestUser) =>
  (await db.groupMemberRole.count({ where: { roleId, userId } })) > 0
const sold = ({ group, productId }: RoleListing, given: object) =>
  aListing(app, group.owner, { productType: 'role', groupId: group.id, productIds: [productId], ...given })

describe('a role that is bought', () => {
  it('is given by the platform to who joins by the purchase', async () => {
    const [offer, buyer] = [await aRoleListing(app), await aBuyer(app)]
    await buy(buyer, offer.listingId)
    expect(await memberOf(offer, buyer)).toMatchObject({ status: 'member', hasJoinedFromPurchase: true })
    expect(await holds(offer, buyer)).toBe(true)
    const entries = await db.groupAuditEntry.findMany({ where: { groupId: offer.group.id, targetId: buyer.id } })
    const given = entries.find(({ eventType }) => eventType === 'group.member.role.assign')
    expect(given).toMatchObject({ actorId: PLATFORM_USER_ID, data: { isPurchase: true, roleId: offer.roleId } })
    expect(await tokensOf(app, buyer)).toBe(900)
    expect(await faultsOfBooks(app)).toEqual([])
  })

  it('without access is for members alone', async () => {
    const [offer, buyer] = [await aRoleListing(app, { product: { groupAccess: false } }), await aBuyer(app)]
    const refused = refusal(403, 'The role is for members of the group.')
    expect(await tryToBuy(buyer, offer.listingId)).toMatchObject(refused)
    expect(await tokensOf(app, buyer)).toBe(1_000)
  })

  it('goes with its end, and who joined by the purchase parts if the product says so', async () => {
    const offer = await aRoleListing(app, { product: { groupAccessRemove: true }, listing: forDays(2) })
    const buyer = await aBuyer(app)
    await buy(buyer, offer.listingId)
    app.clock.advance(2 * DAY)
    await settleDue(app)
    expect(await holds(offer, buyer)).toBe(false)
    expect(await memberOf(offer, buyer)).toMatchObject({ status: 'none' })
  })

  it('stays until the last of two purchases that give it has ended', async () => {
    const offer = await aRoleListing(app, { product: { groupAccessRemove: true }, listing: forDays(2) })
    const [buyer, other] = [await aBuyer(app), await sold(offer, forDays(4))]
    await buy(buyer, offer.listingId)
    const { purchaseId } = await buy(buyer, other)
    app.clock.advance(2 * DAY)
    await settleDue(app)
    expect(await holds(offer, buyer)).toBe(true)
    await logIn(buyer.api, buyer)
    expect(await actOnPurchase(app, buyer, 'refundPurchase', purchaseId)).toBe('done')
    expect(await holds(offer, buyer)).toBe(false)
    expect(await memberOf(offer, buyer)).toMatchObject({ status: 'none' })
    expect(await faultsOfBooks(app)).toEqual([])
  })

  it('is renewed with its subscription, unless the group bans its holder', async () => {
    const offer = await aRoleListing(app, { listing: forDays(2, 'subscription') })
    const [buyer, other] = [await aBuyer(app), await aBuyer(app)]
    for (const person of [buyer, other]) await buy(person, offer.listingId)
    const groupId = offer.group.id
    await offer.group.owner.api.call('banGroupMember', { groupId, body: { userId: other.id } })
    app.clock.advance(2 * DAY)
    await settleDue(app)
    expect(await holds(offer, buyer)).toBe(true)
    expect([await tokensOf(app, buyer), await tokensOf(app, other)]).toEqual([800, 900])
    expect(await db.productPurchase.count({ where: { buyerId: other.id, willRecur: true } })).toBe(0)
  })

  it('is given to a friend, who joins the group', async () => {
    const [offer, buyer] = [await aRoleListing(app), await aBuyer(app)]
    const friend = await aFriendOf(app, buyer)
    await buy(buyer, offer.listingId, { receiverId: friend.id })
    expect([await holds(offer, friend), await holds(offer, buyer)]).toEqual([true, false])
  })

  it('is given back to who joins again while it lasts, however they left', async () => {
    const offer = await aRoleListing(app, { listing: forDays(2) })
    const { group } = offer
    const path = { groupId: group.id }
    const buyer = await aBuyer(app)
    await buy(buyer, offer.listingId)
    await group.owner.api.call('updateGroup', { ...path, body: { joinState: 'open' } })
    const join = () => buyer.api.call('joinGroup', { ...path, query: {}, body: {} })
    await buyer.api.call('leaveGroup', path)
    expect(await holds(offer, buyer)).toBe(false)
    await join()
    expect(await holds(offer, buyer)).toBe(true)
    await group.owner.api.call('banGroupMember', { ...path, body: { userId: buyer.id } })
    await group.owner.api.call('unbanGroupMember', { ...path, userId: buyer.id })
    await group.owner.api.call('createGroupInvite', { ...path, body: { userId: buyer.id } })
    await join()
    expect(await holds(offer, buyer)).toBe(true)
    await buyer.api.call('leaveGroup', path)
    app.clock.advance(2 * DAY)
    await logIn(buyer.api, buyer)
    await join()
    expect(await holds(offer, buyer)).toBe(false)
    await settleDue(app)
    expect(await holds(offer, buyer)).toBe(false)
  })

  it('of a group that is gone is not sold', async () => {
    const [offer, buyer] = [await aRoleListing(app), await aBuyer(app)]
    await db.group.update({ where: { id: offer.group.id }, data: { deletedAt: new Date() } })
    expect(await tryToBuy(buyer, offer.listingId)).toMatchObject(refusal(404, 'Listing not found'))
  })
})
