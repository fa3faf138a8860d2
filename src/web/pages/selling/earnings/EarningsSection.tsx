import { Group, Paper, SimpleGrid, Stack, Text } from '@mantine/core'
import { useNavigate, useSearch } from '@tanstack/react-router'
import { useMemo } from 'react'
import { useTranslation } from 'react-i18next'
import { Tokens } from '../../../components/economy/Tokens.tsx'
import { FilterSelect } from '../../../components/FilterSelect.tsx'
import { Panel } from '../../../components/Panel.tsx'
import type { EarningsFragment } from '../../../generated/graphql.ts'
import { getFragmentData, graphql } from '../../../generated/index.ts'
import { useLive, usePanel } from '../../../graph/hooks.ts'
import { GROUPINGS, SPANS, type SpanDays } from '../sections.ts'
import { EarningsTable } from './EarningsTable.tsx'

const EARNINGS = graphql(`
  fragment Earnings on EarningsMetrics {
    sellerId
    totals {
      total
      oneTime
      oneTimeCount
      subscriptions
      subscriptionMonths
    }
    parts {
      period
      earnings {
        total
        oneTime
        oneTimeCount
        subscriptions
      }
    }
  }
`)

const METRICS = graphql(`
  query SellingEarnings($groupBy: EarningsGrouping!, $from: DateTime!) {
    earningsMetrics(groupBy: $groupBy, from: $from) {
      ...Earnings
    }
    viewer {
      id
      wallet {
        id
        earnings
        held
      }
    }
  }
`)

const CHANGES = graphql(`
  subscription SellingEarningChanges($groupBy: EarningsGrouping!, $from: DateTime!, $initial: Boolean) {
    purchasesChanged(initial: $initial) {
      query {
        earningsMetrics(groupBy: $groupBy, from: $from) {
          ...Earnings
        }
      }
      viewer {
        id
        wallet {
          id
          earnings
          held
        }
      }
    }
  }
`)

/** The begin of the day (UTC) so many days ago, ISO 8601. */
function startOf(days: SpanDays): string {
  const start = new Date()
  start.setUTCHours(0, 0, 0, 0)
  start.setUTCDate(start.getUTCDate() - Number(days) + 1)
  return start.toISOString()
}

/** What sales have brought, in all and by days, weeks or months. */
export function EarningsSection() {
  const { t } = useTranslation('selling')
  const { by: groupBy = 'DAY', days = '30' } = useSearch({ from: '/shell/selling/$section' })
  const from = useMemo(() => startOf(days), [days])
  useLive(CHANGES, { groupBy, from })
  const { data, refusal, reload, isLoading } = usePanel(METRICS, { groupBy, from })
  const metrics = getFragmentData(EARNINGS, data?.earningsMetrics)
  const { earnings = 0, held = 0 } = data?.viewer?.wallet ?? {}
  return (
    <Stack gap="md">
      <Text size="sm">{t('earnings.hint')}</Text>
      {data && (
        <SimpleGrid cols={{ base: 1, xs: 2 }} role="status">
          <Figure label={t('earnings.all')} count={earnings} />
          <Figure label={t('earnings.held')} count={held} />
        </SimpleGrid>
      )}
      <EarningsFilters groupBy={groupBy} days={days} />
      <Panel title={t('earnings.title')} isLoading={isLoading && !metrics} refusal={refusal} onRetry={reload}>
        {metrics && <Totals totals={metrics.totals} />}
        {metrics && <EarningsTable parts={metrics.parts} groupBy={groupBy} />}
      </Panel>
    </Stack>
  )
}

interface FigureProps {
  readonly label: string
  readonly count: number
}

const Figure = ({ label, count }: FigureProps) => (
  <Paper withBorder p="md" radius="lg">
    <Text size="sm" c="dimmed">
      {label}
    </Text>
    <Tokens count={count} fz={24} fw={700} />
  </Paper>
)

interface EarningsFiltersProps {
  readonly groupBy: (typeof GROUPINGS)[number]
  readonly days: SpanDays
}

function EarningsFilters({ groupBy, days }: EarningsFiltersProps) {
  const { t } = useTranslation('selling')
  const navigate = useNavigate({ from: '/selling/$section' })
  const change = (changed: { by?: typeof groupBy | undefined; days?: SpanDays | undefined }) =>
    void navigate({ search: { by: groupBy, days, ...changed }, replace: true })
  return (
    <Group gap="sm">
      <FilterSelect
        label={t('earnings.span')}
        value={days}
        choices={SPANS.map((value) => ({ value, label: t(`earnings.spans.${value}`) }))}
        onChange={(next) => change({ days: next })}
      />
      <FilterSelect
        label={t('earnings.by')}
        value={groupBy}
        choices={GROUPINGS.map((value) => ({ value, label: t(`earnings.groupings.${value}`) }))}
        onChange={(by) => change({ by })}
      />
    </Group>
  )
}

function Totals({ totals }: { readonly totals: EarningsFragment['totals'] }) {
  const { t } = useTranslation('selling')
  return (
    <Stack gap={2} role="status">
      <Text fw={600}>
        {t('earnings.total')} <Tokens count={totals.total} />
      </Text>
      <Text size="sm">
        {t('earnings.sales', { count: totals.oneTimeCount })} · <Tokens count={totals.oneTime} />
      </Text>
      <Text size="sm">
        {t('earnings.months', { count: totals.subscriptionMonths })} · <Tokens count={totals.subscriptions} />
      </Text>
    </Stack>
  )
}
