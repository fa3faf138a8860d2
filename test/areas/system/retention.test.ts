import { describe, expect, it } from 'vitest'
import { erasers, exportRules, jobs } from '../../../src/areas/index.ts'
import { addMilliseconds, DAY } from '../../../src/kernel/clock.ts'
import { newId, trusted } from '../../../src/kernel/ids.ts'
import { readSettings } from '../../../src/settings.ts'
import { anApp, sharedApp, type TestApp } from '../../support/app.ts'
import { aSubscription, payloadsOf } from '../../support/graphSubscriptions.ts'
import { aUserReportRequest, submitReport } from '../../support/reports.ts'
import { anAdmin, aUser } from '../../support/users.ts'

const run = ({ scope }: TestApp, name: string) =>
  jobs.find((job) => job.name === name)?.run(scope(), erasers, exportRules)

async function purge(app: TestApp): Promise<void> {
  await run(app, 'purge-aged-rows')
  await run(app, 'purge-open-notifications')
}

/** Rows of a person that have aged by so many days. */
async function addRows(app: TestApp, days: number) {
  const { db, now } = app.scope()
  const [person, other] = [await aUser(app), await aUser(app)]
  const [userId, at] = [person.id, addMilliseconds(now, -days * DAY)]
  const worldId = newId('world', now)
  await db.pastDisplayName.create({
    data: { id: newId('pastDisplayName', now), userId, displayName: 'x', updatedAt: at },
  })
  await db.world.create({
    data: {
      ...{ id: worldId, authorId: userId, name: 'x', nameKey: 'x', imageUrl: '', releaseStatus: 'private' },
      ...{ capacity: 1, recommendedCapacity: 1, shuffleKey: 1, createdAt: now, updatedAt: now },
    },
  })
  await db.worldVisitor.create({ data: { userId, worldId, visits: 1, lastAt: at } })
  await other.api.call('friend', { userId })
  await db.notification.updateMany({ where: { receiverId: userId }, data: { createdAt: at } })
  const submitted = await submitReport(person, aUserReportRequest(other.id))
  const reportId = newId('moderationReport', at)
  const id = newId('reportNote', now)
  await db.moderationReport.update({
    where: { id: submitted },
    data: { id: reportId, status: 'closed', closedAt: at, openKey: null },
  })
  await db.reportNote.create({ data: { id, reportId, text: 'x', createdAt: now } })
  const event = { provider: 'test', eventId: id, type: 'x', transactionId: id, payload: {}, occurredAt: at }
  await db.paymentEvent.create({
    data: { ...event, id: newId('paymentEvent', at), state: 'done', receivedAt: at, nextAttemptAt: at, settledAt: at },
  })
  await db.backup.create({ data: { id, target: 'x', startedAt: at, aliveAt: at } })
  return async () => ({
    names: await db.pastDisplayName.count({ where: { userId } }),
    visits: await db.worldVisitor.count({ where: { userId } }),
    requests: await db.notification.count({ where: { receiverId: userId } }),
    reports: await db.moderationReport.count({ where: { id: reportId } }),
    notes: await db.reportNote.count({ where: { id } }),
    events: await db.paymentEvent.count({ where: { eventId: id } }),
    backups: await db.backup.count({ where: { id } }),
  })
}

const ALL = { names: 1, visits: 1, requests: 1, reports: 1, notes: 1, events: 1, backups: 1 }
const NONE = { names: 0, visits: 0, requests: 0, reports: 0, notes: 0, events: 0, backups: 0 }

describe('old rows', () => {
  it('stay by default, but for the records of backups', async () => {
    const app = await sharedApp()
    const rows = await addRows(app, 3_000)
    await purge(app)
    expect(await rows()).toEqual({ ...ALL, backups: 0 })
  })

  it('go when they are older than the settings keep them, and no others', async () => {
    const app = await anApp({
      RETENTION_PAST_NAMES_DAYS: '100',
      RETENTION_WORLD_VISITORS_DAYS: '100',
      RETENTION_OPEN_NOTIFICATIONS_DAYS: '100',
      RETENTION_CLOSED_REPORTS_DAYS: '100',
      RETENTION_PAYMENT_EVENTS_DAYS: '100',
      RETENTION_BACKUP_RUNS_DAYS: '100',
    })
    const [old, young] = [await addRows(app, 101), await addRows(app, 99)]
    const open = await submitReport(await anAdmin(app), aUserReportRequest((await aUser(app)).id))
    await purge(app)
    expect([await old(), await young()]).toEqual([NONE, ALL])
    expect(await app.scope().db.moderationReport.count({ where: { id: open } })).toBe(1)
  })

  it('are told to both people when they are friend requests, also those that were declined', async () => {
    const app = await anApp({ RETENTION_OPEN_NOTIFICATIONS_DAYS: '100' })
    const { db, now } = app.scope()
    const [asker, asked, declining] = [await aUser(app), await aUser(app), await aUser(app)]
    for (const { id: userId } of [asked, declining]) await asker.api.call('friend', { userId })
    const { id } = await db.notification.findFirstOrThrow({ where: { receiverId: declining.id } })
    await declining.api.call('deleteNotification', { notificationId: trusted<'friendRequest'>(id) })
    await db.notification.updateMany({ data: { createdAt: addMilliseconds(now, -101 * DAY) } })
    const feed = await aSubscription(app, asked, 'subscription { notificationFeed { kind deletedIds } }')
    const lists = await aSubscription(app, asker, 'subscription { viewerListsChanged { kind targetId } }')
    const entries = () => db.feedEntry.count({ where: { userId: declining.id } })
    const before = await entries()
    await run(app, 'purge-open-notifications')
    expect(await entries()).toBe(before)
    await feed.until((messages) => payloadsOf(messages, 'notificationFeed').length > 0)
    expect(payloadsOf(feed.messages, 'notificationFeed')).toEqual([
      { kind: 'DELETED', deletedIds: [expect.stringMatching(/^not_/)] },
    ])
    await lists.until((messages) => payloadsOf(messages, 'viewerListsChanged').length > 1)
    const told = payloadsOf(lists.messages, 'viewerListsChanged')
    expect(told.map(({ kind }) => kind)).toEqual(['FRIEND_REQUESTS', 'FRIEND_REQUESTS'])
    expect(told.map(({ targetId }) => targetId).toSorted()).toEqual([asked.id, declining.id].toSorted())
  })

  it('go however many they are', async () => {
    const app = await anApp()
    const { db, now } = app.scope()
    const { id: receiverId } = await aUser(app)
    const ending = (expiresAt: Date) => ({
      ...{ id: newId('notification', now), receiverId, type: 'message', createdAt: now, updatedAt: now, expiresAt },
    })
    await db.notification.createMany({ data: Array.from({ length: 2_500 }, () => ending(addMilliseconds(now, -1))) })
    await db.notification.create({ data: ending(addMilliseconds(now, DAY)) })
    expect(await run(app, 'purge-expired-notifications')).toBeGreaterThanOrEqual(2_500)
    expect(await db.notification.count({ where: { receiverId } })).toBe(1)
  })
})

it('a setting of retention that is shorter than others rely on is refused', () => {
  for (const name of ['RETENTION_GROUP_AUDIT_DAYS', 'RETENTION_PAYMENT_EVENTS_DAYS', 'RETENTION_CLOSED_REPORTS_DAYS'])
    expect(() => readSettings({ [name]: '7' })).toThrow(name)
  expect(() => readSettings({ RETENTION_FEED_DAYS: '0' })).toThrow('RETENTION_FEED_DAYS')
})
