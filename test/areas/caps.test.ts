import { beforeAll, describe, expect, it } from 'vitest'
import { countVisits } from '../../src/areas/worlds/visits/queries.ts'
import { type JamId, newId, newUuid, trusted } from '../../src/kernel/ids.ts'
import { sharedApp } from '../support/app.ts'
import { anOwnImage } from '../support/catalogue.ts'
import { letSell } from '../support/economy.ts'
import { aGraphClient } from '../support/graphClient.ts'
import { aJam, aSubmission } from '../support/jams.ts'
import { aUserReportRequest } from '../support/reports.ts'
import { aName, aUser, logIn, type TestUser } from '../support/users.ts'
import { aFileUrl, aWorld } from '../support/worlds.ts'

const app = await sharedApp()
const now = new Date()
const { db } = app.scope()
let target: TestUser
beforeAll(async () => {
  target = await aUser(app)
})

/** Something of which a person can have a number. */
interface Cap {
  readonly most: number
  /** Writes this many of a person directly into the database. */
  fill(userId: string, count: number): Promise<unknown>
  /** Adds one more as the person; the message of the refusal, or null. */
  add(person: TestUser): Promise<string | null>
  count(userId: string): Promise<number>
}

const times = <T>(count: number, make: (at: number) => T) => Array.from({ length: count }, (_, at) => make(at))
const ids = (count: number, kind: Parameters<typeof newId>[0]) => times(count, () => newId(kind, now))

const refused = ({ status, body }: { status: number; body: unknown }): string | null =>
  status === 200 ? null : JSON.stringify(body)

async function mutate({ api }: TestUser, field: string): Promise<string | null> {
  const { errors } = await aGraphClient(app, api).send(`mutation { ${field} { __typename } }`)
  return errors ? JSON.stringify(errors[0]) : null
}

const MOST_NOTES = 5_000
let crowd: Promise<string[]> | undefined

/** Ids of people who exist, without registrations; all tests share them. */
const people = async (count: number) => {
  crowd ??= aCrowd(MOST_NOTES)
  return (await crowd).slice(0, count)
}

async function aCrowd(count: number): Promise<string[]> {
  const made = await db.$queryRaw<{ id: string }[]>`
    INSERT INTO "User" ("id", "username", "usernameKey", "displayName", "displayNameKey", "currentAvatar", "createdAt", "updatedAt")
    SELECT id, id, id, id, id, ${newId('avatar', now)}, ${now}, ${now}
    FROM (SELECT 'usr_' || gen_random_uuid() AS id FROM generate_series(1, ${count}::int)) AS made
    RETURNING "id"`
  return made.map(({ id }) => id)
}

/** A jam that takes submissions. */
let openJamId: JamId
beforeAll(async () => {
  openJamId = await aJam(app)
})

const caps: Readonly<Record<string, Cap>> = {
  'submissions to a jam': {
    most: 3,
    fill: (userId, count) =>
      Promise.all(times(count, () => aSubmission(app, openJamId, { id: trusted<'user'>(userId) }))),
    add: async (person) =>
      mutate(person, `submitJamContent(input: { jamId: "${openJamId}", contentId: "${await aWorld(app, person)}" })`),
    count: (submitterId) => db.jamSubmission.count({ where: { submitterId } }),
  },
  products: {
    most: 1_000,
    async fill(sellerId, count) {
      await letSell(app, { id: trusted<'user'>(sellerId) })
      const common = { sellerId, displayName: 'x', productType: 'udon', imageId: 'x', createdAt: now, updatedAt: now }
      await db.product.createMany({ data: ids(count, 'product').map((id) => ({ id, ...common })) })
    },
    add: async (person) =>
      mutate(
        person,
        `createProduct(input: { displayName: "x", type: UDON, imageId: "${await anOwnImage(app, person)}" })`,
      ),
    count: (sellerId) => db.product.count({ where: { sellerId } }),
  },
  listings: {
    most: 1_000,
    async fill(sellerId, count) {
      await letSell(app, { id: trusted<'user'>(sellerId) })
      const kind = { listingType: 'permanent', productType: 'udon', priceTokens: 1 }
      const common = { sellerId, displayName: 'x', ...kind, createdAt: now, updatedAt: now }
      await db.listing.createMany({ data: ids(count, 'product').map((id) => ({ id, ...common })) })
    },
    add: (person) =>
      mutate(person, 'createListing(input: { displayName: "x", type: PERMANENT, productType: UDON, price: 1 })'),
    count: (sellerId) => db.listing.count({ where: { sellerId } }),
  },
  notes: {
    most: MOST_NOTES,
    async fill(userId, count) {
      const texts = { note: 'n', createdAt: now, updatedAt: now }
      const data = (await people(count)).map((targetUserId) => ({ id: newUuid(now), userId, targetUserId, ...texts }))
      await db.userNote.createMany({ data })
    },
    add: async ({ api }) =>
      refused(await api.try('updateUserNote', { body: { targetUserId: (await aUser(app)).id, note: 'one more' } })),
    count: (userId) => db.userNote.count({ where: { userId } }),
  },
  'friend requests waiting': {
    most: 500,
    async fill(senderId, count) {
      const data = ids(count, 'friendRequest').map((id) => ({
        ...{ id, type: 'friendRequest', senderId, receiverId: target.id, friendPair: id },
        ...{ createdAt: now, updatedAt: now },
      }))
      await db.notification.createMany({ data })
    },
    add: async ({ api }) => refused(await api.try('friend', { userId: (await aUser(app)).id })),
    count: (senderId) => db.notification.count({ where: { senderId } }),
  },
  'worlds with saved data': {
    most: 1_000,
    async fill(userId, count) {
      const data = ids(count, 'world').map((worldId) => ({ userId, worldId, data: {}, updatedAt: now }))
      await db.worldPersistence.createMany({ data })
    },
    add: async (person) =>
      mutate(person, `saveWorldPersistence(input: { worldId: "${await aWorld(app, target)}", data: { a: 1 } })`),
    count: (userId) => db.worldPersistence.count({ where: { userId } }),
  },
  comments: {
    most: 1_000,
    async fill(commenterId, count) {
      const content = { contentId: newId('world', now), contentType: 'world', contentAuthorId: target.id }
      const data = ids(count, 'feedback').map((id) => ({
        ...{ id, commenterId, ...content, reason: 'r', type: 't', createdAt: now },
      }))
      await db.feedback.createMany({ data })
    },
    add: async (person) =>
      mutate(person, `giveFeedback(input: { worldId: "${await aWorld(app, target)}", type: "t", reason: "r" })`),
    count: (commenterId) => db.feedback.count({ where: { commenterId } }),
  },
  agreements: {
    most: 2_000,
    async fill(userId, count) {
      const text = { agreementCode: 'content.copyright.owned', version: 1, fullText: 'mine', createdAt: now }
      const data = ids(count, 'agreement').map((id) => ({ id, userId, contentId: newId('world', now), ...text }))
      await db.agreement.createMany({ data })
    },
    add: async ({ api }) => {
      const contentId = newId('world', new Date())
      const agreement = { agreementCode: 'content.copyright.owned', agreementFulltext: 'mine', contentId, version: 1 }
      return refused(await api.try('submitContentAgreement', { body: agreement }))
    },
    count: (userId) => db.agreement.count({ where: { userId } }),
  },
  'open reports': {
    most: 200,
    async fill(reporterId, count) {
      const about = { type: 'user', category: 'text', reason: 'hate', contentId: target.id, contentName: 'x' }
      const data = ids(count, 'moderationReport').map((id) => ({
        ...{ id, reporterId, ...about, openKey: id, createdAt: now, updatedAt: now },
      }))
      await db.moderationReport.createMany({ data })
    },
    add: async ({ api }) =>
      refused(await api.try('submitModerationReport', { body: aUserReportRequest((await aUser(app)).id) })),
    count: (reporterId) => db.moderationReport.count({ where: { reporterId } }),
  },
}

describe('a person', () => {
  it.each(Object.entries(caps))('can have no more %s than the most', async (things, { most, fill, add, count }) => {
    const person = await aUser(app)
    await fill(person.id, most - 1)
    expect(await add(person)).toBeNull()
    expect(await add(person)).toMatch(new RegExp(`You have too many ${things}: the most is ${most}`))
    expect(await count(person.id)).toBe(most)
  })

  it('can change a note when they have the most', async () => {
    const person = await aUser(app)
    await person.api.call('updateUserNote', { body: { targetUserId: target.id, note: 'first' } })
    await caps.notes?.fill(person.id, MOST_NOTES - 1)
    const changed = { body: { targetUserId: target.id, note: 'second' } }
    expect(await person.api.call('updateUserNote', changed)).toMatchObject({ note: 'second' })
  })
})

describe('what is kept of a person', () => {
  it('is the latest 20 requests and cancellations of the deletion', async () => {
    const { id: userId, api } = await aUser(app)
    for (let count = 0; count < 15; count++) await api.call('deleteUser', { userId })
    const { accountDeletionLog: log } = await api.call('deleteUser', { userId })
    expect(log).toHaveLength(20)
    expect(log?.map(({ message }) => message).slice(-2)).toEqual(['Deletion canceled', 'Deletion requested'])
    const times = log?.map(({ dateTime }) => dateTime) ?? []
    expect(times).toEqual([...times].sort())
    await api.call('verifyAuthToken')
    const own = await api.call('getCurrentUser')
    expect('id' in own && own.accountDeletionLog?.at(-1)).toMatchObject({ message: 'Deletion canceled' })
  })

  it('is the latest 20 former display names', async () => {
    const { id: userId, api, password, username } = await aUser(app)
    const old = times(20, (at) => ({ id: newUuid(now), userId, displayName: `Old ${at}`, updatedAt: new Date(at) }))
    await db.pastDisplayName.createMany({ data: old })
    const body = { displayName: aName('n').slice(0, 15), currentPassword: password }
    const { pastDisplayNames } = await api.call('updateUser', { userId, body })
    const names = pastDisplayNames.map(({ displayName }) => displayName)
    expect(names).toEqual([...old.slice(1).map(({ displayName }) => displayName), username])
  })

  it('are the 100 places of login that were used last', async () => {
    const { id: userId, api, username, password } = await aUser(app)
    const places = times(100, (at) => ({
      userId,
      address: `203.0.113.${at}`,
      lastUsedAt: new Date(now.getTime() - at),
    }))
    await db.loginPlace.createMany({ data: places })
    await logIn(api, { username, password })
    const kept = (await db.loginPlace.findMany({ where: { userId } })).map(({ address }) => address)
    expect(kept).toHaveLength(100)
    expect(kept).toContain('203.0.113.0')
    expect(kept).not.toContain('203.0.113.99')
  })

  it('is one counted visit for each world, however often the person comes', async () => {
    const [worldId, other] = [await aWorld(app, target), await aWorld(app, target)]
    const userId = newId('user', now)
    const visit = (to: string) => ({ worldId: to, userId, at: new Date() })
    for (let round = 1; round <= 3; round++) {
      await db.worldVisit.createMany({ data: [...times(40, () => visit(worldId)), visit(other)] })
      await countVisits(app.scope())
      const rows = await db.worldVisit.findMany({ where: { userId } })
      expect(rows.map((row) => [row.worldId, row.counted]).sort()).toEqual(
        [
          [worldId, true],
          [other, true],
        ].sort(),
      )
      const { visits, popularity, heat } = await db.world.findUniqueOrThrow({ where: { id: worldId } })
      expect([visits, popularity, heat]).toEqual([40 * round, 1, 1])
    }
  })
})

describe('a world', () => {
  it('has assets for 16 platforms at most, which can be replaced', async () => {
    const author = await aUser(app)
    const worldId = await aWorld(app, author)
    const assetUrl = await aFileUrl(app, author.id)
    const update = (platform: string, assetVersion = 1) =>
      author.api.try('updateWorld', { worldId, body: { platform, assetUrl, assetVersion } })
    for (let at = 1; at < 16; at++) expect(await update(`platform${at}`)).toMatchObject({ status: 200 })
    expect(refused(await update('platform16'))).toMatch(/platform: there are assets for 16 platforms at most/)
    expect(await update('platform15', 2)).toMatchObject({ status: 200 })
  })
})
