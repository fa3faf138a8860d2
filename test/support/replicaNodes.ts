import { anApp, type TestApp } from './app.ts'
import { eventually } from './eventually.ts'
import type { ReplicatedDatabase } from './replicatedDatabase.ts'
import { aRestClient, type RestClient } from './restClient.ts'
import type { TestUser } from './users.ts'

/** Opens a node on both servers, which uses the replica. `maxLag` is in milliseconds. */
export async function aNode({ url, standby, query }: ReplicatedDatabase, maxLag: number): Promise<TestApp> {
  const app = await anApp({
    DATABASE_URL: url,
    DATABASE_REPLICA_URL: standby.url,
    DATABASE_REPLICA_MAX_LAG_MS: String(maxLag),
  })
  // Of a new table of writes, nobody knows who has written before.
  await query("UPDATE replica.recent_write SET at = at - interval '1 hour' WHERE sender = ''")
  await inUse(app)
  return app
}

/** Waits until the node uses the replica. */
export const inUse = (app: TestApp) => eventually(() => app.platform.replica?.isFresh() === true)
/** Waits until the node uses the primary alone. */
export const outOfUse = (app: TestApp) => eventually(() => app.platform.replica?.isFresh() === false)

/** The person's session, by another node. */
export function byNode(app: TestApp, { api }: Pick<TestUser, 'api'>): RestClient {
  const client = aRestClient(app, { address: api.address })
  for (const [name, value] of api.cookies) client.cookies.set(name, value)
  return client
}

/** What a node has done on both servers so far. */
export interface ReplicaCounts {
  /** Statements on the primary, and on the replica. */
  readonly primary: number
  readonly replica: number
  /** Statements that the replica has failed. */
  readonly repeated: number
}

export async function replicaCounts({ platform: { metrics } }: TestApp): Promise<ReplicaCounts> {
  const text = await metrics.metrics()
  const read = (name: string) => Number(new RegExp(`^${name} (\\S+)$`, 'm').exec(text)?.[1] ?? 0)
  return {
    primary: read('plaza_database_statement_duration_seconds_count'),
    replica: read('plaza_replica_statement_duration_seconds_count'),
    repeated: read('plaza_replica_repeated_statements_total'),
  }
}

/** What a node does on both servers while some work is done. */
export async function countedWhile(app: TestApp, work: () => Promise<unknown>): Promise<ReplicaCounts> {
  const before = await replicaCounts(app)
  await work()
  const after = await replicaCounts(app)
  return {
    primary: after.primary - before.primary,
    replica: after.replica - before.replica,
    repeated: after.repeated - before.repeated,
  }
}
