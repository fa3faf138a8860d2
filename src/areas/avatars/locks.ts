import type { Prisma } from '../../generated/prisma/client.ts'
import { isOwnerOrAdmin } from '../../kernel/access.ts'
import { Failure } from '../../kernel/failure.ts'
import type { AvatarId, UserId } from '../../kernel/ids.ts'
import { rowLock } from '../../kernel/locks.ts'
import type { Scope } from '../../kernel/scope.ts'
import type { InTransaction, ViewerTransaction } from '../../kernel/transaction.ts'
import { avatarNotFound, avatarOfOther, seeAvatar } from './policy.ts'

export type LockedAvatar = Prisma.AvatarGetPayload<{ include: { packages: true } }>

/**
 * Locks an avatar that the viewer can change. Throws `missing` for one that the viewer can't read, `forbidden` for one of
 * another author, `conflict` for a deleted one.
 */
export async function lockOwnAvatar(tx: ViewerTransaction, id: AvatarId): Promise<LockedAvatar> {
  const avatar = await lockOwnAvatarIncludingDeleted(tx, id)
  assertNotDeleted(avatar)
  return avatar
}

function assertNotDeleted({ deletedAt }: LockedAvatar): void {
  if (deletedAt !== null) throw new Failure('conflict', 'This avatar was deleted', { reason: 'already_deleted' })
}

/**
 * Locks an avatar that the staff acts upon, whoever its author is: the caller has checked the viewer's rights. Throws
 * `missing`, and `conflict` for a deleted one.
 */
export async function lockJudgedAvatar(tx: Scope & InTransaction, id: AvatarId): Promise<LockedAvatar> {
  const avatar = await lockAvatar(tx, id)
  if (!avatar) throw avatarNotFound()
  assertNotDeleted(avatar)
  return avatar
}

/** Locks an avatar that the viewer can change, even a deleted one. Throws `missing`, `forbidden`. */
export async function lockOwnAvatarIncludingDeleted(tx: ViewerTransaction, id: AvatarId): Promise<LockedAvatar> {
  const avatar = await lockAvatar(tx, id)
  if (!avatar) throw avatarNotFound()
  if (!isOwnerOrAdmin(tx, avatar.authorId)) {
    await seeAvatar(tx, id)
    throw avatarOfOther()
  }
  return avatar
}

/** Locks an avatar until the transaction ends; null for none. */
export async function lockAvatar(tx: Scope & InTransaction, id: string): Promise<LockedAvatar | null> {
  const lock = rowLock(tx, 'avatar', { keys: [id], strength: 'NO KEY UPDATE' })
  await tx.sql`SELECT FROM "Avatar" WHERE id = ${id} ${lock}`
  const packages = { orderBy: [{ createdAt: 'asc' }, { id: 'asc' }] } satisfies Prisma.AvatarPackageFindManyArgs
  return tx.db.avatar.findUnique({ where: { id }, include: { packages } })
}

/** Locks all avatars of an author whom the caller has locked; again changes nothing. */
export async function lockAvatarsOf(tx: InTransaction, authorId: UserId): Promise<void> {
  const avatars = await tx.db.avatar.findMany({ where: { authorId }, select: { id: true } })
  const lock = rowLock(tx, 'avatar', { keys: avatars.map(({ id }) => id), strength: 'NO KEY UPDATE' })
  await tx.sql`SELECT FROM "Avatar" WHERE "authorId" = ${authorId} ${lock}`
}

/**
 * Locks avatars that people shall wear until the transaction ends: whoever changes or deletes one of them meanwhile waits,
 * and then finds those who wear it. Wearing itself excludes nobody.
 */
export async function lockWorn(tx: InTransaction, ids: readonly string[]): Promise<void> {
  const keys = [...new Set(ids)]
  const lock = rowLock(tx, 'avatar', { keys, strength: 'SHARE' })
  await tx.sql`SELECT FROM "Avatar" WHERE id = ANY(${keys}) ${lock}`
}

export type WornColumn = 'currentAvatar' | 'fallbackAvatar'

export interface Wearer extends Record<WornColumn, string> {
  readonly id: string
}

/** Locks people who wear an avatar. */
export const lockWearers = (tx: InTransaction, ids: readonly string[]) =>
  tx.sql<Wearer>`
    SELECT id, "currentAvatar", "fallbackAvatar" FROM "User" WHERE id = ANY(${[...ids]})
    ${rowLock(tx, 'user', { keys: ids, strength: 'NO KEY UPDATE' })}`
