import type { TestApp } from './app.ts'

/** More than the size of the server's connection pool. */
const CONNECTIONS_TO_OPEN = 20

/** Makes PostgreSQL publish the statistics of all connections of the server's pool. */
export async function flushStatistics(app: TestApp): Promise<void> {
  const { client } = app.scope()
  const flush = () => client.$queryRaw`SELECT pg_stat_force_next_flush()::text FROM pg_sleep(0.02)`
  await Promise.all(Array.from({ length: CONNECTIONS_TO_OPEN }, flush))
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
  await Promise.all(Array.from({ length: CONNECTIONS_TO_OPEN }, () => client.$queryRaw`SELECT 1 FROM pg_sleep(0.02)`))
  return Promise.all(Array.from({ length: count }, (_, at) => send(at)))
}
