import { SECOND } from '../kernel/clock.ts'
import type { Db, Tx } from '../kernel/database.ts'
import type { UserId } from '../kernel/ids.ts'
import type { Standing } from '../kernel/presence.ts'
import type { Change } from './presence-here.ts'

/** Whose standing has changed, and to what. */
export interface Told {
  readonly userId: UserId
  readonly standing: Standing
}

/** So many rows are changed, and people told of, in one transaction: it holds others up, and may not take seconds. */
export const BATCH = 2_000
/** One node at a time tells how people stand, from what all of them have stored: an advisory lock of this key. */
const TELLING = 7_526_001

/** Where presence is kept for all nodes. */
export interface PresenceStore {
  /** Says that this node lives. Answers whether it was thought dead, or unknown: then what it stored is gone. */
  beat(): Promise<boolean>
  /** Within one transaction, in which no other node tells how people stand. */
  exclusively<R>(work: (tx: Tx) => Promise<R>): Promise<R>
  save(tx: Tx, changes: readonly Change[]): Promise<void>
  /** Removes what has run out and what dead nodes left, a batch at most. Answers whose it was, row by row. */
  sweep(tx: Tx, now: Date): Promise<UserId[]>
  /** Removes a person's requests on every node. Answers whose it was, row by row. */
  removeRequests(tx: Tx, user: UserId): Promise<UserId[]>
  /**
   * Works out how these people stand, and answers those of whom something else was told before, or nothing: what was
   * told may be lost in a crash, so that somebody's end must be told though nobody knows of a beginning.
   */
  settle(tx: Tx, users: readonly UserId[], now: Date): Promise<Told[]>
  /** How those of these people stand who are here by other nodes. */
  elsewhere(users: readonly UserId[], now: Date): Promise<readonly Told[]>
  count(now: Date): Promise<number>
}

export interface PresenceStoreOptions {
  readonly client: Db
  readonly node: string
  /** Nodes that did not beat for so many milliseconds are dead: told by the database's clock, which all nodes share. */
  readonly deadAfter: number
}

export function openPresenceStore({ client, node, deadAfter }: PresenceStoreOptions): PresenceStore {
  const seconds = deadAfter / SECOND
  return {
    async beat() {
      const known = await client.$executeRaw`UPDATE "PresenceNode" SET "beatAt" = now() WHERE node = ${node}`
      if (known > 0) return false
      await client.$executeRaw`INSERT INTO "PresenceNode" (node, "beatAt") VALUES (${node}, now()) ON CONFLICT DO NOTHING`
      return true
    },
    exclusively: (work) =>
      client.$transaction(async (tx) => {
        await tx.$executeRaw`SELECT pg_advisory_xact_lock(${TELLING})`
        return work(tx)
      }),
    async save(tx, changes) {
      await tx.$executeRaw`
        INSERT INTO "Presence" ("userId", node, via, until)
        SELECT "userId", ${node}, via, until::timestamptz FROM unnest(
          ${changes.map(({ user }) => user)}::text[],
          ${changes.map(({ via }) => via)}::text[],
          ${changes.map(({ until }) => timeOf(until))}::text[]
        ) AS change ("userId", via, until)
        ON CONFLICT ("userId", node, via) DO UPDATE SET until = EXCLUDED.until`
    },
    async sweep(tx, now) {
      await tx.$executeRaw`DELETE FROM "PresenceNode" WHERE "beatAt" < now() - make_interval(secs => ${seconds})`
      const rows = await tx.$queryRaw<Row[]>`
        DELETE FROM "Presence" WHERE ctid = ANY (ARRAY (
          SELECT ctid FROM "Presence" here WHERE until <= ${now}
            OR NOT EXISTS (SELECT FROM "PresenceNode" WHERE "PresenceNode".node = here.node)
          LIMIT ${BATCH}
        )) RETURNING "userId"`
      return rows.map(({ userId }) => userId)
    },
    async removeRequests(tx, user) {
      const rows = await tx.$queryRaw<Row[]>`
        DELETE FROM "Presence" WHERE "userId" = ${user} AND until < 'infinity' RETURNING "userId"`
      return rows.map(({ userId }) => userId)
    },
    settle: (tx, users, now) => settle(tx, users, { now, seconds }),
    ...openReads({ client, node, seconds }),
  }
}

interface Reading {
  readonly client: Db
  readonly node: string
  readonly seconds: number
}

/** What is read of presence: only of nodes that live. */
const openReads = ({ client, node, seconds }: Reading): Pick<PresenceStore, 'elsewhere' | 'count'> => ({
  elsewhere: (users, now) => client.$queryRaw<Told[]>`
    SELECT "userId", CASE WHEN bool_or(via = 'client') THEN 'online' ELSE 'active' END AS standing
    FROM "Presence" JOIN "PresenceNode" USING (node)
    WHERE "userId" = ANY(${users}) AND node <> ${node} AND until > ${now} AND "beatAt" > now() - make_interval(secs => ${seconds})
    GROUP BY "userId"`,
  async count(now) {
    const [row] = await client.$queryRaw<{ count: bigint }[]>`
      SELECT count(DISTINCT "userId") AS count FROM "Presence" JOIN "PresenceNode" USING (node)
      WHERE until > ${now} AND "beatAt" > now() - make_interval(secs => ${seconds})`
    return Number(row?.count ?? 0)
  },
})

interface Settling {
  readonly now: Date
  readonly seconds: number
}

const settle = (tx: Tx, users: readonly UserId[], { now, seconds }: Settling) => tx.$queryRaw<Told[]>`
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

interface Row {
  readonly userId: UserId
}

const timeOf = (until: number) => (Number.isFinite(until) ? new Date(until).toISOString() : 'infinity')
