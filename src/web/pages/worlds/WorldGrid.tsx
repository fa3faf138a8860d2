import { SimpleGrid } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import { CountedList } from '../../components/CountedList.tsx'
import { GridSkeleton } from '../../components/GridSkeleton.tsx'
import { RouteLink } from '../../components/RouteLink.tsx'
import { WORLD_COLUMNS, WORLD_LIST, WorldCard } from '../../components/worlds/WorldCard.tsx'
import type {
  ActiveWorldsQuery,
  ActiveWorldsQueryVariables,
  FavoriteWorldsQuery,
  TypedDocumentString,
  WorldFilter,
} from '../../generated/graphql.ts'
import { getFragmentData } from '../../generated/index.ts'
import { usePanel } from '../../graph/hooks.ts'
import { ACTIVE_WORLDS, ALL_WORLDS, FAVORITE_WORLDS, RECENT_WORLDS } from './documents.ts'
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
  return (
    <CountedList
      list={worlds}
      refusal={refusal}
      onRetry={reload}
      onMore={(after) => fetchMore({ ...variables, after })}
      countText={(count) => (count === 0 ? t(`empty.${list}`) : t('count', { count }))}
      aside={
        list === 'favorites' && (
          <RouteLink to="/favorites" size="sm">
            {t('groups')}
          </RouteLink>
        )
      }
      skeleton={<WorldGridSkeleton />}
    >
      <SimpleGrid cols={WORLD_COLUMNS} spacing="md">
        {worlds?.edges.map(({ node }) => (
          <WorldCard key={node.id} world={node} />
        ))}
      </SimpleGrid>
    </CountedList>
  )
}

/** Stands for a grid of worlds while it is read. */
export const WorldGridSkeleton = () => <GridSkeleton cols={WORLD_COLUMNS} cardHeight={180} />
