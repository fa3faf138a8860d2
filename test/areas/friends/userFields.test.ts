import { beforeEach, describe, expect, it } from 'vitest'
import { anApp } from '../../support/app.ts'
import { aFriendOf, befriend, letPresenceExpire, seeOnClient, seeOnWeb } from '../../support/friends.ts'
import { countStatements } from '../../support/graphClient.ts'
import { anAdmin, aUser, type TestUser } from '../../support/users.ts'

const app = await anApp()
let ada: TestUser
let grace: TestUser
beforeEach(async () => {
  ada = await aUser(app)
  grace = await aUser(app)
})

const STATUSES = ['active', 'join me', 'ask me', 'busy'] as const
const show = ({ api }: TestUser, { id: userId }: TestUser) => api.call('getUser', { userId })

async function own({ api }: TestUser) {
  const record = await api.call('getCurrentUser')
  if (!('id' in record)) throw new Error('a second factor is owed')
  return record
}

const UNSEEN = {
  state: 'offline',
  platform: '',
  location: 'offline',
  instanceId: 'offline',
  worldId: 'offline',
  friendKey: '',
  last_login: '',
  last_activity: '',
}

describe('the user record of another person', () => {
  it('shows the direction of a friend request, then one friend key for both', async () => {
    await ada.api.call('friend', { userId: grace.id })
    expect(await show(ada, grace)).toMatchObject({ isFriend: false, friendRequestStatus: 'outgoing', friendKey: '' })
    expect(await show(grace, ada)).toMatchObject({ isFriend: false, friendRequestStatus: 'incoming', friendKey: '' })
    await grace.api.call('friend', { userId: ada.id })
    const [there, back] = [await show(ada, grace), await show(grace, ada)]
    expect(there).toMatchObject({ isFriend: true, friendRequestStatus: '' })
    expect(there.friendKey).toMatch(/^[0-9a-f]{32}$/)
    expect(back.friendKey).toBe(there.friendKey)
    await ada.api.call('unfriend', { userId: grace.id })
    expect(await show(grace, ada)).toMatchObject({ isFriend: false, friendRequestStatus: '', friendKey: '' })
  })

  it('shows presence, platform and last activity to friends', async () => {
    await befriend(ada, grace)
    letPresenceExpire(app)
    expect(await show(ada, grace)).toMatchObject({ state: 'offline', platform: '', location: 'offline' })
    await seeOnWeb(app, grace)
    const active = { state: 'active', platform: 'web', location: 'offline', worldId: 'offline' }
    expect(await show(ada, grace)).toMatchObject(active)
    await seeOnClient(grace)
    const online = await show(ada, grace)
    expect(online).toMatchObject({ state: 'online', location: 'private', worldId: 'private', instanceId: 'private' })
    expect(online.last_login).toMatch(/Z$/)
    expect(online.last_activity).toMatch(/Z$/)
  })

  it.each(STATUSES)('shows a friend online with the status %s', async (status) => {
    await befriend(ada, grace)
    await grace.api.call('updateUser', { userId: grace.id, body: { status } })
    expect(await show(ada, grace)).toMatchObject({ status, state: 'online', location: 'private' })
  })

  it('hides the presence of a friend with the status offline, except from that person', async () => {
    await befriend(ada, grace)
    await grace.api.call('updateUser', { userId: grace.id, body: { status: 'offline' } })
    const { friendKey, ...hidden } = UNSEEN
    const shown = await show(ada, grace)
    expect(shown).toMatchObject({ ...hidden, status: 'offline', isFriend: true })
    expect(shown.friendKey).not.toBe(friendKey)
    expect(await show(grace, grace)).toMatchObject({ state: 'online' })
    expect((await own(ada)).offlineFriends).toEqual([grace.id])
  })

  it('hides these fields from strangers, people with a pending request, former friends and admins', async () => {
    const [asking, former, admin] = [await aUser(app), await aFriendOf(app, grace), await anAdmin(app)]
    await asking.api.call('friend', { userId: grace.id })
    await former.api.call('unfriend', { userId: grace.id })
    await seeOnClient(grace)
    for (const other of [ada, asking, former, admin])
      expect(await show(other, grace)).toMatchObject({ ...UNSEEN, isFriend: false })
    expect(await admin.api.call('getUserByName', { username: grace.username })).toMatchObject(UNSEEN)
    expect(await show(grace, asking)).toMatchObject(UNSEEN)
  })
})

describe('searchUsers', () => {
  it('marks the friends among the results', async () => {
    await befriend(ada, grace)
    const [found] = await ada.api.call('searchUsers', { query: { search: grace.username } })
    expect(found).toMatchObject({ id: grace.id, isFriend: true })
    const stranger = await aUser(app)
    const [unknown] = await stranger.api.call('searchUsers', { query: { search: grace.username } })
    expect(unknown).toMatchObject({ id: grace.id, isFriend: false })
  })
})

describe('user records of friends', () => {
  it('cost few statements, as many for ten friends as for one', async () => {
    await befriend(ada, grace)
    const current = () => countStatements(app, () => ada.api.call('getCurrentUser'))
    const list = () => countStatements(app, () => ada.api.call('getFriends'))
    const one = [await current(), await list()]
    for (let number = 0; number < 9; number++) await aFriendOf(app, ada)
    expect([await current(), await list()]).toEqual(one)
    expect(Math.max(...one)).toBeLessThanOrEqual(3)
    expect(await countStatements(app, () => show(ada, grace))).toBeLessThanOrEqual(4)
    const search = () => ada.api.call('searchUsers', { query: { search: grace.username } })
    // Names that begin with the text, names that contain it, and the relations.
    expect(await countStatements(app, search)).toBeLessThanOrEqual(3)
  })
})

describe('the record of the viewer', () => {
  it('lists friends by visible presence, without people with a pending request', async () => {
    const [online, active, away, hiding] = [
      await aFriendOf(app, ada),
      await aFriendOf(app, ada),
      await aFriendOf(app, ada),
      await aFriendOf(app, ada),
    ]
    await hiding.api.call('updateUser', { userId: hiding.id, body: { status: 'offline' } })
    await ada.api.call('friend', { userId: grace.id })
    letPresenceExpire(app)
    await seeOnClient(online)
    await seeOnClient(hiding)
    await seeOnWeb(app, active)
    const record = await own(ada)
    expect(record).toMatchObject({ onlineFriends: [online.id], activeFriends: [active.id], friendGroupNames: [] })
    expect(record.offlineFriends.toSorted()).toEqual([away.id, hiding.id].sort())
    expect(record.friends.toSorted()).toEqual([online.id, active.id, away.id, hiding.id].sort())
    expect(record).toMatchObject({ isFriend: false, friendKey: '' })
  })

  it('has empty lists for a person without friends', async () => {
    const none = { friends: [], onlineFriends: [], activeFriends: [], offlineFriends: [] }
    expect(await grace.api.call('getCurrentUser')).toMatchObject(none)
  })
})
