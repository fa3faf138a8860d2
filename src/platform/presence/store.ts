import { Prisma } from '../../generated/prisma/client.ts'
import { SECOND } from '../../kernel/clock.ts'
import { type Begin, inTransaction, type Sql } from '../../kernel/database.ts'
import type { UserId } from '../../kernel/ids.ts'
import type { PresenceStatus } from '../../kernel/presence.ts'
import type { PresenceChange } from './localPresence.ts'
import type { RemotePresence } from './remoteStatuses.ts'

/** A user whose presence status has changed, and the new status. */
interface UserPresence {
  readonly userId: UserId
  readonly standing: PresenceStatus
}

/** Maximum rows per transaction: transactions of other nodes wait for its people, so it must be short. */
export const BATCH_SIZE = 2_000
/** Key of the advisory lock that nodes of release 0.1 hold alone while they derive and announce statuses. */
const RELEASE_0_1_LOCK_KEY = 7_526_001

/** Presence that all nodes share. */
export interface PresenceStore {
  /** Sends a heartbeat. Returns whether the node had no row: then its stored presence is gone. */
  beat(): Promise<boolean>
  /**
   * Runs work in a transaction in which no other node changes presence of these users or announces their statuses. Others
   * don't wait. Statements of the work see what was committed before.
   */
  withLock<R>(users: readonly UserId[], work: (sql: Sql) => Promise<R>): Promise<R>
  save(sql: Sql, changes: readonly PresenceChange[]): Promise<void>
  /** Forgets dead nodes, and finds the users of a batch of expired rows and rows of dead nodes, one for each row. */
  findGone(now: Date): Promise<UserId[]>
  /** Deletes the rows of these users that have expired or are of dead nodes. */
  removeGone(sql: Sql, users: readonly UserId[], now: Date): Promise<void>
  /** Deletes a user's requests on every node. */
  removeRequests(sql: Sql, user: UserId): Promise<void>
  /**
   * Derives the statuses of these users, and returns those that differ from the announced status or have none: the
   * announced status may be lost in a crash, so an absence is announced even without a known presence.
   */
  updateStatuses(sql: Sql, users: readonly UserId[], now: Date): Promise<UserPresence[]>
  /** Statuses of those of these users who are present on other nodes. */
  elsewhere(users: readonly UserId[], now: Date): Promise<readonly RemotePresence[]>
  count(now: Date): Promise<number>
  /** Ids of all present users. */
  list(now: Date): Promise<UserId[]>
}

interface PresenceStoreOptions {
  readonly sql: Sql
  readonly begin: Begin
  readonly node: string
  /** Milliseconds without a heartbeat after which a node counts as dead, by the database's clock. */
  readonly deadAfter: number
}

export function openPresenceStore({ sql: sqlOutside, begin, node, deadAfter }: PresenceStoreOptions): PresenceStore {
  const seconds = deadAfter / SECOND
  return {
    async beat() {
      const known = await sqlOutside`UPDATE "PresenceNode" SET "beatAt" = now() WHERE node = ${node} RETURNING node`
      if (known.length > 0) return false
      await sqlOutside`INSERT INTO "PresenceNode" (node, "beatAt") VALUES (${node}, now()) ON CONFLICT DO NOTHING`
      return true
    },
    withLock: (users, work) =>
      inTransaction(begin, async ({ sql }) => {
        await sql`SELECT pg_advisory_xact_lock_shared(${RELEASE_0_1_LOCK_KEY})`
        await lockUsers(sql, users)
        return work(sql)
      }),
    async save(sql, changes) {
      await sql`
        INSERT INTO "Presence" ("userId", node, via, until)
        SELECT "userId", ${node}, via, until::timestamptz FROM unnest(
          ${changes.map(({ user }) => user)}::text[],
          ${changes.map(({ via }) => via)}::text[],
          ${changes.map(({ until }) => timestampText(until))}::text[]
        ) AS change ("userId", via, until)
        ON CONFLICT ("userId", node, via) DO UPDATE SET until = EXCLUDED.until`
    },
    async findGone(now) {
      await sqlOutside`DELETE FROM "PresenceNode" WHERE "beatAt" < now() - make_interval(secs => ${seconds})`
      const rows =
        await sqlOutside<UserIdRow>`SELECT "userId" FROM "Presence" AS here WHERE ${isGone(now)} LIMIT ${BATCH_SIZE}`
      return rows.map(({ userId }) => userId)
    },
    async removeGone(sql, users, now) {
      await sql`DELETE FROM "Presence" AS here WHERE "userId" = ANY(${users}) AND (${isGone(now)})`
    },
    async removeRequests(sql, user) {
      await sql`DELETE FROM "Presence" WHERE "userId" = ${user} AND until < 'infinity'`
    },
    updateStatuses: (sql, users, now) => updateStatuses(sql, users, { now, seconds }),
    ...presenceReads({ sql: sqlOutside, node, seconds }),
  }
}

/**
 * Locks the announced statuses of users in the order of their ids, and makes those that are missing, with a status that
 * differs from all others, so that any status is announced.
 */
const lockUsers = (sql: Sql, users: readonly UserId[]) => sql`
  INSERT INTO "PresenceTold" ("userId", standing)
  SELECT "userId", '' FROM unnest(${[...new Set(users)]}::text[]) AS person ("userId") ORDER BY "userId"
  ON CONFLICT ("userId") DO UPDATE SET standing = '' WHERE false`

/** Whether a row of presence has expired or is of a node that is dead. */
const isGone = (now: Date) => Prisma.sql`here.until <= ${now}
  OR NOT EXISTS (SELECT FROM "PresenceNode" WHERE "PresenceNode".node = here.node)`

interface PresenceReadOptions {
  readonly sql: Sql
  readonly node: string
  readonly seconds: number
}

/** Presence rows of live nodes. */
const presenceReads = ({
  sql,
  node,
  seconds,
}: PresenceReadOptions): Pick<PresenceStore, 'elsewhere' | 'count' | 'list'> => ({
  elsewhere: (users, now) => sql<RemotePresence>`
    SELECT "userId", via, date_part('epoch', max(until)) * 1000 AS until
    FROM "Presence" JOIN "PresenceNode" USING (node)
    WHERE "userId" = ANY(${users}) AND node <> ${node} AND until > ${now}
      AND "beatAt" > now() - make_interval(secs => ${seconds})
    GROUP BY "userId", via`,
  async count(now) {
    const [row] = await sql<{ count: bigint }>`
      SELECT count(DISTINCT "userId") AS count FROM "Presence" JOIN "PresenceNode" USING (node)
      WHERE until > ${now} AND "beatAt" > now() - make_interval(secs => ${seconds})`
    return Number(row?.count ?? 0)
  },
  async list(now) {
    const rows = await sql<UserIdRow>`
      SELECT DISTINCT "userId" FROM "Presence" JOIN "PresenceNode" USING (node)
      WHERE until > ${now} AND "beatAt" > now() - make_interval(secs => ${seconds})`
    return rows.map(({ userId }) => userId)
  },
})

interface UpdateStatusOptions {
  readonly now: Date
  readonly seconds: number
}

const updateStatuses = (sql: Sql, users: readonly UserId[], { now, seconds }: UpdateStatusOptions) => sql<UserPresence>`
  WITH standing AS (
    SELECT person."userId", CASE
      WHEN bool_or(here.via = 'client') THEN 'online' WHEN bool_or(here.via = 'web') THEN 'active' ELSE 'offline'
    END AS standing
    FROM unnest(${users}::text[]) AS person ("userId")
    LEFT JOIN "Presence" here ON here."userId" = person."userId" AND here.until > ${now}
      AND here.node IN (SELECT node FROM "PresenceNode" WHERE "beatAt" > now() - make_interval(secs => ${seconds}))
    GROUP BY person."userId"
  )
  INSERT INTO "PresenceTold" ("userId", standing)
  SELECT "userId", standing FROM standing
  ON CONFLICT ("userId") DO UPDATE SET standing = EXCLUDED.standing
  WHERE "PresenceTold".standing <> EXCLUDED.standing
  RETURNING "userId", standing`

interface UserIdRow {
  readonly userId: UserId
}

const timestampText = (until: number) => (Number.isFinite(until) ? new Date(until).toISOString() : 'infinity')
