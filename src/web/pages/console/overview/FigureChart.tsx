import { Group, Stack, Table, Text, useMantineTheme } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import { CartesianGrid, Line, LineChart, ResponsiveContainer, Tooltip, XAxis, YAxis } from 'recharts'
import { Panel } from '../../../components/Panel.tsx'
import { formatBytes, formatDateTime, formatNumber } from '../../../formats.ts'
import type { FigureKind } from '../../../generated/graphql.ts'
import type { ChartOf } from './charts.ts'

/** A time (milliseconds since 1970) with the values of the figures that are known for it. */
interface ChartRow {
  readonly at: number
  readonly values: ReadonlyMap<FigureKind, number>
}

interface FigureChartProps {
  readonly chart: ChartOf
  /** Oldest first. */
  readonly rows: readonly ChartRow[]
  /** Whether only the time of a day is shown, not the day. */
  readonly isShort: boolean
}

const HEIGHT = 180
/** Digits that a value is worth. */
const DIGITS = 3

function formatValue(language: string, value: number, unit: ChartOf['unit']): string {
  if (unit === 'bytes') return formatBytes(language, value)
  const number = formatNumber(language, Number(value.toPrecision(Math.max(DIGITS, String(Math.trunc(value)).length))))
  return unit === 'milliseconds' ? `${number} ms` : number
}

/** Figures over time as lines, with their last values, and all values as a table for who does not see the lines. */
export function FigureChart({ chart, rows, isShort }: FigureChartProps) {
  const { t } = useTranslation('operations')
  const isKnown = rows.some(({ values }) => values.size > 0)
  return (
    <Panel title={t(`charts.${chart.name}`)} empty={isKnown ? undefined : t('overview.unknown')}>
      <Stack gap="xs">
        <LastValues chart={chart} rows={rows} />
        <Lines chart={chart} rows={rows} isShort={isShort} />
        <ValueTable chart={chart} rows={rows} />
      </Stack>
    </Panel>
  )
}

type PartProps = Pick<FigureChartProps, 'chart' | 'rows'>

const useColors = () => {
  const { colors } = useMantineTheme()
  return [colors.plaza?.[5] ?? 'currentColor', colors.red[7]] as const
}

function LastValues({ chart: { kinds, unit }, rows }: PartProps) {
  const { t, i18n } = useTranslation('operations')
  const colors = useColors()
  return (
    <Group gap="lg">
      {kinds.map((kind, index) => {
        const value = rows.findLast(({ values }) => values.has(kind))?.values.get(kind)
        return (
          <Group key={kind} gap={6} wrap="nowrap">
            <svg width={12} height={4} aria-hidden>
              <rect width={12} height={4} rx={2} fill={colors[index]} />
            </svg>
            <Text size="sm" data-figure={kind}>
              {t(`kinds.${kind}`)}: <b>{value === undefined ? '–' : formatValue(i18n.language, value, unit)}</b>
            </Text>
          </Group>
        )
      })}
    </Group>
  )
}

/** How times stand below the lines. */
const shortTime = (language: string, at: number, isShort: boolean) =>
  new Intl.DateTimeFormat(language, isShort ? { timeStyle: 'short' } : { day: 'numeric', month: 'short' }).format(at)

function Lines({ chart: { kinds, unit }, rows, isShort }: FigureChartProps) {
  const { t, i18n } = useTranslation('operations')
  const colors = useColors()
  const data = rows.map(({ at, values }) => ({ at, ...Object.fromEntries(values) }))
  return (
    <div aria-hidden>
      <ResponsiveContainer width="100%" height={HEIGHT}>
        <LineChart data={data} margin={{ top: 8, right: 8, bottom: 0, left: 0 }} accessibilityLayer={false}>
          <CartesianGrid vertical={false} stroke="var(--mantine-color-default-border)" />
          <XAxis
            dataKey="at"
            type="number"
            scale="time"
            domain={['dataMin', 'dataMax']}
            minTickGap={48}
            tick={{ fill: 'var(--mantine-color-dimmed)', fontSize: 12 }}
            tickFormatter={(at: number) => shortTime(i18n.language, at, isShort)}
          />
          <YAxis
            width={64}
            tick={{ fill: 'var(--mantine-color-dimmed)', fontSize: 12 }}
            tickFormatter={(value: number) => formatValue(i18n.language, value, unit)}
          />
          <Tooltip
            isAnimationActive={false}
            contentStyle={{ background: 'var(--mantine-color-body)', borderRadius: 8 }}
            labelFormatter={(at) => formatDateTime(i18n.language, new Date(Number(at)).toISOString())}
            formatter={(value, kind) => [
              formatValue(i18n.language, Number(value), unit),
              t(`kinds.${kinds.find((one) => one === kind) ?? kinds[0]}`),
            ]}
          />
          {kinds.map((kind, index) => (
            <Line
              key={kind}
              dataKey={kind}
              stroke={colors[index] ?? 'currentColor'}
              strokeWidth={2}
              dot={rows.length < 3}
              isAnimationActive={false}
            />
          ))}
        </LineChart>
      </ResponsiveContainer>
    </div>
  )
}

function ValueTable({ chart: { kinds, name, unit }, rows }: PartProps) {
  const { t, i18n } = useTranslation('operations')
  return (
    <details>
      <Text component="summary" size="sm" c="dimmed">
        {t('overview.values', { title: t(`charts.${name}`) })}
      </Text>
      <Table.ScrollContainer
        minWidth={280}
        maxHeight={240}
        scrollAreaProps={{ viewportProps: { tabIndex: 0, 'aria-label': t(`charts.${name}`) } }}
      >
        <Table>
          <Table.Thead>
            <Table.Tr>
              <Table.Th>{t('overview.time')}</Table.Th>
              {kinds.map((kind) => (
                <Table.Th key={kind}>{t(`kinds.${kind}`)}</Table.Th>
              ))}
            </Table.Tr>
          </Table.Thead>
          <Table.Tbody>
            {rows.toReversed().map(({ at, values }) => (
              <Table.Tr key={at}>
                <Table.Th scope="row" fw={400}>
                  {formatDateTime(i18n.language, new Date(at).toISOString())}
                </Table.Th>
                {kinds.map((kind) => (
                  <Table.Td key={kind}>{cellText(i18n.language, values.get(kind), unit)}</Table.Td>
                ))}
              </Table.Tr>
            ))}
          </Table.Tbody>
        </Table>
      </Table.ScrollContainer>
    </details>
  )
}

const cellText = (language: string, value: number | undefined, unit: ChartOf['unit']) =>
  value === undefined ? '–' : formatValue(language, value, unit)
