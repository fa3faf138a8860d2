import { assertOwnerOrAdmin } from '../../../kernel/access.ts'
import { Failure } from '../../../kernel/failure.ts'
import type { UserId, WorldId } from '../../../kernel/ids.ts'
import type { Scope, ViewerScope } from '../../../kernel/scope.ts'
import { canReadWorld, visibleWorlds, worldNotFound } from '../policy.ts'
import {
  EMPTY_OCCUPANCY,
  loadWorld,
  type Occupancy,
  summarizeOccupancy,
  type WorldDetail,
  type WorldSummary,
  worldsByIds,
} from '../queries.ts'
import type { WorldSource } from '../search/list.ts'

export interface WorldWithOccupancy extends WorldDetail {
  /** Whether the viewer has no session, and so gets neither occupants nor assets. */
  readonly anonymous: boolean
  readonly occupancy: Occupancy
}

/** Throws `missing` for a world that the viewer can't read. */
export async function readWorld(scope: Scope, id: WorldId): Promise<WorldWithOccupancy> {
  const anonymous = scope.viewer === null
  const world = await findReadableWorld(scope, id)
  if (!world) throw worldNotFound(id)
  return { ...world, anonymous, occupancy: anonymous ? EMPTY_OCCUPANCY : summarizeOccupancy(world.occupied) }
}

/** A world that the viewer can read, else null. */
export async function findReadableWorld(scope: Scope, id: string): Promise<WorldDetail | null> {
  const world = await loadWorld(scope, id)
  return world && canReadWorld(scope, world) ? world : null
}

/** A world that the viewer can read and that people can be in; a hidden one is closed even to its author. */
export async function findOpenWorld(scope: Scope, id: string): Promise<WorldDetail | null> {
  const world = await findReadableWorld(scope, id)
  return world?.releaseStatus === 'hidden' ? null : world
}

/** Worlds that the viewer can read, in no particular order. One statement. */
export async function readableWorldsByIds(scope: Scope, ids: readonly string[]): Promise<WorldSummary[]> {
  const found = await worldsByIds(scope, ids)
  return found.filter((world) => canReadWorld(scope, world))
}

/** Metadata of a world. Throws `missing`. */
export async function readWorldMetadata(scope: Scope, id: WorldId): Promise<unknown> {
  const world = await scope.db.world.findFirst({ where: { id, ...visibleWorlds(scope) }, select: { metadata: true } })
  if (!world) throw worldNotFound(id)
  return world.metadata
}

/** Worlds that a person has visited. Throws `forbidden` for another person unless the viewer is an admin. */
export function recentWorldsSource(scope: ViewerScope, ownerId: UserId = scope.viewer.id): WorldSource {
  assertOwnerOrAdmin(
    scope,
    ownerId,
    () => new Failure('forbidden', '"You can only see your own recent worlds!"', { reason: 'not_own' }),
  )
  return { kind: 'recent', ownerId }
}
