import sharp from 'sharp'
import { describe, expect, it } from 'vitest'
import { DEMO_PASSWORD } from '../../src/areas/accounts/login/demoLogins.ts'
import { ITEM_TYPES } from '../../src/areas/inventory/item/kinds.ts'
import { DEMO_REWARD_CODE } from '../../src/demo/inventory.ts'
import { bringDemoUsersOnline } from '../../src/demo/onlineUsers.ts'
import { ensureDemoData } from '../../src/demo/seed.ts'
import { SYSTEM_USER_IDS } from '../../src/kernel/ids.ts'
import { anApp } from '../support/app.ts'
import { bytesOf, download, md5Of } from '../support/files.ts'
import { columnsWithOwnUrls } from '../support/ownUrls.ts'
import { rememberAdmin } from '../support/recordedSessions.ts'
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
  if (username === 'demo_admin') rememberAdmin(record.id)
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

const JAMS = ['avatar closed', 'world submissions_open', 'world winners_selected']

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
    expect(types.map(({ type }) => type).sort()).toEqual([
      'badge.earned',
      'boop',
      'friendRequest',
      'group.joinRequest',
      'group.joinRequest',
      'message',
    ])
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
    const paths = new Map(files.map(({ id, ownerId }) => [ownerId, `/api/1/file/${id}/1/file`]))
    const wanted = people.map(({ id }) => paths.get(id))
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

  it('has a template of each kind, a drop for everybody and a reward', async () => {
    const templates = await app.scope().db.inventoryTemplate.findMany({ where: { NOT: { flags: { has: 'ugc' } } } })
    expect(templates.map(({ itemType, status }) => `${itemType} ${status}`).sort()).toEqual(
      ITEM_TYPES.map((itemType) => `${itemType} live`).sort(),
    )
    const { api } = await logInDemoUser('demo_grace')
    const { data } = await api.call('getInventory')
    expect(data.map(({ itemType }) => itemType)).toContain('droneskin')
    const [result] = await api.call('redeemReward', { body: { code: DEMO_REWARD_CODE } })
    expect(result?.redeemedRewards.map(({ type }) => type)).toEqual(['item', 'tokens'])
    const bundle = (await api.call('getInventory', { query: { types: 'bundle' } })).data[0]
    const consumed = await api.call('consumeOwnInventoryItem', { inventoryItemId: bundle?.id ?? '' })
    expect(consumed.inventoryItems.map(({ itemType }) => itemType).sort()).toEqual(['emoji', 'sticker'])
    for (const { imageUrl } of consumed.inventoryItems) await pictureAt(imageUrl)
  })

  it('has 20 groups with exact numbers of members, of which Ada owns one, which Grace moderates', async () => {
    const { db } = app.scope()
    expect(await db.group.count()).toBe(20)
    const groups = await db.group.findMany({ include: { members: { where: { status: 'member' } } } })
    expect(groups.map(({ memberCount }) => memberCount)).toEqual(groups.map(({ members }) => members.length))
    expect(new Set(groups.map(({ privacy, joinState }) => `${privacy} ${joinState}`)).size).toBeGreaterThan(4)

    const [ada, grace, linus] = [
      await logInDemoUser('demo_ada'),
      await logInDemoUser('demo_grace'),
      await logInDemoUser('demo_linus'),
    ]
    const own = (await ada.api.call('getUserGroups', { userId: ada.id })).find(({ ownerId }) => ownerId === ada.id)
    const groupId = own?.groupId ?? ''
    expect(own).toMatchObject({ name: 'Analytical Engine Club', shortCode: 'ENGINE' })
    const seenBy = ({ api }: typeof ada) => api.call('getGroup', { groupId, query: {} })
    expect((await seenBy(ada)).myMember).toMatchObject({ permissions: ['*'] })
    expect((await seenBy(grace)).myMember?.permissions).toContain('group-instance-moderate')
    expect(await seenBy(linus)).toMatchObject({ membershipStatus: 'member', isVerified: true })
    expect((await seenBy(linus)).myMember?.permissions).not.toContain('group-instance-moderate')
    expect(await ada.api.call('getGroupRequests', { groupId, query: {} })).toHaveLength(2)
    const invited = await linus.api.call('getInvitedGroups', { userId: linus.id })
    expect(invited.map(({ name }) => name)).toEqual(['Moth Watch'])
  })

  it('has groups that can be searched, with posts, announcements, pictures and galleries', async () => {
    const { api } = await logInDemoUser('demo_ada')
    const found = await api.call('searchGroups', { query: { n: '100' } })
    expect(found).toHaveLength(17)
    const [group] = await api.call('searchGroups', { query: { query: 'ENGINE' } })
    expect(group).toMatchObject({ name: 'Analytical Engine Club' })
    const groupId = group?.id ?? ''
    const got = await download(app, group?.iconUrl ?? '')
    expect([got.status, got.headers.get('content-type')]).toEqual([200, 'image/png'])
    const { posts = [] } = await api.call('getGroupPosts', { groupId, query: {} })
    expect(posts.length).toBeGreaterThan(0)
    expect(await api.call('getGroupAnnouncements', { groupId })).toMatchObject({ title: 'Welcome' })
    const galleries = group?.galleries ?? []
    expect(galleries.map(({ name }) => name)).toEqual(['Views', 'Among us'])
    const groupGalleryId = galleries[0]?.id ?? ''
    const images = await api.call('getGroupGalleryImages', { groupId, groupGalleryId, query: {} })
    expect(images.map(({ approved }) => approved).sort()).toEqual([false, true, true, true])
  })

  it('has jams of worlds that take submissions or have winners, and a jam of avatars that is over', async () => {
    const { api } = await logInDemoUser('demo_ada')
    const jams = await api.call('getJams')
    expect(jams.map(({ type, state }) => `${type} ${state}`).sort()).toEqual(JAMS)
    const submissionsTo = (jamState: string) =>
      api.call('getJamSubmissions', { jamId: jams.find(({ state }) => state === jamState)?.id ?? '' })
    const submissions = await submissionsTo('submissions_open')
    expect(submissions.length).toBeGreaterThan(5)
    const submitters = submissions.map(({ submitterId }) => submitterId)
    const counts = submitters.map((id) => submitters.filter((other) => other === id).length)
    expect(Math.max(...counts)).toBeLessThanOrEqual(3)
    expect(await submissionsTo('closed')).toEqual([])
    expect((await submissionsTo('winners_selected')).length).toBeGreaterThan(5)
  })

  it('has 30 events of groups, weekly ones with their dates, in three zones, one of which goes on', async () => {
    const { db, now } = app.scope()
    expect(await db.calendarEvent.count({ where: { kind: { not: 'occurrence' } } })).toBe(30)
    const series = await db.calendarEvent.findMany({ where: { kind: 'series' }, include: { occurrences: true } })
    expect(series.map(({ occurrences }) => occurrences.length).filter((count) => count < 12)).toEqual([])
    const zones = new Set(series.map(({ recurrence }) => Object(recurrence).timezone))
    expect([...zones].sort()).toEqual(['America/New_York', 'Asia/Tokyo', 'Europe/Berlin'])
    expect(await db.calendarEvent.count({ where: { startsAt: { lte: now }, endsAt: { gt: now } } })).toBe(1)
    const events = await db.calendarEvent.findMany({
      where: { kind: { not: 'occurrence' } },
      include: { follows: true },
    })
    expect(events.map(({ follows }) => follows.length)).toEqual(events.map(({ interestCount }) => interestCount))

    const { api } = await logInDemoUser('demo_ada')
    const { results = [] } = await api.call('getCalendarEvents', { query: { n: '100' } })
    expect(new Set(results.map(({ title }) => title)).size).toBeGreaterThan(8)
    const { results: featured = [] } = await api.call('getFeaturedCalendarEvents', { query: {} })
    expect(new Set(featured.map(({ title }) => title)).size).toBe(3)
    const { results: found } = await api.call('discoverCalendarEvents', { query: { scope: 'live' } })
    expect(found.map(({ title }) => title)).toEqual(['Open House'])
  })

  it('has a person who sells a role, two things and two avatars in a store, and an admin with tokens to buy them', async () => {
    const { id: userId } = await logInDemoUser('demo_linus')
    const { api, id } = await logInDemoUser('demo_admin')
    const listings = await api.call('getProductListings', { userId, query: { active: 'true' } })
    expect(listings.map(({ listingType }) => listingType).sort()).toEqual([
      ...['instant', 'permanent', 'permanent', 'permanent', 'subscription'],
    ])
    const [storeId = ''] =
      listings[0]?.storeIds.filter((one) => listings.every((each) => each.storeIds.includes(one))) ?? []
    const store = await api.call('getStore', { query: { storeId, hydrateListings: 'true' } })
    expect(store.listings ?? store.shelves?.[0]?.listings).toHaveLength(5)
    const { groupId = '' } = listings.find(({ productType }) => productType === 'role') ?? {}
    const group = await api.call('getGroup', { groupId, query: { includeRoles: 'true' } })
    expect(group.roles?.filter(({ requiresPurchase }) => requiresPurchase)).toMatchObject([{ name: 'Patron' }])
    expect(group.storeId).toMatch(/^esto_/)
    expect(await api.call('getBalance', { userId: id })).toMatchObject({ balance: 10_000 })
    expect(await api.call('getEconomyAccount', { userId: id })).toMatchObject({ canSpend: true })
  })

  it('has 30 avatars with pictures, three of them fallbacks and two for sale, and people who wear them', async () => {
    const { api, record } = await logInDemoUser('demo_ada')
    const avatars = await api.call('searchAvatars', { query: { n: '100' } })
    expect(avatars.filter(({ lock }) => lock)).toHaveLength(2)
    expect(avatars.filter(({ tags }) => tags.includes('author_quest_fallback'))).toHaveLength(3)
    expect(avatars.every(({ imageUrl, styles }) => imageUrl !== '' && styles.primary !== undefined)).toBe(true)
    expect(await app.scope().db.avatar.count({ where: { authorId: { notIn: [...SYSTEM_USER_IDS] } } })).toBe(30)
    const name = avatars[0]?.name ?? ''
    const picture = await download(app, avatars[0]?.imageUrl ?? '')
    expect(picture.headers.get('content-disposition')).toContain(
      `filename="Avatar - ${name} - Image - 2022.3.22f1_1_standalonewindows_Release.png"`,
    )
    const worn = avatars.find(({ id }) => id === record.currentAvatar)
    expect(worn?.thumbnailImageUrl).toBe(record.currentAvatarThumbnailImageUrl)
  })

  it('leaves no blob held, so that the content of deleted demo files can be removed', async () => {
    const stored = await app.scope().db.fileData.findMany({ select: { blobKey: true } })
    const { blobs } = app.app.services
    expect(stored.length).toBeGreaterThan(300)
    const held = await Promise.all(stored.map(async ({ blobKey }) => blobKey !== null && (await blobs.isHeld(blobKey))))
    expect(held).not.toContain(true)
  })

  it('has users online, in instances that others can list', async () => {
    const leave = await bringDemoUsersOnline(app.app.services)
    const { api } = await logInDemoUser('demo_ada')
    const active = await api.call('getActiveWorlds')
    expect(active.map(({ occupants }) => occupants)).toEqual([3, 3, 3, 3, 3, 3])
    const friends = await api.call('getFriends', { query: { n: '100' } })
    const located = friends.filter(({ location }) => location?.startsWith('wrld_'))
    expect(located.length).toBeGreaterThan(0)
    const { instances } = await api.call('getWorld', { worldId: active[0]?.id ?? '' })
    expect(instances).toEqual([[expect.stringMatching(/region\(eu\)/), 3]])
    const engine = await app.scope().db.group.findFirstOrThrow({ where: { shortCode: 'ENGINE' } })
    const ofGroup = await api.call('getGroupInstances', { groupId: engine.id })
    expect(ofGroup.map(({ memberCount, location }) => [memberCount, location.includes(engine.id)])).toEqual([[3, true]])
    leave()
    // Occupants from the previous start keep their location.
    const again = await bringDemoUsersOnline(app.app.services)
    expect(await app.scope().db.instance.count()).toBe(6)
    again()
  })

  it('stores no URL of the server with its host', async () => {
    expect(await columnsWithOwnUrls(app)).toEqual([])
  })
})
