import { SegmentedControl, SimpleGrid, Stack, Text } from '@mantine/core'
import { useNavigate, useSearch } from '@tanstack/react-router'
import { useTranslation } from 'react-i18next'
import { DetailSkeleton } from '../../../components/DetailSkeleton.tsx'
import { RefusalAlert } from '../../../components/RefusalAlert.tsx'
import type { FigureKind } from '../../../generated/graphql.ts'
import { ConsoleHead } from '../ConsoleHead.tsx'
import { ALL_KINDS, CHARTS } from './charts.ts'
import { FigureChart } from './FigureChart.tsx'
import { RANGE_NAMES, type Range } from './range.ts'
import { type Figures, rowsOf, useFigures } from './useFigures.ts'

/** How the server was doing, up to now. */
export function OverviewPage() {
  const { t } = useTranslation('operations')
  const { range = 'day' } = useSearch({ from: '/shell/console/overview' })
  const { figures, refusal, reload } = useFigures(ALL_KINDS, range)
  return (
    <Stack gap="md">
      <ConsoleHead page="overview">
        <RangeChoice range={range} />
      </ConsoleHead>
      <Text size="sm" c="dimmed">
        {t(`overview.steps.${range}`)}
      </Text>
      {refusal && !figures && <RefusalAlert refusal={refusal} onRetry={reload} />}
      {!figures && !refusal && <DetailSkeleton />}
      {figures && <Charts figures={figures} range={range} />}
    </Stack>
  )
}

function RangeChoice({ range }: { readonly range: Range }) {
  const { t } = useTranslation('operations')
  const navigate = useNavigate({ from: '/console/overview' })
  return (
    <SegmentedControl
      aria-label={t('overview.range')}
      value={range}
      data={RANGE_NAMES.map((name) => ({ value: name, label: t(`overview.ranges.${name}`) }))}
      onChange={(value) => {
        const chosen = RANGE_NAMES.find((name) => name === value)
        void navigate({ search: { range: chosen === 'day' ? undefined : chosen }, replace: true })
      }}
    />
  )
}

function Charts({ figures, range }: { readonly figures: Figures; readonly range: Range }) {
  return (
    <SimpleGrid cols={{ base: 1, md: 2 }} spacing="md">
      {CHARTS.map((chart) => {
        const kinds: readonly FigureKind[] = chart.kinds
        const rows = rowsOf(figures.filter(({ kind }) => kinds.includes(kind)))
        return <FigureChart key={chart.name} chart={chart} rows={rows} isShort={range === 'hour' || range === 'day'} />
      })}
    </SimpleGrid>
  )
}
