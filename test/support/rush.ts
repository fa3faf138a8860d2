import type { TestApp } from './app.ts'

/** More than the server has connections to its database. */
const WARMING = 20

/**
 * Sends requests at once, when the server's connections to the database are all open: were the first to wait for a
 * connection while another goes ahead, they would come one after the other and prove nothing.
 */
export async function atOnce<R>(app: TestApp, count: number, send: (at: number) => Promise<R>): Promise<R[]> {
  const { client } = app.scope()
  await Promise.all(Array.from({ length: WARMING }, () => client.$queryRaw`SELECT 1 FROM pg_sleep(0.02)`))
  return Promise.all(Array.from({ length: count }, (_, at) => send(at)))
}
