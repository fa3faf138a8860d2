import { isOwnerOrAdmin, judgesContent } from '../../kernel/access.ts'
import { Failure } from '../../kernel/failure.ts'
import type { AvatarId } from '../../kernel/ids.ts'
import type { FindWithheldAssets, Scope, ViewerScope } from '../../kernel/scope.ts'
import { type AvatarRow, type AvatarTies, avatarRowsByIds, loadAvatarRow, tiesByIds } from './queries.ts'

/** The ties of whoever has nothing to do with an avatar. */
export const NO_TIES: AvatarTies = { isLicensed: false, isNear: false }

/** An avatar with the ties of the viewer to it. */
export interface SeenAvatar {
  readonly row: AvatarRow
  readonly ties: AvatarTies
}

export const avatarNotFound = () => new Failure('missing', 'Avatar Not Found', { reason: 'avatar_not_found' })

type AccessFields = Pick<AvatarRow, 'authorId' | 'releaseStatus'>

/**
 * Whether the viewer can read an avatar: a public one everybody, a private one also who has a license, a hidden one only
 * its author and the staff who judge content.
 */
export const canReadAvatar = (scope: Scope, { authorId, releaseStatus }: AccessFields, ties: AvatarTies): boolean =>
  releaseStatus === 'public' ||
  isOwnerOrAdmin(scope, authorId) ||
  judgesContent(scope) ||
  (releaseStatus === 'private' && ties.isLicensed)

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

interface OwnedAvatar {
  readonly authorId: string
  readonly deletedAt: Date | null
}

/** Whether the viewer can change or delete an avatar: a deleted one stays as it is. */
export const canUpdateAvatar = (scope: Scope, { authorId, deletedAt }: OwnedAvatar): boolean =>
  deletedAt === null && isOwnerOrAdmin(scope, authorId)

/** The refusal to people other than the author of an avatar that they can read. */
export const avatarOfOther = () =>
  new Failure('forbidden', 'This avatar belongs to somebody else', { reason: 'not_own' })

const LINKED_AVATAR = { select: { id: true, authorId: true, releaseStatus: true } }

/**
 * The files among these that are assets of avatars none of which the viewer may load: without that a license would mean
 * nothing, as whoever knew the address had the asset. Two statements at most.
 */
export const findWithheldAssets: FindWithheldAssets = async (scope, fileIds) => {
  const linked = await scope.db.avatarPackage.findMany({
    where: { assetFileId: { in: [...fileIds] } },
    select: { assetFileId: true, avatar: LINKED_AVATAR },
    relationLoadStrategy: 'join',
  })
  const ties = await tiesByIds(
    scope,
    linked.map(({ avatar }) => avatar.id),
  )
  const canLoad = ({ avatar }: (typeof linked)[number]) => canLoadAvatar(scope, avatar, ties.get(avatar.id) ?? NO_TIES)
  const loadable = new Set(linked.filter(canLoad).map(({ assetFileId }) => assetFileId))
  return new Set(linked.flatMap(({ assetFileId: id }) => (id !== null && !loadable.has(id) ? [id] : [])))
}
