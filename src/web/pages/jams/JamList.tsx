import { SimpleGrid } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import { CountedList } from '../../components/CountedList.tsx'
import { GridSkeleton } from '../../components/GridSkeleton.tsx'
import { useReadAtPhases } from '../../components/jams/dates.ts'
import type { JamListQueryVariables, JamType } from '../../generated/graphql.ts'
import { usePanel } from '../../graph/hooks.ts'
import { JAM_LIST } from './documents.ts'
import { JamCard } from './JamCard.tsx'
import type { JamListName } from './search.ts'

const FILTERS: Readonly<Record<JamListName, JamListQueryVariables>> = {
  running: { isActive: true },
  coming: { state: 'UPCOMING' },
  past: { state: 'CLOSED' },
}

interface JamListProps {
  readonly list: JamListName
  /** All types if undefined. */
  readonly type: JamType | undefined
}

const COLUMNS = { base: 1, sm: 2, xl: 3 }

/** The jams that the address asks for; they move to the next phase while one looks at them. */
export function JamList({ list, type }: JamListProps) {
  const { t } = useTranslation('jams')
  const variables = { ...FILTERS[list], ...(type && { type }) }
  const { data, refusal, reload, fetchMore } = usePanel(JAM_LIST, variables)
  const jams = data?.jams
  useReadAtPhases(jams?.edges.map(({ node }) => node) ?? [], reload)
  return (
    <CountedList
      list={jams}
      refusal={refusal}
      onRetry={reload}
      onMore={(after) => fetchMore({ ...variables, after })}
      countText={(count) => (count === 0 ? t(`empty.${list}`) : t('count', { count }))}
      skeleton={<GridSkeleton cols={COLUMNS} cardHeight={140} />}
    >
      <SimpleGrid cols={COLUMNS} spacing="md">
        {jams?.edges.map(({ node }) => (
          <JamCard key={node.id} jam={node} />
        ))}
      </SimpleGrid>
    </CountedList>
  )
}
