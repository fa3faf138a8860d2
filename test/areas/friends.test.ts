import { beforeEach, describe, expect, it } from 'vitest'
import { erasers } from '../../src/app.ts'
import { eraseDueAccounts } from '../../src/areas/accounts/deletion.ts'
import { newId } from '../../src/kernel/ids.ts'
import { anApp } from '../support/app.ts'
import { aFriendOf, befriend, between, comeActive, comeOnline, friendshipsHeard, letPass } from '../support/friends.ts'
import { aName, aUser, type Person } from '../support/people.ts'
import { refusal } from '../support/refusals.ts'

const app = await anApp()
let ada: Person
let grace: Person
beforeEach(async () => {
  ada = await aUser(app)
  grace = await aUser(app)
})

const NOBODY = newId('user', new Date())
const idsOf = (rows: readonly { id: string }[]) => rows.map(({ id }) => id)
const friendsOf = async ({ api }: Person, query: object = {}) => idsOf(await api.call('getFriends', { query }))

describe('unfriend', () => {
  it('ends the friendship on both sides and tells both', async () => {
    await befriend(ada, grace)
    const ended = friendshipsHeard(app, 'friendship.ended')
    expect(await ada.api.call('unfriend', { userId: grace.id })).toEqual({
      success: { message: 'Friendship destroyed', status_code: 200 },
    })
    ended.stop()
    expect(ended.heard.sort()).toEqual([`${ada.id} ${grace.id}`, `${grace.id} ${ada.id}`].sort())
    const { there, back } = await between(ada, grace)
    expect([there.isFriend, back.isFriend]).toEqual([false, false])
    expect(await friendsOf(grace)).toEqual([])
    await befriend(grace, ada)
  })

  it('is refused between people who are no friends, of oneself and of nobody', async () => {
    const none = refusal(400, 'These users are not friends')
    await ada.api.call('friend', { userId: grace.id })
    const third = await aFriendOf(app, grace)
    for (const userId of [grace.id, third.id, NOBODY, ada.id])
      expect(await ada.api.try('unfriend', { userId })).toMatchObject(none)
    expect(await ada.api.try('unfriend', { userId: 'nobody' })).toMatchObject({ status: 404 })
    expect((await between(third, grace)).there.isFriend).toBe(true)
  })

  it('is accepted once', async () => {
    await befriend(ada, grace)
    await grace.api.call('unfriend', { userId: ada.id })
    expect(await ada.api.try('unfriend', { userId: grace.id })).toMatchObject({ status: 400 })
  })
})

/** Gives somebody a display name behind the doors. */
const rename = ({ id }: Person, displayName: string) =>
  app.scope().db.user.update({ where: { id }, data: { displayName, displayNameKey: displayName.toLowerCase() } })

describe('getFriends', () => {
  it('lists those who are online or active, and by offline=true the others', async () => {
    const [online, active, away] = [await aFriendOf(app, ada), await aFriendOf(app, ada), await aFriendOf(app, ada)]
    letPass(app)
    await comeOnline(online)
    await comeActive(app, active)
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

  it('lists whoever has chosen to be offline among the offline', async () => {
    const hiding = await aFriendOf(app, ada)
    await hiding.api.call('updateUser', { userId: hiding.id, body: { status: 'offline' } })
    expect(await friendsOf(ada)).toEqual([])
    const [shown] = await ada.api.call('getFriends', { query: { offline: 'true' } })
    expect(shown).toMatchObject({ id: hiding.id, location: 'offline', platform: '', status: 'offline' })
    expect(shown).toMatchObject({ last_activity: null, last_login: null })
  })

  it('goes through them by name, page by page, without gaps and without repeating', async () => {
    const friends: Person[] = []
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

  it("lists nobody's friends but the own, and nobody who was only asked", async () => {
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

describe('an account that is erased', () => {
  it('is nobody’s friend any more, and those who were are told', async () => {
    const leaving = await aFriendOf(app, ada)
    await befriend(leaving, grace)
    await leaving.api.call('deleteUser', { userId: leaving.id })
    expect((await ada.api.call('getFriendStatus', { userId: leaving.id })).isFriend).toBe(true)
    const ended = friendshipsHeard(app, 'friendship.ended')
    const scope = app.scope()
    await eraseDueAccounts({ ...scope, now: new Date(scope.now.getTime() + 15 * 86_400_000) }, erasers)
    ended.stop()
    expect(ended.heard).toEqual(expect.arrayContaining([`${ada.id} ${leaving.id}`, `${grace.id} ${leaving.id}`]))
    expect(await friendsOf(ada, { offline: 'true' })).toEqual([])
    const either = { OR: [{ userId: leaving.id }, { friendId: leaving.id }] }
    expect(await scope.db.friendship.count({ where: either })).toBe(0)
  })
})
