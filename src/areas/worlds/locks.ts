import type { Prisma, World } from '../../generated/prisma/client.ts'
import { Failure } from '../../kernel/failure.ts'
import type { UserId, WorldId } from '../../kernel/ids.ts'
import { rowLock } from '../../kernel/locks.ts'
import type { InTransaction, ViewerTransaction } from '../../kernel/transaction.ts'
import { assertCanChangeWorld, canUpdateWorld, worldNotFound } from './policy.ts'

export type LockedWorld = Prisma.WorldGetPayload<{ include: { packages: true } }>

const lockRow = (tx: InTransaction, id: string) => tx.sql`
  SELECT FROM "World" WHERE id = ${id} ${rowLock(tx, 'world', { keys: [id], strength: 'NO KEY UPDATE' })}`

async function lockWithPackages(tx: InTransaction, id: WorldId): Promise<LockedWorld | null> {
  await lockRow(tx, id)
  const include = { packages: { orderBy: [{ createdAt: 'asc' }, { id: 'asc' }] } } satisfies Prisma.WorldInclude
  return tx.db.world.findUnique({ where: { id }, include })
}

const worldDeleted = () => new Failure('conflict', 'This world was deleted', { reason: 'already_deleted' })

/** Locks a world against changes until the transaction ends; null if there is none. */
export async function lockWorld(tx: InTransaction, id: string): Promise<World | null> {
  await lockRow(tx, id)
  return tx.db.world.findUnique({ where: { id } })
}

/** Locks a world that the viewer can change. Throws `missing`, `forbidden`, and `conflict` for a deleted one. */
export async function lockOwnWorld(tx: ViewerTransaction, id: WorldId): Promise<LockedWorld> {
  const world = await lockOwnWorldIncludingDeleted(tx, id)
  if (!canUpdateWorld(tx, world)) throw worldDeleted()
  return world
}

/** Locks a world that the viewer can change, even a deleted one. Throws `missing`, `forbidden`. */
export async function lockOwnWorldIncludingDeleted(tx: ViewerTransaction, id: WorldId): Promise<LockedWorld> {
  const world = await lockWithPackages(tx, id)
  assertCanChangeWorld(tx, id, world)
  return world
}

/**
 * Locks a world that the staff acts upon, whoever its author is: the caller has checked the viewer's rights. Throws
 * `missing`, and `conflict` for a deleted one.
 */
export async function lockJudgedWorld(tx: InTransaction, id: WorldId): Promise<LockedWorld> {
  const world = await lockWithPackages(tx, id)
  if (!world) throw worldNotFound(id)
  if (world.deletedAt !== null) throw worldDeleted()
  return world
}

/** Locks all worlds of an author whom the caller has locked; again changes nothing. */
export async function lockWorldsOf(tx: InTransaction, authorId: UserId): Promise<void> {
  const worlds = await tx.db.world.findMany({ where: { authorId }, select: { id: true } })
  const lock = rowLock(tx, 'world', { keys: worlds.map(({ id }) => id), strength: 'NO KEY UPDATE' })
  await tx.sql`SELECT FROM "World" WHERE "authorId" = ${authorId} ${lock}`
}
