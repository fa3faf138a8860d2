import { describe, expect, it } from 'vitest'
import { SELLER_PERMISSION } from '../../../src/areas/economy/sellers.ts'
import { addMilliseconds, DAY, HOUR } from '../../../src/kernel/clock.ts'
import { trusted } from '../../../src/kernel/ids.ts'
import { anApp, sharedApp } from '../../support/app.ts'
import { runConcurrently } from '../../support/concurrency.ts'
import { tokensOf } from '../../support/economy.ts'
import { aTemplate } from '../../support/inventory.ts'
import { refusal } from '../../support/refusals.ts'
import { aRestClient } from '../../support/restClient.ts'
import { aReward } from '../../support/rewards.ts'
import { subscriptionsOf } from '../../support/subscriptions.ts'
import { aName, aUser, logIn, type TestUser } from '../../support/users.ts'

const app = await sharedApp()
const template = async (given: Parameters<typeof aTemplate>[1] = {}) =>
  trusted<'inventoryTemplate'>(await aTemplate(app, given))

const redeem = ({ api }: Pick<TestUser, 'api'>, code: string) => api.try('redeemReward', { body: { code } })
const nobody = { api: aRestClient(app) }
const NO_SUCH_CODE = refusal(404, "This code doesn't exist.")
const OVER = refusal(400, "This code can't be used any more.")
const AGAIN = refusal(400, "You've already used this code.")

async function aBadge() {
  const { db, now } = app.scope()
  const id = `bdg_${crypto.randomUUID()}`
  const texts = { name: aName('badge'), description: 'For those who redeem.', imageUrl: 'https://pictures.test/b.png' }
  return db.badge.create({ data: { id, ...texts, createdAt: now, updatedAt: now } })
}

describe('redeemReward', () => {
  it('gives everything that the reward names, once, and tells it', async () => {
    const templateId = await template({ flags: ['trashable'], quantifiable: true })
    const badge = await aBadge()
    const planId = 'plus-monthly'
    const { db } = app.scope()
    const permission = await db.permission.findFirstOrThrow({ where: { name: SELLER_PERMISSION } })
    const { code } = await aReward(app, {
      ...{ templateIds: [templateId], quantity: 3, badgeIds: [trusted<'badge'>(badge.id)], tokens: 70 },
      ...{ planId, subscriptionDays: 9, permissionIds: [trusted<'permission'>(permission.id)] },
    })
    const person = await aUser(app)
    const typed = ` ${code.toLowerCase().replaceAll('-', '')} `
    const [result, ...others] = await person.api.call('redeemReward', { body: { code: typed } })
    expect(others).toEqual([])
    expect(result?.redemptionCode).toBe(typed)
    expect(result?.redeemedRewards).toEqual([
      { type: 'item', data: { item: expect.objectContaining({ id: templateId, flags: ['trashable'] }) } },
      {
        type: 'badge',
        data: {
          badge: {
            ...{ id: badge.id, name: badge.name, description: badge.description, imageUrl: badge.imageUrl },
            ...{ createdAt: badge.createdAt.toISOString(), updatedAt: badge.updatedAt.toISOString() },
            ...{ createdBy: expect.stringMatching(/^usr_/), fileName: '', hidden: false },
            ...{ isLocalizationEnabled: false, type: 'badge' },
          },
        },
      },
      { type: 'permission', data: {} },
      { type: 'subscription', data: {} },
      { type: 'tokens', data: {} },
    ])
    expect((await person.api.call('getInventory')).data).toMatchObject([{ templateId, quantity: 3, expiryDate: null }])
    expect(await tokensOf(app, person)).toBe(70)
    expect(await db.userBadge.count({ where: { userId: person.id, badgeId: badge.id } })).toBe(1)
    expect(await db.permissionGrant.count({ where: { userId: person.id, permissionId: permission.id } })).toBe(1)
    const [subscription] = await subscriptionsOf(app, person)
    expect(subscription).toMatchObject({ planId, status: 'active', isRecurring: false, transactionId: null })
    const days = Number(subscription?.expiresAt) - Number(subscription?.startsAt)
    expect(days).toBe(9 * DAY)
    const transfer = await db.ledgerTransfer.findFirst({
      where: { entries: { some: { account: { ownerId: person.id } } } },
    })
    expect(transfer).toMatchObject({ kind: 'grant', memo: 'Promo Credit', purchaseId: null })
    expect(await redeem(person, code)).toMatchObject(AGAIN)
    expect(await tokensOf(app, person)).toBe(70)
  })

  it('refuses codes that are unknown, malformed, disabled or not valid yet alike', async () => {
    const person = await aUser(app)
    const { id, code: disabled } = await aReward(app)
    const { db, now } = app.scope()
    await db.reward.update({ where: { id }, data: { disabledAt: now } })
    const { code: early } = await aReward(app, { tokens: 1, beginsAt: addMilliseconds(now, HOUR) })
    for (const code of ['NO-SUCH-CODE', '', 'A-B-C', 'x'.repeat(900), 'Ünglaublich', disabled, early])
      expect(await redeem(person, code)).toMatchObject(NO_SUCH_CODE)
    expect(await tokensOf(app, person)).toBe(0)
    expect(await person.api.try('redeemReward', { body: {} })).toMatchObject({ status: 400 })
  })

  it('is refused from the end on and by the one too many, and open to the last millisecond', async () => {
    let now = new Date()
    const timed = await anApp({}, { clock: { now: () => now } })
    const [begin, end] = [addMilliseconds(now, HOUR), addMilliseconds(now, 2 * HOUR)]
    const { code } = await aReward(timed, { tokens: 1, beginsAt: begin, endsAt: end })
    const states: number[] = []
    for (const at of [addMilliseconds(begin, -1), begin, addMilliseconds(end, -1), end]) {
      const person = await aUser(timed)
      now = at
      states.push((await redeem(person, code)).status)
    }
    expect(states).toEqual([404, 200, 200, 400])
    const { code: single } = await aReward(timed, { tokens: 1, maxRedemptions: 1 })
    const first = await aUser(timed)
    expect((await redeem(first, single)).status).toBe(200)
    expect(await redeem(await aUser(timed), single)).toMatchObject(OVER)
    expect(await redeem(first, single)).toMatchObject(AGAIN)
    now = addMilliseconds(end, 10 * DAY)
    expect(await redeem(await aUser(timed), code)).toMatchObject(OVER)
  })

  it('lets items wait while there is no room for them', async () => {
    const person = await aUser(app)
    const templateId = await template()
    const { db, now } = app.scope()
    await db.$executeRaw`
      INSERT INTO "InventoryItem" (id, "holderId", "templateId", source, "createdAt", "updatedAt")
      SELECT 'inv_' || gen_random_uuid(), ${person.id}, ${templateId}, 'test', ${now}, ${now} FROM generate_series(1, 10000)`
    const { code } = await aReward(app, { templateIds: [templateId], tokens: 2 })
    expect((await redeem(person, code)).status).toBe(200)
    expect(await tokensOf(app, person)).toBe(2)
    const count = () => db.inventoryItem.count({ where: { holderId: person.id } })
    expect(await count()).toBe(10_000)
    await db.$executeRaw`
      DELETE FROM "InventoryItem" WHERE id IN (SELECT id FROM "InventoryItem" WHERE "holderId" = ${person.id} LIMIT 5)`
    await person.api.call('getInventory')
    expect(await count()).toBe(9_996)
  })

  it('gives nothing of a reward when a part cannot be given', async () => {
    const templateId = await template()
    const { id, code } = await aReward(app, { templateIds: [templateId], tokens: 5 })
    const { db } = app.scope()
    await db.reward.update({ where: { id }, data: { planId: 'gone' } })
    const person = await aUser(app)
    expect((await redeem(person, code)).status).toBe(404)
    expect((await person.api.call('getInventory')).data).toEqual([])
    expect(await tokensOf(app, person)).toBe(0)
    expect(await db.reward.findUniqueOrThrow({ where: { id } })).toMatchObject({ redemptions: 0 })
  })

  it('skips badges and permissions that exist no longer', async () => {
    const { id, code } = await aReward(app)
    const gone = { badgeIds: [`bdg_${crypto.randomUUID()}`], permissionIds: [`prms_${crypto.randomUUID()}`] }
    await app.scope().db.reward.update({ where: { id }, data: gone })
    const person = await aUser(app)
    const [result] = await person.api.call('redeemReward', { body: { code } })
    expect(result?.redeemedRewards.map(({ type }) => type)).toEqual(['tokens'])
  })
})

describe('at once', () => {
  it('fifty people of one address redeem a code for ten ten times', async () => {
    const address = aRestClient(app).address
    const people = await Promise.all(
      Array.from({ length: 50 }, async () => {
        const person = await aUser(app)
        const api = aRestClient(app, { address })
        await logIn(api, person)
        return { ...person, api }
      }),
    )
    const { id, code } = await aReward(app, { tokens: 3, maxRedemptions: 10 })
    const answers = await runConcurrently(app, 50, (at) => redeem(people[at % 50] ?? nobody, code))
    const given = answers.filter(({ status }) => status === 200)
    expect(given).toHaveLength(10)
    for (const refused of answers.filter(({ status }) => status !== 200)) expect(refused).toMatchObject(OVER)
    const balances = await Promise.all(people.map((person) => tokensOf(app, person)))
    expect(balances.reduce((sum, tokens) => sum + tokens, 0)).toBe(30)
    expect(await app.scope().db.reward.findUniqueOrThrow({ where: { id } })).toMatchObject({ redemptions: 10 })
  })

  it('one person redeems a code once of fifty times', async () => {
    const person = await aUser(app)
    const templateId = await template()
    const { id, code } = await aReward(app, { tokens: 3, templateIds: [templateId] })
    const answers = await runConcurrently(app, 50, () => redeem(person, code))
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(1)
    for (const refused of answers.filter(({ status }) => status !== 200)) expect(refused).toMatchObject(AGAIN)
    expect(await tokensOf(app, person)).toBe(3)
    expect((await person.api.call('getInventory')).data).toHaveLength(1)
    expect(await app.scope().db.reward.findUniqueOrThrow({ where: { id } })).toMatchObject({ redemptions: 1 })
  })

  it('parallel misses of a person are counted to the last, and a right code is refused then', async () => {
    const person = await aUser(app)
    const answers = await runConcurrently(app, 25, (at) => redeem(person, `GUESS-${at}-ABC`))
    expect(answers.filter(({ status }) => status === 404)).toHaveLength(10)
    expect(answers.filter(({ status }) => status === 429)).toHaveLength(15)
    const { code } = await aReward(app)
    expect((await redeem(person, code)).status).toBe(429)
  })

  it('parallel misses of the people of an address are counted together', async () => {
    const address = aRestClient(app).address
    const people = await Promise.all(
      Array.from({ length: 5 }, async () => {
        const api = aRestClient(app, { address })
        await logIn(api, await aUser(app))
        return { api }
      }),
    )
    const answers = await runConcurrently(app, 50, (at) => redeem(people[at % 5] ?? nobody, `GUESS-${at}-ABC`))
    expect(answers.filter(({ status }) => status === 404)).toHaveLength(30)
    expect(answers.filter(({ status }) => status === 429)).toHaveLength(20)
    const stranger = await aUser(app)
    const { code } = await aReward(app)
    expect((await redeem(stranger, code)).status).toBe(200)
    const another = aRestClient(app, { address })
    await logIn(another, await aUser(app))
    expect((await redeem({ api: another }, code)).status).toBe(429)
  })
})
