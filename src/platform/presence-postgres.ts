import type { Pool } from 'pg'
import type { PresenceStore } from './presence.ts'

const SAVE = `
  INSERT INTO "Presence" ("userId", "lastSeen")
  SELECT * FROM unnest($1::text[], $2::timestamptz[])
  ON CONFLICT ("userId") DO UPDATE SET "lastSeen" = GREATEST("Presence"."lastSeen", EXCLUDED."lastSeen")`

export const postgresPresence = (pool: Pool): PresenceStore => ({
  async save(sightings) {
    // In one order on every node, so that batches wait for each other and never lock each other out.
    const users = [...sightings.keys()].sort()
    const times = users.map((user) => new Date(sightings.get(user) ?? 0))
    await pool.query({ name: 'presence-save', text: SAVE, values: [users, times] })
  },
  async seenSince(users, since) {
    const text = 'SELECT "userId" FROM "Presence" WHERE "userId" = ANY($1) AND "lastSeen" > $2'
    const { rows } = await pool.query<{ userId: string }>({ name: 'presence-seen', text, values: [users, since] })
    return rows.map(({ userId }) => userId)
  },
  async countSince(since) {
    const text = 'SELECT count(*)::int AS count FROM "Presence" WHERE "lastSeen" > $1'
    const { rows } = await pool.query<{ count: number }>({ name: 'presence-count', text, values: [since] })
    return rows[0]?.count ?? 0
  },
  async remove(user) {
    await pool.query('DELETE FROM "Presence" WHERE "userId" = $1', [user])
  },
  async prune(before) {
    await pool.query('DELETE FROM "Presence" WHERE "lastSeen" < $1', [before])
  },
})
