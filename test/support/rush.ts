import type { TestApp } from './app.ts'

/** More than the server has connections to its database. */
const WARMING = 20

/** How many deadlocks the app's database has broken up so far: each connection is made to say what it has counted. */
export async function deadlocksIn(app: TestApp): Promise<number> {
  const { client } = app.scope()
  const flush = () => client.$queryRaw`SELECT pg_stat_force_next_flush()::text FROM pg_sleep(0.02)`
  await Promise.all(Array.from({ length: WARMING }, flush))
  const [found] = await client.$queryRaw<{ deadlocks: bigint }[]>`
    SELECT deadlocks FROM pg_stat_database WHERE datname = current_database()`
  return Number(found?.deadlocks ?? 0)
}

/**
 * Sends requests at once, when the server's connections to the database are all open: were the first to wait for a
 * connection while another goes ahead, they would come one after the other and prove nothing.
 */
export async function atOnce<R>(app: TestApp, count: number, send: (at: number) => Promise<R>): Promise<R[]> {
  const { client } = app.scope()
  await Promise.all(Array.from({ length: WARMING }, () => client.$queryRaw`SELECT 1 FROM pg_sleep(0.02)`))
  return Promise.all(Array.from({ length: count }, (_, at) => send(at)))
}
