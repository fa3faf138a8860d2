import { createKeyLoader } from '../../../kernel/records.ts'
import type { Closable, DatabaseAccess } from '../../platform.ts'
import { isDatabaseUnavailable } from '../connectionErrors.ts'
import { runScript } from '../runScript.ts'

/** Who has changed something lately, on any node. */
export interface RecentWrites extends Closable {
  /** Notes that a sender has changed something. */
  note(sender: string): Promise<void>
  /** Whether one of the senders has changed something within the time. */
  hasAny(senders: readonly string[]): Promise<boolean>
}

/**
 * Short-lived, as the counters of limits are: an unlogged table in its own schema, outside the migrations. A crash of the
 * database empties it. Its row without a sender tells since when it knows of all.
 */
const ENSURE_TABLE = `
  BEGIN;
  SELECT pg_advisory_xact_lock(hashtextextended('plaza.replica', 0));
  CREATE SCHEMA IF NOT EXISTS replica;
  CREATE UNLOGGED TABLE IF NOT EXISTS replica.recent_write (sender text PRIMARY KEY, at timestamptz NOT NULL);
  COMMIT`

/** Milliseconds. */
const TIDY_INTERVAL = 10_000

interface RecentWritesOptions extends Pick<DatabaseAccess, 'pool' | 'sql'> {
  /** Milliseconds for which a write is recent. */
  readonly recentFor: number
}

/**
 * Makes the table if it is missing, as soon as the database takes writes. Until then everybody counts as somebody who has
 * written lately. Statements are gathered over a turn of the event loop.
 */
export async function openRecentWrites({ pool, sql, recentFor }: RecentWritesOptions): Promise<RecentWrites> {
  const tidy = () => tidyTable({ pool, sql })
  await tidy().catch((error: unknown) => {
    if (!isDatabaseUnavailable(error)) throw error
  })
  const since = `${recentFor} milliseconds`
  const note = createKeyLoader<string, null>(async (senders) => {
    await sql`
      INSERT INTO replica.recent_write AS known (sender, at)
      SELECT sender, clock_timestamp() FROM (SELECT DISTINCT unnest(${senders}::text[])) AS noted (sender) ORDER BY sender
      ON CONFLICT (sender) DO UPDATE SET at = greatest(known.at, EXCLUDED.at)`
    return senders.map(() => null)
  })
  const isRecent = createKeyLoader<string, boolean>(async (senders) => {
    const recent = await sql<{ sender: string }>`
      SELECT sender FROM unnest(${senders}::text[]) AS asked (sender)
      WHERE NOT EXISTS (
        SELECT FROM replica.recent_write WHERE sender = '' AND at < clock_timestamp() - ${since}::interval
      ) OR EXISTS (
        SELECT FROM replica.recent_write AS known
        WHERE known.sender = asked.sender AND at >= clock_timestamp() - ${since}::interval
      )`
    const found = new Set(recent.map(({ sender }) => sender))
    return senders.map((sender) => found.has(sender))
  })
  const timer = setInterval(() => void tidy().catch(() => {}), TIDY_INTERVAL).unref()
  return {
    note: async (sender) => void (await note(sender)),
    hasAny: async (senders) => (await Promise.all(senders.map(isRecent))).includes(true),
    close: async () => clearInterval(timer),
  }
}

/** Makes the table and its row without a sender if they are missing, and deletes what is no longer recent for any node. */
async function tidyTable({ pool, sql }: Pick<DatabaseAccess, 'pool' | 'sql'>): Promise<void> {
  const [table] = await sql<{ found: boolean }>`SELECT to_regclass('replica.recent_write') IS NOT NULL AS found`
  if (!table?.found) await runScript(pool, ENSURE_TABLE)
  await sql`
    INSERT INTO replica.recent_write (sender, at)
    SELECT '', clock_timestamp() WHERE NOT EXISTS (SELECT FROM replica.recent_write WHERE sender = '')
    ON CONFLICT DO NOTHING`
  await sql`DELETE FROM replica.recent_write WHERE sender <> '' AND at < clock_timestamp() - interval '10 minutes'`
}
