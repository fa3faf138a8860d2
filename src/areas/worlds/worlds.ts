import { Failure } from '../../kernel/failure.ts'
import type { UserId, WorldId } from '../../kernel/ids.ts'
import type { Page } from '../../kernel/page.ts'
import type { Scope, SignedScope } from '../../kernel/scope.ts'
import type { WorldFilter } from './filters.ts'
import { type SingleWorld, type WorldRow, worldInTurn, worldsByIds } from './hot.ts'
import { type ListedWorld, listWorlds, type Source } from './listing.ts'
import { NOBODY, type Occupancy, tally } from './occupancy.ts'
import { canReadWorld, noSuchWorld } from './policy.ts'

/** A world as one who has asked for it by its id is told of it. */
export interface FoundWorld extends SingleWorld {
  /** Without a session nobody is told who is there, nor where its assets are. */
  readonly anonymous: boolean
  readonly occupancy: Occupancy
}

/** Throws `missing` for what the viewer can't read. */
export async function readWorld(scope: Scope, id: WorldId): Promise<FoundWorld> {
  const anonymous = scope.viewer === null
  const world = await worldInTurn(scope, id)
  if (!world || !canReadWorld(scope, world)) throw noSuchWorld(id)
  return { ...world, anonymous, occupancy: anonymous ? NOBODY : tally(world.occupied) }
}

/** Those of these worlds that the viewer can read, in no order. Set-wise: one statement. */
export async function readableByIds(scope: Scope, ids: readonly string[]): Promise<WorldRow[]> {
  const found = await worldsByIds(scope, ids)
  return found.filter((world) => canReadWorld(scope, world))
}

/** What the author keeps with a world. Throws `missing`. */
export async function readWorldMetadata(scope: Scope, id: WorldId): Promise<unknown> {
  const select = { authorId: true, releaseStatus: true, metadata: true }
  const world = await scope.db.world.findUnique({ where: { id }, select })
  if (!world || !canReadWorld(scope, world)) throw noSuchWorld(id)
  return world.metadata
}

export const searchWorlds = (scope: SignedScope, filter: WorldFilter, page: Page): Promise<ListedWorld[]> =>
  listWorlds(scope, { kind: 'all' }, filter, page)

/** Worlds in which somebody is right now. */
export const readActiveWorlds = (scope: SignedScope, filter: WorldFilter, page: Page): Promise<ListedWorld[]> =>
  listWorlds(scope, { kind: 'active' }, filter, page)

/** Where a person was, as lists are taken from it. Throws `forbidden` for that of others, but to admins. */
export function recentOf({ viewer }: SignedScope, ownerId: UserId = viewer.id): Source {
  if (ownerId !== viewer.id && !viewer.admin)
    throw new Failure('forbidden', '"You can only see your own recent worlds!"')
  return { kind: 'recent', ownerId }
}

/** The favorites of a person, as lists are taken from them. Throws `forbidden` for those of others, but to admins. */
export function favoritesOf({ viewer }: SignedScope, ownerId: UserId = viewer.id): Source {
  if (ownerId !== viewer.id && !viewer.admin)
    throw new Failure('forbidden', "403 You can't see another user's favorites")
  return { kind: 'favorite', ownerId }
}

/** Worlds that a person was in, the latest first. Throws `forbidden` for those of others, but to admins. */
export const readRecentWorlds = (scope: SignedScope, userId: UserId | undefined, filter: WorldFilter, page: Page) =>
  listWorlds(scope, recentOf(scope, userId), filter, page)

/** A world and the place it has among somebody's favorites. */
export interface FavoriteWorld extends ListedWorld {
  readonly favoriteId: string
  readonly favoriteGroup: string
}

/** A person's favorite worlds, the latest first. Throws `forbidden` for those of others, but to admins. */
export async function readFavoriteWorlds(
  scope: SignedScope,
  userId: UserId | undefined,
  filter: WorldFilter,
  page: Page,
): Promise<FavoriteWorld[]> {
  const worlds = await listWorlds(scope, favoritesOf(scope, userId), filter, page)
  const ids = worlds.map(({ id }) => id)
  const favorites = await scope.db.favorite.findMany({
    where: { userId: userId ?? scope.viewer.id, type: 'world', favoriteId: { in: ids } },
  })
  const byWorld = new Map(favorites.map((favorite) => [favorite.favoriteId, favorite]))
  return worlds.flatMap((world) => {
    const favorite = byWorld.get(world.id)
    return favorite ? [{ ...world, favoriteId: favorite.id, favoriteGroup: favorite.group }] : []
  })
}
