import { beforeEach, describe, expect, it } from 'vitest'
import { HOUR } from '../../../src/kernel/clock.ts'
import { siblingId } from '../../../src/kernel/ids.ts'
import { sharedClockApp } from '../../support/app.ts'
import { aFriendOf } from '../../support/friends.ts'
import { aSubscription, payloadsOf } from '../../support/graphSubscriptions.ts'
import { enterOutcome } from '../../support/instances.ts'
import { aPrivateInstance, sendInvite } from '../../support/invites.ts'
import { mutate, query } from '../../support/jams.ts'
import { aUser, type TestUser } from '../../support/users.ts'

const app = await sharedClockApp()
let sender: TestUser
let receiver: TestUser
beforeEach(async () => {
  sender = await aUser(app)
  receiver = await aFriendOf(app, sender)
})

const withdraw = (person: TestUser, sentInviteId: string) =>
  mutate(app, person, 'withdrawInvite { deletedSentInviteId isWithdrawn }', { sentInviteId })
const sentIdOf = (notificationId: string) => siblingId('sentInvite', notificationId)
const asSent = async (person: TestUser, id: string) =>
  (
    await query(
      app,
      person,
      `{ node(id: "${id}") { ... on SentInvite { id notificationId expiresAt receiver { id } } } }`,
    )
  ).node
const listed = async ({ api }: TestUser) => (await api.call('getNotifications', { query: {} })).map(({ id }) => id)

describe('an invite that was sent', () => {
  it('is a node for its sender alone, by an id that the mutation answers', async () => {
    const location = await aPrivateInstance(app, sender)
    const { payload } = await mutate(app, sender, 'inviteUser { sentInvite { id notificationId } }', {
      userId: receiver.id,
      location,
    })
    const { id, notificationId } = Object(payload?.sentInvite)
    expect(id).toBe(sentIdOf(notificationId))
    expect(await asSent(sender, id)).toMatchObject({ id, notificationId, receiver: { id: receiver.id } })
    for (const other of [receiver, await aUser(app)]) expect(await asSent(other, id)).toBeNull()
  })

  it('looks the same to its sender, whatever the receiver does with it', async () => {
    const { id } = await sender.api.call('requestInvite', { userId: receiver.id })
    const before = await asSent(sender, sentIdOf(id))
    await mutate(app, receiver, 'deleteNotification', { notificationId: id })
    expect(await listed(receiver)).not.toContain(id)
    expect(await asSent(sender, sentIdOf(id))).toEqual(before)
  })

  it('is gone at once for its sender when the receiver ends the friendship or blocks, which look alike', async () => {
    for (const part of [
      (friend: TestUser) => mutate(app, friend, 'unfriend', { userId: sender.id }),
      (friend: TestUser) => mutate(app, friend, 'addPlayerModeration', { userId: sender.id, type: 'BLOCK' }),
    ]) {
      const friend = await aFriendOf(app, sender)
      const { id } = await sender.api.call('requestInvite', { userId: friend.id })
      expect(await asSent(sender, sentIdOf(id))).not.toBeNull()
      expect((await part(friend)).error).toBeUndefined()
      expect(await asSent(sender, sentIdOf(id))).toBeNull()
    }
  })

  it('is taken back: the notification goes by both APIs, and nobody enters by it', async () => {
    const location = await aPrivateInstance(app, sender)
    const id = await sendInvite(sender, receiver, location)
    expect(await listed(receiver)).toContain(id)
    const { payload } = await withdraw(sender, sentIdOf(id))
    expect(payload).toEqual({ deletedSentInviteId: sentIdOf(id), isWithdrawn: true })
    expect(await listed(receiver)).not.toContain(id)
    expect(await query(app, receiver, `{ node(id: "${id}") { id } }`)).toEqual({ node: null })
    expect(await asSent(sender, sentIdOf(id))).toBeNull()
    expect(await enterOutcome(app, receiver, location)).not.toBe('in')
    expect(await receiver.api.try('respondInvite', { notificationId: id, body: { responseSlot: 0 } })).toMatchObject({
      status: 404,
    })
  })

  it('tells both sides once, however often it is taken back', async () => {
    const { id } = await sender.api.call('requestInvite', { userId: receiver.id })
    const feed = await aSubscription(app, receiver, 'subscription { notificationFeed { kind deletedIds } }')
    const lists = 'viewerListsChanged { kind targetId deletedSentInviteId }'
    const own = await aSubscription(app, sender, `subscription { ${lists} }`)
    const answers = await Promise.all([1, 2, 3].map(() => withdraw(sender, sentIdOf(id))))
    expect(answers.map(({ error }) => error)).toEqual([undefined, undefined, undefined])
    expect(answers.filter(({ payload }) => payload?.isWithdrawn)).toHaveLength(1)
    await mutate(app, sender, 'updateNote', { targetUserId: receiver.id, note: 'Done' })
    await own.until((messages) => payloadsOf(messages, 'viewerListsChanged').length >= 2)
    expect(payloadsOf(own.messages, 'viewerListsChanged')).toEqual([
      { kind: 'INVITES', targetId: receiver.id, deletedSentInviteId: sentIdOf(id) },
      { kind: 'NOTES', targetId: receiver.id, deletedSentInviteId: null },
    ])
    const other = (await sender.api.call('requestInvite', { userId: receiver.id })).id
    await feed.until((messages) => payloadsOf(messages, 'notificationFeed').length >= 2)
    expect(payloadsOf(feed.messages, 'notificationFeed')).toEqual([
      { kind: 'DELETED', deletedIds: [id] },
      { kind: 'CREATED', deletedIds: [] },
    ])
    expect(await listed(receiver)).toEqual([other])
  })

  it('stays when somebody else takes it back, who learns nothing', async () => {
    const { id } = await sender.api.call('requestInvite', { userId: receiver.id })
    for (const other of [receiver, await aUser(app)])
      expect(await withdraw(other, sentIdOf(id))).toMatchObject({ error: undefined })
    expect(await listed(receiver)).toContain(id)
    const friendRequest = await sender.api.call('friend', { userId: (await aUser(app)).id })
    await withdraw(sender, sentIdOf(friendRequest.id))
    expect((await query(app, sender, '{ viewer { outgoingFriendRequests { totalCount } } }')).viewer).toEqual({
      outgoingFriendRequests: { totalCount: 1 },
    })
  })

  it('is either answered or taken back when both happen at once', async () => {
    const { id } = await sender.api.call('requestInvite', { userId: receiver.id })
    const [answer] = await Promise.all([
      receiver.api.try('respondInvite', { notificationId: id, body: { responseSlot: 0 } }),
      withdraw(sender, sentIdOf(id)),
    ])
    expect([200, 404]).toContain(answer.status)
    expect(await listed(receiver)).not.toContain(id)
  })

  it('is gone after a day', async () => {
    const { id } = await sender.api.call('requestInvite', { userId: receiver.id })
    app.clock.advance(25 * HOUR)
    expect(await asSent(sender, sentIdOf(id))).toBeNull()
  })
})
