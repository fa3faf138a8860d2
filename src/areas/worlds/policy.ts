import { Prisma } from '../../generated/prisma/client.ts'
import { isOwnerOrAdmin, judgesContent } from '../../kernel/access.ts'
import { Failure } from '../../kernel/failure.ts'
import { meetsCondition, type RowCondition } from '../../kernel/rowCondition.ts'
import type { Scope, ViewerScope } from '../../kernel/scope.ts'

export const worldNotFound = (id: string) =>
  new Failure('missing', `World ${id} not found`, { reason: 'world_not_found' })

interface WorldAccessFields {
  readonly authorId: string
  readonly releaseStatus: string
}

/** Whether a world has an asset for any platform, without which nobody can find it, be in it or publish it. */
export const hasAsset = ({ platforms }: { readonly platforms: readonly string[] }) => platforms.length > 0

/** Whether people can be in a world that they can read: it has an asset, and no admin has hidden it. */
export const isOpenWorld = (world: {
  readonly releaseStatus: string
  readonly platforms: readonly string[]
}): boolean => world.releaseStatus !== 'hidden' && hasAsset(world)

/** Worlds that people can be in: those that are not hidden. */
export const openWorlds: RowCondition<WorldAccessFields> = { releaseStatus: { not: 'hidden' } }

/** Everybody who knows the id can read a public or private world; only its author and admins can read a hidden one. */
export const visibleWorlds = ({ viewer }: Pick<Scope, 'viewer'>): RowCondition<WorldAccessFields> =>
  judgesContent({ viewer }) ? {} : { OR: [openWorlds, ...(viewer ? [{ authorId: viewer.id }] : [])] }

export const canReadWorld = (scope: Pick<Scope, 'viewer'>, world: WorldAccessFields): boolean =>
  meetsCondition(world, visibleWorlds(scope))

/** SQL condition for the worlds `w` that everybody can find in lists. */
export const LISTED_WORLDS = Prisma.raw(`w."releaseStatus" = 'public'`)

/** Throws `missing` for a world that the viewer can't read. */
export async function assertCanReadWorld(scope: Scope, id: string): Promise<void> {
  const world = await scope.db.world.findFirst({ where: { id, ...visibleWorlds(scope) }, select: { id: true } })
  if (!world) throw worldNotFound(id)
}

const canChangeWorld = (scope: ViewerScope, { authorId }: WorldAccessFields) => isOwnerOrAdmin(scope, authorId)

/** Whether the viewer can change or delete a world: a deleted one stays as it is. */
export const canUpdateWorld = (scope: ViewerScope, world: WorldAccessFields & { readonly deletedAt: Date | null }) =>
  canChangeWorld(scope, world) && world.deletedAt === null

/** Throws `missing` for a world that the viewer can't read, `forbidden` for one of another author. */
export function assertCanChangeWorld<W extends WorldAccessFields>(
  scope: ViewerScope,
  id: string,
  world: W | null,
): asserts world is W {
  if (!world || !canReadWorld(scope, world)) throw worldNotFound(id)
  if (!canChangeWorld(scope, world))
    throw new Failure('forbidden', 'This world belongs to somebody else', { reason: 'not_own' })
}
