import sharp from 'sharp'
import { describe, expect, it } from 'vitest'
import { DEMO_PASSWORD } from '../../src/areas/accounts/login/demoLogins.ts'
import { SYSTEM_USER_IDS } from '../../src/areas/users/systemUsers.ts'
import { bringDemoUsersOnline } from '../../src/demo/onlineUsers.ts'
import { ensureDemoData } from '../../src/demo/seed.ts'
import { anApp } from '../support/app.ts'
import { bytesOf, download, md5Of } from '../support/files.ts'
import { aRestClient } from '../support/restClient.ts'
import { logIn } from '../support/users.ts'

const app = await anApp()
/** Settings as of a server with its own, empty database. */
const platform = {
  ...app.platform,
  settings: { ...app.platform.settings, DATABASE_URL: undefined, DEMO: 'on' as const },
}
const fill = () => ensureDemoData(platform, app.app.services)

async function logInDemoUser(username: string) {
  const api = aRestClient(app, { direct: true })
  const record = await logIn(api, { username, password: DEMO_PASSWORD })
  if (!('id' in record)) throw new Error('The login needs a second factor')
  return { api, record, id: record.id }
}

/** The checksum of a square PNG that is downloaded without a session. */
async function pictureAt(address: string): Promise<string> {
  const got = await download(app, address)
  expect([got.status, got.headers.get('content-type')]).toEqual([200, 'image/png'])
  const bytes = await bytesOf(got)
  expect(await sharp(bytes).metadata()).toMatchObject({ format: 'png', width: 256, height: 256 })
  return md5Of(bytes)
}

describe('the demo data', () => {
  it('makes Ada and Grace friends, and has Linus send Ada a friend request', async () => {
    expect(await fill()).toBe(true)
    const [ada, grace, linus] = [
      await logInDemoUser('demo_ada'),
      await logInDemoUser('demo_grace'),
      await logInDemoUser('demo_linus'),
    ]
    expect(ada.record.friends).toContain(grace.id)
    expect(grace.record.friends).toContain(ada.id)
    expect(ada.record.friends.length).toBeGreaterThan(5)
    expect(await ada.api.call('getFriendStatus', { userId: linus.id })).toMatchObject({ incomingRequest: true })
    const { id: receiverId } = ada
    const types = await app.scope().db.notification.findMany({ where: { receiverId }, select: { type: true } })
    expect(types.map(({ type }) => type).sort()).toEqual(['badge.earned', 'boop', 'friendRequest', 'message'])
  })

  it('has people whom admins can suspend', async () => {
    const { db } = app.scope()
    const without = await db.account.count({ where: { passwordHash: null, userId: { notIn: [...SYSTEM_USER_IDS] } } })
    expect(without).toBe(0)
  })

  it('is created once, and friendships are stored for both users', async () => {
    const { db } = app.scope()
    const before = await db.friendship.findMany()
    expect(await fill()).toBe(true)
    expect(await db.friendship.count()).toBe(before.length)
    const sides = new Set(before.map(({ userId, friendId, key }) => `${userId} ${friendId} ${key}`))
    const oneSided = before.filter(({ userId, friendId, key }) => !sides.has(`${friendId} ${userId} ${key}`))
    expect(oneSided).toEqual([])
    expect(before.some(({ userId, friendId }) => userId === friendId)).toBe(false)
  })

  it('gives the demo logins favorite friends and worlds', async () => {
    for (const username of ['demo_admin', 'demo_ada', 'demo_grace', 'demo_linus']) {
      const { api, record } = await logInDemoUser(username)
      const friends = await api.call('getFavorites', { query: { type: 'friend' } })
      expect(friends.map(({ tags }) => tags[0])).toEqual(['group_0', 'group_0', 'group_0'])
      expect(friends.filter(({ favoriteId }) => !record.friends.includes(favoriteId))).toEqual([])
    }
    expect(await app.scope().db.favorite.count({ where: { type: 'world', group: 'worlds1' } })).toBeGreaterThan(20)
  })

  it('has 50 worlds with images, most of them published and visited', async () => {
    const { api } = await logInDemoUser('demo_ada')
    const found = await api.call('searchWorlds', { query: { n: '100' } })
    expect(found).toHaveLength(40)
    expect(found.filter(({ popularity }) => popularity > 0).length).toBeGreaterThan(20)
    expect(await app.scope().db.world.count()).toBe(50)
    const [first] = found
    for (const url of [first?.imageUrl, first?.thumbnailImageUrl]) {
      const got = await download(app, url ?? '')
      expect([got.status, got.headers.get('content-type')]).toEqual([200, expect.stringMatching(/^image/)])
    }
  })

  it('gives all people pictures, each in a complete file of their own, which they can choose again', async () => {
    const { db } = app.scope()
    const people = await db.user.findMany({ where: { id: { notIn: [...SYSTEM_USER_IDS] } } })
    const files = await db.file.findMany({
      where: { tags: { has: 'icon' }, versions: { some: { data: { some: { status: 'complete' } } } } },
    })
    const addresses = new Map(files.map(({ id, ownerId }) => [ownerId, `http://plaza.test/api/1/file/${id}/1/file`]))
    const wanted = people.map(({ id }) => addresses.get(id))
    expect(people.map(({ userIcon }) => userIcon)).toEqual(wanted)
    expect(people.map(({ profilePicOverride }) => profilePicOverride)).toEqual(wanted)

    const { api, id: userId, record } = await logInDemoUser('demo_grace')
    const { userIcon } = record
    for (const icon of ['', userIcon ?? ''])
      expect(await api.call('updateUser', { userId, body: { userIcon: icon } })).toMatchObject({ userIcon: icon })
    const friends = await api.call('getFriends', { query: { n: '100', offline: 'true' } })
    const shown = friends.map(({ imageUrl }) => imageUrl)
    const pictures = new Set(await Promise.all([userIcon ?? '', ...shown].map(pictureAt)))
    expect(pictures.size).toBeGreaterThan(1)
  })

  it('gives each badge a picture of its own, in a file of the platform', async () => {
    const { record, api } = await logInDemoUser('demo_ada')
    const addresses = (record.badges ?? []).map(({ badgeImageUrl }) => badgeImageUrl)
    expect(addresses).toHaveLength(2)
    expect(new Set(await Promise.all(addresses.map(pictureAt))).size).toBe(2)
    const { imageUrl } = await app.scope().db.badge.findUniqueOrThrow({ where: { name: 'Helping Hand' } })
    for (const address of [...addresses, imageUrl]) {
      const [, fileId = ''] = /file\/(file_[^/]+)\/1\/file$/.exec(address) ?? []
      expect(await api.call('getFile', { fileId })).toMatchObject({ ownerId: SYSTEM_USER_IDS[0] })
    }
  })

  it('leaves no blob held, so that the content of deleted demo files can be removed', async () => {
    const stored = await app.scope().db.fileData.findMany({ select: { blobKey: true } })
    const { blobs } = app.app.services
    expect(stored.length).toBeGreaterThan(300)
    expect(stored.filter(({ blobKey }) => blobKey && blobs.isHeld(blobKey))).toEqual([])
  })

  it('has users online, in instances that others can list', async () => {
    const leave = await bringDemoUsersOnline(app.app.services)
    const { api } = await logInDemoUser('demo_ada')
    const active = await api.call('getActiveWorlds')
    expect(active.map(({ occupants }) => occupants)).toEqual([3, 3, 3, 3])
    const friends = await api.call('getFriends', { query: { n: '100' } })
    const located = friends.filter(({ location }) => location?.startsWith('wrld_'))
    expect(located.length).toBeGreaterThan(0)
    const { instances } = await api.call('getWorld', { worldId: active[0]?.id ?? '' })
    expect(instances).toEqual([[expect.stringMatching(/region\(eu\)/), 3]])
    leave()
    // Occupants from the previous start keep their location.
    const again = await bringDemoUsersOnline(app.app.services)
    expect(await app.scope().db.instance.count()).toBe(4)
    again()
  })
})
