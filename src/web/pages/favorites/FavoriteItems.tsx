import { SimpleGrid, Stack, Text } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import { AVATAR_COLUMNS } from '../../components/avatars/AvatarGrid.tsx'
import { useWornAvatars } from '../../components/avatars/useWornAvatars.ts'
import type { GroupFacts } from '../../components/favorites/useFavoriteGroups.ts'
import { GridSkeleton } from '../../components/GridSkeleton.tsx'
import { LoadMore } from '../../components/LoadMore.tsx'
import { RefusalAlert } from '../../components/RefusalAlert.tsx'
import { RouteLink } from '../../components/RouteLink.tsx'
import { WORLD_COLUMNS } from '../../components/worlds/WorldCard.tsx'
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
  worlds: WORLD_COLUMNS,
  avatars: AVATAR_COLUMNS,
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

const ItemsSkeleton = ({ kind }: Pick<FavoriteItemsProps, 'kind'>) => (
  <GridSkeleton cols={COLUMNS[kind]} cardHeight={kind === 'friends' ? 60 : 200} />
)
