import { Button, Group, Stack, Text } from '@mantine/core'
import { useNavigate, useSearch } from '@tanstack/react-router'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { RouteButton } from '../../../components/RouteLink.tsx'
import type { ConsoleReportFragment } from '../../../generated/graphql.ts'
import { getFragmentData } from '../../../generated/index.ts'
import { useLive, usePanel } from '../../../graph/hooks.ts'
import { request } from '../../../graph/request.ts'
import { ConsoleHead } from '../ConsoleHead.tsx'
import { ConsoleTable, KeysHelp } from '../kit/ConsoleTable.tsx'
import { ExportButton } from '../kit/ExportButton.tsx'
import { SavedViews } from '../kit/SavedViews.tsx'
import { useSelection } from '../kit/useSelection.tsx'
import { useViewerId } from '../useStaff.ts'
import { CloseDialog } from './CloseDialog.tsx'
import { CONSOLE_REPORT, CONSOLE_REPORT_LIST, CONSOLE_REPORT_LIST_LIVE, CONSOLE_REPORT_ROWS } from './documents.ts'
import { reportListVariables } from './listSearch.ts'
import { ReportListFilters } from './ReportListFilters.tsx'
import { useReportColumns } from './reportColumns.tsx'
import { useClaimReports } from './useQueueActs.ts'

const PAGE = { name: 'reportList', to: '/console/reports/list' } as const
const COLUMNS = ['about', 'report', 'reporter', 'claimed', 'weight', 'at', 'status'] as const

/** Every report, each by itself, of which several are claimed or closed at once. */
export function ReportListPage() {
  const { t } = useTranslation('console')
  const search = useSearch({ from: '/shell/console/reports/list' })
  const navigate = useNavigate()
  const variables = reportListVariables(search, useViewerId())
  const { data, refusal, reload, fetchMore } = usePanel(CONSOLE_REPORT_LIST, variables)
  useLive(CONSOLE_REPORT_LIST_LIVE, variables)
  const { reports } = getFragmentData(CONSOLE_REPORT_ROWS, data) ?? {}
  const nodes = reports?.edges.map(({ node }) => node)
  const rows = nodes && getFragmentData(CONSOLE_REPORT, nodes)
  const selection = useSelection({
    rows,
    header: t('reports.selection.header'),
    labelOf: ({ contentName, reason }) =>
      t('reports.selection.row', { name: contentName ?? t('reports.unnamed'), reason }),
    keyLabel: t('reports.selection.key'),
  })
  const keys = [selection.key]
  return (
    <Stack gap="md">
      <ConsoleHead page="reports">
        <Group gap="xs">
          <RouteButton to="/console/reports" variant="default">
            {t('reports.bySubject')}
          </RouteButton>
          <KeysHelp keys={keys} />
          <SavedViews page={PAGE} search={{ ...search }} />
          <ExportButton name="reports" headers={EXPORTED} readPage={(after) => exportedPage(variables, after)} />
        </Group>
      </ConsoleHead>
      <ReportListFilters search={search} />
      <SelectionActs ids={selection.selected} onDone={reload} onClear={selection.clear} />
      <ConsoleTable
        label={t('reports.listLabel')}
        columns={[selection.column, ...useReportColumns(COLUMNS)]}
        rows={rows}
        pageInfo={reports?.pageInfo}
        refusal={data ? null : refusal}
        onRetry={reload}
        onMore={(more) => fetchMore({ ...variables, more })}
        empty={t('reports.none')}
        onOpen={({ contentId }) => void navigate({ to: '/console/reports/$contentId', params: { contentId } })}
        keys={keys}
      />
    </Stack>
  )
}

interface SelectionActsProps {
  readonly ids: readonly string[]
  readonly onDone: () => void
  readonly onClear: () => void
}

/** What is done to all chosen reports at once, at most 100. */
function SelectionActs({ ids, onDone, onClear }: SelectionActsProps) {
  const { t } = useTranslation('console')
  const [isClosing, setClosing] = useState(false)
  const finish = () => {
    onClear()
    onDone()
  }
  const claim = useClaimReports(finish)
  const chosen = ids.slice(0, 100)
  return (
    <Group gap="xs" role="group" aria-label={t('reports.selection.acts')}>
      <Text size="sm" aria-live="polite">
        {t('reports.selection.count', { count: ids.length })}
      </Text>
      <Button variant="default" disabled={ids.length === 0} onClick={() => void claim(chosen)}>
        {t('reports.claim')}
      </Button>
      <Button variant="default" disabled={ids.length === 0} onClick={() => setClosing(true)}>
        {t('reports.selection.close')}
      </Button>
      {isClosing && <CloseDialog closed={{ reportIds: chosen }} onDone={finish} onClose={() => setClosing(false)} />}
    </Group>
  )
}

const EXPORTED = [
  'id',
  'createdAt',
  'type',
  'category',
  'reason',
  'contentId',
  'contentName',
  'weight',
  'status',
  'outcome',
]
/** More would cost more than a request of somebody without admin rights may. */
const EXPORTED_PAGE = 50

async function exportedPage(variables: ReturnType<typeof reportListVariables>, after: string | undefined) {
  const page = await request(CONSOLE_REPORT_LIST, { ...variables, first: EXPORTED_PAGE, more: after ?? null })
  const { reports } = getFragmentData(CONSOLE_REPORT_ROWS, page)
  const rows = getFragmentData(
    CONSOLE_REPORT,
    reports.edges.map(({ node }) => node),
  )
  return { pageInfo: reports.pageInfo, rows: rows.map(exportedRow) }
}

const exportedRow = ({ moderation, contentName = null, ...report }: ConsoleReportFragment) => ({
  ...{ id: report.id, createdAt: report.createdAt, type: report.type, category: report.category },
  ...{ reason: report.reason, contentId: report.contentId, contentName, status: report.status },
  weight: moderation?.weight ?? null,
  outcome: moderation?.outcome ?? null,
})
