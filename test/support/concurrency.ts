import type { TestApp } from './app.ts'

/** As many queries as the server's pool has connections: each waits long enough that no connection runs two. */
const onEveryConnection = ({ platform }: TestApp, query: () => Promise<unknown>) =>
  Promise.all(Array.from({ length: platform.settings.DATABASE_POOL_SIZE }, query))

/** Makes PostgreSQL publish the statistics of all connections of the server's pool. */
export async function flushStatistics(app: TestApp): Promise<void> {
  const { client } = app.scope()
  await onEveryConnection(app, () => client.$queryRaw`SELECT pg_stat_force_next_flush()::text FROM pg_sleep(0.05)`)
}

/** The number of deadlocks in the server's database so far. */
export async function countDeadlocks(app: TestApp): Promise<number> {
  await flushStatistics(app)
  const { client } = app.scope()
  const [found] = await client.$queryRaw<{ deadlocks: bigint }[]>`
    SELECT deadlocks FROM pg_stat_database WHERE datname = current_database()`
  return Number(found?.deadlocks ?? 0)
}

/**
 * Sends requests concurrently. Opens all connections of the server's pool before: otherwise requests that wait for a
 * connection would run one after the other, and the test would prove nothing.
 */
export async function runConcurrently<R>(app: TestApp, count: number, send: (at: number) => Promise<R>): Promise<R[]> {
  const { client } = app.scope()
  await onEveryConnection(app, () => client.$queryRaw`SELECT 1 FROM pg_sleep(0.02)`)
  return Promise.all(Array.from({ length: count }, (_, at) => send(at)))
}
