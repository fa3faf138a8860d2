import { Prisma } from '../../generated/prisma/client.ts'
import { isOwnerOrAdmin } from '../../kernel/access.ts'
import { Failure } from '../../kernel/failure.ts'
import type { AvatarId } from '../../kernel/ids.ts'
import { containedLicensesSql } from '../../kernel/licenseGroups.ts'
import type { Scope, ViewerScope } from '../../kernel/scope.ts'
import { type AvatarRow, avatarRowsByIds, loadAvatarRow } from './queries.ts'

/** What the viewer has to do with an avatar, beside being its author. */
export interface AvatarTies {
  /** Whether a license lets the viewer wear it. */
  readonly isLicensed: boolean
  /** Whether the viewer wears it, or is in one instance with somebody who does: then the client must load it. */
  readonly isNear: boolean
}

/** The ties of whoever has nothing to do with an avatar. */
export const NO_TIES: AvatarTies = { isLicensed: false, isNear: false }

/** An avatar with what the viewer has to do with it. */
export interface SeenAvatar {
  readonly row: AvatarRow
  readonly ties: AvatarTies
}

export const avatarNotFound = () => new Failure('missing', 'Avatar Not Found', { reason: 'avatar_not_found' })

const CONTAINED_AVATARS = Prisma.raw(containedLicensesSql({ columns: ['opened."grantedAt"'], type: 'avatar' }))

/**
 * SQL for the ids of the avatars that a person may wear by a license, with the time of the latest grant, license groups
 * opened: `licensed("avatarId", "grantedAt")`. `user` is an expression for the id of the person.
 */
export const licensedAvatars = (user: Prisma.Sql, now: Date) => Prisma.sql`
  SELECT "forId" AS "avatarId", max("grantedAt") AS "grantedAt" FROM (
    WITH RECURSIVE opened("forType", "forId", "grantedAt", depth) AS (
      SELECT "forType", "forId", "createdAt", 1 FROM "LicenseGrant"
      WHERE "userId" = ${user} AND "forType" IN ('avatar', 'licenseGroup') AND ("until" IS NULL OR "until" > ${now})
      UNION
      ${CONTAINED_AVATARS}
    )
    SELECT "forId", "grantedAt" FROM opened WHERE "forType" = 'avatar'
  ) AS license GROUP BY "forId"`

/** The avatars that a person, or somebody in one instance with them, wears or falls back to. */
const nearAvatars = (userId: string) => Prisma.sql`
  SELECT u."currentAvatar" FROM "User" AS u WHERE u.id = ${userId}
  UNION SELECT u."fallbackAvatar" FROM "User" AS u WHERE u.id = ${userId}
  UNION SELECT u."currentAvatar" FROM "Occupant" AS me JOIN "Occupant" AS other ON other.location = me.location
    JOIN "User" AS u ON u.id = other."userId" WHERE me."userId" = ${userId}
  UNION SELECT u."fallbackAvatar" FROM "Occupant" AS me JOIN "Occupant" AS other ON other.location = me.location
    JOIN "User" AS u ON u.id = other."userId" WHERE me."userId" = ${userId}`

/** The ties of the viewer to avatars, by id. One statement. */
export async function tiesByIds(
  { sql, viewer, now }: Pick<Scope, 'sql' | 'viewer' | 'now'>,
  ids: readonly string[],
): Promise<ReadonlyMap<string, AvatarTies>> {
  if (ids.length === 0 || !viewer) return new Map()
  const rows = await sql<AvatarTies & { readonly id: string }>`
    WITH licensed AS MATERIALIZED (${licensedAvatars(Prisma.sql`${viewer.id}`, now)}),
      near AS MATERIALIZED (${nearAvatars(viewer.id)})
    SELECT id, EXISTS (SELECT FROM licensed WHERE licensed."avatarId" = id) AS "isLicensed",
      EXISTS (SELECT FROM near WHERE near."currentAvatar" = id) AS "isNear"
    FROM unnest(${ids}::text[]) AS wanted (id)`
  return new Map(rows.map(({ id, isLicensed, isNear }) => [id, { isLicensed, isNear }]))
}

type AccessFields = Pick<AvatarRow, 'authorId' | 'releaseStatus'>

/**
 * Whether the viewer can read an avatar: a public one everybody, a private one also who has a license, a hidden one only
 * its author and admins.
 */
export const canReadAvatar = (scope: Scope, { authorId, releaseStatus }: AccessFields, ties: AvatarTies): boolean =>
  releaseStatus === 'public' || isOwnerOrAdmin(scope, authorId) || (releaseStatus === 'private' && ties.isLicensed)

/** Whether the viewer gets the address and the bytes of the assets of an avatar that is not hidden. */
export const canLoadAvatar = (
  scope: Scope,
  { authorId, releaseStatus }: AccessFields,
  { isNear }: AvatarTies,
): boolean => isOwnerOrAdmin(scope, authorId) || (isNear && releaseStatus !== 'hidden')

/** Whether an avatar is for sale, and the viewer has neither made it nor a license. */
export const isLocked = (
  { viewer }: Pick<Scope, 'viewer'>,
  { authorId, offers }: Pick<AvatarRow, 'authorId' | 'offers'>,
  { isLicensed }: AvatarTies,
): boolean => offers.length > 0 && !isLicensed && viewer?.id !== authorId

/** Whether the viewer may wear an avatar: an own one, a public one that is not locked, one with a license. */
export const canWearAvatar = (scope: ViewerScope, { row, ties }: SeenAvatar): boolean => {
  if (row.releaseStatus === 'hidden') return false
  if (row.authorId === scope.viewer.id || ties.isLicensed) return true
  return row.releaseStatus === 'public' && !isLocked(scope, row, ties)
}

/** Avatars that the viewer can read, in no particular order. One statement, and another for private ones of others. */
export async function readableAvatars(scope: Scope, ids: readonly string[]): Promise<AvatarRow[]> {
  const rows = [...(await loadAvatarRow.many(scope, ids)).values()]
  const others = rows.filter((row) => !canReadAvatar(scope, row, NO_TIES))
  const ties = await tiesByIds(
    scope,
    others.map(({ id }) => id),
  )
  return rows.filter((row) => canReadAvatar(scope, row, ties.get(row.id) ?? NO_TIES))
}

/** Avatars with the viewer's ties, whether the viewer can read them or not, in the order of the ids. Two statements. */
export async function seeAvatars(scope: Scope, ids: readonly string[]): Promise<SeenAvatar[]> {
  const [rows, ties] = await Promise.all([avatarRowsByIds(scope, ids), tiesByIds(scope, ids)])
  const byId = new Map(rows.map((row) => [row.id, row]))
  return ids.flatMap((id) => {
    const row = byId.get(id)
    return row ? [{ row, ties: ties.get(id) ?? NO_TIES }] : []
  })
}

/** An avatar that the viewer can read, with the ties. Throws `missing`. */
export async function seeAvatar(scope: Scope, id: AvatarId): Promise<SeenAvatar> {
  const [row, ties] = await Promise.all([loadAvatarRow(scope, id), tiesByIds(scope, [id])])
  const seen = row && { row, ties: ties.get(id) ?? NO_TIES }
  if (!seen || !canReadAvatar(scope, seen.row, seen.ties)) throw avatarNotFound()
  return seen
}

/** Throws `missing` for an avatar that the viewer can't read. */
export const assertCanReadAvatar = async (scope: Scope, id: AvatarId): Promise<void> =>
  void (await seeAvatar(scope, id))
