import { type Favorite, Prisma } from '../../generated/prisma/client.ts'
import { isId, newId } from '../../kernel/ids.ts'
import type { Limit } from '../../kernel/limits.ts'
import type { SignedScope } from '../../kernel/scope.ts'
import { type Open, transact } from '../../kernel/transaction.ts'
import { holdFriend } from '../users/pairs.ts'
import { canReadWorld, holdPerson, noSuchWorld } from '../worlds/policy.ts'
import { type FavoriteType, type GroupPlace, isGroup, KINDS } from './kinds.ts'
import { alreadyFavorited, groupFull, noSuchAvatar, noSuchFavorite, notAFriend, notAGroup } from './policy.ts'

export interface NewFavorite {
  readonly type: FavoriteType
  /** What is marked. */
  readonly favoriteId: string
  readonly group: string
}

const ADDITIONS: Limit = { name: 'favorite', points: 300, window: 10 * 60 }

/**
 * Puts a friend, an avatar or a world into one of the viewer's groups. Throws `invalid` for a group that the type does
 * not have, `forbidden` for whoever is no friend, `missing` for a world that the viewer can't read, `conflict` for what
 * is a favorite already, in whichever group, and for a full group; `exhausted` after 300 in ten minutes.
 */
export async function addFavorite(scope: SignedScope, { type, favoriteId, group }: NewFavorite): Promise<Favorite> {
  const place = { type, name: group }
  if (!isGroup(place)) throw notAGroup(type)
  await scope.limits.take(ADDITIONS, scope.viewer.id)
  return transact(scope, async (open) => {
    await HOLD[type](open, favoriteId)
    await holdGroup(open, place)
    return put(open, { type, favoriteId, group })
  })
}

/** Keeps what lets the viewer mark something as it is until the transaction ends, and the erasure of the viewer waiting. */
type Hold = (open: SignedScope & Open, favoriteId: string) => Promise<void>

const holdWorld: Hold = async (open, favoriteId) => {
  await holdPerson(open, open.viewer.id)
  const select = { authorId: true, releaseStatus: true }
  const world = await open.db.world.findUnique({ where: { id: favoriteId }, select })
  if (!world || !canReadWorld(open, world)) throw noSuchWorld(favoriteId)
}

const HOLD: Readonly<Record<FavoriteType, Hold>> = {
  // Of avatars nothing is known here but their ids.
  async avatar(open, favoriteId) {
    if (!isId('avatar', favoriteId)) throw noSuchAvatar()
    await holdPerson(open, open.viewer.id)
  },
  async friend(open, favoriteId) {
    if (!isId('user', favoriteId)) throw notAFriend()
    const { areFriends } = await holdFriend(open, open.viewer.id, favoriteId)
    if (!areFriends) throw notAFriend()
  },
  vrcPlusWorld: holdWorld,
  world: holdWorld,
}

/** Keeps other additions to a group of the viewer's waiting, so that no two of them take its last place. */
const holdGroup = ({ db, viewer }: SignedScope & Open, { type, name }: GroupPlace) =>
  db.$executeRaw`SELECT pg_advisory_xact_lock(hashtextextended(${`favorites:${viewer.id}:${type}:${name}`}, 0))`

async function put({ db, now, viewer }: SignedScope & Open, { type, favoriteId, group }: NewFavorite) {
  const row = { id: newId('favorite', now), userId: viewer.id, type, favoriteId, group, createdAt: now }
  const { count } = await db.favorite.createMany({ data: [row], skipDuplicates: true })
  if (count === 0) throw alreadyFavorited(type)
  const held = await db.favorite.count({ where: { userId: viewer.id, type, group } })
  if (held > KINDS[type].most) throw groupFull(type)
  return row
}

/** Takes an own favorite away, by its id or by the id of what it marks; answers what it was. Throws `missing`. */
export async function removeFavorite({ db, viewer }: SignedScope, id: string): Promise<Favorite> {
  const column = isId('favorite', id) ? Prisma.sql`id` : Prisma.sql`"favoriteId"`
  const [removed] = await db.$queryRaw<Favorite[]>`
    DELETE FROM "Favorite" WHERE "userId" = ${viewer.id} AND ${column} = ${id} RETURNING *`
  if (!removed) throw noSuchFavorite()
  return removed
}
