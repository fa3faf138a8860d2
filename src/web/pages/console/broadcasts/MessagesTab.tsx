import { Badge, Button, Group, Stack, Text } from '@mantine/core'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { Ago } from '../../../components/Ago.tsx'
import { RouteLink } from '../../../components/RouteLink.tsx'
import type { ConsoleBroadcastFragment } from '../../../generated/graphql.ts'
import { getFragmentData } from '../../../generated/index.ts'
import { usePanel } from '../../../graph/hooks.ts'
import { type Column, ConsoleTable, KeysHelp } from '../kit/ConsoleTable.tsx'
import { ExportButton } from '../kit/ExportButton.tsx'
import { useRepeatedly } from '../kit/useRepeatedly.ts'
import { BroadcastDialog } from './BroadcastDialog.tsx'
import { CONSOLE_BROADCAST, CONSOLE_BROADCASTS } from './documents.ts'
import { BROADCAST_HEADERS, exportedBroadcasts } from './exports.ts'
import { NewBroadcast } from './NewBroadcast.tsx'

/** Notifications that the staff has sent to many people. */
export function MessagesTab() {
  const { t } = useTranslation('broadcasts')
  const { data, refusal, reload, fetchMore } = usePanel(CONSOLE_BROADCASTS, {})
  useRepeatedly(reload)
  const [openId, setOpenId] = useState<string | null>(null)
  const [isNew, setNew] = useState(false)
  const nodes = data?.broadcasts.edges.map(({ node }) => node)
  const rows = nodes && getFragmentData(CONSOLE_BROADCAST, nodes)
  const open = rows?.find(({ id }) => id === openId)
  return (
    <Stack gap="md">
      <Text size="sm" maw={720}>
        {t('message.text')}
      </Text>
      <Group gap="xs">
        <Button onClick={() => setNew(true)}>{t('message.new')}</Button>
        <KeysHelp keys={[]} />
        <ExportButton name="broadcasts" headers={BROADCAST_HEADERS} readPage={exportedBroadcasts} />
      </Group>
      <ConsoleTable
        label={t('tabs.messages')}
        columns={useColumns(setOpenId)}
        rows={rows}
        pageInfo={data?.broadcasts.pageInfo}
        refusal={data ? null : refusal}
        onRetry={reload}
        onMore={(more) => fetchMore({ more })}
        onOpen={({ id }) => setOpenId(id)}
        empty={t('message.empty')}
      />
      {open && <BroadcastDialog broadcast={open} onClose={() => setOpenId(null)} />}
      {isNew && <NewBroadcast onClose={() => setNew(false)} onDone={reload} />}
    </Stack>
  )
}

function useColumns(open: (id: string) => void): readonly Column<ConsoleBroadcastFragment>[] {
  const { t } = useTranslation('broadcasts')
  return [
    {
      name: 'title',
      header: t('message.title'),
      cell: ({ title, message }) => (
        <>
          <Text size="sm">{title}</Text>
          <Text size="xs" c="dimmed" lineClamp={2}>
            {message}
          </Text>
        </>
      ),
      width: '14rem',
    },
    { name: 'to', header: t('message.to'), cell: (row) => <Receivers broadcast={row} />, width: '8rem' },
    { name: 'state', header: t('message.state'), cell: (row) => <Progress broadcast={row} />, width: '11rem' },
    {
      name: 'sender',
      header: t('message.sender'),
      cell: ({ sender }) =>
        sender && (
          <RouteLink to="/people/$personId" params={{ personId: sender.id }} size="sm">
            {sender.displayName}
          </RouteLink>
        ),
    },
    { name: 'at', header: t('message.at'), cell: ({ createdAt }) => <Ago time={createdAt} />, width: '8rem' },
    {
      name: 'acts',
      header: t('notice.acts'),
      cell: ({ id, title }) => (
        <Button
          size="compact-sm"
          variant="default"
          aria-label={t('message.openOne', { title })}
          onClick={() => open(id)}
        >
          {t('message.open')}
        </Button>
      ),
    },
  ]
}

interface CellProps {
  readonly broadcast: ConsoleBroadcastFragment
}

/** How many people it is for. */
export function Receivers({ broadcast: { receiverCount } }: CellProps) {
  const { t } = useTranslation('broadcasts')
  return (
    <Text size="sm">
      {typeof receiverCount === 'number' ? t('message.count', { count: receiverCount }) : t('message.everybody')}
    </Text>
  )
}

function Progress({ broadcast: { finishedAt, sentCount } }: CellProps) {
  const { t } = useTranslation('broadcasts')
  return (
    <Badge variant="light" color={finishedAt ? 'green' : 'blue'}>
      {t(finishedAt ? 'message.delivered' : 'message.underWay', { count: sentCount })}
    </Badge>
  )
}
