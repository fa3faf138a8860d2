import { beforeAll, describe, expect, it } from 'vitest'
import { DELETION_DELAY, eraseDueAccounts } from '../../../src/areas/accounts/account/deletion.ts'
import { unitySortKey } from '../../../src/areas/files/unity/packages.ts'
import { erasers } from '../../../src/areas/index.ts'
import { countVisits, deleteVisitsOf } from '../../../src/areas/worlds/visits/queries.ts'
import { DAY, MINUTE } from '../../../src/kernel/clock.ts'
import { newId, type UserId, type WorldId } from '../../../src/kernel/ids.ts'
import { transact } from '../../../src/kernel/transaction.ts'
import { anApp } from '../../support/app.ts'
import { aUser, type TestUser } from '../../support/users.ts'
import { aFileUrl, aVisit, aWorld, aWorldFavorite, fileIdIn } from '../../support/worlds.ts'

const app = await anApp()
let author: TestUser
let visitors: UserId[] = []

beforeAll(async () => {
  author = await aUser(app)
  for (let count = 0; count < 8; count++) visitors.push((await aUser(app)).id)
  visitors = visitors.toSorted()
})

const read = (id: WorldId) => app.scope().db.world.findUniqueOrThrow({ where: { id } })
const visit = async (worldId: WorldId, people: readonly UserId[], times = 1) => {
  for (let time = 0; time < times; time++) for (const id of people) await aVisit(app, id, worldId)
}

describe('the job count-visits', () => {
  it('counts each visit once, even when several nodes run it at the same time', async () => {
    const [a, b] = [await aWorld(app, author), await aWorld(app, author)]
    await visit(a, visitors.slice(0, 3), 2)
    await visit(b, visitors.slice(0, 1))
    await Promise.all([countVisits(app.scope()), countVisits(app.scope()), countVisits(app.scope())])
    await countVisits(app.scope())
    expect([(await read(a)).visits, (await read(b)).visits]).toEqual([6, 1])
    await visit(a, visitors.slice(0, 1))
    await countVisits(app.scope())
    expect((await read(a)).visits).toBe(7)
  })

  it('computes popularity from visitors of 30 days, and heat from visitors of 24 hours', async () => {
    const worldId = await aWorld(app, author)
    await visit(worldId, visitors.slice(0, 7), 2)
    await countVisits(app.scope())
    expect(await read(worldId)).toMatchObject({ popularity: 3, heat: 3, magic: 36 })
    app.clock.advance(DAY + 1_000)
    await visit(worldId, visitors.slice(7))
    await countVisits(app.scope())
    expect(await read(worldId)).toMatchObject({ popularity: 3, heat: 1, magic: 14 })
    app.clock.advance(31 * DAY)
    await countVisits(app.scope())
    expect(await read(worldId)).toMatchObject({ popularity: 0, heat: 0, magic: 0, visits: 15 })
    expect(await app.scope().db.worldVisit.count({ where: { worldId } })).toBe(0)
  })

  it('gives 1,023 and more visitors the highest popularity, 10', async () => {
    const [most, more] = [await aWorld(app, author), await aWorld(app, author)]
    const at = app.clock.now()
    const rows = (worldId: WorldId, count: number) =>
      Array.from({ length: count }, () => ({ worldId, userId: newId('user', at), at, counted: true }))
    await app.scope().db.worldVisit.createMany({ data: [...rows(most, 1_022), ...rows(more, 3_000)] })
    await countVisits(app.scope())
    expect([(await read(most)).popularity, (await read(more)).popularity]).toEqual([9, 10])
    await app.scope().db.worldVisit.createMany({ data: rows(most, 1) })
    await countVisits(app.scope())
    expect((await read(most)).popularity).toBe(10)
  })

  it('counts current favorites, and computes relevance as favorites per 1,000 visits', async () => {
    const worldId = await aWorld(app, author)
    for (const id of visitors.slice(0, 2)) await aWorldFavorite(app, id, worldId)
    await visit(worldId, visitors.slice(0, 4))
    await countVisits(app.scope())
    expect(await read(worldId)).toMatchObject({ favorites: 2, relevance: 500 })
    await app.scope().db.favorite.deleteMany({ where: { favoriteId: worldId } })
    await countVisits(app.scope())
    expect(await read(worldId)).toMatchObject({ favorites: 0, relevance: 0 })
  })

  it('sets the trust level of the author', async () => {
    const person = await aUser(app)
    const worldId = await aWorld(app, person)
    const tags = ['system_trust_basic', 'system_trust_known', 'system_trust_trusted']
    await app.scope().db.user.update({ where: { id: person.id }, data: { tags } })
    await countVisits(app.scope())
    expect(await read(worldId)).toMatchObject({ trust: 3 })
  })

  it('looks at none but the worlds that have changed', async () => {
    const [changed, other] = [await aWorld(app, author), await aWorld(app, author)]
    await countVisits(app.scope())
    app.clock.advance(20 * MINUTE)
    await countVisits(app.scope())
    const { client } = app.scope()
    await client.world.updateMany({ where: { id: { in: [changed, other] } }, data: { favorites: 99 } })
    await aWorldFavorite(app, author.id, changed)
    expect(await countVisits(app.scope())).toBe(1)
    expect([(await read(changed)).favorites, (await read(other)).favorites]).toEqual([1, 99])
    expect(await client.rankingChange.count({ where: { kind: 'world' } })).toBe(0)
  })

  it('leaves a change that is committed while it runs to the next run', async () => {
    const worldId = await aWorld(app, author)
    await countVisits(app.scope())
    await app.scope().client.$transaction(async (tx) => {
      await aWorldFavorite({ ...app, scope: () => ({ ...app.scope(), db: tx }) }, author.id, worldId)
      await countVisits(app.scope())
      expect((await read(worldId)).favorites).toBe(0)
    })
    await countVisits(app.scope())
    expect((await read(worldId)).favorites).toBe(1)
  })

  it('passes over a world that an act has locked, and writes it the next time', async () => {
    const worldId = await aWorld(app, author)
    await aWorldFavorite(app, author.id, worldId)
    await app.scope().client.$transaction(async (tx) => {
      await tx.$executeRaw`SELECT FROM "World" WHERE id = ${worldId} FOR UPDATE`
      await countVisits(app.scope())
    })
    expect((await read(worldId)).favorites).toBe(0)
    await countVisits(app.scope())
    expect((await read(worldId)).favorites).toBe(1)
  })

  it('forgets the visits of an erased account', async () => {
    const worldId = await aWorld(app, author)
    const visitor = await aUser(app)
    await visit(worldId, [visitor.id])
    await countVisits(app.scope())
    expect(await read(worldId)).toMatchObject({ popularity: 1, heat: 1 })
    await transact(app.scope(), (tx) => deleteVisitsOf(tx, visitor.id))
    await countVisits(app.scope())
    expect(await read(worldId)).toMatchObject({ popularity: 0, heat: 0, visits: 1 })
  })

  it('writes no world whose values are unchanged', async () => {
    await countVisits(app.scope())
    expect(await countVisits(app.scope())).toBe(0)
  })
})

describe('the erasure of an account', () => {
  it('hides the worlds, and deletes their files, visits, persistence data and feedback', async () => {
    const [person, somebody] = [await aUser(app), await aUser(app)]
    const worldId = await aWorld(app, person, { description: 'My home', metadata: { secret: 1 } })
    const elsewhere = await aWorld(app, author)
    const { imageUrl } = await read(worldId)
    const { db, now } = app.scope()
    await visit(elsewhere, [person.id])
    await db.worldPersistence.create({ data: { userId: person.id, worldId: elsewhere, data: {}, updatedAt: now } })
    const content = { contentId: worldId, contentType: 'world', reason: 'r', type: 't', createdAt: now }
    const [from, about] = [
      { commenterId: person.id, contentAuthorId: author.id },
      { commenterId: author.id, contentAuthorId: person.id },
    ]
    for (const pair of [from, about])
      await db.feedback.create({ data: { id: newId('feedback', now), ...content, ...pair } })
    await aFileUrl(app, person.id)

    await person.api.call('deleteUser', { userId: person.id })
    app.clock.advance(DELETION_DELAY + 1_000)
    await eraseDueAccounts(app.scope(), erasers)

    expect(await read(worldId)).toMatchObject({ releaseStatus: 'hidden', description: '', metadata: {} })
    expect(await somebody.api.try('getWorld', { worldId })).toMatchObject({ status: 404 })
    expect(await db.file.count({ where: { id: fileIdIn(imageUrl) } })).toBe(0)
    const where = { userId: person.id }
    const counts = [
      db.worldVisitor.count({ where }),
      db.worldVisit.count({ where }),
      db.worldPersistence.count({ where }),
    ]
    const feedback = db.feedback.count({ where: { OR: [{ commenterId: person.id }, { contentAuthorId: person.id }] } })
    expect(await Promise.all([...counts, feedback])).toEqual([0, 0, 0, 0])
  })
})

describe('unitySortKey', () => {
  it('sorts like Unity versions', () => {
    const sorted = [
      '5.3.4p1',
      '2018.4.14f1',
      '2019.4.31f1',
      '2022.3.6a1',
      '2022.3.6b2',
      '2022.3.6f1',
      '2022.3.6p1',
      '2022.3.22f1-DWR',
      '6000.0.1f1',
    ]
    const numbers = sorted.map((version) => unitySortKey(version) ?? -1)
    expect(numbers.every(Number.isSafeInteger)).toBe(true)
    expect(numbers).toEqual(numbers.toSorted((a, b) => a - b))
    expect(new Set(numbers).size).toBe(sorted.length)
  })

  it('is counted like clients do, without the build', () => {
    expect(['2022.3.22f1', '2022.3.22f9', '2022.3.22', '5.3.4p1'].map(unitySortKey)).toEqual([
      20220322000, 20220322000, 20220322000, 50304010,
    ])
  })

  it.each(['', '2022', '2022.3', 'v2022.3.6', '2022.3.6f', '2022.3.6f1 ', '20222.3.6f1', '2022.3.6x1'])(
    'is null for the malformed version %j',
    (text) => {
      expect(unitySortKey(text)).toBeNull()
    },
  )
})
