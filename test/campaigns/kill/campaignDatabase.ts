import { randomUUID } from 'node:crypto'
import { Client } from 'pg'
import PgBoss from 'pg-boss'
import { z } from 'zod'
import { findRunningEmbeddedUrl } from '../../../src/platform/database/openDatabase.ts'

/** The database of a server that is killed. */
export interface CampaignDatabase {
  /** Runs a statement on a connection of its own. Throws while the server or its database is down. */
  run(text: string, values?: readonly unknown[]): Promise<unknown[]>
  /** Requests a run of a job, unless one is waiting already. */
  requestJob(name: string): Promise<void>
}

const WAITING_JOBS = `SELECT count(*)::int AS count FROM pgboss.job WHERE name = $1 AND state < 'active'`
const Jobs = z.tuple([z.object({ count: z.number() })])

/**
 * The embedded database of the server on a folder, or the one at `url`, opened anew for each statement, since the server and
 * its database are killed.
 */
export function campaignDatabase(dataDir: string, url?: string): CampaignDatabase {
  const connect = async () => {
    const connectionString = url ?? (await findRunningEmbeddedUrl(dataDir))
    if (connectionString === null) throw new Error('the server does not run')
    return connectionString
  }
  const run = async (text: string, values: readonly unknown[] = []): Promise<unknown[]> => {
    const client = new Client({ connectionString: await connect() })
    // A connection that is cut fails the statement, too.
    client.on('error', () => {})
    await client.connect()
    try {
      return (await client.query(text, [...values])).rows
    } finally {
      await client.end().catch(() => {})
    }
  }
  return {
    run,
    async requestJob(name) {
      if (Jobs.parse(await run(WAITING_JOBS, [name]))[0].count === 0) await sendJob(await connect(), name)
    },
  }
}

/** Queues a job beside those of killed servers, which count as active for minutes. */
async function sendJob(connectionString: string, name: string): Promise<void> {
  const boss = new PgBoss({ connectionString, max: 1, supervise: false, schedule: false, migrate: false })
  boss.on('error', () => {})
  await boss.start()
  try {
    await boss.send(name, {}, { singletonKey: randomUUID() })
  } finally {
    await boss.stop({ graceful: false })
  }
}
