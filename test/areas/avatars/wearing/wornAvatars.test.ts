import { beforeAll, describe, expect, it } from 'vitest'
import { canWearAvatar, seeAvatar } from '../../../../src/areas/avatars/policy.ts'
import { readWearable } from '../../../../src/areas/avatars/wearing/queries.ts'
import { type AvatarId, newId } from '../../../../src/kernel/ids.ts'
import { sharedApp, type TestApp } from '../../../support/app.ts'
import { anAvatar, type NewTestAvatar } from '../../../support/avatars.ts'
import { runConcurrently } from '../../../support/concurrency.ts'
import { aListing, aProduct } from '../../../support/economy.ts'
import { befriend } from '../../../support/friends.ts'
import { aPipelineSocket, type PipelineSocket } from '../../../support/pipelineSocket.ts'
import { anAdmin, aUser, type TestUser } from '../../../support/users.ts'
import { changeAvatar, DEFAULT_AVATAR, runWearersJob, wornByOne } from '../../../support/wearers.ts'

let app: TestApp
let author: TestUser
let person: TestUser
beforeAll(async () => {
  app = await sharedApp()
  author = await aUser(app)
  person = await aUser(app)
})

const IMAGE = 'http://plaza.test/api/1/file/file_00000000-0000-4000-8000-00000000000a/3/file'
const THUMBNAIL = 'http://plaza.test/api/1/image/file_00000000-0000-4000-8000-00000000000a/3/256'

const select = ({ api }: TestUser, avatarId: AvatarId) => api.try('selectAvatar', { avatarId })

/** Puts an avatar up for sale. */
async function sell(avatarId: AvatarId): Promise<void> {
  const productId = await aProduct(app, author, { avatarIds: [avatarId] })
  await aListing(app, author, { productIds: [productId] })
}

async function license({ id: userId }: TestUser, forType: 'avatar' | 'licenseGroup', forId: string, until?: Date) {
  const { db, now } = app.scope()
  const given = { forType, forId, forAction: 'wear', source: 'admin:test', until: until ?? null, createdAt: now }
  await db.licenseGrant.create({ data: { id: newId('licenseGrant', now), userId, ...given } })
}

/** A license group that has an avatar, in so many groups around it; answers the outermost. */
async function aGroupWith(avatarId: AvatarId, depth = 1): Promise<string> {
  const { db, now } = app.scope()
  let member: Record<'forType' | 'forId' | 'forAction', string> = {
    forType: 'avatar',
    forId: avatarId,
    forAction: 'wear',
  }
  for (let at = 0; at < depth; at++) {
    const id = newId('licenseGroup', now)
    const times = { createdAt: now, updatedAt: now }
    await db.licenseGroup.create({ data: { id, name: id, description: '', ...times, licenses: { create: member } } })
    member = { forType: 'licenseGroup', forId: id, forAction: 'have' }
  }
  return member.forId
}

describe('an avatar that is selected', () => {
  it('is worn with its picture, thumbnail and tags, which the own record and others see', async () => {
    const avatarId = await anAvatar(app, author, { tags: ['author_tag_fox'], imageUrl: IMAGE })
    const own = await person.api.call('selectAvatar', { avatarId })
    const look = {
      currentAvatarImageUrl: IMAGE,
      currentAvatarThumbnailImageUrl: THUMBNAIL,
      currentAvatarTags: ['author_tag_fox'],
    }
    expect(own).toMatchObject({ currentAvatar: avatarId, fallbackAvatar: DEFAULT_AVATAR, ...look })
    expect(own).toMatchObject({ presence: { avatarThumbnail: THUMBNAIL, currentAvatarTags: ['author_tag_fox'] } })
    expect(await author.api.call('getUser', { userId: person.id })).toMatchObject(look)
    expect(await person.api.call('getOwnAvatar', { userId: person.id })).toMatchObject({ id: avatarId })
  })

  it('is counted once for each person, with the time when it was worn last', async () => {
    const avatarId = await anAvatar(app, author)
    await runConcurrently(app, 5, () => select(person, avatarId))
    const wears = await app.scope().db.avatarWear.findMany({ where: { avatarId } })
    expect(wears.map(({ userId }) => userId)).toEqual([person.id])
  })

  it('can be another one of the person, private ones too', async () => {
    const avatarId = await anAvatar(app, person, { releaseStatus: 'private' })
    expect((await select(person, avatarId)).status).toBe(200)
  })

  it('shows in the list of active people and in the own profile with its name and author', async () => {
    const avatarId = await anAvatar(app, author, { name: 'Ginger', imageUrl: IMAGE })
    await select(person, avatarId)
    const profile = await person.api.call('getPublicProfile', { userId: person.id, query: { asSelf: 'true' } })
    expect(profile).toMatchObject({
      ...{ currentAvatar: avatarId, currentAvatarName: 'Ginger', currentAvatarAuthorName: author.username },
      ...{ currentAvatarImageUrl: IMAGE, currentAvatarThumbnailImageUrl: THUMBNAIL },
    })
  })
})

const REFUSED: readonly (readonly [string, NewTestAvatar, number, string])[] = [
  ['private', { releaseStatus: 'private' }, 404, 'Avatar Not Found'],
  ['hidden', { releaseStatus: 'hidden' }, 404, 'Avatar Not Found'],
]

describe('the selection of an avatar', () => {
  it.each(REFUSED)('is refused for a %s one of another person', async (_, given, status, message) => {
    const answer = await select(person, await anAvatar(app, author, given))
    expect(answer).toMatchObject({ status, body: { error: { message } } })
  })

  it('is refused for an unknown one', async () => {
    expect((await select(person, newId('avatar', new Date()))).status).toBe(404)
  })

  it('is refused for an own one that an admin has hidden, or that was deleted', async () => {
    const hidden = await select(author, await anAvatar(app, author, { releaseStatus: 'hidden' }))
    expect(hidden).toMatchObject({ status: 403, body: { error: { message: 'This avatar is hidden' } } })
    const deleted = await anAvatar(app, author, { releaseStatus: 'hidden' })
    await changeAvatar(app, deleted, { deletedAt: new Date() })
    expect(await select(author, deleted)).toMatchObject({
      status: 400,
      body: { error: { message: 'This avatar was deleted' } },
    })
  })

  it('is refused for one that is for sale, but for its author and who has a license', async () => {
    const avatarId = await anAvatar(app, author)
    await sell(avatarId)
    expect(await select(person, avatarId)).toMatchObject({
      status: 403,
      body: { error: { message: 'You need a license to wear this avatar.' } },
    })
    expect((await select(author, avatarId)).status).toBe(200)
    await license(person, 'avatar', avatarId)
    expect((await select(person, avatarId)).status).toBe(200)
  })

  it('is refused to admins for private ones of others, which they can read', async () => {
    const avatarId = await anAvatar(app, author, { releaseStatus: 'private' })
    expect((await select(await anAdmin(app), avatarId)).status).toBe(403)
  })
})

/** Frames that a person's own record or friends cause. */
const framesOf = (socket: PipelineSocket) => socket.framesOfType('user-update', 'friend-update').map(({ type }) => type)

describe('frames', () => {
  it('tell the person and friends of another avatar, and nobody of the one that is worn already', async () => {
    const [wearer, friend, stranger] = [await aUser(app), await aUser(app), await aUser(app)]
    await befriend(wearer, friend)
    const avatarId = await anAvatar(app, author, { imageUrl: IMAGE })
    const sockets = await Promise.all([wearer, friend, stranger].map((each) => aPipelineSocket(app, each)))
    const [own, theirs, others] = sockets
    if (!own || !theirs || !others) throw new Error('three sockets were opened')
    await select(wearer, avatarId)
    expect(await own.nextContent('user-update')).toMatchObject({
      user: { currentAvatar: avatarId, currentAvatarImageUrl: IMAGE },
    })
    expect(await theirs.nextContent('friend-update')).toMatchObject({
      userId: wearer.id,
      user: { currentAvatarImageUrl: IMAGE, currentAvatarThumbnailImageUrl: THUMBNAIL },
    })
    await select(wearer, avatarId)
    await wearer.api.call('selectAvatar', { avatarId: await anAvatar(app, author) })
    await own.nextContent('user-update', 2)
    await theirs.nextContent('friend-update', 2)
    expect([framesOf(own), framesOf(theirs), framesOf(others)]).toEqual([
      ['user-update', 'user-update'],
      ['friend-update', 'friend-update'],
      [],
    ])
  })
})

describe('the worn avatar', () => {
  it('is told to the person and admins alone, in the text that clients know', async () => {
    expect(await author.api.try('getOwnAvatar', { userId: person.id })).toMatchObject({
      status: 403,
      body: {
        error: { message: '"You do not have permission to fetch details about the avatar on this user."' },
      },
    })
    const avatarId = await anAvatar(app, person, { releaseStatus: 'private' })
    await select(person, avatarId)
    const admin = await anAdmin(app)
    expect(await admin.api.call('getOwnAvatar', { userId: person.id })).toMatchObject({ id: avatarId })
    const unknown = newId('user', new Date())
    expect((await admin.api.try('getOwnAvatar', { userId: unknown })).status).toBe(404)
    expect((await person.api.try('getOwnAvatar', { userId: unknown })).status).toBe(403)
  })
})

describe('a select that meets a deletion', () => {
  it('leaves nobody with the deleted avatar once the job has run', async () => {
    const { db } = app.scope()
    const wearers = await Promise.all(Array.from({ length: 10 }, () => aUser(app)))
    for (let round = 0; round < 5; round++) {
      const avatarId = await anAvatar(app, author)
      const statuses = await runConcurrently(app, 11, async (at) => {
        const wearer = wearers[at]
        if (wearer) return (await select(wearer, avatarId)).status
        await changeAvatar(app, avatarId, { releaseStatus: 'hidden', deletedAt: new Date() })
        return 0
      })
      expect(statuses.filter((status) => ![0, 200, 404].includes(status))).toEqual([])
      await runWearersJob(app)
      expect(await db.user.count({ where: { OR: [{ currentAvatar: avatarId }, { fallbackAvatar: avatarId }] } })).toBe(
        0,
      )
    }
    for (const wearer of wearers) expect((await wornByOne(app, wearer)).currentAvatar).toBe(DEFAULT_AVATAR)
  })
})

/** Avatars of the author with each release status, for sale and not. */
async function avatarsOfAllKinds(): Promise<AvatarId[]> {
  const kinds = (['public', 'private', 'hidden'] as const).flatMap((releaseStatus) =>
    [false, true].map((isSold) => ({ releaseStatus, isSold })),
  )
  const avatars: AvatarId[] = []
  for (const { releaseStatus, isSold } of kinds) {
    const avatarId = await anAvatar(app, author, { releaseStatus })
    if (isSold) await sell(avatarId)
    avatars.push(avatarId)
  }
  return avatars
}

/** Gives people a license for an avatar: directly, until a past time, and by groups of which the last are nested too deep. */
async function giveLicenses(avatarId: AvatarId, people: readonly TestUser[]): Promise<void> {
  const [holder, former, member, inner, outer] = people
  if (!holder || !former || !member || !inner || !outer) throw new Error('five people were made')
  const past = new Date(app.scope().now.getTime() - 1)
  await license(holder, 'avatar', avatarId)
  await license(former, 'avatar', avatarId, past)
  await license(member, 'licenseGroup', await aGroupWith(avatarId))
  await license(inner, 'licenseGroup', await aGroupWith(avatarId, 5))
  await license(outer, 'licenseGroup', await aGroupWith(avatarId, 6))
}

/** Whether a person may wear an avatar, by the rule for one. */
async function mayWearOne(wearer: TestUser, avatarId: AvatarId): Promise<boolean> {
  const scope = app.scope()
  const viewer = { id: wearer.id, sessionId: newId('session', scope.now), admin: false, staff: [], pendingFactors: [] }
  const seen = await seeAvatar({ ...scope, viewer }, avatarId).catch(() => null)
  return seen !== null && canWearAvatar({ ...scope, viewer }, seen)
}

describe('the rule for many people', () => {
  it('is the rule for one', async () => {
    const avatars = await avatarsOfAllKinds()
    const people = await Promise.all(Array.from({ length: 6 }, () => aUser(app)))
    for (const avatarId of avatars) await giveLicenses(avatarId, people.slice(1))
    const pairs = [...people, author].flatMap((wearer) => avatars.map((avatarId) => ({ wearer, avatarId })))
    const wanted = pairs.map(({ wearer, avatarId }) => ({ userId: wearer.id, avatarId }))
    const mayWear = await readWearable(app.scope(), wanted)
    const expected = await Promise.all(pairs.map(({ wearer, avatarId }) => mayWearOne(wearer, avatarId)))
    expect(wanted.map(({ userId, avatarId }) => mayWear(userId, avatarId))).toEqual(expected)
    expect(new Set(expected).size).toBe(2)
  })
})
