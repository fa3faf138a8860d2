import { SimpleGrid, Skeleton, Stack, Text } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import { useWornAvatars } from '../../components/avatars/useWornAvatars.ts'
import type { GroupFacts } from '../../components/favorites/useFavoriteGroups.ts'
import { LoadMore } from '../../components/LoadMore.tsx'
import { RefusalAlert } from '../../components/RefusalAlert.tsx'
import { RouteLink } from '../../components/RouteLink.tsx'
import type { FavoriteGroupName } from '../../generated/graphql.ts'
import { useLive } from '../../graph/hooks.ts'
import { FAVORITE_FRIEND_CHANGES } from './documents.ts'
import { FavoriteItem } from './FavoriteItem.tsx'
import type { FavoriteKind } from './search.ts'
import type { Favorites } from './useFavorites.ts'

interface FavoriteItemsProps {
  readonly kind: FavoriteKind
  readonly group: FavoriteGroupName
  /** All groups of the kind. */
  readonly groups: readonly GroupFacts[]
  readonly favorites: Favorites
}

const COLUMNS = {
  worlds: { base: 2, sm: 3, lg: 4, xl: 6 },
  avatars: { base: 2, sm: 3, md: 4, xl: 6 },
  friends: { base: 1, lg: 2, xl: 3 },
} as const satisfies Readonly<Record<FavoriteKind, object>>

/** What is in a group of favorites, page after page. */
export function FavoriteItems({ kind, group, groups, favorites }: FavoriteItemsProps) {
  const { list, here, refusal, reload, loadMore } = favorites
  const worn = useWornAvatars()
  useLive(FAVORITE_FRIEND_CHANGES, kind === 'friends' ? {} : null, ({ friendActivity }) => {
    if (friendActivity.kind === 'REMOVED') reload()
  })
  if (refusal && !list) return <RefusalAlert refusal={refusal} onRetry={reload} />
  if (!list) return <ItemsSkeleton kind={kind} />
  if (list.edges.length === 0) return <Empty kind={kind} />
  return (
    <Stack gap="sm">
      <SimpleGrid component="ul" className="plainList" cols={COLUMNS[kind]} spacing="md">
        {list.edges.map(({ node }) => (
          <li key={node.id}>
            <FavoriteItem favorite={node} group={group} groups={groups} worn={worn} here={here} />
          </li>
        ))}
      </SimpleGrid>
      <LoadMore pageInfo={list.pageInfo} onMore={loadMore} />
    </Stack>
  )
}

const LEADS = {
  worlds: { to: '/worlds' },
  avatars: { to: '/avatars' },
  friends: { to: '/people' },
} as const satisfies Readonly<Record<FavoriteKind, object>>

function Empty({ kind }: Pick<FavoriteItemsProps, 'kind'>) {
  const { t } = useTranslation('favorites')
  return (
    <Stack gap={4} align="start">
      <Text size="sm">{t(`empty.${kind}`)}</Text>
      <RouteLink {...LEADS[kind]} size="sm">
        {t(`find.${kind}`)}
      </RouteLink>
    </Stack>
  )
}

const PLACES = ['a', 'b', 'c', 'd', 'e', 'f']

const ItemsSkeleton = ({ kind }: Pick<FavoriteItemsProps, 'kind'>) => (
  <SimpleGrid cols={COLUMNS[kind]} spacing="md" aria-hidden>
    {PLACES.map((place) => (
      <Skeleton key={place} h={kind === 'friends' ? 60 : 200} radius="md" />
    ))}
  </SimpleGrid>
)
