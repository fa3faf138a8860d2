import { beforeEach, describe, expect, it } from 'vitest'
import { anApp } from '../support/app.ts'
import { aFriendOf, befriend, comeActive, comeOnline, letPass } from '../support/friends.ts'
import { statementsOf } from '../support/graph.ts'
import { anAdmin, aUser, type Person } from '../support/people.ts'

const app = await anApp()
let ada: Person
let grace: Person
beforeEach(async () => {
  ada = await aUser(app)
  grace = await aUser(app)
})

const STATUSES = ['active', 'join me', 'ask me', 'busy'] as const
const show = ({ api }: Person, { id: userId }: Person) => api.call('getUser', { userId })

async function own({ api }: Person) {
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

describe('the record of another person', () => {
  it('says who has asked, and then that the two are friends by one key', async () => {
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

  it('tells friends whether the person is here, by which door, and when they last were', async () => {
    await befriend(ada, grace)
    letPass(app)
    expect(await show(ada, grace)).toMatchObject({ state: 'offline', platform: '', location: 'offline' })
    await comeActive(app, grace)
    const active = { state: 'active', platform: 'web', location: 'offline', worldId: 'offline' }
    expect(await show(ada, grace)).toMatchObject(active)
    await comeOnline(grace)
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

  it('hides a friend who wants to be seen by nobody, but not from themself', async () => {
    await befriend(ada, grace)
    await grace.api.call('updateUser', { userId: grace.id, body: { status: 'offline' } })
    const { friendKey, ...hidden } = UNSEEN
    const shown = await show(ada, grace)
    expect(shown).toMatchObject({ ...hidden, status: 'offline', isFriend: true })
    expect(shown.friendKey).not.toBe(friendKey)
    expect(await show(grace, grace)).toMatchObject({ state: 'online' })
    expect((await own(ada)).offlineFriends).toEqual([grace.id])
  })

  it('keeps all of it from strangers, from those who only asked, from former friends, and from admins', async () => {
    const [asking, former, admin] = [await aUser(app), await aFriendOf(app, grace), await anAdmin(app)]
    await asking.api.call('friend', { userId: grace.id })
    await former.api.call('unfriend', { userId: grace.id })
    await comeOnline(grace)
    for (const other of [ada, asking, former, admin])
      expect(await show(other, grace)).toMatchObject({ ...UNSEEN, isFriend: false })
    expect(await admin.api.call('getUserByName', { username: grace.username })).toMatchObject(UNSEEN)
    expect(await show(grace, asking)).toMatchObject(UNSEEN)
  })
})

describe('searchUsers', () => {
  it('says which of those found are friends', async () => {
    await befriend(ada, grace)
    const [found] = await ada.api.call('searchUsers', { query: { search: grace.username } })
    expect(found).toMatchObject({ id: grace.id, isFriend: true })
    const stranger = await aUser(app)
    const [unknown] = await stranger.api.call('searchUsers', { query: { search: grace.username } })
    expect(unknown).toMatchObject({ id: grace.id, isFriend: false })
  })
})

describe('what it costs', () => {
  it('is few statements, and as many for ten friends as for one', async () => {
    await befriend(ada, grace)
    const current = () => statementsOf(app, () => ada.api.call('getCurrentUser'))
    const list = () => statementsOf(app, () => ada.api.call('getFriends'))
    const one = [await current(), await list()]
    for (let number = 0; number < 9; number++) await aFriendOf(app, ada)
    expect([await current(), await list()]).toEqual(one)
    expect(Math.max(...one)).toBeLessThanOrEqual(3)
    expect(await statementsOf(app, () => show(ada, grace))).toBeLessThanOrEqual(4)
    const search = () => ada.api.call('searchUsers', { query: { search: grace.username } })
    expect(await statementsOf(app, search)).toBeLessThanOrEqual(2)
  })
})

describe('the own record', () => {
  it('lists friends by how they appear, and those asked not at all', async () => {
    const [online, active, away, hiding] = [
      await aFriendOf(app, ada),
      await aFriendOf(app, ada),
      await aFriendOf(app, ada),
      await aFriendOf(app, ada),
    ]
    await hiding.api.call('updateUser', { userId: hiding.id, body: { status: 'offline' } })
    await ada.api.call('friend', { userId: grace.id })
    letPass(app)
    await comeOnline(online)
    await comeOnline(hiding)
    await comeActive(app, active)
    const record = await own(ada)
    expect(record).toMatchObject({ onlineFriends: [online.id], activeFriends: [active.id], friendGroupNames: [] })
    expect(record.offlineFriends.toSorted()).toEqual([away.id, hiding.id].sort())
    expect(record.friends.toSorted()).toEqual([online.id, active.id, away.id, hiding.id].sort())
    expect(record).toMatchObject({ isFriend: false, friendKey: '' })
  })

  it('has empty lists for whoever has no friends', async () => {
    const none = { friends: [], onlineFriends: [], activeFriends: [], offlineFriends: [] }
    expect(await grace.api.call('getCurrentUser')).toMatchObject(none)
  })
})
