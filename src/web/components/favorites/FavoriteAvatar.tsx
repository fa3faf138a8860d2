import { type FragmentType, getFragmentData, graphql } from '../../generated/index.ts'
import { FavoriteButton } from './FavoriteButton.tsx'

export const FAVORITE_AVATAR = graphql(`
  fragment FavoriteAvatar on Avatar {
    id
    favoriteCount
    favorite {
      id
      ...FavoriteMark
    }
  }
`)

/** Puts an avatar into one of the viewer's groups of favorites, or takes it out again. */
export function FavoriteAvatar({ avatar }: { readonly avatar: FragmentType<typeof FAVORITE_AVATAR> }) {
  const { id, favorite } = getFragmentData(FAVORITE_AVATAR, avatar)
  return <FavoriteButton type="AVATAR" targetId={id} favorite={favorite} />
}
