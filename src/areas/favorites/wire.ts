import { type Favorite, type FavoriteGroup, FavoriteType } from '../../contract/shapes/favorite.ts'
import type { Favorite as Row } from '../../generated/prisma/client.ts'
import type { FavoriteGroup as Group } from './groups.ts'

export const favoriteWire = (row: Row): Favorite => ({
  id: row.id,
  type: FavoriteType.parse(row.type),
  favoriteId: row.favoriteId,
  tags: [row.group],
})

export const favoriteGroupWire = (group: Group): FavoriteGroup => ({
  id: group.id,
  type: group.type,
  name: group.name,
  displayName: group.displayName,
  ownerId: group.ownerId,
  ownerDisplayName: group.ownerDisplayName,
  tags: [...group.tags],
  visibility: group.visibility,
})
