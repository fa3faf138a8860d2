import { beforeEach, describe, expect, it } from 'vitest'
import { newId } from '../../../src/kernel/ids.ts'
import { sharedApp } from '../../support/app.ts'
import { befriend, feedEntriesOf } from '../../support/friends.ts'
import { refusal } from '../../support/refusals.ts'
import { aUser, type TestUser } from '../../support/users.ts'
import { aFileUrl, fileIdIn } from '../../support/worlds.ts'

const app = await sharedApp()
let ada: TestUser
let grace: TestUser
beforeEach(async () => {
  ada = await aUser(app)
  grace = await aUser(app)
})

const NOBODY = newId('user', new Date())
const EMOJI = { emojiId: 'file_1', emojiVersion: 3, inventoryItemId: 'inv_1' }
const boopsOf = ({ id }: TestUser) => app.scope().db.notification.findMany({ where: { receiverId: id, type: 'boop' } })

describe('boop', () => {
  it('sends the friend one notification with the emoji and the responses', async () => {
    await befriend(ada, grace)
    expect(await ada.api.call('boop', { userId: grace.id, body: EMOJI })).toEqual({
      success: { message: 'User booped!', status_code: 200 },
    })
    const [boop, ...more] = await boopsOf(grace)
    expect(more).toEqual([])
    expect(boop).toMatchObject({ senderId: ada.id, details: EMOJI, expiryAfterSeen: 900, seenAt: null })
    expect(boop?.message).toBe(`${ada.username} booped you!`)
    expect(boop?.responses).toMatchObject([{ type: 'boop' }, { type: 'delete' }])
    expect((await feedEntriesOf(app, grace.id)).at(-1)).toEqual({
      kind: 'created',
      type: 'boop',
      notificationIds: [boop?.id],
    })
  })

  it('can be answered by a boop, once, and only while the two are friends', async () => {
    await befriend(ada, grace)
    await ada.api.call('boop', { userId: grace.id })
    const [first] = await boopsOf(grace)
    const answer = { notificationId: first?.id ?? '', body: { responseType: 'boop', responseData: '' } }
    await grace.api.call('respondNotificationV2', answer)
    expect(await boopsOf(ada)).toMatchObject([{ senderId: grace.id, type: 'boop' }])
    expect(await grace.api.try('respondNotificationV2', answer)).toMatchObject({ status: 400 })
    await ada.api.call('boop', { userId: grace.id })
    const second = (await boopsOf(grace)).find(({ id }) => id !== first?.id)
    await ada.api.call('unfriend', { userId: grace.id })
    const late = { ...answer, notificationId: second?.id ?? '' }
    expect(await grace.api.try('respondNotificationV2', late)).toMatchObject(refusal(400, /not friends/))
    await grace.api.call('respondNotificationV2', { ...late, body: { responseType: 'delete', responseData: '' } })
    expect(await boopsOf(ada)).toHaveLength(1)
  })

  it('has no title, which clients would show instead of the message, and the image of an uploaded emoji', async () => {
    await befriend(ada, grace)
    const own = await aFileUrl(app, ada.id, '.png')
    const emojiIds = [fileIdIn(own), fileIdIn(await aFileUrl(app, grace.id, '.png')), 'default_wave', undefined]
    for (const emojiId of emojiIds)
      await ada.api.call('boop', { userId: grace.id, body: { ...(emojiId && { emojiId, emojiVersion: 1 }) } })
    const shown = await grace.api.call('getNotificationV2s')
    const expected = { type: 'boop', title: '', message: `${ada.username} booped you!` }
    expect(shown.toReversed()).toMatchObject([own, null, null, null].map((imageUrl) => ({ ...expected, imageUrl })))
  })

  it('expires after seven days unseen, and the latest 20 of a friend are kept', async () => {
    await befriend(ada, grace)
    for (let count = 0; count < 23; count++) await ada.api.call('boop', { userId: grace.id })
    const rows = await boopsOf(grace)
    expect(rows).toHaveLength(20)
    for (const { createdAt, expiresAt } of rows) expect(Number(expiresAt) - Number(createdAt)).toBe(7 * 86_400_000)
    const entries = await feedEntriesOf(app, grace.id)
    const idsOf = (kind: string) =>
      entries.flatMap((entry) => (entry.type === 'boop' && entry.kind === kind ? entry.notificationIds : []))
    expect(idsOf('deleted')).toEqual(idsOf('created').slice(0, 3))
    const numbers = await app.scope().db.feedEntry.findMany({ where: { userId: grace.id }, orderBy: { seq: 'asc' } })
    expect(numbers.map(({ seq }) => seq)).toEqual(numbers.map((_, at) => BigInt(at + 1)))
    expect(entries.slice(-2).map(({ kind }) => kind)).toEqual(['deleted', 'created'])
    const third = await aUser(app)
    await befriend(third, grace)
    await third.api.call('boop', { userId: grace.id })
    expect(await boopsOf(grace)).toHaveLength(21)
  })

  it('needs no emoji and no body', async () => {
    await befriend(ada, grace)
    expect(await ada.api.try('boop', { userId: grace.id })).toMatchObject({ status: 200 })
    const [boop] = await boopsOf(grace)
    expect(boop?.details).toEqual({ emojiId: '', emojiVersion: null, inventoryItemId: '' })
  })

  it('is only for friends: not for strangers, people with a pending request, or the viewer', async () => {
    const none = refusal(400, 'These users are not friends')
    expect(await ada.api.try('boop', { userId: grace.id })).toMatchObject(none)
    await grace.api.call('friend', { userId: ada.id })
    expect(await ada.api.try('boop', { userId: grace.id })).toMatchObject(none)
    expect(await ada.api.try('boop', { userId: ada.id })).toMatchObject(none)
    expect(await boopsOf(grace)).toEqual([])
  })

  it('is refused for an unknown id', async () => {
    for (const userId of [NOBODY, 'usr_1']) expect((await ada.api.try('boop', { userId })).status).toBe(404)
    expect(await ada.api.try('boop', { userId: NOBODY })).toMatchObject(refusal(404, "user doesn't exist!"))
  })

  it('is refused when the friend has disabled boops, which strangers are not told', async () => {
    await befriend(ada, grace)
    await grace.api.call('updateUser', { userId: grace.id, body: { isBoopingEnabled: false } })
    expect(await ada.api.try('boop', { userId: grace.id })).toMatchObject(refusal(400, /turned boops off/))
    const stranger = await aUser(app)
    expect(await stranger.api.try('boop', { userId: grace.id })).toMatchObject(refusal(400, /not friends/))
    expect(await boopsOf(grace)).toEqual([])
    await grace.api.call('boop', { userId: ada.id })
  })

  it.each([
    [{ emojiId: 7 }, /emojiId/],
    [{ emojiId: 'x'.repeat(129) }, /emojiId must have at most 128 characters/],
    [{ emojiVersion: -1 }, /emojiVersion/],
    [{ emojiVersion: 'one' }, /emojiVersion/],
    [{ inventoryItemId: 'x'.repeat(129) }, /inventoryItemId must have at most 128 characters/],
  ])('refuses %j', async (body, message) => {
    expect(await ada.api.try('boop', { userId: grace.id, body })).toMatchObject(refusal(400, message))
  })

  it('is limited to 60 boops a minute per person', async () => {
    await befriend(ada, grace)
    const { limits } = app.app.services
    const limit = { name: 'boop', points: 60, window: 60, isFrequent: true }
    for (let tries = 0; tries < 59; tries++) await limits.take(limit, ada.id)
    await ada.api.call('boop', { userId: grace.id })
    expect(await ada.api.try('boop', { userId: grace.id })).toMatchObject({ status: 429 })
    await grace.api.call('boop', { userId: ada.id })
  })
})
