import { FAVORITE_FRIENDS } from '../../components/people/favorites.ts'
import type { FavoriteFriendsFragment } from '../../generated/graphql.ts'
import { type FragmentType, getFragmentData, graphql } from '../../generated/index.ts'
import { useLive, usePanel } from '../../graph/hooks.ts'
import type { Refusal } from '../../graph/refusal.ts'
import type { FriendGroup } from './useFriendGroups.ts'

const GROUP = graphql(`
  query PeopleFavoriteFriends($groupId: ID!, $more: String) {
    node(id: $groupId) {
      ... on FavoriteGroup {
        id
        ...FavoriteFriends
      }
    }
    viewer {
      id
      instance {
        id
      }
    }
  }
`)

const GROUPS = graphql(`
  query PeopleFavoriteGroups($more: String) {
    viewer {
      id
      instance {
        id
      }
      favoriteGroups(type: FRIEND, first: 4) {
        edges {
          cursor
          node {
            id
            name
            displayName
            favoriteCount
            capacity
            ...FavoriteFriends
          }
        }
      }
    }
  }
`)

const CHANGES = graphql(`
  subscription PeopleFavoriteChanges {
    friendActivity {
      kind
      user {
        id
        ...FriendRow
      }
    }
  }
`)

type Target = NonNullable<FavoriteFriendsFragment['favorites']>['edges'][number]['node']['target']
type FavoriteFriend = Extract<Target, { readonly __typename: 'User' }>

interface FavoriteFriends {
  /** Online first, then by name; undefined until they were read. */
  readonly friends: readonly FavoriteFriend[] | undefined
  readonly pageInfo: NonNullable<FavoriteFriendsFragment['favorites']>['pageInfo'] | undefined
  /** Id of the instance that the viewer is in; null for none. */
  readonly here: string | null
  readonly refusal: Refusal | null
  readonly reload: () => void
  readonly loadMore: (after: string) => Promise<void>
}

const RANKS = { ONLINE: 0, ACTIVE: 1, OFFLINE: 2 }

const byPresence = (one: FavoriteFriend, other: FavoriteFriend) =>
  RANKS[one.standing] - RANKS[other.standing] || one.displayName.localeCompare(other.displayName)

const isFriend = (target: Target): target is FavoriteFriend => target?.__typename === 'User'

/** The friends in a group of favorites that were read: online first, then by name. */
function friendsIn(fragment: FragmentType<typeof FAVORITE_FRIENDS> | null | undefined) {
  const favorites = getFragmentData(FAVORITE_FRIENDS, fragment)?.favorites
  const targets = favorites?.edges.map(({ node }) => node.target)
  return { friends: targets?.filter(isFriend).sort(byPresence), pageInfo: favorites?.pageInfo }
}

/** Reads a list again when a friend has left it. */
function useFavoriteChanges(reload: () => void): void {
  useLive(CHANGES, {}, ({ friendActivity: { kind } }) => {
    if (kind === 'REMOVED') reload()
  })
}

/** The friends in a group of favorites. */
export function useFavoriteFriends(groupId: string): FavoriteFriends {
  const { data, refusal, reload, fetchMore } = usePanel(GROUP, { groupId })
  useFavoriteChanges(reload)
  return {
    ...friendsIn(data?.node && 'id' in data.node ? data.node : null),
    here: data?.viewer?.instance?.id ?? null,
    refusal,
    reload,
    loadMore: (more) => fetchMore({ groupId, more }),
  }
}

export type FavoriteGroup = FriendGroup & Pick<FavoriteFriends, 'friends' | 'pageInfo'>

interface FavoriteGroups extends Pick<FavoriteFriends, 'here' | 'refusal' | 'reload'> {
  /** Undefined until they were read. */
  readonly groups: readonly FavoriteGroup[] | undefined
}

/** All groups of favorites with the first friends in them, by one query. */
export function useFavoriteGroups(): FavoriteGroups {
  const { data, refusal, reload } = usePanel(GROUPS, {})
  useFavoriteChanges(reload)
  const groups = data?.viewer?.favoriteGroups.edges.map(({ node }) => ({ ...node, ...friendsIn(node) }))
  return { groups, here: data?.viewer?.instance?.id ?? null, refusal, reload }
}
