import { Badge, Button, Group, Stack, Text } from '@mantine/core'
import { useNavigate, useSearch } from '@tanstack/react-router'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { Ago } from '../../../components/Ago.tsx'
import { askFirst } from '../../../components/askFirst.tsx'
import { FilterSelect } from '../../../components/FilterSelect.tsx'
import { WrittenText } from '../../../components/WrittenText.tsx'
import type { ConsoleReasonFragment } from '../../../generated/graphql.ts'
import { getFragmentData } from '../../../generated/index.ts'
import { usePanel } from '../../../graph/hooks.ts'
import { request } from '../../../graph/request.ts'
import { useAct } from '../../../graph/useAct.ts'
import { ConsoleHead } from '../ConsoleHead.tsx'
import { type Column, ConsoleTable, KeysHelp } from '../kit/ConsoleTable.tsx'
import { ExportButton } from '../kit/ExportButton.tsx'
import { SavedViews } from '../kit/SavedViews.tsx'
import { useRepeatedly } from '../kit/useRepeatedly.ts'
import { CONSOLE_PAGES } from '../sections.ts'
import { CONSOLE_REASON, CONSOLE_REASONS, DELETE_REASON } from './documents.ts'
import { EditReason, NewReason } from './ReasonDialogs.tsx'
import { REASON_KINDS, type ReasonsSearch } from './search.ts'

const [PAGE] = CONSOLE_PAGES.filter(({ name }) => name === 'reasons')
const EXPORTED = ['id', 'kind', 'title', 'text', 'updatedAt']

/** Texts that the staff chooses for what it does to many. */
export function ReasonsPage() {
  const { t } = useTranslation('configuration')
  const search = useSearch({ from: '/shell/console/reasons' })
  const kind = search.kind ?? null
  const { data, refusal, reload } = usePanel(CONSOLE_REASONS, { kind })
  useRepeatedly(reload)
  const [openId, setOpenId] = useState<string | null>(null)
  const [isNew, setNew] = useState(false)
  const rows = data && getFragmentData(CONSOLE_REASON, data.cannedReasons)
  const remove = useDelete(reload)
  const keys = [{ key: 'x', label: t('reasons.delete'), run: (row: ConsoleReasonFragment) => void remove(row) }]
  return (
    <Stack gap="md">
      <ConsoleHead page="reasons">
        <Group gap="xs">
          <Button onClick={() => setNew(true)}>{t('reasons.new')}</Button>
          <KeysHelp keys={keys} />
          {PAGE && <SavedViews page={PAGE} search={{ ...search }} />}
          <ExportButton name="canned-reasons" headers={EXPORTED} readPage={() => exportedPage(kind)} />
        </Group>
      </ConsoleHead>
      <Text size="sm" maw={720}>
        {t('reasons.intro')}
      </Text>
      <KindFilter search={search} />
      <ConsoleTable
        label={t('reasons.label')}
        columns={useColumns(setOpenId, remove)}
        rows={rows}
        pageInfo={undefined}
        refusal={data ? null : refusal}
        onRetry={reload}
        onMore={async () => undefined}
        onOpen={({ id }) => setOpenId(id)}
        keys={keys}
        empty={t('reasons.empty')}
      />
      {openId !== null && (
        <EditReason
          key={openId}
          reason={rows?.find(({ id }) => id === openId)}
          onClose={() => setOpenId(null)}
          onDone={reload}
        />
      )}
      {isNew && <NewReason kind={search.kind ?? 'CLOSE'} onClose={() => setNew(false)} onDone={reload} />}
    </Stack>
  )
}

function useDelete(onDone: () => void) {
  const { t } = useTranslation('configuration')
  const { act } = useAct(DELETE_REASON)
  return async ({ id, title }: ConsoleReasonFragment) => {
    const isWanted = await askFirst({
      title: t('reasons.deleteTitle'),
      text: t('reasons.deleteText', { title }),
      confirm: t('delete'),
      cancel: t('keep'),
    })
    if (isWanted && (await act({ input: { cannedReasonId: id } }))) onDone()
  }
}

function KindFilter({ search }: { readonly search: ReasonsSearch }) {
  const { t } = useTranslation('configuration')
  const navigate = useNavigate({ from: '/console/reasons' })
  return (
    <FilterSelect
      label={t('reasons.kind')}
      maw={320}
      value={search.kind}
      all={t('reasons.all')}
      choices={REASON_KINDS.map((value) => ({ value, label: t(`reasons.kinds.${value}`) }))}
      onChange={(kind) => void navigate({ search: { kind }, replace: true })}
    />
  )
}

type Act = (reason: ConsoleReasonFragment) => Promise<void>

function useColumns(open: (id: string) => void, remove: Act): readonly Column<ConsoleReasonFragment>[] {
  const { t } = useTranslation('configuration')
  return [
    {
      name: 'kind',
      header: t('reasons.kind'),
      cell: ({ kind }) => (
        <Badge variant="light" tt="none">
          {t(`reasons.kinds.${kind}`)}
        </Badge>
      ),
      width: '10rem',
    },
    { name: 'title', header: t('reasons.title'), cell: ({ title }) => <Text size="sm">{title}</Text>, width: '10rem' },
    {
      name: 'text',
      header: t('reasons.text'),
      cell: ({ text }) => <WrittenText text={text} lineClamp={3} />,
      width: '14rem',
    },
    { name: 'changed', header: t('changed'), cell: ({ updatedAt }) => <Ago time={updatedAt} />, width: '8rem' },
    {
      name: 'acts',
      header: t('acts'),
      cell: (reason) => (
        <Group gap="xs" wrap="nowrap">
          <Button
            size="compact-sm"
            variant="default"
            aria-label={t('openOne', { name: reason.title })}
            onClick={() => open(reason.id)}
          >
            {t('open')}
          </Button>
          <Button
            size="compact-sm"
            variant="default"
            aria-label={t('deleteOne', { name: reason.title })}
            onClick={() => void remove(reason)}
          >
            {t('delete')}
          </Button>
        </Group>
      ),
      width: '10rem',
    },
  ]
}

async function exportedPage(kind: ReasonsSearch['kind'] | null) {
  const { cannedReasons } = await request(CONSOLE_REASONS, { kind: kind ?? null })
  const rows = getFragmentData(CONSOLE_REASON, cannedReasons)
  return {
    pageInfo: { hasNextPage: false },
    rows: rows.map(({ id, kind: of, title, text, updatedAt }) => ({ id, kind: of, title, text, updatedAt })),
  }
}
