import { beforeAll, describe, expect, it } from 'vitest'
import { WEARERS_JOB } from '../../../../src/areas/avatars/wearing/wearers.ts'
import { expireLicenses, type GrantedLicense, giveLicenses } from '../../../../src/areas/economy/licenses/grants.ts'
import { PLUS_GROUP_ID } from '../../../../src/areas/economy/licenses/queries.ts'
import { lockUser } from '../../../../src/areas/users/locks.ts'
import { addMilliseconds, DAY } from '../../../../src/kernel/clock.ts'
import type { AvatarId } from '../../../../src/kernel/ids.ts'
import { transact } from '../../../../src/kernel/transaction.ts'
import { sharedClockApp, type TestApp } from '../../../support/app.ts'
import { anAvatar } from '../../../support/avatars.ts'
import { aBuyer, aListing, aProduct, aSeller, forDays } from '../../../support/economy.ts'
import { aFriendOf } from '../../../support/friends.ts'
import { mutate } from '../../../support/jams.ts'
import { aSubscriptionPayment, tell } from '../../../support/payments.ts'
import { aPipelineSocket } from '../../../support/pipelineSocket.ts'
import { actOnPurchase, buy, settleDue } from '../../../support/purchases.ts'
import { aSubscription } from '../../../support/subscriptions.ts'
import { anAdmin, aUser, logIn, type TestUser } from '../../../support/users.ts'
import { DEFAULT_AVATAR, runWearersJob, wornByOne } from '../../../support/wearers.ts'

let app: TestApp
let seller: TestUser
let boss: TestUser
beforeAll(async () => {
  app = await sharedClockApp()
  seller = await aSeller(app)
  boss = await anAdmin(app)
})

/** A public avatar of the seller that is for sale, with its listing. */
async function aSoldAvatar(given: object = {}) {
  const avatarId = await anAvatar(app, seller)
  const productId = await aProduct(app, seller, { productType: 'inventory', avatarIds: [avatarId] })
  const listingId = await aListing(app, seller, { productType: 'inventory', productIds: [productId], ...given })
  return { avatarId, listingId }
}

const select = ({ api }: TestUser, avatarId: AvatarId) => api.try('selectAvatar', { avatarId })
const isLocked = async ({ api }: TestUser, avatarId: AvatarId) => (await api.call('getAvatar', { avatarId })).lock
const wears = async (person: TestUser) => (await wornByOne(app, person)).currentAvatar

const give = (person: TestUser, license: GrantedLicense, until: Date | null = null) =>
  transact(app.scope(), async (tx) => {
    await lockUser(tx, person.id)
    await giveLicenses(tx, { userId: person.id, source: 'admin:test', licenses: [license], until })
  })

describe('an avatar that was bought', () => {
  it('is locked before, worn then, and given up with the refund, which the wearer is told', async () => {
    const { avatarId, listingId } = await aSoldAvatar()
    const buyer = await aBuyer(app)
    expect(await isLocked(buyer, avatarId)).toBe(true)
    expect((await select(buyer, avatarId)).status).toBe(403)
    const { purchaseId } = await buy(buyer, listingId)
    expect(await isLocked(buyer, avatarId)).toBe(false)
    expect((await select(buyer, avatarId)).status).toBe(200)
    await runWearersJob(app)
    expect(await wears(buyer)).toBe(avatarId)
    const socket = await aPipelineSocket(app, buyer)
    expect(await actOnPurchase(app, buyer, 'refundPurchase', purchaseId)).toBe('done')
    expect(await isLocked(buyer, avatarId)).toBe(true)
    await runWearersJob(app)
    expect(await wears(buyer)).toBe(DEFAULT_AVATAR)
    expect(await socket.nextContent('user-update')).toMatchObject({ user: { currentAvatar: DEFAULT_AVATAR } })
    expect((await select(buyer, avatarId)).status).toBe(403)
  })

  it('is given up when its time is over', async () => {
    const { avatarId, listingId } = await aSoldAvatar(forDays(2))
    const buyer = await aBuyer(app)
    await buy(buyer, listingId)
    expect((await select(buyer, avatarId)).status).toBe(200)
    app.clock.advance(2 * DAY + 1)
    await logIn(buyer.api, buyer)
    expect((await select(buyer, avatarId)).status).toBe(403)
    await settleDue(app)
    await runWearersJob(app)
    expect(await wears(buyer)).toBe(DEFAULT_AVATAR)
  })
})

/** Whether what an act does queues the job that looks at who wears an avatar. */
async function queuesWearersJob(act: () => Promise<unknown>): Promise<boolean> {
  const { client } = app.scope()
  await client.$executeRaw`DELETE FROM pgboss.job WHERE name = ${WEARERS_JOB}`
  await act()
  const queued = await client.$queryRaw<unknown[]>`SELECT FROM pgboss.job WHERE name = ${WEARERS_JOB}`
  return queued.length > 0
}

/** An avatar that people with a paid membership may wear. */
async function aPlusAvatar(): Promise<void> {
  const forId = await anAvatar(app, seller, { releaseStatus: 'private' })
  const license = { licenseGroupId: PLUS_GROUP_ID, forType: 'avatar', forId, forAction: 'wear' }
  await app.scope().db.licenseGroupMember.create({ data: license })
}

describe('the job that takes avatars off is queued by', () => {
  it('a refund', async () => {
    const { listingId } = await aSoldAvatar()
    const buyer = await aBuyer(app)
    const { purchaseId } = await buy(buyer, listingId)
    await logIn(buyer.api, buyer)
    expect(await queuesWearersJob(() => actOnPurchase(app, buyer, 'refundPurchase', purchaseId))).toBe(true)
  })

  it('a refunded gift', async () => {
    const { listingId } = await aSoldAvatar()
    const buyer = await aBuyer(app)
    const friend = await aFriendOf(app, buyer)
    const { purchaseId } = await buy(buyer, listingId, { receiverId: friend.id })
    await logIn(buyer.api, buyer)
    expect(await queuesWearersJob(() => actOnPurchase(app, buyer, 'refundPurchase', purchaseId))).toBe(true)
  })

  it('the end of a purchase, and nothing that does not end', async () => {
    const { listingId } = await aSoldAvatar(forDays(2))
    await buy(await aBuyer(app), listingId)
    expect(await queuesWearersJob(() => settleDue(app))).toBe(false)
    app.clock.advance(2 * DAY + 1)
    expect(await queuesWearersJob(() => settleDue(app))).toBe(true)
  })

  it('the end of a license of an admin', async () => {
    const avatarId = await anAvatar(app, seller, { releaseStatus: 'private' })
    const until = addMilliseconds(app.clock.now(), DAY)
    await give(await aUser(app), { forType: 'avatar', forId: avatarId, forAction: 'wear' }, until)
    app.clock.advance(DAY + 1)
    expect(await queuesWearersJob(() => expireLicenses(app.scope()))).toBe(true)
  })

  it.each(['payment.refunded', 'payment.disputed', 'subscription.expired'] as const)(
    'a subscription that ends by %s',
    async (type) => {
      await aPlusAvatar()
      const transactionId = await aSubscriptionPayment(app, await aUser(app))
      await tell(app, transactionId, 'payment.succeeded')
      expect(await queuesWearersJob(() => tell(app, transactionId, type))).toBe(true)
    },
  )

  it('a subscription whose account shall be deleted', async () => {
    await aPlusAvatar()
    const person = await aUser(app)
    await aSubscription(app, person)
    expect(await queuesWearersJob(() => person.api.call('deleteUser', { userId: person.id }))).toBe(true)
  })

  it('a license group that contains an avatar no longer', async () => {
    const avatarId = await anAvatar(app, seller, { releaseStatus: 'private' })
    await logIn(boss.api, boss)
    const set = (given: object) =>
      mutate(app, boss, 'setLicenseGroup { licenseGroup { id } }', { name: 'avatars-for-a-time', ...given })
    const { payload } = await set({ licenses: [{ forType: 'AVATAR', forId: avatarId }] })
    const { id: licenseGroupId } = Object(payload?.licenseGroup)
    expect(await queuesWearersJob(() => set({ licenseGroupId, licenses: [] }))).toBe(true)
  })
})

describe('a license', () => {
  it('of an admin for a private avatar ends with its time', async () => {
    const avatarId = await anAvatar(app, seller, { releaseStatus: 'private' })
    const person = await aUser(app)
    await give(person, { forType: 'avatar', forId: avatarId, forAction: 'wear' }, addMilliseconds(app.clock.now(), DAY))
    expect((await select(person, avatarId)).status).toBe(200)
    app.clock.advance(DAY + 1)
    await expireLicenses(app.scope())
    await runWearersJob(app)
    expect(await wears(person)).toBe(DEFAULT_AVATAR)
    await logIn(person.api, person)
    expect((await select(person, avatarId)).status).toBe(404)
  })

  it('of a group ends when the group does not contain the avatar any more', async () => {
    const [kept, dropped] = [
      await anAvatar(app, seller, { releaseStatus: 'private' }),
      await anAvatar(app, seller, { releaseStatus: 'private' }),
    ]
    const licenseOf = (forId: string) => ({ forType: 'AVATAR', forId })
    const name = 'avatars-of-a-group'
    await logIn(boss.api, boss)
    const set = (given: object) => mutate(app, boss, 'setLicenseGroup { licenseGroup { id } }', { name, ...given })
    expect((await set({ licenses: [licenseOf(kept), licenseOf(dropped)] })).error).toBeUndefined()
    const { id } = await app.scope().db.licenseGroup.findUniqueOrThrow({ where: { name } })
    const [one, two] = [await aUser(app), await aUser(app)]
    for (const person of [one, two]) await give(person, { forType: 'licenseGroup', forId: id, forAction: 'have' })
    expect([(await select(one, kept)).status, (await select(two, dropped)).status]).toEqual([200, 200])
    expect((await set({ licenseGroupId: id, licenses: [licenseOf(kept)] })).error).toBeUndefined()
    await runWearersJob(app)
    expect([await wears(one), await wears(two)]).toEqual([kept, DEFAULT_AVATAR])
  })
})
