import { Prisma } from '../../../generated/prisma/client.ts'
import type { UserId } from '../../../kernel/ids.ts'
import { noteRankingChange, type RankedContent } from '../../../kernel/ranking.ts'
import type { Scope } from '../../../kernel/scope.ts'
import type { InTransaction } from '../../../kernel/transaction.ts'
import { ACTIVE_OFFERS_SQL, licensedAvatars } from '../queries.ts'

export const RANKED: RankedContent = {
  kind: 'avatar',
  job: 'count-wearers',
  table: Prisma.sql`"Avatar"`,
  uses: Prisma.sql`(SELECT "avatarId" AS "contentId", "userId", "lastAt" AS at FROM "AvatarWear") AS wear`,
  total: Prisma.sql`NULL::int`,
}

/** Deletes that a person has worn avatars. */
export const deleteWearsOf = ({ sql }: InTransaction, userId: UserId) => sql`
  WITH wear AS (DELETE FROM "AvatarWear" WHERE "userId" = ${userId} RETURNING "avatarId")
  ${noteRankingChange('avatar', Prisma.sql`SELECT "avatarId" FROM wear`)}`

/** A person and an avatar. */
export interface Wearing {
  readonly userId: string
  readonly avatarId: string
}

const keyOf = ({ userId, avatarId }: Wearing) => `${userId} ${avatarId}`

const ACTIVE_OFFERS = Prisma.raw(ACTIVE_OFFERS_SQL)

/** Tells of some people which of these avatars they may wear, by the rule of `canWearAvatar`. One statement. */
export async function readWearable(
  { sql, now }: Pick<Scope, 'sql' | 'now'>,
  wanted: readonly Wearing[],
): Promise<(userId: string, avatarId: string) => boolean> {
  const users = wanted.map(({ userId }) => userId)
  const avatars = wanted.map(({ avatarId }) => avatarId)
  const rows = await sql<Wearing>`
    SELECT wanted."userId", wanted."avatarId"
    FROM unnest(${users}::text[], ${avatars}::text[]) AS wanted ("userId", "avatarId")
      JOIN "Avatar" AS a ON a.id = wanted."avatarId"
    WHERE a."releaseStatus" <> 'hidden' AND (a."authorId" = wanted."userId"
      OR (a."releaseStatus" = 'public' AND NOT EXISTS (SELECT ${ACTIVE_OFFERS}))
      OR EXISTS (
        SELECT FROM (${licensedAvatars(Prisma.sql`wanted."userId"`, now)}) AS license WHERE license."avatarId" = a.id))`
  const wearable = new Set(rows.map(keyOf))
  return (userId, avatarId) => wearable.has(keyOf({ userId, avatarId }))
}

/** An avatar whose wearers are to be updated. */
export interface DueAvatar {
  readonly id: string
  /** Differs after each change of the row. */
  readonly revision: string
}

/** Avatars that are marked by `wearersDue`, by id. */
export const readMarkedAvatars = ({ sql }: Scope, after: string, limit: number) =>
  sql<DueAvatar>`
    SELECT id, xmin::text AS revision FROM "Avatar" WHERE "wearersDueAt" IS NOT NULL AND id > ${after}
    ORDER BY id LIMIT ${limit}`

/** Takes the mark of an avatar whose wearers were updated, unless it has changed since. */
export async function unmarkAvatar({ sql }: Scope, { id, revision }: DueAvatar): Promise<void> {
  await sql`UPDATE "Avatar" SET "wearersDueAt" = NULL WHERE id = ${id} AND xmin::text = ${revision}`
}
