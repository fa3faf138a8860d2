import { Badge, Button, Group, Stack, Text } from '@mantine/core'
import { useNavigate } from '@tanstack/react-router'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { Ago } from '../../../components/Ago.tsx'
import { askFirst } from '../../../components/askFirst.tsx'
import { FilterSelect } from '../../../components/FilterSelect.tsx'
import { formatDateTime } from '../../../formats.ts'
import type { ConsoleNoticeFragment } from '../../../generated/graphql.ts'
import { getFragmentData } from '../../../generated/index.ts'
import { usePanel } from '../../../graph/hooks.ts'
import { useAct } from '../../../graph/useAct.ts'
import { type Column, ConsoleTable, KeysHelp } from '../kit/ConsoleTable.tsx'
import { ExportButton } from '../kit/ExportButton.tsx'
import { useRepeatedly } from '../kit/useRepeatedly.ts'
import { CONSOLE_NOTICE, CONSOLE_NOTICES, DELETE_NOTICE } from './documents.ts'
import { exportedNotices, NOTICE_HEADERS } from './exports.ts'
import { EditNotice, NewNotice } from './NoticeDialogs.tsx'
import { type BroadcastsSearch, NOTICE_STATES, noticeVariables } from './search.ts'

interface TabProps {
  readonly search: BroadcastsSearch
}

/** Notices, which people see on the start page and in other clients while they are shown. */
export function NoticesTab({ search }: TabProps) {
  const { t } = useTranslation('broadcasts')
  const variables = noticeVariables(search)
  const { data, refusal, reload, fetchMore } = usePanel(CONSOLE_NOTICES, variables)
  useRepeatedly(reload)
  const [openId, setOpenId] = useState<string | null>(null)
  const nodes = data?.allInfoPushes.edges.map(({ node }) => node)
  const rows = nodes && getFragmentData(CONSOLE_NOTICE, nodes)
  const remove = useDelete(reload)
  const keys = [{ key: 'x', label: t('keys.delete'), run: (row: ConsoleNoticeFragment) => void remove(row) }]
  return (
    <Stack gap="md">
      <Text size="sm" maw={720}>
        {t('notice.text')}
      </Text>
      <Group align="flex-end" gap="xs">
        <StateFilter search={search} />
        <NewButton onDone={reload} />
        <KeysHelp keys={keys} />
        <ExportButton name="notices" headers={NOTICE_HEADERS} readPage={(after) => exportedNotices(variables, after)} />
      </Group>
      <ConsoleTable
        label={t('tabs.notices')}
        columns={useColumns(setOpenId, remove)}
        rows={rows}
        pageInfo={data?.allInfoPushes.pageInfo}
        refusal={data ? null : refusal}
        onRetry={reload}
        onMore={(more) => fetchMore({ ...variables, more })}
        onOpen={({ id }) => setOpenId(id)}
        keys={keys}
        empty={t('notice.empty')}
      />
      {openId !== null && (
        <EditNotice
          key={openId}
          notice={rows?.find(({ id }) => id === openId)}
          onClose={() => setOpenId(null)}
          onDone={reload}
        />
      )}
    </Stack>
  )
}

function useDelete(onDone: () => void) {
  const { t } = useTranslation('broadcasts')
  const { act } = useAct(DELETE_NOTICE)
  return async ({ id, slug, data }: ConsoleNoticeFragment) => {
    const isWanted = await askFirst({
      title: t('notice.deleteTitle'),
      text: t('notice.deleteText', { name: data.name || slug }),
      confirm: t('notice.delete'),
      cancel: t('notice.keep'),
    })
    if (isWanted && (await act({ input: { infoPushId: id } }))) onDone()
  }
}

function NewButton({ onDone }: { readonly onDone: () => void }) {
  const { t } = useTranslation('broadcasts')
  const [isOpen, setOpen] = useState(false)
  return (
    <>
      <Button onClick={() => setOpen(true)}>{t('notice.new')}</Button>
      {isOpen && <NewNotice onClose={() => setOpen(false)} onDone={onDone} />}
    </>
  )
}

function StateFilter({ search }: TabProps) {
  const { t } = useTranslation('broadcasts')
  const navigate = useNavigate({ from: '/console/broadcasts' })
  return (
    <FilterSelect
      label={t('notice.state')}
      value={search.state}
      all={t('notice.all')}
      choices={NOTICE_STATES.map((value) => ({ value, label: t(`notice.filters.${value}`) }))}
      onChange={(state) => void navigate({ search: { ...search, state }, replace: true })}
    />
  )
}

type Act = (notice: ConsoleNoticeFragment) => Promise<void>

function useColumns(open: (id: string) => void, remove: Act): readonly Column<ConsoleNoticeFragment>[] {
  const { t } = useTranslation('broadcasts')
  return [
    {
      name: 'name',
      header: t('notice.name'),
      cell: ({ data, slug }) => (
        <>
          <Text size="sm">{data.name || slug}</Text>
          <Text size="xs" c="dimmed" lineClamp={2}>
            {data.description}
          </Text>
        </>
      ),
      width: '14rem',
    },
    { name: 'state', header: t('notice.state'), cell: (notice) => <State notice={notice} />, width: '9rem' },
    { name: 'time', header: t('notice.time'), cell: (notice) => <Times notice={notice} />, width: '11rem' },
    { name: 'priority', header: t('notice.priority'), cell: ({ priority }) => priority, width: '6rem' },
    {
      name: 'tags',
      header: t('notice.tags'),
      cell: ({ tags }) => <Text size="xs">{tags.join(', ')}</Text>,
      width: '8rem',
    },
    { name: 'changed', header: t('notice.changed'), cell: ({ updatedAt }) => <Ago time={updatedAt} />, width: '8rem' },
    {
      name: 'acts',
      header: t('notice.acts'),
      cell: (notice) => <RowActs notice={notice} onEdit={() => open(notice.id)} onDelete={() => void remove(notice)} />,
    },
  ]
}

/** What a notice is now, by the time of the browser where it will be shown later or was shown before. */
function stateOf({ isShown, isEnabled, releaseStatus, startsAt }: ConsoleNoticeFragment) {
  if (isShown) return 'shown'
  if (!isEnabled || releaseStatus !== 'PUBLIC') return 'off'
  return startsAt && Date.parse(startsAt) > Date.now() ? 'planned' : 'over'
}

const STATE_COLORS = { shown: 'green', off: 'gray', planned: 'blue', over: 'gray' } as const

function State({ notice }: { readonly notice: ConsoleNoticeFragment }) {
  const { t } = useTranslation('broadcasts')
  const state = stateOf(notice)
  return (
    <Badge variant="light" color={STATE_COLORS[state]}>
      {t(`notice.states.${state}`)}
    </Badge>
  )
}

function Times({ notice: { startsAt, endsAt } }: { readonly notice: ConsoleNoticeFragment }) {
  const { t, i18n } = useTranslation('broadcasts')
  const timeOf = (time: string) => formatDateTime(i18n.language, time)
  if (!startsAt && !endsAt) return <Text size="xs">{t('notice.always')}</Text>
  return (
    <>
      {startsAt && <Text size="xs">{t('notice.from', { time: timeOf(startsAt) })}</Text>}
      {endsAt && <Text size="xs">{t('notice.until', { time: timeOf(endsAt) })}</Text>}
    </>
  )
}

interface RowActsProps {
  readonly notice: ConsoleNoticeFragment
  readonly onEdit: () => void
  readonly onDelete: () => void
}

function RowActs({ notice: { slug }, onEdit, onDelete }: RowActsProps) {
  const { t } = useTranslation('broadcasts')
  return (
    <Group gap="xs" wrap="nowrap">
      <Button size="compact-sm" variant="default" aria-label={t('notice.edit', { slug })} onClick={onEdit}>
        {t('notice.change')}
      </Button>
      <Button size="compact-sm" variant="default" aria-label={t('notice.deleteOne', { slug })} onClick={onDelete}>
        {t('notice.delete')}
      </Button>
    </Group>
  )
}
