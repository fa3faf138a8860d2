import { Badge, Group, Stack, Text } from '@mantine/core'
import { IconPlus } from '@tabler/icons-react'
import { useNavigate, useSearch } from '@tanstack/react-router'
import { useTranslation } from 'react-i18next'
import { FilterSelect } from '../../../components/FilterSelect.tsx'
import { JamState } from '../../../components/jams/JamState.tsx'
import { NextPhase } from '../../../components/jams/NextPhase.tsx'
import { RouteButton, RowLink } from '../../../components/RouteLink.tsx'
import { formatNumber } from '../../../formats.ts'
import type { ConsoleListedJamFragment } from '../../../generated/graphql.ts'
import { getFragmentData } from '../../../generated/index.ts'
import { usePanel } from '../../../graph/hooks.ts'
import { request } from '../../../graph/request.ts'
import { JAM_TYPES } from '../../jams/search.ts'
import { ConsoleHead } from '../ConsoleHead.tsx'
import { type Column, ConsoleTable, KeysHelp } from '../kit/ConsoleTable.tsx'
import { ExportButton } from '../kit/ExportButton.tsx'
import { SavedViews } from '../kit/SavedViews.tsx'
import { useRepeatedly } from '../kit/useRepeatedly.ts'
import { CONSOLE_PAGES } from '../sections.ts'
import { CONSOLE_JAMS, CONSOLE_LISTED_JAM } from './documents.ts'
import { type ConsoleJamsSearch, JAM_STATES } from './search.ts'

const [PAGE] = CONSOLE_PAGES.filter(({ name }) => name === 'jams')
const EXPORTED = [
  ...['id', 'title', 'type', 'state', 'isVisible', 'entries'],
  ...['submissionsOpenedAt', 'submissionsClosedAt', 'winnersSelectedAt', 'closedAt'],
]
const EXPORTED_PAGE = 100

/** All jams, also hidden ones. */
export function JamsListPage() {
  const { t } = useTranslation('staffJams')
  const search = useSearch({ from: '/shell/console/jams' })
  const navigate = useNavigate()
  const variables = { ...search }
  const { data, refusal, reload, fetchMore } = usePanel(CONSOLE_JAMS, variables)
  useRepeatedly(reload)
  return (
    <Stack gap="md">
      <ConsoleHead page="jams">
        <Group gap="xs">
          <KeysHelp keys={[]} />
          {PAGE && <SavedViews page={PAGE} search={{ ...search }} />}
          <ExportButton name="jams" headers={EXPORTED} readPage={(after) => exportedPage(variables, after)} />
          <RouteButton to="/console/jams/new" leftSection={<IconPlus size={18} aria-hidden />}>
            {t('new')}
          </RouteButton>
        </Group>
      </ConsoleHead>
      <Filters search={search} />
      <ConsoleTable
        label={t('list.label')}
        columns={useColumns()}
        rows={
          data &&
          getFragmentData(
            CONSOLE_LISTED_JAM,
            data.jams.edges.map(({ node }) => node),
          )
        }
        pageInfo={data?.jams.pageInfo}
        refusal={data ? null : refusal}
        onRetry={reload}
        onMore={(more) => fetchMore({ ...variables, more })}
        onOpen={({ id }) => void navigate({ to: '/console/jams/$jamId', params: { jamId: id } })}
        empty={t('list.empty')}
      />
    </Stack>
  )
}

function Filters({ search }: { readonly search: ConsoleJamsSearch }) {
  const { t } = useTranslation(['staffJams', 'jams'])
  const navigate = useNavigate({ from: '/console/jams' })
  const set = (change: ConsoleJamsSearch) => void navigate({ search: { ...search, ...change }, replace: true })
  return (
    <Group align="flex-end" gap="xs">
      <FilterSelect
        label={t('staffJams:list.state')}
        value={search.state}
        all={t('staffJams:list.all')}
        choices={JAM_STATES.map((value) => ({ value, label: t(`jams:states.${value}`) }))}
        onChange={(state) => set({ state })}
      />
      <FilterSelect
        label={t('staffJams:list.type')}
        value={search.type}
        all={t('staffJams:list.all')}
        choices={JAM_TYPES.map((value) => ({ value, label: t(`jams:types.${value}`) }))}
        onChange={(type) => set({ type })}
      />
    </Group>
  )
}

function useColumns(): readonly Column<ConsoleListedJamFragment>[] {
  const { t, i18n } = useTranslation('staffJams')
  return [
    { name: 'title', header: t('list.title'), cell: (jam) => <Title jam={jam} />, width: '14rem' },
    { name: 'type', header: t('list.type'), cell: (jam) => <Kind jam={jam} /> },
    { name: 'state', header: t('list.state'), cell: ({ state }) => <JamState state={state} /> },
    { name: 'next', header: t('list.next'), cell: (jam) => <NextPhase jam={jam} />, width: '9rem' },
    {
      name: 'entries',
      header: t('list.entries'),
      cell: ({ submissions }) => formatNumber(i18n.language, submissions.totalCount),
    },
    { name: 'visible', header: t('list.visible'), cell: (jam) => <Visible jam={jam} /> },
  ]
}

interface PartProps {
  readonly jam: ConsoleListedJamFragment
}

const Title = ({ jam: { id, title } }: PartProps) => (
  <RowLink to="/console/jams/$jamId" params={{ jamId: id }}>
    {title}
  </RowLink>
)

function Kind({ jam: { type } }: PartProps) {
  const { t } = useTranslation('jams')
  return <Text size="sm">{t(`types.${type}`)}</Text>
}

function Visible({ jam: { isVisible } }: PartProps) {
  const { t } = useTranslation('staffJams')
  return (
    <Badge variant="light" color={isVisible ? 'green' : 'gray'} tt="none">
      {isVisible ? t('list.public') : t('list.hidden')}
    </Badge>
  )
}

async function exportedPage(variables: ConsoleJamsSearch, after: string | undefined) {
  const { jams } = await request(CONSOLE_JAMS, { ...variables, first: EXPORTED_PAGE, more: after ?? null })
  const rows = getFragmentData(
    CONSOLE_LISTED_JAM,
    jams.edges.map(({ node }) => node),
  )
  return {
    pageInfo: jams.pageInfo,
    rows: rows.map(({ id, title, type, state, isVisible, submissions, ...times }) => ({
      ...{ id, title, type, state, isVisible: String(isVisible), entries: submissions.totalCount },
      submissionsOpenedAt: times.submissionsOpenedAt ?? null,
      submissionsClosedAt: times.submissionsClosedAt ?? null,
      winnersSelectedAt: times.winnersSelectedAt ?? null,
      closedAt: times.closedAt ?? null,
    })),
  }
}
