import { type Group, Prisma } from '../../generated/prisma/client.ts'
import { columnList } from '../../kernel/columns.ts'
import { userNotFound } from '../../kernel/failure.ts'
import { SYSTEM_USER_IDS, type UserId } from '../../kernel/ids.ts'
import { rowLock } from '../../kernel/locks.ts'
import type { InTransaction } from '../../kernel/transaction.ts'
import { groupNotFound } from './policy.ts'

/**
 * Locks people whose memberships an act changes or counts, so that their acts in other groups wait. Throws `missing` for
 * one who is unknown, erased or a system user.
 */
export async function lockPeople(tx: InTransaction, ids: readonly string[]): Promise<void> {
  const found = await tx.sql<{ readonly id: string }>`
    SELECT id FROM "User" WHERE id = ANY(${[...ids]}) AND "erasedAt" IS NULL AND NOT id = ANY(${[...SYSTEM_USER_IDS]})
    ${rowLock(tx, 'user', { keys: ids, strength: 'NO KEY UPDATE' })}`
  const missing = ids.find((id) => found.every((person) => person.id !== id))
  if (missing !== undefined) throw userNotFound(missing)
}

const GROUP_COLUMNS = columnList(Prisma.GroupScalarFieldEnum)

/**
 * Locks a group, which serialises all acts that change it or its members. The next statement sees what its previous
 * holder committed. Throws `missing` for an unknown or deleted group.
 */
export async function lockGroup(tx: InTransaction, id: string): Promise<Group> {
  const [group] = await tx.sql<Group>`
    SELECT ${GROUP_COLUMNS} FROM "Group" WHERE id = ${id} AND "deletedAt" IS NULL
    ${rowLock(tx, 'group', { keys: [id], strength: 'NO KEY UPDATE' })}`
  if (!group) throw groupNotFound()
  return group
}

/** Locks a group that is deleted or not. */
export async function lockDeletedGroup(tx: InTransaction, id: string): Promise<Group> {
  const [group] = await tx.sql<Group>`
    SELECT ${GROUP_COLUMNS} FROM "Group" WHERE id = ${id} ${rowLock(tx, 'group', { keys: [id], strength: 'NO KEY UPDATE' })}`
  if (!group) throw groupNotFound()
  return group
}

/** Locks people against erasure, and nobody else's acts. Answers those who were not erased, in order. */
export async function lockReceivers(tx: InTransaction, ids: readonly string[]): Promise<UserId[]> {
  const rows = await tx.sql<{ readonly id: UserId }>`
    SELECT id FROM "User" WHERE id = ANY(${[...ids]}) AND "erasedAt" IS NULL
    ${rowLock(tx, 'user', { keys: ids, strength: 'KEY SHARE' })}`
  return rows.map(({ id }) => id)
}

/** Locks the groups with which the person has to do. */
export const lockGroupsOfPerson = ({ sql, locks }: InTransaction, userId: UserId): Promise<Group[]> => sql<Group>`
  SELECT ${GROUP_COLUMNS} FROM "Group"
  WHERE id IN (SELECT "groupId" FROM "GroupMember" WHERE "userId" = ${userId})
    OR "ownerId" = ${userId} OR "transferTargetId" = ${userId}
  ${rowLock({ locks }, 'group', { strength: 'NO KEY UPDATE' })}`
