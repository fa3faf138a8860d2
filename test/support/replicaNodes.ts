import { anApp, type TestApp } from './app.ts'
import { eventually } from './eventually.ts'
import { statementsOf } from './pageStatements.ts'
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

/** What requests to a node have done. */
export interface ReplicaUse {
  /** The texts of their statements on the primary, without the question who has written lately. */
  readonly onPrimary: readonly string[]
  /** Numbers of statements that the replica was asked, and of those that it has failed. */
  readonly onReplica: number
  readonly repeated: number
}

/** Runs work that sends requests to a node. */
export async function replicaUseOf(app: TestApp, work: () => Promise<unknown>): Promise<ReplicaUse> {
  const before = await replicaCounts(app)
  const texts = await statementsOf(app, work)
  const after = await replicaCounts(app)
  return {
    onPrimary: texts.filter((text) => !text.includes('replica.recent_write')),
    onReplica: after.onReplica - before.onReplica,
    repeated: after.repeated - before.repeated,
  }
}

/** Numbers of statements that a node has asked the replica so far, and of those that it has failed. */
export async function replicaCounts({ platform: { metrics } }: TestApp) {
  const text = await metrics.metrics()
  const read = (name: string) => Number(new RegExp(`^${name} (\\S+)$`, 'm').exec(text)?.[1] ?? 0)
  return {
    onReplica: read('plaza_replica_statement_duration_seconds_count'),
    repeated: read('plaza_replica_repeated_statements_total'),
  }
}
