import { newId, type UserId } from '../../src/kernel/ids.ts'
import type { TestApp } from './app.ts'
import type { Person } from './people.ts'

export type Marked = 'avatar' | 'friend' | 'world'

/** The first group of each type. */
export const FIRST = { avatar: 'avatars1', friend: 'group_0', world: 'worlds1' } as const

/** What a client sends to mark something. */
export const marking = (type: Marked, favoriteId: string, group: string = FIRST[type]) => ({
  type,
  favoriteId,
  tags: [group],
})

/** Somebody marks something. */
export const mark = ({ api }: Person, type: Marked, favoriteId: string, group?: string) =>
  api.call('addFavorite', { body: marking(type, favoriteId, group) })

export const anAvatarId = () => newId('avatar', new Date())

/** Puts so many favorites into a group, of things that are nowhere, behind the doors. */
export async function fillGroup(
  app: TestApp,
  userId: UserId,
  type: Marked,
  { count, group = FIRST[type] }: { readonly count: number; readonly group?: string },
) {
  const { db, now } = app.scope()
  const kind = ({ avatar: 'avatar', friend: 'user', world: 'world' } as const)[type]
  const data = Array.from({ length: count }, () => ({
    ...{ id: newId('favorite', now), userId, type, favoriteId: newId(kind, now), group, createdAt: now },
  }))
  await db.favorite.createMany({ data })
}
