import { newId, type UserId } from '../../src/kernel/ids.ts'
import type { TestApp } from './app.ts'
import type { TestUser } from './users.ts'

export type FavoriteType = 'avatar' | 'friend' | 'world'

/** The name of the first favorite group of each type. */
export const FIRST_GROUP = { avatar: 'avatars1', friend: 'group_0', world: 'worlds1' } as const

/** The request body that adds a favorite. */
export const aFavoriteRequest = (type: FavoriteType, favoriteId: string, group: string = FIRST_GROUP[type]) => ({
  type,
  favoriteId,
  tags: [group],
})

/** Adds a favorite as a user. */
export const favoriteAs = ({ api }: TestUser, type: FavoriteType, favoriteId: string, group?: string) =>
  api.call('addFavorite', { body: aFavoriteRequest(type, favoriteId, group) })

export const anAvatarId = () => newId('avatar', new Date())

/** Inserts favorites of nonexistent objects into a group, directly into the database. */
export async function fillFavoriteGroup(
  app: TestApp,
  userId: UserId,
  type: FavoriteType,
  { count, group = FIRST_GROUP[type] }: { readonly count: number; readonly group?: string },
) {
  const { db, now } = app.scope()
  const kind = ({ avatar: 'avatar', friend: 'user', world: 'world' } as const)[type]
  const data = Array.from({ length: count }, () => ({
    ...{ id: newId('favorite', now), userId, type, favoriteId: newId(kind, now), group, createdAt: now },
  }))
  await db.favorite.createMany({ data })
}
