import { beforeEach, describe, expect, it } from 'vitest'
import { eraseDueAccounts } from '../../../src/areas/accounts/account/deletion.ts'
import { friendshipEnded } from '../../../src/areas/friends/events.ts'
import { erasers } from '../../../src/areas/index.ts'
import { newId } from '../../../src/kernel/ids.ts'
import { anApp } from '../../support/app.ts'
import {
  aFriendOf,
  befriend,
  friendStatusesOf,
  letPresenceExpire,
  recordFriendshipEvents,
  seeOnClient,
  seeOnWeb,
} from '../../support/friends.ts'
import { refusal } from '../../support/refusals.ts'
import { aName, aUser, type TestUser } from '../../support/users.ts'

const app = await anApp()
let ada: TestUser
let grace: TestUser
beforeEach(async () => {
  ada = await aUser(app)
  grace = await aUser(app)
})

const NOBODY = newId('user', new Date())
const idsOf = (rows: readonly { id: string }[]) => rows.map(({ id }) => id)
const friendsOf = async ({ api }: TestUser, query: object = {}) => idsOf(await api.call('getFriends', { query }))

describe('unfriend', () => {
  it('ends the friendship for both friends and notifies both', async () => {
    await befriend(ada, grace)
    const ended = recordFriendshipEvents(app, friendshipEnded)
    expect(await ada.api.call('unfriend', { userId: grace.id })).toEqual({
      success: { message: 'Friendship destroyed', status_code: 200 },
    })
    ended.stop()
    expect(ended.recorded.sort()).toEqual([`${ada.id} ${grace.id}`, `${grace.id} ${ada.id}`].sort())
    const { there, back } = await friendStatusesOf(ada, grace)
    expect([there.isFriend, back.isFriend]).toEqual([false, false])
    expect(await friendsOf(grace)).toEqual([])
    await befriend(grace, ada)
  })

  it('is refused for people who are not friends, for the viewer and for an unknown person', async () => {
    const none = refusal(400, 'These users are not friends')
    await ada.api.call('friend', { userId: grace.id })
    const third = await aFriendOf(app, grace)
    for (const userId of [grace.id, third.id, NOBODY, ada.id])
      expect(await ada.api.try('unfriend', { userId })).toMatchObject(none)
    expect(await ada.api.try('unfriend', { userId: 'nobody' })).toMatchObject({ status: 404 })
    expect((await friendStatusesOf(third, grace)).there.isFriend).toBe(true)
  })

  it('succeeds only once', async () => {
    await befriend(ada, grace)
    await grace.api.call('unfriend', { userId: ada.id })
    expect(await ada.api.try('unfriend', { userId: grace.id })).toMatchObject({ status: 400 })
  })
})

const rename = ({ id }: TestUser, displayName: string) =>
  app.scope().db.user.update({ where: { id }, data: { displayName, displayNameKey: displayName.toLowerCase() } })

describe('getFriends', () => {
  it('lists friends who are online or active, and with offline=true the others', async () => {
    const [online, active, away] = [await aFriendOf(app, ada), await aFriendOf(app, ada), await aFriendOf(app, ada)]
    letPresenceExpire(app)
    await seeOnClient(online)
    await seeOnWeb(app, active)
    expect((await friendsOf(ada, { offline: 'false' })).sort()).toEqual([online.id, active.id].sort())
    expect((await friendsOf(ada)).sort()).toEqual([online.id, active.id].sort())
    expect(await friendsOf(ada, { offline: 'true' })).toEqual([away.id])
    const shown = await ada.api.call('getFriends')
    expect(shown.find(({ id }) => id === online.id)).toMatchObject({ location: 'private', isFriend: true })
    expect(shown.find(({ id }) => id === active.id)).toMatchObject({ location: 'offline', platform: 'web' })
    const [gone] = await ada.api.call('getFriends', { query: { offline: 'true' } })
    expect(gone).toMatchObject({ location: 'offline', platform: '', isFriend: true })
    expect(gone?.friendKey).not.toBe('')
    expect(gone?.last_activity).toMatch(/Z$/)
  })

  it('lists friends with the status offline as offline', async () => {
    const hiding = await aFriendOf(app, ada)
    await hiding.api.call('updateUser', { userId: hiding.id, body: { status: 'offline' } })
    expect(await friendsOf(ada)).toEqual([])
    const [shown] = await ada.api.call('getFriends', { query: { offline: 'true' } })
    expect(shown).toMatchObject({ id: hiding.id, location: 'offline', platform: '', status: 'offline' })
    expect(shown).toMatchObject({ last_activity: null, last_login: null })
  })

  it('pages by display name without gaps or repeats', async () => {
    const friends: TestUser[] = []
    for (let number = 0; number < 5; number++) friends.push(await aFriendOf(app, ada))
    const start = aName('Row')
    for (const [at, friend] of friends.entries()) await rename(friend, `${start} ${9 - at}`)
    const expected = idsOf(friends).reverse()
    const pages = [
      await friendsOf(ada, { n: '2' }),
      await friendsOf(ada, { n: '2', offset: '2' }),
      await friendsOf(ada, { n: '2', offset: '4' }),
      await friendsOf(ada, { n: '2', offset: '6' }),
    ]
    expect(pages.flat()).toEqual(expected)
    expect(pages.map(({ length }) => length)).toEqual([2, 2, 1, 0])
  })

  it('lists neither friends of others nor people with a pending request', async () => {
    await befriend(grace, await aUser(app))
    await ada.api.call('friend', { userId: grace.id })
    expect(await friendsOf(ada)).toEqual([])
    expect(await friendsOf(ada, { offline: 'true' })).toEqual([])
  })

  it.each([
    [{ n: '101' }, 'n=101 is much too high, the most is 100'],
    [{ n: '0' }, "n must be a positive integer: '0'"],
    [{ offset: '-1' }, "offset must be an integer of 0 or more: '-1'"],
    [{ offline: 'maybe' }, /offline must be true or false/],
  ])('refuses %j', async (query, message) => {
    expect(await ada.api.try('getFriends', { query })).toMatchObject(refusal(400, message))
  })
})

describe('an erased account', () => {
  it('has no friends, and its former friends are notified', async () => {
    const leaving = await aFriendOf(app, ada)
    await befriend(leaving, grace)
    await leaving.api.call('deleteUser', { userId: leaving.id })
    expect((await ada.api.call('getFriendStatus', { userId: leaving.id })).isFriend).toBe(true)
    const ended = recordFriendshipEvents(app, friendshipEnded)
    const scope = app.scope()
    await eraseDueAccounts({ ...scope, now: new Date(scope.now.getTime() + 15 * 86_400_000) }, erasers)
    ended.stop()
    expect(ended.recorded).toEqual(expect.arrayContaining([`${ada.id} ${leaving.id}`, `${grace.id} ${leaving.id}`]))
    expect(await friendsOf(ada, { offline: 'true' })).toEqual([])
    const either = { OR: [{ userId: leaving.id }, { friendId: leaving.id }] }
    expect(await scope.db.friendship.count({ where: either })).toBe(0)
  })
})
