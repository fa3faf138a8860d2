import { beforeAll, describe, expect, it } from 'vitest'
import { expireLicenses } from '../../../src/areas/economy/licenses/expiry.ts'
import { type GrantedLicense, giveLicenses } from '../../../src/areas/economy/licenses/grants.ts'
import { lockUser } from '../../../src/areas/users/locks.ts'
import { addMilliseconds, DAY } from '../../../src/kernel/clock.ts'
import type { AvatarId } from '../../../src/kernel/ids.ts'
import { transact } from '../../../src/kernel/transaction.ts'
import { anApp, type TestApp } from '../../support/app.ts'
import { anAvatar } from '../../support/avatars.ts'
import { aBuyer, aListing, aProduct, aSeller, forDays } from '../../support/economy.ts'
import { mutate } from '../../support/jams.ts'
import { aPipelineSocket } from '../../support/pipelineSocket.ts'
import { actOnPurchase, buy, settleDue } from '../../support/purchases.ts'
import { anAdmin, aUser, logIn, type TestUser } from '../../support/users.ts'
import { DEFAULT_AVATAR, runWearersJob, wornByOne } from '../../support/wearers.ts'

let app: TestApp
let seller: TestUser
let boss: TestUser
beforeAll(async () => {
  app = await anApp()
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
