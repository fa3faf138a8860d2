import { describe, expect, it } from 'vitest'
import { type NotificationDraft, sendNotifications } from '../../../src/areas/notifications/send.ts'
import { transact } from '../../../src/kernel/transaction.ts'
import { sharedApp } from '../../support/app.ts'
import { feedEntriesOf } from '../../support/friends.ts'
import { aUser } from '../../support/users.ts'

const app = await sharedApp()
const ada = await aUser(app)
const grace = await aUser(app)

const send = (drafts: readonly NotificationDraft[]) => transact(app.scope(), (tx) => sendNotifications(tx, drafts))
const stored = (ids: readonly string[]) =>
  app.scope().db.notification.findMany({ where: { id: { in: [...ids] } }, orderBy: { id: 'asc' } })

const least: NotificationDraft = { type: 'invite', receiverId: ada.id, senderId: null }
const most: NotificationDraft = {
  type: 'boop',
  receiverId: grace.id,
  senderId: ada.id,
  friendPair: 'one:other',
  title: 'Quotes " \' and \\ and {"a":1}',
  titleKey: 'title',
  message: 'Two\nlines, NULL, ünï 🎉',
  messageKey: 'message',
  details: { emojiId: 'file_1', emojiVersion: 2, nested: { list: [1, 'two', null, true] } },
  data: { text: '\\u0041 "quoted"' },
  category: 'social',
  imageUrl: 'https://plaza.test/a.png',
  link: 'group:grp_1',
  linkText: 'See',
  responses: [{ type: 'boop', data: '', icon: 'bell', text: 'Boop back', textKey: null }],
  canReply: true,
  canDelete: false,
  requireSeen: true,
  ignoreDND: true,
  relatedNotificationsId: 'not_1',
  expiryAfterSeen: 900,
  expiresAt: new Date('2100-02-03T04:05:06.789Z'),
}

describe('sendNotifications', () => {
  it('returns the rows as they are stored, in the order of the drafts', async () => {
    const rows = await send([most, least])
    expect(rows.map(({ type }) => type)).toEqual(['boop', 'invite'])
    expect(await stored(rows.map(({ id }) => id))).toEqual(rows.toSorted((one, other) => (one.id < other.id ? -1 : 1)))
    expect(rows[0]).toMatchObject({ ...most, seenAt: null, hiddenAt: null, respondedAt: null })
    expect(rows[1]).toMatchObject({ title: '', details: {}, responses: [], canDelete: true, expiresAt: null })
  })

  it('appends an entry for each notification to the feed of its receiver, in that order', async () => {
    const person = await aUser(app)
    const rows = await send(Array.from({ length: 20 }, () => ({ ...least, receiverId: person.id })))
    expect((await feedEntriesOf(app, person.id)).flatMap(({ notificationIds }) => notificationIds)).toEqual(
      rows.map(({ id }) => id),
    )
  })

  it('writes all rows or none', async () => {
    const pair: NotificationDraft = { ...least, type: 'friendRequest', friendPair: 'same:pair' }
    await expect(send([pair, pair])).rejects.toThrow()
    expect(await app.scope().db.notification.count({ where: { friendPair: pair.friendPair ?? '' } })).toBe(0)
  })

  it('accepts an empty list', async () => {
    expect(await send([])).toEqual([])
  })
})
