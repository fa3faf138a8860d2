import { spawnSync } from 'node:child_process'
import { setTimeout as pause } from 'node:timers/promises'
import pg from 'pg'
import { registerUser, sendRestRequest } from '../support/users.ts'
import { runSql, type Site } from './site.ts'

/** A fault that is planted, and the alerts that it must raise. */
export interface Fault {
  readonly name: string
  readonly raises: readonly string[]
  /** Breaks something. Returns a function that mends it. */
  plant(site: Site): Promise<(() => Promise<unknown>) | undefined>
  /** What clients do meanwhile, again and again. */
  act?(site: Site): Promise<unknown>
}

const personOf = ({ users }: Site, number: number) => users[number % users.length]

/** A request of a person; failures are what the drills are about. */
const request = (site: Site, number: number, path: string, headers: Record<string, string> = {}) =>
  fetch(`${site.server.origin}${path}`, { headers: { cookie: personOf(site, number)?.cookie ?? '', ...headers } })
    .then((answer) => answer.arrayBuffer())
    .catch(() => {})

const reads = (site: Site, count: number) =>
  Promise.all(Array.from({ length: count }, (_, at) => request(site, at, `/api/1/users/${personOf(site, at + 1)?.id}`)))

const write = (site: Site) =>
  sendRestRequest(site.server.origin, {
    method: 'POST',
    path: '/userNotes',
    cookie: personOf(site, 0)?.cookie ?? '',
    body: { targetUserId: personOf(site, 1)?.id, note: String(Math.random()) },
  }).catch(() => {})

/** Downloads the picture of the default avatar, which anybody can see. */
async function readPicture(site: Site): Promise<void> {
  const [row] = await runSql(site, `SELECT "fileId" FROM "FileData" WHERE "blobKey" IS NOT NULL LIMIT 1`)
  await request(site, 0, `/api/1/file/${row?.fileId}/1/file`)
}

const unexpectedError: Fault = {
  name: 'an error that no code handles',
  raises: ['PlazaUnexpectedErrors'],
  plant: async () => undefined,
  act: (site) => request(site, 0, '/livez', { 'x-fault': 'yes' }),
}

const killedWorkers: Fault = {
  name: 'workers that are killed',
  raises: ['PlazaWorkerRestarts'],
  async plant({ server }) {
    for (let kill = 0; kill < 4; kill++) {
      const { stdout } = spawnSync('ps', ['-o', 'pid=,args=', '--ppid', String(server.pid)], { encoding: 'utf8' })
      const [worker] = stdout.split('\n').filter((line) => line.includes('main.js'))
      if (worker) process.kill(Number.parseInt(worker, 10), 'SIGKILL')
      await pause(4_000)
    }
    return undefined
  },
}

const lostBus: Fault = {
  name: 'an event bus that is cut again and again',
  raises: ['PlazaBusGaps'],
  plant: async () => undefined,
  async act(site) {
    const client = site.redisClient()
    await client.call('CLIENT', 'KILL', 'TYPE', 'pubsub')
    client.disconnect()
    await pause(2_000)
  },
}

const guessedPasswords: Fault = {
  name: 'passwords that are guessed',
  raises: ['PlazaRateLimitRefusals'],
  plant: async () => undefined,
  act: (site) => {
    const authorization = `Basic ${Buffer.from('nobody:wrong').toString('base64')}`
    const guess = () => fetch(`${site.server.origin}/api/1/auth/user`, { headers: { authorization } })
    return Promise.all(Array.from({ length: 10 }, guess))
  },
}

const refusedMail: Fault = {
  name: 'a mail server that refuses mails',
  raises: ['PlazaJobFailing', 'PlazaMailUndelivered'],
  async plant(site) {
    site.broken.mail = true
    for (let number = 0; number < 6; number++) await registerUser(site.server.origin, 100 + number)
    return async () => {
      site.broken.mail = false
      await runSql(site, `DELETE FROM pgboss.job WHERE name = 'send-mail'`)
    }
  },
  act: (site) =>
    runSql(
      site,
      `UPDATE pgboss.job SET created_on = now() - interval '1 hour' WHERE name = 'send-mail' AND state = 'retry'`,
    ),
}

const stuckQueue: Fault = {
  name: 'a queue that stands still, and a run that was given up',
  raises: ['PlazaJobQueueStuck', 'PlazaJobGivenUp'],
  async plant(site) {
    await runSql(
      site,
      `INSERT INTO pgboss.job (name, state, start_after, created_on)
       VALUES ('send-mail', 'failed', now(), now()), ('check-ledger', 'retry', now() + interval '1 hour', now() - interval '1 hour')`,
    )
    return () => runSql(site, `DELETE FROM pgboss.job WHERE state IN ('failed', 'retry')`)
  },
}

const lostFiles: Fault = {
  name: 'content that was deleted in the store',
  raises: ['PlazaMissingFiles'],
  async plant({ store: { bucket } }) {
    const objects = [...bucket.objects]
    bucket.objects.clear()
    return async () => {
      for (const [key, object] of objects) bucket.objects.set(key, object)
    }
  },
  act: readPicture,
}

const brokenStore: Fault = {
  name: 'an object store that answers with errors',
  raises: ['PlazaObjectStoreErrors'],
  async plant({ broken }) {
    broken.store = true
    return async () => {
      broken.store = false
    }
  },
  act: readPicture,
}

const fullDisk: Fault = {
  name: 'a disk with less than 2 GB',
  raises: ['PlazaDiskFull'],
  async plant({ dataDir }) {
    const resize = (size: string) => spawnSync('mount', ['-o', `remount,size=${size}`, dataDir])
    resize('1g')
    return async () => resize('4g')
  },
}

const lockedTable: Fault = {
  name: 'a table that is locked under load',
  raises: ['PlazaDatabasePoolExhausted', 'PlazaSlowRequests', 'PlazaSlowStatements'],
  async plant({ database }) {
    const client = new pg.Client({ connectionString: database.direct })
    await client.connect()
    await client.query('BEGIN; LOCK TABLE "User", "Session" IN ACCESS EXCLUSIVE MODE')
    return async () => {
      await client.query('ROLLBACK')
      await client.end()
    }
  },
  act: (site) => reads(site, 60),
}

const readOnlyDatabase: Fault = {
  name: 'a database that was made read-only',
  raises: ['PlazaDatabaseReadOnly', 'PlazaDatabaseErrors'],
  async plant(site) {
    const set = async (value: 'on' | 'off') => {
      await runSql(site, `ALTER DATABASE plaza SET default_transaction_read_only = ${value}`)
      await runSql(site, `SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE application_name LIKE 'plaza%'`)
    }
    await set('on')
    return () => set('off')
  },
  act: write,
}

const lostDatabase: Fault = {
  name: 'a database that is away',
  raises: ['PlazaDatabaseDown', 'PlazaHighErrorRate', 'PlazaJobOverdue'],
  async plant({ database }) {
    await database.cut()
    return database.restore
  },
  act: (site) => reads(site, 12),
}

function usedUpConnections(): Fault {
  const clients: pg.Client[] = []
  /** Takes what is free, but for those of superusers and one: the pools of the server give back what they don't use. */
  const take = async (site: Site) => {
    const [row] = await runSql(
      site,
      `SELECT current_setting('max_connections')::int - 4 - count(*)::int AS free FROM pg_stat_activity WHERE backend_type = 'client backend'`,
    )
    const taken = Array.from({ length: Math.max(0, row?.free ?? 0) }, () => new pg.Client(site.database.direct))
    await Promise.all(taken.map((client) => client.connect()))
    clients.push(...taken)
  }
  return {
    name: 'a database whose connections are used up',
    raises: ['PlazaDatabaseConnectionsExhausted'],
    async plant(site) {
      await take(site)
      return () => Promise.all(clients.map((client) => client.end()))
    },
    act: take,
  }
}

const lackingMigration: Fault = {
  name: 'a migration that is not applied',
  raises: ['PlazaMigrationsPending'],
  async plant(site) {
    await runSql(site, `CREATE TABLE kept AS SELECT * FROM "_prisma_migrations" ORDER BY migration_name DESC LIMIT 1`)
    await runSql(site, `DELETE FROM "_prisma_migrations" WHERE id IN (SELECT id FROM kept)`)
    return () => runSql(site, `INSERT INTO "_prisma_migrations" SELECT * FROM kept; DROP TABLE kept`)
  },
}

const oldBackup: Fault = {
  name: 'a backup of last week',
  raises: ['PlazaBackupOld'],
  async plant(site) {
    await runSql(site, `UPDATE "Backup" SET "finishedAt" = now() - interval '7 days'`)
    return () => runSql(site, `UPDATE "Backup" SET "finishedAt" = now()`)
  },
}

const missingBackup: Fault = {
  name: 'a server that has never made a backup',
  raises: ['PlazaBackupMissing'],
  async plant(site) {
    await runSql(site, `UPDATE "Backup" SET failure = 'planted'`)
    return () => runSql(site, `UPDATE "Backup" SET failure = NULL`)
  },
}

const stoppedJobs: Fault = {
  name: 'jobs of which none is queued any more',
  raises: ['PlazaJobsNotRunning'],
  async plant(site) {
    await runSql(site, 'CREATE TABLE kept AS SELECT * FROM pgboss.schedule; DELETE FROM pgboss.schedule')
    return () => runSql(site, 'INSERT INTO pgboss.schedule SELECT * FROM kept; DROP TABLE kept')
  },
}

const lostRedis: Fault = {
  name: 'a Redis that is away',
  raises: ['PlazaRedisDown', 'PlazaOutboxStuck'],
  async plant(site) {
    await site.stopRedis()
    await runSql(
      site,
      `INSERT INTO "Outbox" (topic, subject, ids, "createdAt") VALUES ('planted', 'x', '{}', now() - interval '5 minutes')`,
    )
    return site.startRedis
  },
}

const wrongBooks: Fault = {
  name: 'a row of the ledger that was changed by hand',
  raises: ['PlazaLedgerDifferences'],
  async plant(site) {
    await runSql(
      site,
      `INSERT INTO "LedgerTransfer" (id, key, kind, at) VALUES (900000001, 'planted', 'grant', now());
       INSERT INTO "LedgerEntry" ("transferId", "accountId", amount) VALUES (900000001, 'lacc_lost', 5);
       INSERT INTO pgboss.job (name) VALUES ('check-ledger')`,
    )
    return () =>
      runSql(
        site,
        `DELETE FROM "LedgerEntry" WHERE "transferId" = 900000001; DELETE FROM "LedgerTransfer" WHERE id = 900000001`,
      )
  },
}

const waitingPayment: Fault = {
  name: 'a payment that is never confirmed',
  raises: ['PlazaPaymentsWaiting'],
  async plant(site) {
    await runSql(
      site,
      `INSERT INTO "PaymentTransaction" (id, "buyerId", "itemType", "itemId", item, amount, currency, status, provider, "isSandbox", "createdAt", "updatedAt")
       SELECT 'txn_planted', 'usr_x', 'bundle', 'x', '{}', 1, 'USD', 'pending', 'planted', true, at, at FROM (SELECT now() - interval '3 days' AS at) AS days`,
    )
    return () => runSql(site, `DELETE FROM "PaymentTransaction" WHERE id = 'txn_planted'`)
  },
}

const lateReplica: Fault = {
  name: 'a replica that is 70 seconds behind',
  raises: ['PlazaReplicaLag'],
  plant: (site) => site.startStandby(),
  act: write,
}

const deadServer: Fault = {
  name: 'a server that is killed',
  raises: ['PlazaDown'],
  async plant({ server }) {
    process.kill(server.pid, 'SIGKILL')
    await server.ended
    return undefined
  },
}

/** In an order in which none raises the alerts of the next; the last one ends the server. */
export const FAULTS: readonly Fault[] = [
  unexpectedError,
  fullDisk,
  oldBackup,
  missingBackup,
  stoppedJobs,
  lackingMigration,
  waitingPayment,
  wrongBooks,
  lostFiles,
  brokenStore,
  refusedMail,
  stuckQueue,
  guessedPasswords,
  usedUpConnections(),
  lockedTable,
  readOnlyDatabase,
  lostBus,
  lostRedis,
  killedWorkers,
  lateReplica,
  lostDatabase,
  deadServer,
]
