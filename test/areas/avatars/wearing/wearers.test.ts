import { beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { ownRecordChanged, userChanged } from '../../../../src/areas/accounts/events.ts'
import { updateWearers } from '../../../../src/areas/avatars/wearing/wearers.ts'
import type { DomainEvent } from '../../../../src/kernel/events.ts'
import { type AvatarId, newId, trusted, type UserId } from '../../../../src/kernel/ids.ts'
import type { Scope } from '../../../../src/kernel/scope.ts'
import { transact } from '../../../../src/kernel/transaction.ts'
import { openApp, sharedApp, type TestApp } from '../../../support/app.ts'
import { anAvatar } from '../../../support/avatars.ts'
import { eventually } from '../../../support/eventually.ts'
import { insertPeople } from '../../../support/insertedUser.ts'
import { isWaitingForLock } from '../../../support/lockRace.ts'
import { aUser, type TestUser } from '../../../support/users.ts'
import { changeAvatar, DEFAULT_AVATAR, runWearersJob, wornBy, wornByOne } from '../../../support/wearers.ts'

let app: TestApp
let author: TestUser
beforeAll(async () => {
  app = await sharedApp()
  author = await aUser(app)
})
// The mark of the default, which is made at start, and those of earlier tests.
beforeEach(() => runWearersJob(app))

const IMAGE = 'http://plaza.test/api/1/file/file_00000000-0000-4000-8000-00000000000b/1/file'
const HIDDEN = { releaseStatus: 'hidden', deletedAt: new Date() }

/** Inserts people who wear an avatar, of whom every third has the fallback. */
async function wearersOf(avatarId: AvatarId, count: number, fallbackId: string = DEFAULT_AVATAR): Promise<UserId[]> {
  const { db } = app.scope()
  const ids = await insertPeople(app, count, avatarId)
  const thirds = ids.filter((_, at) => at % 3 === 0)
  await db.$executeRaw`UPDATE "User" SET "fallbackAvatar" = ${fallbackId} WHERE id = ANY(${thirds})`
  return ids
}

/** Records events about these people from now on: how often each was told. */
function recordEvents(type: typeof userChanged, ids: readonly string[]) {
  const told = new Map<string, number>()
  const people = new Set(ids)
  const stop = app.platform.events.listen(type, ({ subject }: DomainEvent) => {
    if (people.has(subject)) told.set(subject, (told.get(subject) ?? 0) + 1)
  })
  return { told, stop }
}

/** How often each of these people was told, without those who were not. */
const once = (ids: readonly string[]) => new Map(ids.map((id) => [id, 1]))

const isMarked = async (id: AvatarId) =>
  (await app.scope().db.avatar.findUniqueOrThrow({ where: { id } })).wearersDueAt !== null

const countOf = (avatarId: string, ids: readonly string[]) =>
  app.scope().db.user.count({ where: { currentAvatar: avatarId, id: { in: [...ids] } } })

describe('a deleted avatar', () => {
  it('is refused at once, and given up by all 1,200 wearers for their fallback or the default, told once each', async () => {
    const avatarId = await anAvatar(app, author)
    const fallbackId = await anAvatar(app, author, { tags: ['author_tag_owl'], imageUrl: IMAGE })
    const ids = await wearersOf(avatarId, 1_200, fallbackId)
    const events = recordEvents(userChanged, ids)
    const own = recordEvents(ownRecordChanged, ids)
    await changeAvatar(app, avatarId, HIDDEN)
    const visitor = await aUser(app)
    expect((await visitor.api.try('getAvatar', { avatarId })).status).toBe(404)
    expect((await visitor.api.try('selectAvatar', { avatarId })).status).toBe(404)
    await runWearersJob(app)
    expect([await countOf(fallbackId, ids), await countOf(DEFAULT_AVATAR, ids)]).toEqual([400, 800])
    const [first = trusted<'user'>(''), second = trusted<'user'>('')] = ids
    expect(await wornBy(app, [{ id: first }, { id: second }])).toMatchObject([
      { currentAvatarImageUrl: IMAGE, currentAvatarTags: ['author_tag_owl'], fallbackAvatar: fallbackId },
      { currentAvatar: DEFAULT_AVATAR, currentAvatarTags: ['admin_featured_quest', 'admin_quest_fallback'] },
    ])
    await eventually(() => events.told.size === ids.length)
    await runWearersJob(app)
    expect(events.told).toEqual(once(ids))
    expect(own.told.size).toBe(0)
    expect(await isMarked(avatarId)).toBe(false)
    events.stop()
    own.stop()
  })

  it('is given up as fallback, too, which the person alone is told; with the worn one by a single frame', async () => {
    const [avatarId, other] = [await anAvatar(app, author), await anAvatar(app, author)]
    const both = await wearersOf(avatarId, 3, avatarId)
    const onlyFallback = await wearersOf(other, 4, avatarId)
    const all = [...both, ...onlyFallback]
    const [events, own] = [recordEvents(userChanged, all), recordEvents(ownRecordChanged, all)]
    await changeAvatar(app, avatarId, HIDDEN)
    await runWearersJob(app)
    const { db } = app.scope()
    expect(await db.user.count({ where: { OR: [{ currentAvatar: avatarId }, { fallbackAvatar: avatarId }] } })).toBe(0)
    expect(await countOf(other, onlyFallback)).toBe(4)
    const bereft = onlyFallback.filter((_, at) => at % 3 === 0)
    await eventually(() => events.told.size === both.length && own.told.size === bereft.length)
    expect([events.told, own.told]).toEqual([once(both), once(bereft)])
    events.stop()
    own.stop()
  })

  it('is given up for the default when the fallback is gone as well', async () => {
    const [avatarId, fallbackId] = [await anAvatar(app, author), await anAvatar(app, author)]
    const ids = await wearersOf(avatarId, 4, fallbackId)
    await changeAvatar(app, avatarId, HIDDEN)
    await changeAvatar(app, fallbackId, HIDDEN)
    await runWearersJob(app)
    expect(await countOf(DEFAULT_AVATAR, ids)).toBe(4)
    expect(await app.scope().db.user.count({ where: { fallbackAvatar: fallbackId } })).toBe(0)
  })
})

describe('a changed avatar', () => {
  it('brings its new picture and tags to wearers, who are told nothing', async () => {
    const avatarId = await anAvatar(app, author)
    const ids = await wearersOf(avatarId, 7)
    const [events, own] = [recordEvents(userChanged, ids), recordEvents(ownRecordChanged, ids)]
    await changeAvatar(app, avatarId, { imageUrl: IMAGE, tags: ['author_tag_new'] })
    await runWearersJob(app)
    const look = {
      currentAvatarImageUrl: IMAGE,
      currentAvatarThumbnailImageUrl: IMAGE.replace('/file/file_', '/image/file_').replace('/1/file', '/1/256'),
      currentAvatarTags: ['author_tag_new'],
    }
    const people = ids.map((id) => ({ id }))
    for (const worn of await wornBy(app, people)) expect(worn).toMatchObject({ currentAvatar: avatarId, ...look })
    // An event that is sent later has come: nothing came before.
    const last = recordEvents(userChanged, [author.id])
    await transact(app.scope(), async (tx) => tx.emit(userChanged(author.id)))
    await eventually(() => last.told.size === 1)
    expect([events.told.size, own.told.size]).toEqual([0, 0])
    for (const { stop } of [events, own, last]) stop()
  })

  it('made private stays on its author and who has a license, and on nobody else', async () => {
    const avatarId = await anAvatar(app, author)
    const [holder, other] = [await aUser(app), await aUser(app)]
    for (const { api } of [author, holder, other]) await api.call('selectAvatar', { avatarId })
    const { db, now } = app.scope()
    const license = { forType: 'avatar', forId: avatarId, forAction: 'wear', source: 'admin:test', createdAt: now }
    await db.licenseGrant.create({ data: { id: newId('licenseGrant', now), userId: holder.id, ...license } })
    await changeAvatar(app, avatarId, { releaseStatus: 'private' })
    await runWearersJob(app)
    const worn = await wornBy(app, [author, holder, other])
    expect(worn.map(({ currentAvatar }) => currentAvatar)).toEqual([avatarId, avatarId, DEFAULT_AVATAR])
  })
})

/** A scope whose transactions stop working after some: the crash of the node at that place. */
function crashingScope(transactions: number): Scope {
  const scope = app.scope()
  let left = transactions
  const begin: Scope['begin'] = async () => {
    if (left-- <= 0) throw new Error('crash')
    return scope.begin()
  }
  return { ...scope, begin }
}

describe('the job', () => {
  it('goes on where a crash has left it, and tells nobody twice', async () => {
    const [avatarId, fallbackId] = [await anAvatar(app, author), await anAvatar(app, author)]
    const ids = await wearersOf(avatarId, 1_600, fallbackId)
    const events = recordEvents(userChanged, ids)
    await changeAvatar(app, avatarId, HIDDEN)
    for (const transactions of [0, 1, 2])
      await expect(updateWearers(crashingScope(transactions))).rejects.toThrow('crash')
    expect(await countOf(avatarId, ids)).toBe(100)
    expect(await isMarked(avatarId)).toBe(true)
    await runWearersJob(app)
    expect(await countOf(avatarId, ids)).toBe(0)
    await eventually(() => events.told.size === ids.length)
    expect(events.told).toEqual(once(ids))
    events.stop()
  })

  it('runs on several nodes at once, and tells nobody twice', async () => {
    const other = await openApp({ DATABASE_URL: app.platform.settings.DATABASE_URL ?? '' })
    const avatarId = await anAvatar(app, author)
    const ids = await wearersOf(avatarId, 1_100)
    const events = recordEvents(userChanged, ids)
    await changeAvatar(app, avatarId, HIDDEN)
    await Promise.all([app, other, app, other].map(runWearersJob))
    await eventually(() => events.told.size === ids.length)
    expect(events.told).toEqual(once(ids))
    expect(await isMarked(avatarId)).toBe(false)
    events.stop()
    await other.close()
  })

  it('keeps the mark of an avatar that was changed meanwhile', async () => {
    const avatarId = await anAvatar(app, author)
    const person = await aUser(app)
    await person.api.call('selectAvatar', { avatarId })
    await changeAvatar(app, avatarId, { tags: ['author_tag_first'] })
    const running: Promise<void>[] = []
    await transact(app.scope(), async ({ db }) => {
      await db.user.update({ where: { id: person.id }, data: { bio: 'locked' } })
      running.push(runWearersJob(app))
      await eventually(() => isWaitingForLock(app))
      await changeAvatar(app, avatarId, { tags: ['author_tag_second'] })
    })
    await Promise.all(running)
    expect(await isMarked(avatarId)).toBe(true)
    await runWearersJob(app)
    expect(await isMarked(avatarId)).toBe(false)
    expect((await wornByOne(app, person)).currentAvatarTags).toEqual(['author_tag_second'])
  })

  it('leaves those alone who have taken another avatar meanwhile', async () => {
    const [avatarId, other] = [await anAvatar(app, author), await anAvatar(app, author)]
    const person = await aUser(app)
    await person.api.call('selectAvatar', { avatarId })
    await changeAvatar(app, avatarId, HIDDEN)
    const running: Promise<void>[] = []
    await transact(app.scope(), async ({ db }) => {
      await db.user.update({ where: { id: person.id }, data: { currentAvatar: other } })
      running.push(runWearersJob(app))
      await eventually(() => isWaitingForLock(app))
    })
    await Promise.all(running)
    expect((await wornByOne(app, person)).currentAvatar).toBe(other)
  })
})
