import { Prisma } from '../../../generated/prisma/client.ts'
import { Failure } from '../../../kernel/failure.ts'
import type { AvatarId } from '../../../kernel/ids.ts'
import { rowLock } from '../../../kernel/locks.ts'
import type { Scope } from '../../../kernel/scope.ts'
import type { InTransaction, ViewerTransaction } from '../../../kernel/transaction.ts'
import { canWearAvatar, licensedAvatars, type SeenAvatar, seeAvatar } from '../access.ts'
import { ACTIVE_OFFERS_SQL } from '../queries.ts'

/**
 * Locks avatars that people shall wear until the transaction ends: whoever changes or deletes one of them meanwhile waits,
 * and then finds those who wear it. Wearing itself excludes nobody.
 */
export async function lockWorn(tx: InTransaction, ids: readonly string[]): Promise<void> {
  const keys = [...new Set(ids)]
  const lock = rowLock(tx, 'avatar', { keys, strength: 'SHARE' })
  await tx.sql`SELECT FROM "Avatar" WHERE id = ANY(${keys}) ${lock}`
}

/**
 * Locks an avatar that the viewer may wear. Throws `missing` for one that the viewer can't read, `conflict` for a deleted
 * one, `forbidden` for a hidden one, and for one that takes a license which the viewer does not have.
 */
export async function lockWearable(tx: ViewerTransaction, id: AvatarId): Promise<SeenAvatar> {
  await lockWorn(tx, [id])
  const seen = await seeAvatar(tx, id)
  if (canWearAvatar(tx, seen)) return seen
  const { deletedAt, releaseStatus } = seen.row
  if (deletedAt !== null) throw new Failure('conflict', 'This avatar was deleted', { reason: 'already_deleted' })
  if (releaseStatus === 'hidden') throw new Failure('forbidden', 'This avatar is hidden', { reason: 'hidden_by_admin' })
  throw new Failure('forbidden', 'You need a license to wear this avatar.', { reason: 'license_required' })
}

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
