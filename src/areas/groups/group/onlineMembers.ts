import type { Scope } from '../../../kernel/scope.ts'

/** Groups of one statement, so that joins and partings never wait long for their rows. */
const BATCH_SIZE = 500

interface Counted {
  readonly id: string
  readonly count: number
}

/**
 * Counts the members of each group who are online and don't appear offline. Groups in which somebody acts at the moment are
 * left to the next run. Answers how many numbers have changed.
 */
export async function countOnlineMembers(scope: Scope): Promise<number> {
  const changed = await readChangedCounts(scope, await scope.presence.listOnline(scope.now))
  for (let at = 0; at < changed.length; at += BATCH_SIZE) await writeCounts(scope, changed.slice(at, at + BATCH_SIZE))
  return changed.length
}

/** The groups whose number differs from what is stored. */
const readChangedCounts = ({ sql }: Scope, onlineIds: readonly string[]): Promise<Counted[]> =>
  sql<Counted>`
    WITH online AS (
      SELECT m."groupId" AS id, count(*)::int AS count
      FROM unnest(${[...onlineIds]}::text[]) AS person (id) JOIN "User" AS u ON u.id = person.id AND u.status <> 'offline'
      JOIN "GroupMember" AS m ON m."userId" = u.id AND m.status = 'member'
      GROUP BY m."groupId"
    )
    SELECT g.id, coalesce(online.count, 0) AS count FROM "Group" AS g LEFT JOIN online USING (id)
    WHERE g."deletedAt" IS NULL AND g."onlineMemberCount" <> coalesce(online.count, 0)
    ORDER BY g.id`

const writeCounts = ({ sql }: Scope, counted: readonly Counted[]) => sql`
  WITH free AS MATERIALIZED (
    SELECT id FROM "Group" WHERE id = ANY(${counted.map(({ id }) => id)}) ORDER BY id FOR NO KEY UPDATE SKIP LOCKED
  )
  UPDATE "Group" AS g SET "onlineMemberCount" = counted.count
  FROM free JOIN unnest(${counted.map(({ id }) => id)}::text[], ${counted.map(({ count }) => count)}::int[])
    AS counted (id, count) USING (id)
  WHERE g.id = free.id`
