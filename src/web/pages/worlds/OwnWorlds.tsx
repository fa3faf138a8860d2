import { SimpleGrid } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import { CountedList } from '../../components/CountedList.tsx'
import { ReleaseBadge } from '../../components/worlds/ReleaseBadge.tsx'
import { WORLD_COLUMNS, WorldCard } from '../../components/worlds/WorldCard.tsx'
import { getFragmentData } from '../../generated/index.ts'
import { useLive, usePanel } from '../../graph/hooks.ts'
import { useForget } from '../../graph/useForget.ts'
import { OWN_WORLD_CHANGES, OWN_WORLD_LIST, OWN_WORLDS } from './documents.ts'
import type { WorldSearch } from './search.ts'
import { variablesOf, WorldGridSkeleton } from './WorldGrid.tsx'

/** The worlds of the viewer, also those that nobody else can find. */
export function OwnWorlds({ search }: { readonly search: WorldSearch }) {
  const { t } = useTranslation(['worlds', 'ownWorlds'])
  const { filter, ...order } = variablesOf(search)
  const variables = { filter: { ...filter, anyStatus: true }, ...order }
  const { data, refusal, reload, fetchMore } = usePanel(OWN_WORLDS, variables)
  const forget = useForget('World')
  useLive(OWN_WORLD_CHANGES, {}, ({ contentChanged: { contentType, action, deletedId } }) => {
    if (contentType !== 'WORLD') return
    forget(deletedId)
    if (action !== 'UPDATED') reload()
  })
  const worlds = getFragmentData(OWN_WORLD_LIST, data?.viewer?.worlds)
  return (
    <CountedList
      list={worlds}
      refusal={refusal}
      onRetry={reload}
      onMore={(after) => fetchMore({ ...variables, after })}
      countText={(count) => (count === 0 ? t('ownWorlds:none') : t('count', { count }))}
      skeleton={<WorldGridSkeleton />}
    >
      <SimpleGrid cols={WORLD_COLUMNS} spacing="md">
        {worlds?.edges.map(({ node }) => (
          <WorldCard key={node.id} world={node} badge={<ReleaseBadge world={node} />} />
        ))}
      </SimpleGrid>
    </CountedList>
  )
}
