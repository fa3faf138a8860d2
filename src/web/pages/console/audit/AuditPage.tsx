import { Button, Code, Group, Stack, Text, TextInput } from '@mantine/core'
import { IconSearch } from '@tabler/icons-react'
import { useNavigate, useSearch } from '@tanstack/react-router'
import { type FormEvent, useEffect, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { Ago } from '../../../components/Ago.tsx'
import { RouteLink } from '../../../components/RouteLink.tsx'
import type { ConsoleAuditEntryFragment } from '../../../generated/graphql.ts'
import { getFragmentData } from '../../../generated/index.ts'
import { usePanel } from '../../../graph/hooks.ts'
import { request } from '../../../graph/request.ts'
import { ConsoleHead } from '../ConsoleHead.tsx'
import { type Column, ConsoleTable, KeysHelp } from '../kit/ConsoleTable.tsx'
import { ExportButton } from '../kit/ExportButton.tsx'
import { SavedViews } from '../kit/SavedViews.tsx'
import { useRepeatedly } from '../kit/useRepeatedly.ts'
import { CONSOLE_PAGES } from '../sections.ts'
import { AuditSubjectText } from './AuditSubjectText.tsx'
import { parseAuditQuery, QUALIFIERS, type QueryFault } from './auditQuery.ts'
import { CONSOLE_AUDIT_ENTRY, CONSOLE_AUDIT_LOG } from './documents.ts'

const [PAGE] = CONSOLE_PAGES.filter(({ name }) => name === 'audit')
const EXPORTED = ['at', 'actorId', 'actor', 'act', 'subjectId', 'reportId', 'details']
const EXPORTED_PAGE = 100

/** What the staff and the operator have done, as one query finds it. */
export function AuditPage() {
  const { t } = useTranslation('console')
  const search = useSearch({ from: '/shell/console/audit' })
  const { filter, faults } = parseAuditQuery(search.q ?? '')
  const { data, refusal, reload, fetchMore } = usePanel(CONSOLE_AUDIT_LOG, { filter })
  useRepeatedly(reload)
  const rows =
    data &&
    getFragmentData(
      CONSOLE_AUDIT_ENTRY,
      data.auditLog.edges.map(({ node }) => node),
    )
  return (
    <Stack gap="md">
      <ConsoleHead page="audit">
        <Group gap="xs">
          <KeysHelp keys={[]} />
          {PAGE && <SavedViews page={PAGE} search={{ ...search }} />}
          <ExportButton name="audit-log" headers={EXPORTED} readPage={(after) => exportedPage(filter, after)} />
        </Group>
      </ConsoleHead>
      <QueryField q={search.q ?? ''} faults={faults} />
      <ConsoleTable
        label={t('audit.label')}
        columns={useColumns()}
        rows={rows}
        pageInfo={data?.auditLog.pageInfo}
        refusal={data ? null : refusal}
        onRetry={reload}
        onMore={(more) => fetchMore({ filter, more })}
        empty={t('audit.empty')}
      />
    </Stack>
  )
}

function useColumns(): readonly Column<ConsoleAuditEntryFragment>[] {
  const { t } = useTranslation('console')
  return [
    { name: 'at', header: t('audit.at'), cell: ({ at }) => <Ago time={at} />, width: '8rem' },
    { name: 'actor', header: t('audit.actor'), cell: (entry) => <Actor entry={entry} />, width: '8rem' },
    { name: 'act', header: t('audit.act'), cell: ({ act }) => <Code>{act.toLowerCase()}</Code>, width: '13rem' },
    {
      name: 'subject',
      header: t('audit.about'),
      cell: (entry) => <AuditSubjectText entry={entry} />,
      width: '12rem',
    },
    {
      name: 'details',
      header: t('audit.details'),
      cell: ({ details }) => <Details details={details} />,
      width: '14rem',
    },
  ]
}

async function exportedPage(filter: object, after: string | undefined) {
  const { auditLog } = await request(CONSOLE_AUDIT_LOG, { filter, first: EXPORTED_PAGE, more: after ?? null })
  const entries = getFragmentData(
    CONSOLE_AUDIT_ENTRY,
    auditLog.edges.map(({ node }) => node),
  )
  return {
    pageInfo: auditLog.pageInfo,
    rows: entries.map(({ actor, details, reportId = null, actorId = null, ...entry }) => ({
      ...{ at: entry.at, act: entry.act, subjectId: entry.subjectId, reportId, actorId },
      actor: actor?.displayName ?? null,
      details: JSON.stringify(details),
    })),
  }
}

interface QueryFieldProps {
  readonly q: string
  readonly faults: readonly { readonly part: string; readonly fault: QueryFault }[]
}

/** One field for all conditions, and what of it is not understood. */
function QueryField({ q, faults }: QueryFieldProps) {
  const { t } = useTranslation('console')
  const navigate = useNavigate({ from: '/console/audit' })
  const [text, setText] = useState(q)
  useEffect(() => setText(q), [q])
  const submit = (event: FormEvent) => {
    event.preventDefault()
    void navigate({ search: { q: text.trim() || undefined } })
  }
  return (
    <form onSubmit={submit}>
      <Group align="flex-end" gap="xs">
        <TextInput
          flex={1}
          type="search"
          label={t('audit.query')}
          description={t('audit.hint', { qualifiers: QUALIFIERS.map((name) => `${name}:`).join(' ') })}
          placeholder={t('audit.example')}
          leftSection={<IconSearch size={18} aria-hidden />}
          value={text}
          onChange={({ currentTarget: { value } }) => setText(value)}
          error={faults.length > 0 && faults.map(({ part, fault }) => t(`audit.faults.${fault}`, { part })).join(' ')}
        />
        <Button type="submit">{t('audit.search')}</Button>
      </Group>
    </form>
  )
}

function Actor({ entry: { actor, actorId } }: { readonly entry: ConsoleAuditEntryFragment }) {
  const { t } = useTranslation('console')
  if (!actor) return <Text size="sm">{actorId ? t('audit.erased') : t('audit.commandLine')}</Text>
  return (
    <RouteLink to="/people/$personId" params={{ personId: actor.id }} size="sm">
      {actor.displayName}
    </RouteLink>
  )
}

const isGiven = ([, value]: [string, unknown]) => value !== null && value !== ''
const textOf = (value: unknown) => (typeof value === 'string' ? value : JSON.stringify(value))

function Details({ details }: { readonly details: unknown }) {
  const given = Object.entries({ ...Object(details) }).filter(isGiven)
  return (
    <Text size="xs" c="dimmed" lineClamp={3} style={{ overflowWrap: 'anywhere' }}>
      {given.map(([name, value]) => `${name}: ${textOf(value)}`).join(' · ')}
    </Text>
  )
}
