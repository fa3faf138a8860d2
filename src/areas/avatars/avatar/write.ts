import type { Prisma } from '../../../generated/prisma/client.ts'
import { type AvatarId, trusted } from '../../../kernel/ids.ts'
import type { ViewerScope } from '../../../kernel/scope.ts'
import type { ViewerTransaction } from '../../../kernel/transaction.ts'
import type { OwnerOrAdminAct } from '../../audit/actNames.ts'
import { ownerOrAdminAct } from '../../audit/adminAct.ts'
import { type ContentChange, contentChanged } from '../../files/events.ts'
import { avatarChanged } from '../events.ts'
import { type LockedAvatar, lockOwnAvatar } from '../policy.ts'

export type AvatarChange = Prisma.AvatarUncheckedUpdateInput

export interface AvatarChangeDecision {
  readonly change: AvatarChange
  /** Whether the change needs the rights of an admin, even for an avatar of the viewer. */
  readonly needsAdmin?: boolean
}

/**
 * Locks an avatar that the viewer can change, and writes the change that `decide` returns; an empty one keeps the time of
 * the last change. Throws `missing`, `forbidden`, and `conflict` for a deleted avatar.
 */
export const changeLockedAvatar = (
  scope: ViewerScope,
  { act, id }: { readonly act: OwnerOrAdminAct; readonly id: AvatarId },
  decide: (tx: ViewerTransaction, avatar: LockedAvatar) => Promise<AvatarChangeDecision>,
): Promise<void> =>
  ownerOrAdminAct(scope, act, async (tx) => {
    const avatar = await lockOwnAvatar(tx, id)
    const { change, needsAdmin = false } = await decide(tx, avatar)
    await writeAvatarChange(tx, avatar, change)
    return { subjectId: id, ownerId: avatar.authorId, needsAdmin }
  })

/** Writes a change of a locked avatar, and emits events. */
export async function writeAvatarChange(
  tx: ViewerTransaction,
  avatar: LockedAvatar,
  change: AvatarChange,
  actionType: ContentChange['actionType'] = 'updated',
): Promise<void> {
  if (Object.keys(change).length === 0) return
  const { id, authorId } = avatar
  await tx.db.avatar.update({ where: { id }, data: { ...change, updatedAt: tx.now } })
  tx.emit(contentChanged(trusted<'user'>(authorId), { contentType: 'avatar', actionType, itemId: id }))
  tx.emit(avatarChanged(trusted<'avatar'>(id)))
}
