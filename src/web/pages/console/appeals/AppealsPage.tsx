import { Badge, Group, Stack } from '@mantine/core'
import { useNavigate, useSearch } from '@tanstack/react-router'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { Ago } from '../../../components/Ago.tsx'
import { FilterSelect } from '../../../components/FilterSelect.tsx'
import { RouteLink } from '../../../components/RouteLink.tsx'
import { WrittenText } from '../../../components/WrittenText.tsx'
import type { ConsoleAppealFragment } from '../../../generated/graphql.ts'
import { getFragmentData } from '../../../generated/index.ts'
import { useLive, usePanel } from '../../../graph/hooks.ts'
import { request } from '../../../graph/request.ts'
import { useAct } from '../../../graph/useAct.ts'
import { ConsoleHead } from '../ConsoleHead.tsx'
import { ConsoleTable, KeysHelp } from '../kit/ConsoleTable.tsx'
import { ExportButton } from '../kit/ExportButton.tsx'
import { SavedViews } from '../kit/SavedViews.tsx'
import { useActsColumn } from '../kit/useActsColumn.tsx'
import { ReasonDialog } from '../reports/ReasonDialog.tsx'
import { CONSOLE_PAGES } from '../sections.ts'
import {
  CONSOLE_APPEAL,
  CONSOLE_APPEAL_LIST,
  CONSOLE_APPEALS,
  CONSOLE_APPEALS_LIVE,
  DECIDE_APPEAL,
} from './documents.ts'
import { APPEAL_STATUSES } from './search.ts'

const [PAGE] = CONSOLE_PAGES.filter(({ name }) => name === 'appeals')

/** What people say against acts of the staff, which somebody of it decides. */
export function AppealsPage() {
  const { t } = useTranslation('console')
  const { status } = useSearch({ from: '/shell/console/appeals' })
  const variables = { filter: status ? { statuses: [status] } : {} }
  const { data, refusal, reload, fetchMore } = usePanel(CONSOLE_APPEALS, variables)
  useLive(CONSOLE_APPEALS_LIVE, variables)
  const { appeals } = getFragmentData(CONSOLE_APPEAL_LIST, data) ?? {}
  const [decided, setDecided] = useState<ConsoleAppealFragment | null>(null)
  const rows =
    appeals &&
    getFragmentData(
      CONSOLE_APPEAL,
      appeals.edges.map(({ node }) => node),
    )
  const isOpen = ({ status: state }: ConsoleAppealFragment) => state === 'OPEN'
  const keys = [{ key: 'a', label: t('appeals.decide'), run: setDecided, isOffered: isOpen }]
  return (
    <Stack gap="md">
      <ConsoleHead page="appeals">
        <Group gap="xs">
          <KeysHelp keys={keys} />
          {PAGE && <SavedViews page={PAGE} search={{ status }} />}
          <ExportButton name="appeals" headers={EXPORTED} readPage={(after) => exportedPage(variables, after)} />
        </Group>
      </ConsoleHead>
      <StatusFilter status={status} />
      <ConsoleTable
        label={t('appeals.label')}
        columns={[...useColumns(), useActsColumn(keys)]}
        rows={rows}
        pageInfo={appeals?.pageInfo}
        refusal={data ? null : refusal}
        onRetry={reload}
        onMore={(more) => fetchMore({ ...variables, more })}
        empty={t('appeals.empty')}
        onOpen={(row) => isOpen(row) && setDecided(row)}
        keys={keys}
      />
      {decided && <DecideDialog appealId={decided.id} onDone={reload} onClose={() => setDecided(null)} />}
    </Stack>
  )
}

const EXPORTED = ['id', 'createdAt', 'person', 'kind', 'contentId', 'contentName', 'status', 'text', 'decision']
const EXPORTED_PAGE = 100

async function exportedPage(variables: object, after: string | undefined) {
  const page = await request(CONSOLE_APPEALS, { ...variables, first: EXPORTED_PAGE, more: after ?? null })
  const { appeals } = getFragmentData(CONSOLE_APPEAL_LIST, page)
  const rows = getFragmentData(
    CONSOLE_APPEAL,
    appeals.edges.map(({ node }) => node),
  )
  return { pageInfo: appeals.pageInfo, rows: rows.map(exportedRow) }
}

const exportedRow = ({ id, createdAt, user, sanction, status, text, decision }: ConsoleAppealFragment) => ({
  ...{ id, createdAt, status, text, decision: decision ?? null, person: user?.displayName ?? null },
  ...{ kind: sanction?.kind ?? null, contentId: sanction?.contentId ?? null },
  contentName: sanction?.contentName ?? null,
})

function StatusFilter({ status }: { readonly status: (typeof APPEAL_STATUSES)[number] | undefined }) {
  const { t } = useTranslation('console')
  const navigate = useNavigate()
  return (
    <Group>
      <FilterSelect
        label={t('appeals.status')}
        value={status}
        all={t('reports.all')}
        choices={APPEAL_STATUSES.map((value) => ({ value, label: t(`appeals.statuses.${value}`) }))}
        onChange={(chosen) => void navigate({ to: '/console/appeals', search: { status: chosen } })}
      />
    </Group>
  )
}

function useColumns() {
  const { t } = useTranslation('console')
  return [
    {
      name: 'person',
      header: t('appeals.person'),
      cell: ({ user }: ConsoleAppealFragment) =>
        user && (
          <RouteLink to="/people/$personId" params={{ personId: user.id }} size="sm">
            {user.displayName}
          </RouteLink>
        ),
    },
    { name: 'act', header: t('appeals.against'), cell: (row: ConsoleAppealFragment) => <ActCell appeal={row} /> },
    {
      name: 'text',
      header: t('appeals.text'),
      cell: ({ text }: ConsoleAppealFragment) => <WrittenText text={text} lineClamp={6} />,
    },
    { name: 'at', header: t('audit.at'), cell: ({ createdAt }: ConsoleAppealFragment) => <Ago time={createdAt} /> },
    {
      name: 'status',
      header: t('appeals.status'),
      cell: ({ status }: ConsoleAppealFragment) => (
        <Badge variant="light" size="sm" tt="none">
          {t(`appeals.statuses.${status}`)}
        </Badge>
      ),
    },
  ]
}

function ActCell({ appeal: { sanction } }: { readonly appeal: ConsoleAppealFragment }) {
  const { t } = useTranslation('console')
  if (!sanction) return null
  return (
    <Stack gap={4}>
      <RouteLink to="/console/reports/$contentId" params={{ contentId: sanction.contentId }} size="sm">
        {t(`appeals.kinds.${sanction.kind}`, { name: sanction.contentName })}
      </RouteLink>
      {sanction.reason && <WrittenText text={sanction.reason} lineClamp={3} />}
    </Stack>
  )
}

interface DecideDialogProps {
  readonly appealId: string
  readonly onDone: () => void
  readonly onClose: () => void
}

const DECISIONS = ['UPHELD', 'OVERTURNED'] as const

function DecideDialog({ appealId, onDone, onClose }: DecideDialogProps) {
  const { t } = useTranslation('console')
  const decide = useAct(DECIDE_APPEAL)
  return (
    <ReasonDialog
      title={t('appeals.decide')}
      label={t('appeals.explanation')}
      submit={t('appeals.submit')}
      kind={null}
      choice={{
        label: t('appeals.decision'),
        options: DECISIONS.map((value) => ({ value, label: t(`appeals.decisions.${value}`) })),
      }}
      onSend={async (explanation, choice) => {
        await decide.attempt({ input: { appealId, explanation, isOverturned: choice === 'OVERTURNED' } })
        onDone()
      }}
      onClose={onClose}
    />
  )
}
