import { isId } from '../../../kernel/ids.ts'
import type { Scope } from '../../../kernel/scope.ts'
import type { InTransaction, ViewerTransaction } from '../../../kernel/transaction.ts'
import { lockAvatar } from '../../avatars/locks.ts'
import { canReadAvatar, seeAvatars } from '../../avatars/policy.ts'
import { lockWorld } from '../../worlds/locks.ts'
import { canReadWorld } from '../../worlds/policy.ts'
import type { JamType } from '../jam/jams.ts'

/** A world or an avatar that is submitted to a jam. */
export interface JamContent {
  readonly type: JamType
  readonly id: string
  readonly authorId: string
  readonly releaseStatus: string
  readonly tags: readonly string[]
  readonly updatedAt: Date
  readonly deletedAt: Date | null
}

/** Locks content against changes until the transaction ends; null if there is none. */
export const lockContent = (tx: Scope & InTransaction, id: string): Promise<JamContent | null> =>
  isId('avatar', id) ? lockAvatarContent(tx, id) : lockWorldContent(tx, id)

async function lockAvatarContent(tx: Scope & InTransaction, id: string): Promise<JamContent | null> {
  const avatar = await lockAvatar(tx, id)
  return avatar && { ...avatar, type: 'avatar' }
}

async function lockWorldContent(tx: InTransaction, id: string): Promise<JamContent | null> {
  const world = await lockWorld(tx, id)
  return world && { ...world, type: 'world' }
}

/** Whether the viewer can read locked content. */
export async function canReadContent(tx: ViewerTransaction, content: JamContent): Promise<boolean> {
  if (content.type === 'world') return canReadWorld(tx, content)
  const [seen] = await seeAvatars(tx, [content.id])
  return seen !== undefined && canReadAvatar(tx, seen.row, seen.ties)
}
