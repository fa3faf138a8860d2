import { Badge, Button, Code, Group, Stack, Text } from '@mantine/core'
import { useNavigate, useSearch } from '@tanstack/react-router'
import { useTranslation } from 'react-i18next'
import { Ago } from '../../../components/Ago.tsx'
import { FilterSelect } from '../../../components/FilterSelect.tsx'
import { Panel } from '../../../components/Panel.tsx'
import type { ConsoleJobRunFragment, ConsoleJobsQuery } from '../../../generated/graphql.ts'
import { getFragmentData } from '../../../generated/index.ts'
import { usePanel } from '../../../graph/hooks.ts'
import { useAct } from '../../../graph/useAct.ts'
import { ConsoleHead } from '../ConsoleHead.tsx'
import { ConsoleTable, KeysHelp } from '../kit/ConsoleTable.tsx'
import { ExportButton } from '../kit/ExportButton.tsx'
import { SavedViews } from '../kit/SavedViews.tsx'
import { useRepeatedly } from '../kit/useRepeatedly.ts'
import { CONSOLE_PAGES } from '../sections.ts'
import { CANCEL_JOB, CONSOLE_JOB_RUN, CONSOLE_JOB_RUNS, CONSOLE_JOBS, RETRY_JOB, RUN_JOB_NOW } from './documents.ts'
import { exportedRuns, RUN_HEADERS } from './exports.ts'
import { type JobsSearch, RUN_STATES } from './search.ts'

const [PAGE] = CONSOLE_PAGES.filter(({ name }) => name === 'jobs')

/** The jobs of the server, and their runs. */
export function JobsPage() {
  const { t } = useTranslation('operations')
  const search = useSearch({ from: '/shell/console/jobs' })
  const jobs = usePanel(CONSOLE_JOBS, {})
  const names = jobs.data?.jobs.map(({ name }) => name) ?? []
  return (
    <Stack gap="md">
      <ConsoleHead page="jobs">
        <Group gap="xs">
          <KeysHelp keys={[{ key: 'r', label: t('jobs.actKey') }]} />
          {PAGE && <SavedViews page={PAGE} search={{ ...search }} />}
          <ExportButton name="job-runs" headers={RUN_HEADERS} readPage={(after) => exportedRuns(search, after)} />
        </Group>
      </ConsoleHead>
      <Runs search={search} names={names} onChange={jobs.reload} />
      <Panel title={t('jobs.all')}>
        <Jobs panel={jobs} />
      </Panel>
    </Stack>
  )
}

interface RunsProps {
  readonly search: JobsSearch
  /** Names of all jobs. */
  readonly names: readonly string[]
  readonly onChange: () => void
}

function Runs({ search, names, onChange }: RunsProps) {
  const { t } = useTranslation('operations')
  const { data, refusal, reload, fetchMore } = usePanel(CONSOLE_JOB_RUNS, { ...search })
  useRepeatedly(reload)
  const rows =
    data &&
    getFragmentData(
      CONSOLE_JOB_RUN,
      data.jobRuns.edges.map(({ node }) => node),
    )
  const changed = () => {
    reload()
    onChange()
  }
  const { act } = useRunAct(changed)
  const keys = [{ key: 'r', label: t('jobs.actKey'), run: (run: ConsoleJobRunFragment) => void act(run) }]
  return (
    <Panel title={t('jobs.runs')}>
      <RunFilter search={search} names={names} />
      <ConsoleTable
        label={t('jobs.runs')}
        columns={[
          { name: 'name', header: t('jobs.name'), cell: ({ name }) => <Code>{name}</Code> },
          { name: 'state', header: t('jobs.state'), cell: (run) => <RunState run={run} />, width: '9rem' },
          { name: 'at', header: t('jobs.queued'), cell: ({ createdAt }) => <Ago time={createdAt} />, width: '9rem' },
          { name: 'attempts', header: t('jobs.attempts'), cell: ({ attempts }) => attempts, width: '6rem' },
          { name: 'error', header: t('jobs.error'), cell: ({ error }) => <ErrorText error={error ?? null} /> },
          { name: 'act', header: t('jobs.act'), cell: (run) => <RunAct run={run} onDone={changed} />, width: '9rem' },
        ]}
        rows={rows}
        pageInfo={data?.jobRuns.pageInfo}
        refusal={data ? null : refusal}
        onRetry={reload}
        onMore={(more) => fetchMore({ ...search, more })}
        keys={keys}
        empty={t('jobs.noRuns')}
      />
    </Panel>
  )
}

function RunFilter({ search, names }: Omit<RunsProps, 'onChange'>) {
  const { t } = useTranslation('operations')
  const navigate = useNavigate({ from: '/console/jobs' })
  const choices = search.name === undefined || names.includes(search.name) ? names : [search.name, ...names]
  return (
    <Group align="flex-end">
      <FilterSelect
        label={t('jobs.state')}
        value={search.state}
        choices={RUN_STATES.map((value) => ({ value, label: t(`jobs.states.${value}`) }))}
        all={t('jobs.allStates')}
        onChange={(state) => void navigate({ search: { ...search, state }, replace: true })}
      />
      <FilterSelect
        label={t('jobs.name')}
        value={search.name}
        choices={choices.map((value) => ({ value, label: value }))}
        all={t('jobs.allNames')}
        onChange={(name) => void navigate({ search: { ...search, name }, replace: true })}
      />
    </Group>
  )
}

const STATE_COLORS = { WAITING: 'gray', ACTIVE: 'blue', DONE: 'green', FAILED: 'red', CANCELLED: 'gray' } as const

function RunState({ run: { state } }: { readonly run: ConsoleJobRunFragment }) {
  const { t } = useTranslation('operations')
  return (
    <Badge variant="light" color={STATE_COLORS[state]}>
      {t(`jobs.states.${state}`)}
    </Badge>
  )
}

const ErrorText = ({ error }: { readonly error: string | null }) =>
  error && (
    <Text size="xs" lineClamp={3} title={error} style={{ overflowWrap: 'anywhere' }}>
      {error}
    </Text>
  )

interface RunActProps {
  readonly run: ConsoleJobRunFragment
  readonly onDone: () => void
}

/** What can be done with a run: one that has failed begins again, one that waits is cancelled. */
function useRunAct(onDone: () => void) {
  const retry = useAct(RETRY_JOB)
  const cancel = useAct(CANCEL_JOB)
  const acts = { FAILED: retry, WAITING: cancel } as const
  return {
    isBusy: retry.isBusy || cancel.isBusy,
    act: async ({ id, state }: ConsoleJobRunFragment) => {
      if (state !== 'FAILED' && state !== 'WAITING') return
      if (await acts[state].act({ input: { jobRunId: id } })) onDone()
    },
  }
}

function RunAct({ run, onDone }: RunActProps) {
  const { t } = useTranslation('operations')
  const { act, isBusy } = useRunAct(onDone)
  const { state, name } = run
  if (state !== 'FAILED' && state !== 'WAITING') return null
  const label = state === 'FAILED' ? 'retry' : 'cancel'
  return (
    <Button
      size="compact-sm"
      variant="default"
      loading={isBusy}
      aria-label={t(`jobs.${label}One`, { name })}
      onClick={() => void act(run)}
    >
      {t(`jobs.${label}`)}
    </Button>
  )
}

type Job = ConsoleJobsQuery['jobs'][number]

interface JobsProps {
  readonly panel: ReturnType<typeof usePanel<ConsoleJobsQuery, Record<string, never>>>
}

function Jobs({ panel: { data, refusal, reload } }: JobsProps) {
  const { t } = useTranslation('operations')
  const rows = data?.jobs.map((job) => ({ ...job, id: job.name }))
  return (
    <ConsoleTable
      label={t('jobs.all')}
      columns={[
        { name: 'name', header: t('jobs.name'), cell: ({ name }) => <Code>{name}</Code> },
        { name: 'last', header: t('jobs.last'), cell: (job) => <LastRun job={job} /> },
        {
          name: 'next',
          header: t('jobs.next'),
          cell: ({ nextRunAt }) => (nextRunAt ? <Ago time={nextRunAt} /> : t('jobs.onDemand')),
        },
        {
          name: 'counts',
          header: t('jobs.counts'),
          cell: ({ waiting, active, failed }) => `${waiting} / ${active} / ${failed}`,
        },
        { name: 'act', header: t('jobs.act'), cell: (job) => <RunNow job={job} onDone={reload} />, width: '9rem' },
      ]}
      rows={rows}
      pageInfo={undefined}
      refusal={data ? null : refusal}
      onRetry={reload}
      onMore={async () => undefined}
      empty={t('jobs.noRuns')}
    />
  )
}

function LastRun({ job: { lastRunAt, lastDurationMs, lastError } }: { readonly job: Job }) {
  const { t } = useTranslation('operations')
  if (!lastRunAt) return <Text size="xs">{t('jobs.never')}</Text>
  return (
    <>
      <Group gap={6}>
        <Ago time={lastRunAt} />
        <Text size="xs">{t('jobs.took', { count: lastDurationMs ?? 0 })}</Text>
      </Group>
      <ErrorText error={lastError ?? null} />
    </>
  )
}

function RunNow({ job: { name, schedule }, onDone }: { readonly job: Job; readonly onDone: () => void }) {
  const { t } = useTranslation('operations')
  const { act, isBusy } = useAct(RUN_JOB_NOW)
  if (!schedule) return null
  return (
    <Button
      size="compact-sm"
      variant="default"
      loading={isBusy}
      aria-label={t('jobs.runOne', { name })}
      onClick={() => void act({ input: { name } }).then((done) => done && onDone())}
    >
      {t('jobs.run')}
    </Button>
  )
}
