import { SimpleGrid, Stack } from '@mantine/core'
import { useParams } from '@tanstack/react-router'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { PageHead } from '../../../components/PageHead.tsx'
import type { ConsoleReportFragment } from '../../../generated/graphql.ts'
import { getFragmentData } from '../../../generated/index.ts'
import { useLive, usePanel } from '../../../graph/hooks.ts'
import { useAct } from '../../../graph/useAct.ts'
import { ActsPanel } from '../audit/ActsPanel.tsx'
import { ConsoleTable, KeysHelp } from '../kit/ConsoleTable.tsx'
import { useActsColumn } from '../kit/useActsColumn.tsx'
import type { RowKey } from '../kit/useRowKeys.ts'
import { REOPEN_REPORT } from './actDocuments.ts'
import { CloseDialog } from './CloseDialog.tsx'
import {
  CONSOLE_REPORT,
  CONSOLE_REPORTS_ABOUT,
  CONSOLE_REPORTS_ABOUT_LIST,
  CONSOLE_REPORTS_ABOUT_LIVE,
  CONSOLE_SUBJECT,
} from './documents.ts'
import { NoteDialog } from './NoteDialog.tsx'
import { ReportedContent } from './ReportedContent.tsx'
import { useReportColumns } from './reportColumns.tsx'
import { SubjectFacts } from './SubjectFacts.tsx'

const COLUMNS = ['report', 'reporter', 'at', 'status'] as const

type Open = { readonly dialog: 'close' | 'note'; readonly reportId: string }

/** All reports about one person or content, and what can be done about it. */
export function SubjectPage() {
  const { t } = useTranslation('console')
  const { contentId } = useParams({ from: '/shell/console/reports/$contentId' })
  const { data, refusal, reload, fetchMore } = usePanel(CONSOLE_REPORTS_ABOUT, { contentId })
  useLive(CONSOLE_REPORTS_ABOUT_LIVE, { contentId })
  const { reports, reportSubjects } = getFragmentData(CONSOLE_REPORTS_ABOUT_LIST, data) ?? {}
  const [open, setOpen] = useState<Open | null>(null)
  const rows =
    reports &&
    getFragmentData(
      CONSOLE_REPORT,
      reports.edges.map(({ node }) => node),
    )
  const [subject] = getFragmentData(CONSOLE_SUBJECT, reportSubjects?.edges.map(({ node }) => node) ?? [])
  const [latest] = rows ?? []
  const newest = reports?.edges[0]?.node
  const keys = useKeys(setOpen, reload)
  const title = latest?.contentName ?? t('reports.unnamed')
  return (
    <Stack gap="md">
      <PageHead title={title} windowTitle={t('pageTitle', { page: title })}>
        <KeysHelp keys={keys} />
      </PageHead>
      {latest && <SubjectFacts contentId={contentId} subject={subject} latest={latest} onChange={reload} />}
      <SimpleGrid cols={{ base: 1, md: 2 }}>
        {newest && <ReportedContent contentId={contentId} latest={newest} onChange={reload} />}
        <ActsPanel subjectId={contentId} />
      </SimpleGrid>
      <ConsoleTable
        label={t('reports.reportsAbout', { name: title })}
        columns={[...useReportColumns(COLUMNS), useActsColumn(keys)]}
        rows={rows}
        pageInfo={reports?.pageInfo}
        refusal={data ? null : refusal}
        onRetry={reload}
        onMore={(more) => fetchMore({ contentId, more })}
        empty={t('reports.empty')}
        keys={keys}
      />
      {open?.dialog === 'close' && (
        <CloseDialog closed={{ reportIds: [open.reportId] }} onDone={reload} onClose={() => setOpen(null)} />
      )}
      {open?.dialog === 'note' && <NoteDialog reportId={open.reportId} onClose={() => setOpen(null)} />}
    </Stack>
  )
}

/** What keys do with a report that has the focus. */
function useKeys(setOpen: (open: Open) => void, onDone: () => void): readonly RowKey<ConsoleReportFragment>[] {
  const { t } = useTranslation('console')
  const reopen = useAct(REOPEN_REPORT)
  const undo = async (reportId: string) => {
    if (await reopen.act({ input: { reportId } })) onDone()
  }
  return [
    { key: 'n', label: t('reports.keys.note'), run: ({ id: reportId }) => setOpen({ dialog: 'note', reportId }) },
    {
      key: 'x',
      label: t('reports.keys.close'),
      run: ({ id: reportId }) => setOpen({ dialog: 'close', reportId }),
      isOffered: ({ status }) => status === 'OPEN',
    },
    {
      key: 'u',
      label: t('reports.keys.undo'),
      run: ({ id }) => void undo(id),
      isOffered: ({ status }) => status === 'CLOSED',
    },
  ]
}
