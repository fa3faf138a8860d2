import { afterAll, beforeAll, expect, inject, it } from 'vitest'
import { describeReplica } from '../../../src/cli/doctor/replica.ts'
import type { ReadAccess } from '../../../src/kernel/oldReads.ts'
import { queryOnce } from '../../../src/platform/database/queryOnce.ts'
import { anApp, type TestApp } from '../../support/app.ts'
import { aDatabaseProxy } from '../../support/databaseProxy.ts'
import { eventually } from '../../support/eventually.ts'
import { aLogRecorder, type LogLine } from '../../support/logRecorder.ts'
import { aNode, inUse, outOfUse, replicaCounts, replicaUseOf } from '../../support/replicaNodes.ts'
import { aReplicatedDatabase, type ReplicatedDatabase } from '../../support/replicatedDatabase.ts'
import { aUser, type TestUser } from '../../support/users.ts'

/** Milliseconds: short enough to wait for, and longer than a busy machine keeps the servers from being compared. */
const MAX_LAG = 5_000

interface Site {
  readonly replicated: ReplicatedDatabase
  readonly node: TestApp
  readonly reader: TestUser
}

let opened: Site | undefined
beforeAll(async () => {
  const replicated = await aReplicatedDatabase()
  const node = await aNode(replicated, MAX_LAG)
  opened = { replicated, node, reader: await aUser(node) }
  await replicated.standby.catchUp()
})
afterAll(async () => {
  await opened?.node.close()
  await opened?.replicated.close()
})

function site(): Site {
  if (!opened) throw new Error('the servers are not open')
  return opened
}

const read = () => site().reader.api.call('searchUsers', { query: { search: 'u' } })
const readsByReplica = async () => (await replicaUseOf(site().node, read)).onReplica > 0

/** Reads all the time while some work is done; fails if one of the reads does. */
async function whileReading(work: () => Promise<unknown>): Promise<number> {
  const state = { done: false, reads: 0 }
  const readOn = async () => {
    while (!state.done) {
      await read()
      state.reads += 1
    }
  }
  const readers = Promise.all([readOn(), readOn(), readOn()])
  await Promise.race([work().finally(() => (state.done = true)), readers])
  await readers
  return state.reads
}

async function accessOf({ app }: TestApp): Promise<ReadAccess> {
  const access = await app.services.oldReads?.accessFor(['nobody'])
  if (!access) throw new Error('reads don’t go to the replica')
  return access
}

it('a statement that the replica fails is repeated on the primary, by SQL and by Prisma', async () => {
  const { node } = site()
  const access = await accessOf(node)
  const before = await replicaCounts(node)
  expect(await access.sql`SELECT pg_current_wal_lsn() IS NOT NULL AS found`).toEqual([{ found: true }])
  expect(await access.sql.custom`SELECT pg_current_wal_lsn() IS NOT NULL AS found`).toEqual([{ found: true }])
  expect((await replicaCounts(node)).repeated).toBe(before.repeated + 2)
  await expect(access.sql`SELECT nothing`).rejects.toThrow('column "nothing" does not exist')
  expect((await replicaCounts(node)).repeated).toBe(before.repeated + 3)
})

it('Prisma reads on the replica, and does all else on the primary', async () => {
  const { node, reader } = site()
  const { db } = await accessOf(node)
  const before = await replicaCounts(node)
  expect(await db.user.findUnique({ where: { id: reader.id }, select: { id: true } })).toEqual({ id: reader.id })
  const half = await replicaCounts(node)
  expect(half.onReplica).toBeGreaterThan(before.onReplica)
  await db.user.update({ where: { id: reader.id }, data: { bio: 'x' } })
  expect(await db.$queryRaw`SELECT pg_is_in_recovery() AS standby`).toEqual([{ standby: false }])
  expect(await replicaCounts(node)).toEqual({ onReplica: half.onReplica, repeated: before.repeated })
})

it('no read fails while the replica ends its connections', async () => {
  const { replicated } = site()
  const end = () =>
    queryOnce(
      replicated.standby.url,
      "SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE application_name LIKE 'plaza %'",
    )
  await whileReading(async () => {
    for (let times = 0; times < 5; times++) {
      await inUse(site().node)
      await end()
    }
  })
  await inUse(site().node)
})

it('no read fails while the replica stops, and reads go back to it when it runs again', async () => {
  const { node, replicated } = site()
  await whileReading(async () => {
    await replicated.standby.stop()
    await outOfUse(node)
  })
  expect(await replicaUseOf(node, read)).toMatchObject({ onReplica: 0 })
  expect(await node.platform.metrics.metrics()).toMatch(/^plaza_replica_in_use 0$/m)
  await whileReading(async () => {
    await replicated.standby.start()
    await inUse(node)
  })
  await eventually(readsByReplica)
  expect(await node.platform.metrics.metrics()).toMatch(/^plaza_replica_in_use 1$/m)
})

it('no read waits for a replica that hangs, and reads go back to it when it answers', async () => {
  const { node, replicated } = site()
  await inUse(node)
  await whileReading(async () => {
    replicated.standby.freeze()
    await outOfUse(node)
    await read()
  })
  expect(await replicaUseOf(node, read)).toMatchObject({ onReplica: 0 })
  expect(await node.platform.metrics.metrics()).not.toMatch(/^plaza_replica_lag_seconds \d/m)
  replicated.standby.thaw()
  await inUse(node)
  await eventually(readsByReplica)
})

it('reads go to the primary while the replica is further behind than it may be', async () => {
  const { node, replicated, reader } = site()
  await inUse(node)
  await replicated.standby.pauseReplay()
  const write = () => reader.api.call('updateUser', { userId: reader.id, body: { bio: 'new' } })
  await write()
  await outOfUse(node)
  const [, lag] = /^plaza_replica_lag_seconds (\S+)$/m.exec(await node.platform.metrics.metrics()) ?? []
  expect(Number(lag)).toBeGreaterThan(MAX_LAG / 1_000)
  expect(await replicaUseOf(node, read)).toMatchObject({ onReplica: 0 })
  await replicated.standby.resumeReplay()
  await inUse(node)
  await eventually(readsByReplica)
})

it('a primary that nobody writes to is no lag', async () => {
  const { node, replicated } = site()
  await inUse(node)
  const [written] = await replicated.query('SELECT pg_current_wal_flush_lsn()::text AS at')
  await eventually(async () => (node.platform.replica?.age() ?? MAX_LAG) < MAX_LAG / 2)
  await replicated.query('SELECT pg_switch_wal()')
  await replicated.standby.catchUp()
  await eventually(async () => (node.platform.replica?.age() ?? MAX_LAG) < MAX_LAG / 2)
  expect(written).toBeDefined()
})

/** A node that shall not use what it is given as a replica. */
async function aNodeWith(replicaUrl: string) {
  const { log, lines } = aLogRecorder()
  const settings = { DATABASE_URL: site().replicated.url, DATABASE_REPLICA_URL: replicaUrl }
  const app = await anApp(settings, { log })
  const reasonOf = ({ msg, reason }: LogLine) => (msg?.startsWith('the replica gets no reads') ? [reason] : [])
  await eventually(() => lines.flatMap(reasonOf).length > 0)
  const reader = await aUser(app)
  expect(await reader.api.call('getUser', { userId: reader.id })).toMatchObject({ id: reader.id })
  expect(await replicaCounts(app)).toMatchObject({ onReplica: 0 })
  await app.close()
  return String(lines.flatMap(reasonOf))
}

const describe = (replicaUrl: string) =>
  describeReplica(site().replicated.url, replicaUrl, { DATABASE_REPLICA_MAX_LAG_MS: MAX_LAG })

it('a server that is no standby of the primary is not used', async () => {
  const { url } = site().replicated
  expect(await aNodeWith(url)).toContain('it is no standby')
  expect(await describe(url)).toMatchObject({ level: 'fail', says: expect.stringContaining('it is no standby') })
})

it('a server of another installation is not used', async () => {
  const { url } = inject('databaseServer')
  expect(await aNodeWith(url)).toContain('another installation')
  expect(await describe(url)).toMatchObject({ level: 'fail', says: expect.stringContaining('another installation') })
})

it('a node starts and serves without the server at DATABASE_REPLICA_URL', async () => {
  const proxy = await aDatabaseProxy(site().replicated.standby.url)
  await proxy.cut()
  expect(await aNodeWith(proxy.url)).toContain('ECONNREFUSED')
  expect(await describe(proxy.url)).toMatchObject({ level: 'fail', says: expect.stringContaining('ECONNREFUSED') })
})

it('doctor tells how far the replica is behind, and warns of one that does not follow', async () => {
  const { standby } = site().replicated
  expect(await describe(standby.url)).toMatchObject({ level: 'ok' })
  await standby.pauseReplay()
  await site().replicated.query('CREATE TABLE further (id int)')
  const behind = await describe(standby.url).finally(standby.resumeReplay)
  expect(behind).toMatchObject({ level: 'warn', says: expect.stringContaining('behind by more than 5000 ms') })
})

it('a replica that was promoted, and goes its own way from then on, is not used any more', async () => {
  const { node, replicated, reader } = site()
  await inUse(node)
  await whileReading(async () => {
    await queryOnce(replicated.standby.url, 'SELECT pg_promote()')
    await outOfUse(node)
  })
  await reader.api.call('updateUser', { userId: reader.id, body: { bio: 'after the failover' } })
  expect(await replicaUseOf(node, read)).toMatchObject({ onReplica: 0 })
  expect(await describe(replicated.standby.url)).toMatchObject({
    level: 'fail',
    says: expect.stringContaining('it is no standby'),
  })
})
