import { isId, type JamId, trusted, type UserId } from '../../../kernel/ids.ts'
import type { Scope } from '../../../kernel/scope.ts'
import type { InTransaction, ViewerTransaction } from '../../../kernel/transaction.ts'
import { avatarChanged } from '../../avatars/events.ts'
import { lockAvatar, lockAvatarsOf } from '../../avatars/locks.ts'
import { canReadAvatar, seeAvatars } from '../../avatars/policy.ts'
import { wearersDue } from '../../avatars/wearing/wearers.ts'
import { contentChanged } from '../../files/events.ts'
import { lockWorld, lockWorldsOf } from '../../worlds/locks.ts'
import { canReadWorld } from '../../worlds/policy.ts'
import type { JamType } from '../jam/jams.ts'
import { deleteTagsOfAvatars, deleteTagsOfWorlds } from './queries.ts'

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

const TAG_PREFIX = 'system_jam_'

/** The tag that content carries while it is submitted to a jam. */
export const jamTag = (jamId: string): string => `${TAG_PREFIX}${jamId.slice('jam_'.length)}`

/** Gives locked content the tag of a jam to which it is submitted. */
export async function tagContent(tx: Scope & InTransaction, content: JamContent, jamId: JamId): Promise<void> {
  if (content.tags.includes(jamTag(jamId))) return
  await writeTags(tx, content, [...content.tags, jamTag(jamId)])
}

/** Takes the tag of a jam from content whose submission is gone. */
export async function untagContent(tx: Scope & InTransaction, contentId: string, jamId: string): Promise<void> {
  const content = await lockContent(tx, contentId)
  if (!content?.tags.includes(jamTag(jamId))) return
  const tags = content.tags.filter((tag) => tag !== jamTag(jamId))
  await writeTags(tx, content, tags)
}

/** The time of the last change stays, because jams refuse content that was not changed lately. */
async function writeTags(
  tx: Scope & InTransaction,
  { type, id, authorId, deletedAt }: JamContent,
  tags: string[],
): Promise<void> {
  if (type === 'world') await tx.db.world.update({ where: { id }, data: { tags } })
  else await tx.db.avatar.update({ where: { id }, data: { tags, ...wearersDue(tx) } })
  if (deletedAt) return
  if (type === 'avatar') tx.emit(avatarChanged(trusted<'avatar'>(id)))
  tx.emit(contentChanged(trusted<'user'>(authorId), { contentType: type, actionType: 'updated', itemId: id }))
}

/** Takes the tags of all jams from the worlds and avatars of a person whose account is erased. */
export async function untagContentOf(tx: InTransaction, authorId: UserId): Promise<void> {
  await lockWorldsOf(tx, authorId)
  await deleteTagsOfWorlds(tx, authorId, TAG_PREFIX)
  await lockAvatarsOf(tx, authorId)
  await deleteTagsOfAvatars(tx, authorId, TAG_PREFIX)
}
