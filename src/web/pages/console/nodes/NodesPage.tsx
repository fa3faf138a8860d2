import { Badge, Checkbox, Group, Stack, Text } from '@mantine/core'
import { useNavigate, useSearch } from '@tanstack/react-router'
import { useTranslation } from 'react-i18next'
import { Ago } from '../../../components/Ago.tsx'
import { Panel } from '../../../components/Panel.tsx'
import { RefusalAlert } from '../../../components/RefusalAlert.tsx'
import { formatBytes, formatNumber } from '../../../formats.ts'
import type { ConsoleNodesQuery, HealthLevel } from '../../../generated/graphql.ts'
import { usePanel } from '../../../graph/hooks.ts'
import { ConsoleHead } from '../ConsoleHead.tsx'
import { ConsoleTable, KeysHelp } from '../kit/ConsoleTable.tsx'
import { ExportButton } from '../kit/ExportButton.tsx'
import { SavedViews } from '../kit/SavedViews.tsx'
import { useRepeatedly } from '../kit/useRepeatedly.ts'
import { CONSOLE_PAGES } from '../sections.ts'
import { useStaff } from '../useStaff.ts'
import { CheckAgain } from './CheckAgain.tsx'
import { CONSOLE_NODES } from './documents.ts'
import { LedgerCheck } from './LedgerCheck.tsx'

const [PAGE] = CONSOLE_PAGES.filter(({ name }) => name === 'nodes')
const EXPORTED = ['host', 'pid', 'version', 'nodeVersion', 'isAlive', 'startedAt', 'seenAt', 'check', 'level', 'text']

/** How the processes of the server are, and what rate limits have refused. */
export function NodesPage() {
  const { data, refusal, reload } = usePanel(CONSOLE_NODES, {})
  useRepeatedly(reload)
  const search = useSearch({ from: '/shell/console/nodes' })
  const nodes = data?.serverNodes.edges.map(({ node }) => node) ?? []
  const canCheckLedger = useStaff()?.includes('ECONOMY') ?? false
  return (
    <Stack gap="md">
      <ConsoleHead page="nodes">
        <Group gap="xs">
          <KeysHelp keys={[]} />
          {PAGE && <SavedViews page={PAGE} search={{ ...search }} />}
          <ExportButton
            name="nodes"
            headers={EXPORTED}
            readPage={async () => ({ pageInfo: { hasNextPage: false }, rows: nodes.flatMap(exportedRows) })}
          />
        </Group>
      </ConsoleHead>
      <ProblemFilter onlyProblems={search.onlyProblems === true} />
      {refusal && !data && <RefusalAlert refusal={refusal} onRetry={reload} />}
      {nodes.map((node) => (
        <NodePanel key={node.id} node={node} onlyProblems={search.onlyProblems === true} reload={reload} />
      ))}
      {canCheckLedger && <LedgerCheck />}
      {data && <Refusals refusals={data.rateLimitRefusals} />}
    </Stack>
  )
}

type Node = ConsoleNodesQuery['serverNodes']['edges'][number]['node']

const exportedRows = ({ findings, host, pid, version, nodeVersion, isAlive, startedAt, seenAt }: Node) =>
  findings.map(({ check, level, text }) => ({
    ...{ host, pid, version, nodeVersion, startedAt, seenAt, check, level, text },
    isAlive: String(isAlive),
  }))

function ProblemFilter({ onlyProblems }: { readonly onlyProblems: boolean }) {
  const { t } = useTranslation('operations')
  const navigate = useNavigate({ from: '/console/nodes' })
  return (
    <Checkbox
      label={t('nodes.onlyProblems')}
      checked={onlyProblems}
      onChange={({ currentTarget: { checked } }) =>
        void navigate({ search: { onlyProblems: checked || undefined }, replace: true })
      }
    />
  )
}

const PERCENT = 100

interface NodePanelProps {
  readonly node: Node
  readonly onlyProblems: boolean
  readonly reload: () => void
}

function NodePanel({ node, onlyProblems, reload }: NodePanelProps) {
  const { t, i18n } = useTranslation('operations')
  const { host, pid, version, nodeVersion, startedAt, seenAt, isAlive, cpu, memory, delay, findings, checkedAt } = node
  const number = (value: number) => formatNumber(i18n.language, Math.round(value))
  return (
    <Panel
      title={t('nodes.name', { host, pid: String(pid) })}
      aside={
        <Group gap="xs">
          <Badge variant="light" color={isAlive ? 'green' : 'red'}>
            {isAlive ? t('nodes.alive') : t('nodes.gone')}
          </Badge>
          {isAlive && <CheckAgain node={node} reload={reload} />}
        </Group>
      }
    >
      <Text size="sm">{t('nodes.versions', { version, node: nodeVersion })}</Text>
      <Text size="sm">
        {t('nodes.load', {
          cpu: number(cpu * PERCENT),
          memory: formatBytes(i18n.language, memory),
          delay: number(delay),
        })}
      </Text>
      <Group gap="md">
        <Text size="xs" c="dimmed">
          {t('nodes.started')} <Ago time={startedAt} />
        </Text>
        <Text size="xs" c="dimmed">
          {t('nodes.seen')} <Ago time={seenAt} />
        </Text>
        {checkedAt && (
          <Text size="xs" c="dimmed">
            {t('nodes.checked')} <Ago time={checkedAt} />
          </Text>
        )}
      </Group>
      <Findings
        findings={findings.filter(({ level }) => !onlyProblems || level !== 'OK')}
        isChecked={Boolean(checkedAt)}
      />
    </Panel>
  )
}

const LEVEL_COLORS: Readonly<Record<HealthLevel, string>> = { OK: 'green', WARN: 'yellow', FAIL: 'red' }
/** The most serious first. */
const LEVELS: readonly HealthLevel[] = ['FAIL', 'WARN', 'OK']

interface FindingsProps {
  readonly findings: Node['findings']
  /** Whether the checks have run. */
  readonly isChecked: boolean
}

function Findings({ findings, isChecked }: FindingsProps) {
  const { t } = useTranslation('operations')
  if (!isChecked) return <Text size="sm">{t('nodes.unchecked')}</Text>
  if (findings.length === 0) return <Text size="sm">{t('nodes.noProblems')}</Text>
  const sorted = LEVELS.flatMap((level) => findings.filter((finding) => finding.level === level))
  return (
    <Stack component="ul" className="plainList" gap={6} aria-label={t('nodes.findings')}>
      {sorted.map(({ check, level, text }) => (
        <Group component="li" key={`${check} ${text}`} gap="sm" wrap="nowrap" align="flex-start">
          <Badge variant="light" color={LEVEL_COLORS[level]} miw={72}>
            {t(`nodes.levels.${level}`)}
          </Badge>
          <Text size="sm" style={{ overflowWrap: 'anywhere' }}>
            <b>{check}</b>: {text}
          </Text>
        </Group>
      ))}
    </Stack>
  )
}

function Refusals({ refusals }: { readonly refusals: ConsoleNodesQuery['rateLimitRefusals'] }) {
  const { t, i18n } = useTranslation('operations')
  return (
    <Panel title={t('nodes.refusals')}>
      <ConsoleTable
        label={t('nodes.refusals')}
        columns={[
          { name: 'limit', header: t('nodes.limit'), cell: ({ limit }) => limit },
          { name: 'count', header: t('nodes.count'), cell: ({ count }) => formatNumber(i18n.language, count) },
        ]}
        rows={refusals.map((refusal) => ({ ...refusal, id: refusal.limit }))}
        pageInfo={undefined}
        refusal={null}
        onRetry={() => {}}
        onMore={async () => undefined}
        empty={t('nodes.noRefusals')}
      />
    </Panel>
  )
}
