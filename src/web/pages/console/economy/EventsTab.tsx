import { Badge, Button, Code, Group, Stack, Text } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import { Ago } from '../../../components/Ago.tsx'
import { askFirst } from '../../../components/askFirst.tsx'
import { FilterSelect } from '../../../components/FilterSelect.tsx'
import type { ConsolePaymentEventFragment, PaymentEventResolution } from '../../../generated/graphql.ts'
import { getFragmentData } from '../../../generated/index.ts'
import { usePanel } from '../../../graph/hooks.ts'
import { request } from '../../../graph/request.ts'
import { useAct } from '../../../graph/useAct.ts'
import { type Column, ConsoleTable } from '../kit/ConsoleTable.tsx'
import { useRepeatedly } from '../kit/useRepeatedly.ts'
import { CONSOLE_PAYMENT_EVENT, CONSOLE_PAYMENT_EVENTS, RESOLVE_PAYMENT_EVENT } from './documents.ts'
import { EconomyFilters, type EconomyListProps, useEconomySearch } from './EconomyFilters.tsx'
import { PersonLink } from './PersonLink.tsx'
import { EVENT_STATES } from './search.ts'

const EXPORTED = [
  ...['eventId', 'receivedAt', 'provider', 'type', 'state', 'attempts', 'error', 'settledAt'],
  ...['paymentId', 'buyerId', 'buyer'],
]
const EXPORTED_PAGE = 100

/** What payment providers have told the server, and what has become of it. */
export function EventsTab({ search }: EconomyListProps) {
  const { t } = useTranslation('staffEconomy')
  const change = useEconomySearch({ search })
  const variables = search.events ? { state: search.events } : {}
  const { data, refusal, reload, fetchMore } = usePanel(CONSOLE_PAYMENT_EVENTS, variables)
  useRepeatedly(reload)
  const events = data?.paymentEvents
  return (
    <>
      <EconomyFilters
        search={search}
        exported={{ name: 'payment-events', headers: EXPORTED, readPage: (after) => exportedPage(variables, after) }}
      >
        <FilterSelect
          label={t('filters.status')}
          value={search.events}
          all={t('filters.all')}
          choices={EVENT_STATES.map((value) => ({ value, label: t(`events.states.${value}`) }))}
          onChange={(state) => change({ events: state })}
        />
      </EconomyFilters>
      <ConsoleTable
        label={t('events.label')}
        columns={useColumns(reload)}
        rows={
          events &&
          getFragmentData(
            CONSOLE_PAYMENT_EVENT,
            events.edges.map(({ node }) => node),
          )
        }
        pageInfo={events?.pageInfo}
        refusal={data ? null : refusal}
        onRetry={reload}
        onMore={(more) => fetchMore({ ...variables, more })}
        empty={t('events.empty')}
      />
    </>
  )
}

function useColumns(onDone: () => void): readonly Column<ConsolePaymentEventFragment>[] {
  const { t } = useTranslation('staffEconomy')
  return [
    { name: 'at', header: t('events.received'), cell: ({ receivedAt }) => <Ago time={receivedAt} />, width: '8rem' },
    { name: 'what', header: t('events.what'), cell: (event) => <What event={event} />, width: '14rem' },
    { name: 'payment', header: t('events.payment'), cell: (event) => <Payment event={event} />, width: '9rem' },
    { name: 'state', header: t('events.state'), cell: (event) => <State event={event} />, width: '9rem' },
    { name: 'attempts', header: t('events.attempts'), cell: ({ attempts }) => attempts, width: '7rem' },
    { name: 'acts', header: t('acts'), cell: (event) => <Acts event={event} onDone={onDone} /> },
  ]
}

interface PartProps {
  readonly event: ConsolePaymentEventFragment
}

function What({ event: { type, provider, eventId } }: PartProps) {
  const { t } = useTranslation('staffEconomy')
  return (
    <Stack gap={2}>
      <Text size="sm">{type ? t(`events.types.${type}`) : t('events.unknownType')}</Text>
      <Text size="xs" c="dimmed" style={{ overflowWrap: 'anywhere' }}>
        {provider} · {eventId}
      </Text>
    </Stack>
  )
}

/** The payment of an event; its id where the server has none with it. */
function Payment({ event: { transaction, transactionId } }: PartProps) {
  if (!transaction) return <Code style={{ overflowWrap: 'anywhere' }}>{transactionId}</Code>
  return (
    <Stack gap={2}>
      <Text size="sm">{transaction.description}</Text>
      <PersonLink person={transaction.buyer} />
    </Stack>
  )
}

const COLORS = { FAILED: 'red', WAITING: 'yellow', APPLIED: 'green', IGNORED: 'gray' } as const

function State({ event: { state, error, nextAttemptAt } }: PartProps) {
  const { t } = useTranslation('staffEconomy')
  return (
    <Stack gap={4} align="flex-start">
      <Badge variant="light" color={COLORS[state]} tt="none">
        {t(`events.states.${state}`)}
      </Badge>
      {nextAttemptAt && (
        <Text size="xs" component="div">
          {t('events.next')} <Ago time={nextAttemptAt} inherit />
        </Text>
      )}
      {error && (
        <Text size="xs" lineClamp={4} title={error} style={{ overflowWrap: 'anywhere' }}>
          {error}
        </Text>
      )}
    </Stack>
  )
}

interface ActsProps extends PartProps {
  readonly onDone: () => void
}

function Acts({ event: { id, state, eventId }, onDone }: ActsProps) {
  const { t } = useTranslation(['staffEconomy', 'common'])
  const { act, isBusy } = useAct(RESOLVE_PAYMENT_EVENT)
  if (state === 'APPLIED') return null
  const resolve = async (resolution: PaymentEventResolution) => {
    if (await act({ input: { paymentEventId: id, resolution } })) onDone()
  }
  const askAndIgnore = async () => {
    const question = { title: t('staffEconomy:events.ignoreTitle'), text: t('staffEconomy:events.ignoreText') }
    if (await askFirst({ ...question, confirm: t('staffEconomy:events.ignore'), cancel: t('common:cancel') }))
      await resolve('IGNORE')
  }
  const names = { event: eventId }
  return (
    <Group gap="xs" wrap="nowrap">
      <Button
        size="compact-sm"
        variant="default"
        loading={isBusy}
        aria-label={t('staffEconomy:events.retryOne', names)}
        onClick={() => void resolve('RETRY')}
      >
        {t('staffEconomy:events.retry')}
      </Button>
      {state !== 'IGNORED' && (
        <Button
          size="compact-sm"
          variant="default"
          loading={isBusy}
          aria-label={t('staffEconomy:events.ignoreOne', names)}
          onClick={() => void askAndIgnore()}
        >
          {t('staffEconomy:events.ignore')}
        </Button>
      )}
    </Group>
  )
}

async function exportedPage(variables: { readonly state?: (typeof EVENT_STATES)[number] }, after: string | undefined) {
  const { paymentEvents } = await request(CONSOLE_PAYMENT_EVENTS, {
    ...variables,
    first: EXPORTED_PAGE,
    more: after ?? null,
  })
  const events = getFragmentData(
    CONSOLE_PAYMENT_EVENT,
    paymentEvents.edges.map(({ node }) => node),
  )
  return {
    pageInfo: paymentEvents.pageInfo,
    rows: events.map(({ type = null, error = null, settledAt = null, transaction, ...event }) => ({
      ...{ eventId: event.eventId, receivedAt: event.receivedAt, provider: event.provider, state: event.state },
      ...{ attempts: event.attempts, paymentId: event.transactionId, type, error, settledAt },
      buyerId: transaction?.buyer?.id ?? null,
      buyer: transaction?.buyer?.displayName ?? null,
    })),
  }
}
