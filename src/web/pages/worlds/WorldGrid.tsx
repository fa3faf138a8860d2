import { Group, SimpleGrid, Skeleton, Stack, Text } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import { LoadMore } from '../../components/LoadMore.tsx'
import { RefusalAlert } from '../../components/RefusalAlert.tsx'
import { RouteLink } from '../../components/RouteLink.tsx'
import { WorldCard } from '../../components/worlds/WorldCard.tsx'
import type {
  ActiveWorldsQuery,
  ActiveWorldsQueryVariables,
  FavoriteWorldsQuery,
  TypedDocumentString,
  WorldFilter,
} from '../../generated/graphql.ts'
import { getFragmentData } from '../../generated/index.ts'
import { usePanel } from '../../graph/hooks.ts'
import { ACTIVE_WORLDS, ALL_WORLDS, FAVORITE_WORLDS, RECENT_WORLDS, WORLD_LIST } from './documents.ts'
import type { FoundListName, WorldSearch } from './search.ts'

type Document = TypedDocumentString<ActiveWorldsQuery | FavoriteWorldsQuery, ActiveWorldsQueryVariables>

const DOCUMENTS: Readonly<Record<FoundListName, Document>> = {
  active: ACTIVE_WORLDS,
  all: ALL_WORLDS,
  favorites: FAVORITE_WORLDS,
  recent: RECENT_WORLDS,
}

interface WorldGridProps {
  readonly list: FoundListName
  readonly search: WorldSearch
}

const filterOf = ({ search, platform }: WorldSearch): WorldFilter => ({
  ...(search && { search }),
  ...(platform && { platforms: [platform] }),
})

/** What a list of worlds is read by. Names go from A to Z; of all else what is most or newest comes first. */
export const variablesOf = (search: WorldSearch): ActiveWorldsQueryVariables => ({
  filter: filterOf(search),
  ...(search.sort && { sort: search.sort, ascending: search.sort === 'NAME' }),
})

/** The worlds that the address asks for, page after page. */
export function WorldGrid({ list, search }: WorldGridProps) {
  const { t } = useTranslation('worlds')
  const variables = variablesOf(search)
  const { data, refusal, reload, fetchMore } = usePanel(DOCUMENTS[list], variables)
  const worlds = getFragmentData(WORLD_LIST, data && ('worlds' in data ? data.worlds : data.viewer?.worlds))
  if (refusal) return <RefusalAlert refusal={refusal} onRetry={reload} />
  if (!worlds) return <GridSkeleton />
  return (
    <Stack gap="sm">
      <Group justify="space-between">
        <Text size="sm" role="status">
          {worlds.totalCount === 0 ? t(`empty.${list}`) : t('count', { count: worlds.totalCount })}
        </Text>
        {list === 'favorites' && (
          <RouteLink to="/favorites" size="sm">
            {t('groups')}
          </RouteLink>
        )}
      </Group>
      <SimpleGrid cols={{ base: 2, sm: 3, lg: 4, xl: 6 }} spacing="md">
        {worlds.edges.map(({ node }) => (
          <WorldCard key={node.id} world={node} />
        ))}
      </SimpleGrid>
      <LoadMore pageInfo={worlds.pageInfo} onMore={(after) => fetchMore({ ...variables, after })} />
    </Stack>
  )
}

const CARDS = ['a', 'b', 'c', 'd', 'e', 'f']

/** Stands for a grid of worlds while it is read. */
export const GridSkeleton = () => (
  <SimpleGrid cols={{ base: 2, sm: 3, lg: 4, xl: 6 }} spacing="md" aria-hidden>
    {CARDS.map((card) => (
      <Skeleton key={card} h={180} radius="md" />
    ))}
  </SimpleGrid>
)
