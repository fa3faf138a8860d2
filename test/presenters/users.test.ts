import { beforeAll, describe, expect, it } from 'vitest'
import { LimitedUserFriend, MutualFriend } from '../../src/contract/shapes/friend.ts'
import { Badge, LimitedUserSearch, User, UserNote } from '../../src/contract/shapes/user.ts'
import { newId } from '../../src/kernel/ids.ts'
import { sharedApp } from '../support/app.ts'
import { befriend } from '../support/friends.ts'
import { createInstanceAs, enterAs } from '../support/instances.ts'
import { anAdmin, aUser, type TestUser } from '../support/users.ts'
import { aWorld } from '../support/worlds.ts'
import { expectDistinct, expectPresented, flagCombinations, moment } from './records.ts'
import { aUserRow, type UserRow, updateUserRow } from './userRows.ts'

const app = await sharedApp()
let ada: TestUser
let viewer: TestUser
let row: UserRow
let location: string
let friendKey: string
beforeAll(async () => {
  ;[ada, viewer] = [await aUser(app), await aUser(app)]
  await befriend(ada, viewer)
  const worldId = await aWorld(app, viewer)
  location = (await createInstanceAs(viewer, worldId)).location
  await enterAs(app, ada, location, 'android')
  row = aUserRow(ada.username)
  await updateUserRow(app, ada.id, row)
  const key = { userId: viewer.id, friendId: ada.id }
  friendKey = (await app.scope().db.friendship.findUniqueOrThrow({ where: { userId_friendId: key } })).key
})

it('rows of users have a different value in each column', () => {
  const { displayNameKey: _, ...columns } = row
  expectDistinct(columns)
})

describe('userWire', () => {
  it.each(flagCombinations('ageVerified', 'allowAvatarCopying'))(
    'maps every column of a friend with %j',
    async (flags) => {
      await updateUserRow(app, ada.id, flags)
      const [worldId, instanceId] = location.split(':')
      expectPresented(await viewer.api.call('getUser', { userId: ada.id }), User, {
        ada,
        row,
        friendKey,
        location,
        instanceId,
        worldId,
      })
    },
  )
})

describe('limitedUserWire', () => {
  it('maps every column of friends and of others', async () => {
    const others = await aUser(app)
    for (const asking of [viewer, others]) {
      const [found] = await asking.api.call('searchUsers', { query: { search: row.displayName } })
      expectPresented(found, LimitedUserSearch, { ada, row })
    }
  })
})

describe('friendWire', () => {
  it('maps every column', async () => {
    const [friend] = await viewer.api.call('getFriends', { query: { offline: 'false' } })
    expectPresented(friend, LimitedUserFriend, { ada, row, friendKey, location })
  })

  it('shows the avatar of a friend without an image', async () => {
    await updateUserRow(app, ada.id, { profilePicOverride: '' })
    const [friend] = await viewer.api.call('getFriends', { query: { offline: 'false' } })
    await updateUserRow(app, ada.id, { profilePicOverride: row.profilePicOverride })
    expect(friend).toMatchObject({ imageUrl: row.currentAvatarImageUrl, profilePicOverrideThumbnail: '' })
  })
})

describe('activeUserWire', () => {
  it('maps every column of a person who is no friend, without visits and place', async () => {
    const admin = await anAdmin(app)
    const [person] = await admin.api.call('searchActiveUsers', { query: { search: row.displayName } })
    expectPresented(person, LimitedUserFriend, { ada, row })
  })
})

describe('mutualFriendWire', () => {
  it('contains a mutual friend', async () => {
    const third = await aUser(app)
    await befriend(third, ada)
    const [mutual] = await viewer.api.call('getMutualFriends', { userId: third.id })
    expectPresented(mutual, MutualFriend, { ada, row })
    expect(await viewer.api.call('getMutuals', { userId: third.id })).toEqual({ friends: 1, groups: 0 })
  })
})

describe('friendStatusWire', () => {
  it('contains friendship, and incoming and outgoing requests', async () => {
    const [asking, asked] = [await aUser(app), await aUser(app)]
    await asking.api.call('friend', { userId: asked.id })
    const statusOf = (one: TestUser, other: TestUser) => one.api.call('getFriendStatus', { userId: other.id })
    const none = { isFriend: false, incomingRequest: false, outgoingRequest: false }
    expect(await statusOf(asking, asked)).toEqual({ ...none, outgoingRequest: true })
    expect(await statusOf(asked, asking)).toEqual({ ...none, incomingRequest: true })
    expect(await statusOf(viewer, ada)).toEqual({ ...none, isFriend: true })
    expect(await statusOf(viewer, asked)).toEqual(none)
  })
})

describe('noteWire', () => {
  it('maps every column of the note and its subject', async () => {
    const { id } = await viewer.api.call('updateUserNote', { body: { targetUserId: ada.id, note: 'A note' } })
    await app.scope().db.userNote.update({ where: { id }, data: { createdAt: moment(11), updatedAt: moment(12) } })
    expectPresented(await viewer.api.call('getUserNote', { userNoteId: id }), UserNote, { ada, id, row, viewer })
  })
})

describe('badgeWire', () => {
  it.each(flagCombinations('showcased'))('maps the badge and its display settings with %j', async (flags) => {
    const { db } = app.scope()
    const holder = await aUser(app)
    const id = newId('badge', new Date())
    const texts = { name: id.slice(-12), description: 'What for', imageUrl: 'https://plaza.test/badge.png' }
    await db.badge.create({ data: { id, ...texts, createdAt: moment(21), updatedAt: moment(22) } })
    const worn = { assignedAt: moment(23), updatedAt: moment(24), ...flags }
    await db.userBadge.create({ data: { userId: holder.id, badgeId: id, ...worn } })
    const { badges } = await viewer.api.call('getUser', { userId: holder.id })
    expectPresented(badges[0], Badge, { id, texts })
  })
})
