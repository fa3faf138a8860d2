import { Badge, Button, Group, Stack, Text } from '@mantine/core'
import { useNavigate, useSearch } from '@tanstack/react-router'
import { useTranslation } from 'react-i18next'
import { Ago } from '../../../components/Ago.tsx'
import { askFirst } from '../../../components/askFirst.tsx'
import { FilterSelect } from '../../../components/FilterSelect.tsx'
import type { ConsoleMailFragment } from '../../../generated/graphql.ts'
import { getFragmentData } from '../../../generated/index.ts'
import { usePanel } from '../../../graph/hooks.ts'
import { request } from '../../../graph/request.ts'
import { useAct } from '../../../graph/useAct.ts'
import { ConsoleHead } from '../ConsoleHead.tsx'
import { type Column, ConsoleTable, KeysHelp } from '../kit/ConsoleTable.tsx'
import { ExportButton } from '../kit/ExportButton.tsx'
import { SavedViews } from '../kit/SavedViews.tsx'
import { useRepeatedly } from '../kit/useRepeatedly.ts'
import type { RowKey } from '../kit/useRowKeys.ts'
import { CONSOLE_PAGES } from '../sections.ts'
import { CONSOLE_MAIL, CONSOLE_MAILS, DISCARD_MAIL, RETRY_MAIL } from './documents.ts'
import { MAIL_STATES, type MailsSearch } from './search.ts'

const [PAGE] = CONSOLE_PAGES.filter(({ name }) => name === 'mails')
const EXPORTED = ['id', 'state', 'receiver', 'subject', 'createdAt', 'nextAttemptAt', 'attempts', 'error']

/** Mails that wait, and those that could not be sent. */
export function MailsPage() {
  const { t } = useTranslation('operations')
  const search = useSearch({ from: '/shell/console/mails' })
  const navigate = useNavigate({ from: '/console/mails' })
  const { data, refusal, reload, fetchMore } = usePanel(CONSOLE_MAILS, { ...search })
  useRepeatedly(reload)
  const rows =
    data &&
    getFragmentData(
      CONSOLE_MAIL,
      data.mails.edges.map(({ node }) => node),
    )
  const keys = useMailKeys(reload)
  return (
    <Stack gap="md">
      <ConsoleHead page="mails">
        <Group gap="xs">
          <KeysHelp keys={keys} />
          {PAGE && <SavedViews page={PAGE} search={{ ...search }} />}
          <ExportButton name="mails" headers={EXPORTED} readPage={(after) => exportedPage(search, after)} />
        </Group>
      </ConsoleHead>
      <Text size="sm" maw={720}>
        {t('mails.text')}
      </Text>
      <FilterSelect
        label={t('mails.state')}
        maw={280}
        value={search.state}
        choices={MAIL_STATES.map((value) => ({ value, label: t(`mails.states.${value}`) }))}
        all={t('mails.all')}
        onChange={(state) => void navigate({ search: { state }, replace: true })}
      />
      <ConsoleTable
        label={t('mails.label')}
        columns={useColumns(reload)}
        rows={rows}
        pageInfo={data?.mails.pageInfo}
        refusal={data ? null : refusal}
        onRetry={reload}
        onMore={(more) => fetchMore({ ...search, more })}
        keys={keys}
        empty={t('mails.empty')}
      />
    </Stack>
  )
}

function useColumns(onDone: () => void): readonly Column<ConsoleMailFragment>[] {
  const { t } = useTranslation('operations')
  return [
    { name: 'receiver', header: t('mails.receiver'), cell: ({ receiver }) => receiver ?? t('mails.unreadable') },
    { name: 'subject', header: t('mails.subject'), cell: ({ subject }) => subject ?? t('mails.unreadable') },
    { name: 'state', header: t('mails.state'), cell: (mail) => <State mail={mail} />, width: '9rem' },
    { name: 'at', header: t('mails.written'), cell: ({ createdAt }) => <Ago time={createdAt} />, width: '9rem' },
    { name: 'attempts', header: t('mails.attempts'), cell: ({ attempts }) => attempts, width: '6rem' },
    { name: 'error', header: t('mails.error'), cell: ({ error }) => <Text size="xs">{error}</Text> },
    { name: 'acts', header: t('mails.acts'), cell: (mail) => <Acts mail={mail} onDone={onDone} /> },
  ]
}

function State({ mail: { state } }: { readonly mail: ConsoleMailFragment }) {
  const { t } = useTranslation('operations')
  return (
    <Badge variant="light" color={state === 'FAILED' ? 'red' : 'gray'}>
      {t(`mails.states.${state}`)}
    </Badge>
  )
}

interface ActsProps {
  readonly mail: ConsoleMailFragment
  readonly onDone: () => void
}

/** What can be done with a mail that was not sent. */
function useMailActs(onDone: () => void) {
  const { t } = useTranslation('operations')
  const retry = useAct(RETRY_MAIL)
  const discard = useAct(DISCARD_MAIL)
  return {
    isBusy: retry.isBusy || discard.isBusy,
    retry: async ({ id }: ConsoleMailFragment) => {
      if (await retry.act({ input: { mailId: id } })) onDone()
    },
    discard: async ({ id, receiver }: ConsoleMailFragment) => {
      const isWanted = await askFirst({
        title: t('mails.discardTitle'),
        text: t('mails.discardText', { receiver: receiver ?? t('mails.unreadable') }),
        confirm: t('mails.discard'),
        cancel: t('mails.keep'),
      })
      if (isWanted && (await discard.act({ input: { mailId: id } }))) onDone()
    },
  }
}

/** Keys of the table that do it with the mail that has the focus. */
function useMailKeys(onDone: () => void): readonly RowKey<ConsoleMailFragment>[] {
  const { t } = useTranslation('operations')
  const { retry, discard } = useMailActs(onDone)
  return [
    { key: 'r', label: t('mails.retry'), run: (mail) => void retry(mail) },
    { key: 'x', label: t('mails.discard'), run: (mail) => void discard(mail) },
  ]
}

function Acts({ mail, onDone }: ActsProps) {
  const { t } = useTranslation('operations')
  const { retry, discard, isBusy } = useMailActs(onDone)
  const to = mail.receiver ?? t('mails.unreadable')
  const button = { size: 'compact-sm', variant: 'default', disabled: isBusy } as const
  return (
    <Group gap="xs" wrap="nowrap">
      <Button {...button} aria-label={t('mails.retryOne', { receiver: to })} onClick={() => void retry(mail)}>
        {t('mails.retry')}
      </Button>
      <Button {...button} aria-label={t('mails.discardOne', { receiver: to })} onClick={() => void discard(mail)}>
        {t('mails.discard')}
      </Button>
    </Group>
  )
}

async function exportedPage(search: MailsSearch, after: string | undefined) {
  const { mails } = await request(CONSOLE_MAILS, { ...search, first: 100, more: after ?? null })
  const rows = getFragmentData(
    CONSOLE_MAIL,
    mails.edges.map(({ node }) => node),
  )
  return {
    pageInfo: mails.pageInfo,
    rows: rows.map(({ id, state, receiver, subject, createdAt, nextAttemptAt, attempts, error }) => ({
      ...{ id, state, receiver, subject, createdAt, nextAttemptAt, attempts, error },
    })),
  }
}
