import type { FindWithheldAssets } from '../../../kernel/withheldAssets.ts'
import { canLoadAvatar, NO_TIES, tiesByIds } from '../access.ts'

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
