import { describe, expect, it } from 'vitest'
import { maintainPartitions } from '../../../src/areas/system/partitions/maintain.ts'
import { addFirstEnd, addPartition, readPartitions } from '../../../src/areas/system/partitions/queries.ts'
import {
  beginOf,
  endOf,
  PARTITIONED_TABLES,
  type PartitionedTable,
} from '../../../src/areas/system/partitions/tables.ts'
import { addMilliseconds, DAY } from '../../../src/kernel/clock.ts'
import { newId } from '../../../src/kernel/ids.ts'
import { anApp, type TestApp } from '../../support/app.ts'
import { aNotification } from '../../support/notifications.ts'
import { aUser } from '../../support/users.ts'

const WEEK = 7 * DAY

function tableOf(name: string): PartitionedTable {
  const found = PARTITIONED_TABLES.find(({ table }) => table === name)
  if (!found) throw new Error(`${name} has no partitions`)
  return found
}
const [FEED, AUDIT] = [tableOf('FeedEntry'), tableOf('AuditEntry')]

const userId = 'usr_x'
let lastSeq = 0n
async function anEntry(app: TestApp, at: Date): Promise<void> {
  lastSeq += 1n
  const entry = { userId, seq: lastSeq, kind: 'created', type: 'x', at }
  await app.scope().client.feedEntry.create({ data: entry })
}

/** The partition of each entry of the feed, by its number. */
const placesOf = async (app: TestApp) => {
  const rows = await app.scope().client.$queryRaw<{ place: string }[]>`
    SELECT tableoid::regclass::text AS place FROM "FeedEntry" WHERE "userId" = ${userId} ORDER BY seq`
  return rows.map(({ place }) => place.replaceAll('"', '').replace(/\d{8}/, 'week'))
}

async function anAuditEntry({ scope }: TestApp): Promise<string> {
  const { client, now } = scope()
  const id = newId('auditEntry', now)
  await client.auditEntry.create({ data: { id, at: now, act: 'x', subjectId: 'y' } })
  return id
}

describe('the job of partitions', () => {
  it('keeps what was written before, makes partitions ahead, and drops what is past', async () => {
    const app = await anApp()
    const { now } = app.scope()
    await anEntry(app, addMilliseconds(now, -3 * DAY))
    await anEntry(app, now)
    await maintainPartitions(app.scope())
    await maintainPartitions(app.scope())
    const { hasFirst, begins } = await readPartitions(app.scope(), FEED)
    const [first] = begins
    if (!first) throw new Error('no partition was made')
    expect(hasFirst).toBe(true)
    expect(first.getTime() - now.getTime()).toBeGreaterThan(WEEK)
    app.clock.advance(first.getTime() - now.getTime())
    await maintainPartitions(app.scope())
    await anEntry(app, app.scope().now)
    expect(await placesOf(app)).toEqual(['FeedEntry_first', 'FeedEntry_first', 'FeedEntry_week'])
    app.clock.advance(8 * DAY)
    await maintainPartitions(app.scope())
    await anEntry(app, app.scope().now)
    expect(await placesOf(app)).toEqual(['FeedEntry_week', 'FeedEntry_week'])
    app.clock.advance(8 * DAY)
    await maintainPartitions(app.scope())
    expect(await placesOf(app)).toEqual(['FeedEntry_week'])
    expect((await readPartitions(app.scope(), FEED)).begins).toHaveLength(4)
  })

  it('drops entries of feeds whose numbers go on', async () => {
    const app = await anApp()
    const { client, now } = app.scope()
    const person = await aUser(app)
    await maintainPartitions(app.scope())
    await aNotification(app, person.id)
    const [first] = (await readPartitions(app.scope(), FEED)).begins
    app.clock.advance((first?.getTime() ?? 0) - now.getTime() + 8 * DAY)
    await aNotification(app, person.id)
    await maintainPartitions(app.scope())
    const where = { userId: person.id }
    expect(await client.feedEntry.findMany({ where, select: { seq: true } })).toEqual([{ seq: 2n }])
    expect(await client.feedHead.findUnique({ where })).toMatchObject({ seq: 2n })
  })

  it('keeps rows for which it has made no partition in time, and what is old of them no longer than others', async () => {
    const app = await anApp()
    await maintainPartitions(app.scope())
    app.clock.advance(20 * WEEK)
    const missed = app.scope().now
    await anEntry(app, missed)
    expect(await placesOf(app)).toEqual(['FeedEntry_other'])
    await maintainPartitions(app.scope())
    const { begins } = await readPartitions(app.scope(), FEED)
    expect(begins.at(0)).toEqual(endOf(FEED, beginOf(FEED, missed)))
    app.clock.advance(8 * DAY)
    await anEntry(app, app.scope().now)
    await maintainPartitions(app.scope())
    expect(await placesOf(app)).toEqual(['FeedEntry_week'])
  })

  it('goes on where a run was killed, and begins anew if that was long ago', async () => {
    const app = await anApp()
    const { now } = app.scope()
    const end = endOf(FEED, beginOf(FEED, addMilliseconds(now, 3 * WEEK)))
    await addFirstEnd(app.scope(), FEED, end)
    await addFirstEnd(app.scope(), AUDIT, addMilliseconds(now, -WEEK))
    await maintainPartitions(app.scope())
    expect((await readPartitions(app.scope(), FEED)).begins.at(0)).toEqual(end)
    const [firstYear] = (await readPartitions(app.scope(), AUDIT)).begins
    expect(firstYear?.getTime()).toBeGreaterThan(now.getTime())
  })

  it('harms nothing when several run at the same time', async () => {
    const app = await anApp()
    await anEntry(app, app.scope().now)
    await Promise.allSettled([1, 2, 3].map(() => maintainPartitions(app.scope())))
    await maintainPartitions(app.scope())
    expect(await placesOf(app)).toEqual(['FeedEntry_first'])
    expect((await readPartitions(app.scope(), FEED)).begins.length).toBeGreaterThan(0)
  })

  it('leaves entries of the audit log for ever, which nothing changes or removes', async () => {
    const app = await anApp()
    const { client } = app.scope()
    const before = await anAuditEntry(app)
    await maintainPartitions(app.scope())
    const next = endOf(AUDIT, beginOf(AUDIT, addMilliseconds(app.scope().now, WEEK)))
    app.clock.advance(next.getTime() - app.scope().now.getTime())
    await maintainPartitions(app.scope())
    const after = await anAuditEntry(app)
    const [place] = await client.$queryRaw<{ name: string }[]>`
      SELECT tableoid::regclass::text AS name FROM "AuditEntry" WHERE id = ${after}`
    expect(place?.name).toMatch(/AuditEntry_\d{8}/)
    app.clock.advance(1_000 * DAY)
    await maintainPartitions(app.scope())
    expect(await client.auditEntry.count({ where: { id: { in: [before, after] } } })).toBe(2)
    for (const id of [before, after]) {
      await expect(client.auditEntry.update({ where: { id }, data: { act: 'z' } })).rejects.toThrow('append-only')
      await expect(client.auditEntry.delete({ where: { id } })).rejects.toThrow('append-only')
    }
    await expect(client.$executeRaw`TRUNCATE "AuditEntry"`).rejects.toThrow('append-only')
  })

  it('gives up when others use the table, so that nobody waits behind it', async () => {
    const app = await anApp()
    await maintainPartitions(app.scope())
    const begin = endOf(FEED, beginOf(FEED, addMilliseconds(app.scope().now, 9 * WEEK)))
    await app.scope().client.$transaction(async (tx) => {
      await tx.$executeRaw`LOCK TABLE "FeedEntry" IN SHARE UPDATE EXCLUSIVE MODE`
      await expect(addPartition(app.scope(), FEED, begin)).rejects.toThrow('lock timeout')
    })
    await addPartition(app.scope(), FEED, begin)
    expect((await readPartitions(app.scope(), FEED)).begins.at(-1)).toEqual(begin)
  })
})
