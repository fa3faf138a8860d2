import { type FragmentType, getFragmentData, graphql } from '../../generated/index.ts'
import { FavoriteButton } from './FavoriteButton.tsx'

export const FAVORITE_WORLD = graphql(`
  fragment FavoriteWorld on World {
    id
    favoriteCount
    favorite {
      id
      ...FavoriteMark
    }
  }
`)

/** Puts a world into one of the viewer's groups of favorites, or takes it out again. */
export function FavoriteWorld({ world }: { readonly world: FragmentType<typeof FAVORITE_WORLD> }) {
  const { id, favorite } = getFragmentData(FAVORITE_WORLD, world)
  return <FavoriteButton type="WORLD" targetId={id} favorite={favorite} />
}
