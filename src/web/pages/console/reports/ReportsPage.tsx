import { Badge, Group, Stack, Text } from '@mantine/core'
import { useNavigate, useSearch } from '@tanstack/react-router'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { Ago } from '../../../components/Ago.tsx'
import { FilterSelect } from '../../../components/FilterSelect.tsx'
import { RouteButton, RouteLink } from '../../../components/RouteLink.tsx'
import type { ConsoleSubjectFragment } from '../../../generated/graphql.ts'
import { getFragmentData } from '../../../generated/index.ts'
import { useLive, usePanel } from '../../../graph/hooks.ts'
import { ConsoleHead } from '../ConsoleHead.tsx'
import { ConsoleTable, KeysHelp } from '../kit/ConsoleTable.tsx'
import { SavedViews } from '../kit/SavedViews.tsx'
import { useActsColumn } from '../kit/useActsColumn.tsx'
import { CONSOLE_PAGES } from '../sections.ts'
import { useViewerId } from '../useStaff.ts'
import { CloseDialog } from './CloseDialog.tsx'
import { CONSOLE_SUBJECT, CONSOLE_SUBJECT_LIST, CONSOLE_SUBJECTS, CONSOLE_SUBJECTS_LIVE } from './documents.ts'
import { CLAIMS, KINDS, type ReportsSearch, SORTS } from './search.ts'
import { useClaim } from './useQueueActs.ts'

const [PAGE] = CONSOLE_PAGES.filter(({ name }) => name === 'reports')

/** What of the address the server filters by. */
function filterOf({ kind, claim }: ReportsSearch, viewerId: string | undefined) {
  return {
    ...(kind && { kinds: [kind] }),
    ...(claim === 'free' && { isUnassigned: true }),
    ...(claim === 'mine' && viewerId !== undefined && { assigneeId: viewerId }),
  }
}

/** What open reports are about, the heaviest first. */
export function ReportsPage() {
  const { t } = useTranslation('console')
  const search = useSearch({ from: '/shell/console/reports' })
  const navigate = useNavigate()
  const viewerId = useViewerId()
  const sort = search.sort ?? 'WEIGHT'
  const variables = { filter: filterOf(search, viewerId), sort, ascending: sort === 'OLDEST_AT' }
  const { data, refusal, reload, fetchMore } = usePanel(CONSOLE_SUBJECTS, variables)
  useLive(CONSOLE_SUBJECTS_LIVE, variables)
  const { reportSubjects: subjects } = getFragmentData(CONSOLE_SUBJECT_LIST, data) ?? {}
  const claim = useClaim(reload)
  const [closed, setClosed] = useState<string | null>(null)
  const rows =
    subjects &&
    getFragmentData(
      CONSOLE_SUBJECT,
      subjects.edges.map(({ node }) => node),
    )
  const keys = [
    { key: 'c', label: t('reports.keys.claim'), run: (row: ConsoleSubjectFragment) => void claim(row) },
    { key: 'x', label: t('reports.keys.closeAll'), run: (row: ConsoleSubjectFragment) => setClosed(row.contentId) },
  ]
  return (
    <Stack gap="md">
      <ConsoleHead page="reports">
        <Group gap="xs">
          <RouteButton to="/console/reports/list" variant="default">
            {t('reports.oneByOne')}
          </RouteButton>
          <KeysHelp keys={keys} />
          {PAGE && <SavedViews page={PAGE} search={{ ...search }} />}
        </Group>
      </ConsoleHead>
      <Filters search={search} />
      <ConsoleTable
        label={t('reports.label')}
        columns={[...useColumns(), useActsColumn(keys)]}
        rows={rows}
        pageInfo={subjects?.pageInfo}
        refusal={data ? null : refusal}
        onRetry={reload}
        onMore={(more) => fetchMore({ ...variables, more })}
        empty={t('reports.empty')}
        onOpen={({ contentId }) => void navigate({ to: '/console/reports/$contentId', params: { contentId } })}
        keys={keys}
      />
      {closed && <CloseDialog closed={{ contentId: closed }} onDone={reload} onClose={() => setClosed(null)} />}
    </Stack>
  )
}

function useColumns() {
  const { t } = useTranslation('console')
  return [
    { name: 'about', header: t('reports.about'), cell: (row: ConsoleSubjectFragment) => <SubjectCell subject={row} /> },
    {
      name: 'reports',
      header: t('reports.count'),
      cell: ({ reportCount: count, reporterCount: people }: ConsoleSubjectFragment) =>
        t('reports.counts', { count, people }),
    },
    { name: 'weight', header: t('reports.weight'), cell: ({ weight }: ConsoleSubjectFragment) => weight },
    {
      name: 'oldest',
      header: t('reports.oldest'),
      cell: ({ oldestAt }: ConsoleSubjectFragment) => <Ago time={oldestAt} />,
    },
    {
      name: 'claimed',
      header: t('reports.claimed'),
      cell: ({ assignee }: ConsoleSubjectFragment) => assignee?.displayName ?? t('reports.free'),
    },
  ]
}

function SubjectCell({ subject: { contentId, contentName, kind } }: { readonly subject: ConsoleSubjectFragment }) {
  const { t } = useTranslation('console')
  return (
    <Group gap="xs">
      <RouteLink to="/console/reports/$contentId" params={{ contentId }} size="sm">
        {contentName ?? t('reports.unnamed')}
      </RouteLink>
      <Badge variant="light" size="sm" tt="none">
        {t(`reports.kinds.${kind}`)}
      </Badge>
    </Group>
  )
}

function Filters({ search }: { readonly search: ReportsSearch }) {
  const { t } = useTranslation('console')
  const navigate = useNavigate({ from: '/console/reports' })
  const set = (change: ReportsSearch) => void navigate({ to: '/console/reports', search: { ...search, ...change } })
  return (
    <Group gap="sm">
      <FilterSelect
        label={t('reports.kind')}
        value={search.kind}
        all={t('reports.all')}
        choices={KINDS.map((value) => ({ value, label: t(`reports.kinds.${value}`) }))}
        onChange={(kind) => set({ kind })}
      />
      <FilterSelect
        label={t('reports.claimed')}
        value={search.claim}
        all={t('reports.all')}
        choices={CLAIMS.map((value) => ({ value, label: t(`reports.claims.${value}`) }))}
        onChange={(claim) => set({ claim })}
      />
      <FilterSelect
        label={t('reports.sort')}
        value={search.sort ?? 'WEIGHT'}
        choices={SORTS.map((value) => ({ value, label: t(`reports.sorts.${value}`) }))}
        onChange={(sort) => set({ sort })}
      />
      <Text size="xs" c="dimmed">
        {t('reports.weightHint')}
      </Text>
    </Group>
  )
}
