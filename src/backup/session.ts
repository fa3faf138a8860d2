import { Client } from 'pg'
import { NO_TIMEOUTS, sessionSettings } from '../platform/database/sessionTimeouts.ts'

/** Rows are written the same way by every server and for every session, so that their digests can be compared. */
const TEXT_FORMAT = `SET synchronize_seqscans = off; SET max_parallel_workers_per_gather = 0; SET extra_float_digits = 1; SET DateStyle = 'ISO, YMD';
  SET IntervalStyle = 'postgres'; SET bytea_output = 'hex'; SET client_encoding = 'UTF8'; SET xmloption = 'content'`

/** Runs work on a connection of its own, without time limits. */
export async function withSession<R>(url: string, work: (client: Client) => Promise<R>): Promise<R> {
  const named = new URL(url)
  named.searchParams.set('application_name', 'plaza command')
  const client = new Client({ connectionString: named.href, keepAlive: true, keepAliveInitialDelayMillis: 30_000 })
  // A lost connection fails the statement; without a listener the 'error' event would end the process.
  client.on('error', () => {})
  await client.connect()
  try {
    await client.query(`${sessionSettings(url, NO_TIMEOUTS)}; ${TEXT_FORMAT}`)
    return await work(client)
  } finally {
    await client.end().catch(() => {})
  }
}
