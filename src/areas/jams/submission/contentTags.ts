import { type JamId, trusted, type UserId } from '../../../kernel/ids.ts'
import type { Scope } from '../../../kernel/scope.ts'
import type { InTransaction } from '../../../kernel/transaction.ts'
import { avatarChanged } from '../../avatars/events.ts'
import { lockAvatarsOf } from '../../avatars/locks.ts'
import { wearersDue } from '../../avatars/wearing/wearers.ts'
import { contentChanged } from '../../files/events.ts'
import { lockWorldsOf } from '../../worlds/locks.ts'
import { type JamContent, lockContent } from './content.ts'

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
  await tx.sql`
    UPDATE "World" SET tags = ARRAY(SELECT tag FROM unnest(tags) AS tag WHERE NOT starts_with(tag, ${TAG_PREFIX}))
    WHERE "authorId" = ${authorId} AND EXISTS (SELECT FROM unnest(tags) AS tag WHERE starts_with(tag, ${TAG_PREFIX}))`
  await lockAvatarsOf(tx, authorId)
  await tx.sql`
    UPDATE "Avatar" SET tags = ARRAY(SELECT tag FROM unnest(tags) AS tag WHERE NOT starts_with(tag, ${TAG_PREFIX}))
    WHERE "authorId" = ${authorId} AND EXISTS (SELECT FROM unnest(tags) AS tag WHERE starts_with(tag, ${TAG_PREFIX}))`
}
