import { setTimeout as pause } from 'node:timers/promises'
import { Client } from 'pg'

/** A write to one row of each table, which changes nothing that anybody sees. */
const WRITES: Readonly<Record<string, string>> = {
  User: `UPDATE "User" SET "updatedAt" = now() WHERE id = (SELECT id FROM "User" WHERE username LIKE 'old%' ORDER BY id LIMIT 1)`,
  File: `UPDATE "File" SET "updatedAt" = now() WHERE id = (SELECT min(id) FROM "File")`,
  World: `UPDATE "World" SET "updatedAt" = now() WHERE id = (SELECT min(id) FROM "World")`,
  Notification: `UPDATE "Notification" SET "updatedAt" = now() WHERE id = (SELECT min(id) FROM "Notification")`,
  Session: `UPDATE "Session" SET "lastUsedAt" = now() WHERE id = (SELECT min(id) FROM "Session")`,
}

/** Milliseconds between two writes to a table. */
const INTERVAL = 100

export interface WriteProbe {
  /** By table: the writes, and the longest that one took, with when it began. */
  readonly longest: ReadonlyMap<string, { writes: number; ms: number; at: string }>
  stop(): Promise<void>
}

/** Writes to each table ten times a second, by a connection of its own, and measures how long that takes. */
export async function startWriteProbe(url: string): Promise<WriteProbe> {
  const longest = new Map<string, { writes: number; ms: number; at: string }>()
  const state = { stopped: false }
  const work = async (table: string, sql: string) => {
    const client = new Client({ connectionString: url, application_name: 'probe' })
    await client.connect()
    const found = { writes: 0, ms: 0, at: '' }
    longest.set(table, found)
    while (!state.stopped) {
      const [begun, at] = [performance.now(), new Date().toISOString()]
      await client.query(sql)
      const ms = performance.now() - begun
      found.writes += 1
      if (ms > found.ms) Object.assign(found, { ms, at })
      await pause(INTERVAL)
    }
    await client.end()
  }
  const working = Object.entries(WRITES).map(([table, sql]) => work(table, sql))
  return {
    longest,
    async stop() {
      state.stopped = true
      await Promise.all(working)
    },
  }
}
