import { favorites } from '../../contract/favorites.ts'
import { defineArea } from '../area.ts'
import { favoritesRest } from './rest.ts'
import './graph/group.ts'
import './graph/favorite.ts'
import './graph/favoriteMutations.ts'
import './graph/lists.ts'
import { personalData } from './personalData.ts'

export const favoritesArea = defineArea({
  tag: 'Favorites',
  contract: favorites,
  rest: favoritesRest,
  personalData,
  nodeTypes: { favorite: 'Favorite', favoriteGroup: 'FavoriteGroup' },
  accountErasure: {
    place: 20,
    async erase({ db }, userId) {
      await db.favorite.deleteMany({ where: { userId } })
      await db.favoriteGroup.deleteMany({ where: { userId } })
    },
  },
})
