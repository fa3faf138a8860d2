import { beforeAll, describe, expect, test } from 'vitest'
import { eraseDueAccounts } from '../../src/areas/accounts/account/deletion.ts'
import { ownListChanged } from '../../src/areas/accounts/events.ts'
import { erasers } from '../../src/areas/index.ts'
import { addMilliseconds, DAY } from '../../src/kernel/clock.ts'
import type { DomainEvent } from '../../src/kernel/events.ts'
import { siblingId } from '../../src/kernel/ids.ts'
import { anApp, type TestApp } from '../support/app.ts'
import { anAvatar } from '../support/avatars.ts'
import { befriend } from '../support/friends.ts'
import { aSubscription, payloadsOf } from '../support/graphSubscriptions.ts'
import { mutate } from '../support/jams.ts'
import { aUser, type TestUser } from '../support/users.ts'
import { aWorld } from '../support/worlds.ts'

let app: TestApp
let ada: TestUser
let bob: TestUser
beforeAll(async () => {
  app = await anApp()
  ;[ada, bob] = [await aUser(app), await aUser(app)]
})

const PERSON = 'id note { note } viewerHasMuted isFriend friendRequestStatus favorite { targetId }'
const SELECTION = `kind targetId user { ${PERSON} } world { favorite { targetId } } avatar { id } viewer { id }`

/** Follows the lists of a person, and returns a function that waits for the number of events and answers them. */
async function following(person: TestUser, args = '') {
  const document = `subscription { viewerListsChanged${args} { ${SELECTION} } }`
  const connection = await aSubscription(app, person, document)
  return async (count: number) => {
    await connection.until((messages) => payloadsOf(messages, 'viewerListsChanged').length >= count)
    return payloadsOf(connection.messages, 'viewerListsChanged')
  }
}

/** Runs a mutation; throws when it is refused. */
async function act(person: TestUser, name: string, input: object): Promise<void> {
  const { error } = await mutate(app, person, name, input)
  if (error) throw new Error(JSON.stringify(error))
}

describe('viewerListsChanged shows what another tab of the viewer needs', () => {
  test('of notes, mutes, favorites and blocked avatars, and the present state first where asked', async () => {
    const events = await following(ada, '(initial: true)')
    expect(await events(1)).toMatchObject([
      { kind: 'INITIAL', targetId: null, user: null, viewer: { id: siblingId('viewer', ada.id) } },
    ])
    await act(ada, 'updateNote', { targetUserId: bob.id, note: 'Kind' })
    expect((await events(2))[1]).toMatchObject({ kind: 'NOTES', user: { id: bob.id, note: { note: 'Kind' } } })
    await act(ada, 'addPlayerModeration', { userId: bob.id, type: 'MUTE' })
    expect((await events(3))[2]).toMatchObject({ kind: 'MODERATIONS', user: { viewerHasMuted: true } })
    await act(ada, 'removePlayerModeration', { userId: bob.id, type: 'MUTE' })
    expect((await events(4))[3]).toMatchObject({ kind: 'MODERATIONS', user: { viewerHasMuted: false } })
    const worldId = await aWorld(app, bob)
    await act(ada, 'addFavorite', { targetId: worldId, group: 'WORLDS_1' })
    expect((await events(5))[4]).toMatchObject({ kind: 'FAVORITES', world: { favorite: { targetId: worldId } } })
    await act(ada, 'clearFavoriteGroup', { group: 'WORLDS_1' })
    expect((await events(6))[5]).toMatchObject({ kind: 'FAVORITES', targetId: worldId, world: { favorite: null } })
    const avatarId = await anAvatar(app, bob)
    await act(ada, 'blockAvatar', { avatarId })
    expect((await events(7))[6]).toMatchObject({ kind: 'BLOCKED_AVATARS', avatar: { id: avatarId } })
  })

  test('of sent friend requests, also when the other person accepts, and nothing when they decline', async () => {
    const [asker, asked] = [await aUser(app), await aUser(app)]
    const [events, others] = [await following(asker), await following(asked)]
    await act(asker, 'friend', { userId: asked.id })
    expect(await events(1)).toMatchObject([{ kind: 'FRIEND_REQUESTS', user: { friendRequestStatus: 'OUTGOING' } }])
    const { payload } = await mutate(app, asked, 'updateNote { user { friendRequest { id } } }', {
      targetUserId: asker.id,
      note: 'Who?',
    })
    const friendRequestId = Object(payload?.user).friendRequest.id
    await act(asked, 'declineFriendRequest', { friendRequestId })
    await act(asked, 'acceptFriendRequest', { friendRequestId })
    const accepted = { kind: 'FRIEND_REQUESTS', user: { id: asked.id, isFriend: true, friendRequestStatus: null } }
    expect(await events(2)).toMatchObject([{}, accepted])
    expect(await others(1)).toMatchObject([{ kind: 'NOTES' }])
  })

  test('when a block takes a friend request away', async () => {
    const [asker, asked] = [await aUser(app), await aUser(app)]
    const events = await following(asker)
    await act(asker, 'friend', { userId: asked.id })
    await act(asked, 'addPlayerModeration', { userId: asker.id, type: 'BLOCK' })
    expect((await events(2))[1]).toMatchObject({ kind: 'FRIEND_REQUESTS', user: { friendRequestStatus: null } })
  })

  test('once for all, when many favorites end at once', async () => {
    const person = await aUser(app)
    for (const targetId of [await aWorld(app, bob), await aWorld(app, bob)])
      await act(person, 'addFavorite', { targetId, group: 'WORLDS_1' })
    const events = await following(person)
    await act(person, 'clearFavoriteGroup', { group: 'WORLDS_1' })
    await act(person, 'updateNote', { targetUserId: bob.id, note: 'Next' })
    expect(await events(2)).toMatchObject([{ kind: 'FAVORITES', targetId: null }, { kind: 'NOTES' }])
  })

  test('of favorites of both friends, when one ends the friendship', async () => {
    const [one, other] = [await aUser(app), await aUser(app)]
    await befriend(one, other)
    await act(one, 'addFavorite', { targetId: other.id, group: 'FRIENDS_1' })
    await act(other, 'addFavorite', { targetId: one.id, group: 'FRIENDS_1' })
    const [events, others] = [await following(one), await following(other)]
    await act(one, 'unfriend', { userId: other.id })
    expect(await events(1)).toMatchObject([{ kind: 'FAVORITES', targetId: other.id, user: { favorite: null } }])
    expect(await others(1)).toMatchObject([{ kind: 'FAVORITES', targetId: one.id, user: { favorite: null } }])
  })

  test('of notes, moderations and favorites about a person whose account is erased', async () => {
    const [person, gone] = [await aUser(app), await aUser(app)]
    await befriend(person, gone)
    await act(person, 'updateNote', { targetUserId: gone.id, note: 'Gone' })
    await act(person, 'addPlayerModeration', { userId: gone.id, type: 'MUTE' })
    await act(person, 'addFavorite', { targetId: gone.id, group: 'FRIENDS_1' })
    const events = await following(person)
    await gone.api.call('deleteUser', { userId: gone.id })
    const scope = app.scope()
    await eraseDueAccounts({ ...scope, now: addMilliseconds(scope.now, 15 * DAY) }, erasers)
    const told = (await events(3)).map((event) => [Object(event).kind, Object(event).targetId])
    expect(told.sort()).toEqual(['FAVORITES', 'MODERATIONS', 'NOTES'].map((kind) => [kind, gone.id]))
  })

  test('once for all, when many moderations end at once', async () => {
    const person = await aUser(app)
    for (const other of [await aUser(app), await aUser(app), await aUser(app)])
      await act(person, 'addPlayerModeration', { userId: other.id, type: 'MUTE' })
    const events = await following(person)
    await act(person, 'removeAllPlayerModerations', {})
    await act(person, 'updateNote', { targetUserId: bob.id, note: 'Next' })
    expect(await events(2)).toMatchObject([{ kind: 'MODERATIONS', targetId: null, user: null }, { kind: 'NOTES' }])
  })
})

test('what changes nothing emits nothing', async () => {
  const person = await aUser(app)
  await befriend(person, await aUser(app))
  const heard: DomainEvent[] = []
  const stop = app.platform.events.listen(ownListChanged, (event) => void heard.push(event))
  const avatarId = await anAvatar(app, person)
  await act(person, 'unblockAvatar', { avatarId })
  await act(person, 'removePlayerModeration', { userId: bob.id, type: 'MUTE' })
  await act(person, 'removeAllPlayerModerations', {})
  await act(person, 'clearFavoriteGroup', { group: 'WORLDS_1' })
  stop()
  expect(heard.filter(({ subject }) => subject === person.id)).toEqual([])
})
