import { SimpleGrid, Skeleton, Stack, Text } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import { useReadAtPhases } from '../../components/jams/dates.ts'
import { LoadMore } from '../../components/LoadMore.tsx'
import { RefusalAlert } from '../../components/RefusalAlert.tsx'
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

const GRID = { base: 1, sm: 2, xl: 3 }

/** The jams that the address asks for; they move to the next phase while one looks at them. */
export function JamList({ list, type }: JamListProps) {
  const { t } = useTranslation('jams')
  const variables = { ...FILTERS[list], ...(type && { type }) }
  const { data, refusal, reload, fetchMore } = usePanel(JAM_LIST, variables)
  const jams = data?.jams
  useReadAtPhases(jams?.edges.map(({ node }) => node) ?? [], reload)
  if (refusal && !jams) return <RefusalAlert refusal={refusal} onRetry={reload} />
  if (!jams) return <ListSkeleton />
  return (
    <Stack gap="sm">
      <Text size="sm" role="status">
        {jams.totalCount === 0 ? t(`empty.${list}`) : t('count', { count: jams.totalCount })}
      </Text>
      <SimpleGrid cols={GRID} spacing="md">
        {jams.edges.map(({ node }) => (
          <JamCard key={node.id} jam={node} />
        ))}
      </SimpleGrid>
      <LoadMore pageInfo={jams.pageInfo} onMore={(after) => fetchMore({ ...variables, after })} />
    </Stack>
  )
}

const ListSkeleton = () => (
  <SimpleGrid cols={GRID} spacing="md" aria-hidden>
    <Skeleton h={140} radius="lg" />
    <Skeleton h={140} radius="lg" />
  </SimpleGrid>
)
