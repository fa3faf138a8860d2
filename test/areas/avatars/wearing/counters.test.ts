import { beforeAll, describe, expect, it } from 'vitest'
import { countWearers } from '../../../../src/areas/avatars/wearing/wearers.ts'
import { DAY } from '../../../../src/kernel/clock.ts'
import { newId } from '../../../../src/kernel/ids.ts'
import { sharedClockApp } from '../../../support/app.ts'
import { anAvatar } from '../../../support/avatars.ts'
import { favoriteAs } from '../../../support/favorites.ts'
import { insertPeople } from '../../../support/insertedUser.ts'
import { aUser, type TestUser } from '../../../support/users.ts'

const app = await sharedClockApp()
let author: TestUser
const wearers: TestUser[] = []

beforeAll(async () => {
  author = await aUser(app)
  for (let count = 0; count < 4; count++) wearers.push(await aUser(app))
})

const read = (id: string) => app.scope().db.avatar.findUniqueOrThrow({ where: { id } })
const wear = async (avatarId: string, people: readonly TestUser[]) => {
  for (const { api } of people) await api.call('selectAvatar', { avatarId })
}

/** Notes that people wear an avatar, past the operations. */
const insertWears = (avatarId: string, userIds: readonly string[], lastAt: Date) =>
  app.scope().client.$executeRaw`
    INSERT INTO "AvatarWear" ("avatarId", "userId", "lastAt")
    SELECT ${avatarId}, id, ${lastAt} FROM unnest(${userIds}::text[]) AS person(id)`

describe('the job count-wearers', () => {
  it('gives 1,023 and more wearers the highest popularity, 10', async () => {
    const { now } = app.scope()
    const [most, more] = [await anAvatar(app, author), await anAvatar(app, author)]
    const people = await insertPeople(app, 1_024)
    await insertWears(most, people.slice(0, 1_022), now)
    await insertWears(more, people, now)
    await countWearers(app.scope())
    expect([(await read(most)).popularity, (await read(more)).popularity]).toEqual([9, 10])
  })

  it('counts current favorites, and computes relevance as favorites per 1,000 wearers', async () => {
    const avatarId = await anAvatar(app, author)
    for (const person of wearers.slice(0, 2)) await favoriteAs(person, 'avatar', avatarId)
    await wear(avatarId, wearers)
    await countWearers(app.scope())
    expect(await read(avatarId)).toMatchObject({ favorites: 2, relevance: 500 })
    await app.scope().db.favorite.deleteMany({ where: { favoriteId: avatarId } })
    await countWearers(app.scope())
    expect(await read(avatarId)).toMatchObject({ favorites: 0, relevance: 0 })
  })

  it('counts open reports, and weighs each reporter', async () => {
    const avatarId = await anAvatar(app, author)
    const { db, now: createdAt } = app.scope()
    const report = (reporterId: string, status: string) => ({
      ...{ id: newId('moderationReport', createdAt), contentId: avatarId, type: 'avatar', category: 'avatar' },
      ...{ reason: 'other', contentName: 'Fox', reporterId, status, createdAt, updatedAt: createdAt },
    })
    const [a, b] = wearers.map(({ id }) => id)
    if (!a || !b) throw new Error('there are no people')
    await db.moderationReport.createMany({
      data: [report(a, 'open'), report(a, 'open'), report(b, 'open'), report(b, 'closed')],
    })
    await countWearers(app.scope())
    expect(await read(avatarId)).toMatchObject({ reportCount: 3, reportScore: 21 })
  })

  it('sets the trust level of the author', async () => {
    const person = await aUser(app)
    const avatarId = await anAvatar(app, person)
    const tags = ['system_trust_basic', 'system_trust_known']
    await app.scope().db.user.update({ where: { id: person.id }, data: { tags } })
    await countWearers(app.scope())
    expect(await read(avatarId)).toMatchObject({ trust: 2 })
  })

  it('writes no avatar whose values are unchanged, and leaves the time of the last change', async () => {
    const avatarId = await anAvatar(app, author)
    const { updatedAt } = await read(avatarId)
    await wear(avatarId, wearers)
    app.clock.advance(1_000)
    await Promise.all([countWearers(app.scope()), countWearers(app.scope()), countWearers(app.scope())])
    await countWearers(app.scope())
    expect(await read(avatarId)).toMatchObject({ popularity: 2, updatedAt })
    expect(await countWearers(app.scope())).toBe(0)
  })

  it('passes over an avatar that an act has locked, and writes it the next time', async () => {
    const avatarId = await anAvatar(app, author)
    await wear(avatarId, wearers)
    await app.scope().client.$transaction(async (tx) => {
      await tx.$executeRaw`SELECT FROM "Avatar" WHERE id = ${avatarId} FOR UPDATE`
      await countWearers(app.scope())
    })
    expect(await read(avatarId)).toMatchObject({ popularity: 0 })
    await countWearers(app.scope())
    expect(await read(avatarId)).toMatchObject({ popularity: 2 })
  })

  // The last one: sessions end meanwhile.
  it('computes popularity from wearers of 30 days, and heat from wearers of 24 hours', async () => {
    const avatarId = await anAvatar(app, author)
    await wear(avatarId, [...wearers.slice(0, 3), ...wearers.slice(0, 3)])
    await countWearers(app.scope())
    expect(await read(avatarId)).toMatchObject({ popularity: 2, heat: 2, magic: 24 })
    app.clock.advance(DAY + 1_000)
    await wear(avatarId, wearers.slice(3))
    await countWearers(app.scope())
    expect(await read(avatarId)).toMatchObject({ popularity: 2, heat: 1, magic: 13 })
    app.clock.advance(31 * DAY)
    await countWearers(app.scope())
    expect(await read(avatarId)).toMatchObject({ popularity: 0, heat: 0, magic: 0 })
    expect(await app.scope().db.avatarWear.count({ where: { avatarId } })).toBe(0)
  })
})
