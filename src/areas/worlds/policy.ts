import type { Prisma } from '../../generated/prisma/client.ts'
import { Failure, noSuchUser } from '../../kernel/failure.ts'
import { isId, type UserId, type WorldId } from '../../kernel/ids.ts'
import type { Scope, SignedScope } from '../../kernel/scope.ts'
import type { Open } from '../../kernel/transaction.ts'

export const noSuchWorld = (id: string) => new Failure('missing', `World ${id} not found`)

interface Owned {
  readonly authorId: string
  readonly releaseStatus: string
}

/** Whoever knows its id reads a world that is public or private; a hidden one only its author and admins. */
export const canReadWorld = ({ viewer }: Scope, { authorId, releaseStatus }: Owned) =>
  releaseStatus !== 'hidden' || (viewer !== null && (viewer.admin || viewer.id === authorId))

/** Only its author and admins change a world. */
export const canChangeWorld = ({ viewer }: SignedScope, { authorId }: Owned) => viewer.admin || viewer.id === authorId

/** Throws `missing` for what the viewer can't read, `forbidden` for another's. */
export function mustBeOwn<W extends Owned>(scope: SignedScope, id: string, world: W | null): asserts world is W {
  if (!world || !canReadWorld(scope, world)) throw noSuchWorld(id)
  if (!canChangeWorld(scope, world)) throw new Failure('forbidden', 'This world belongs to somebody else')
}

export type HeldWorld = Prisma.WorldGetPayload<{ include: { packages: true } }>

/**
 * An own world, kept from every other act upon it until the transaction ends. Throws `missing` and `forbidden`, and
 * `conflict` for one that was deleted.
 */
export async function holdOwnWorld(open: SignedScope & Open, id: WorldId): Promise<HeldWorld> {
  const world = await holdAnyOwnWorld(open, id)
  if (world.deletedAt) throw new Failure('conflict', 'This world was deleted')
  return world
}

/** The same, deleted or not. */
export async function holdAnyOwnWorld(open: SignedScope & Open, id: WorldId): Promise<HeldWorld> {
  await open.db.$executeRaw`SELECT FROM "World" WHERE id = ${id} FOR NO KEY UPDATE`
  const include = { packages: { orderBy: [{ createdAt: 'asc' }, { id: 'asc' }] } } satisfies Prisma.WorldInclude
  const world = await open.db.world.findUnique({ where: { id }, include })
  mustBeOwn(open, id, world)
  return world
}

/**
 * Keeps other acts that count a person's worlds, and the erasure of the account, waiting until the transaction ends.
 * Throws `missing` for the erased. Who locks a world too locks its author first.
 */
export async function holdPerson({ db }: Open, id: string): Promise<void> {
  const found = await db.$queryRaw<unknown[]>`
    SELECT id FROM "User" WHERE id = ${id} AND "erasedAt" IS NULL FOR NO KEY UPDATE`
  if (found.length === 0) throw noSuchUser(id)
}

/** The id of an author who can be told something. */
export function authorOf({ authorId }: Owned): UserId {
  if (!isId('user', authorId)) throw new Error(`malformed id ${authorId}`)
  return authorId
}
