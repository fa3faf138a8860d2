import { Badge, Box, Group, Stack, Text } from '@mantine/core'
import { useNavigate, useSearch } from '@tanstack/react-router'
import { useMemo } from 'react'
import { useTranslation } from 'react-i18next'
import { Ago } from '../../components/Ago.tsx'
import { useTokensText } from '../../components/economy/amounts.ts'
import { FilterSelect } from '../../components/FilterSelect.tsx'
import { ListPanel } from '../../components/ListPanel.tsx'
import { RouteLink } from '../../components/RouteLink.tsx'
import { formatNumber } from '../../formats.ts'
import type { LedgerEntryRowFragment } from '../../generated/graphql.ts'
import { type FragmentType, getFragmentData, graphql } from '../../generated/index.ts'
import { useLive, usePanel } from '../../graph/hooks.ts'
import { ENTRY_KINDS, PERIODS, type Period, type WalletSearch } from './search.ts'

const ENTRY_ROW = graphql(`
  fragment LedgerEntryRow on LedgerEntry {
    id
    kind
    purpose
    amount
    balanceAfter
    at
    purchase {
      id
      listingName
      listing {
        id
      }
    }
    payment {
      id
      description
    }
  }
`)

const WALLET_ENTRIES = graphql(`
  fragment WalletEntries on Viewer {
    id
    wallet {
      id
      balance
      earnings
      held
      entries(first: 25, after: $more, kinds: $kinds, since: $since) {
        totalCount
        pageInfo {
          hasNextPage
          endCursor
        }
        edges {
          cursor
          node {
            id
            ...LedgerEntryRow
          }
        }
      }
    }
  }
`)

const ENTRIES = graphql(`
  query WalletEntryList($kinds: [LedgerTransferKind!], $since: DateTime, $more: String) {
    viewer {
      ...WalletEntries
    }
  }
`)

const CHANGES = graphql(`
  subscription WalletEntryChanges($kinds: [LedgerTransferKind!], $since: DateTime, $more: String, $initial: Boolean) {
    walletChanged(initial: $initial) {
      viewer {
        ...WalletEntries
      }
    }
  }
`)

const DAYS: Readonly<Record<Period, number>> = { week: 7, month: 30, year: 365 }

/** The begin of the day (UTC) at which a period begins, ISO 8601. */
function startOf(period: Period): string {
  const start = new Date()
  start.setUTCHours(0, 0, 0, 0)
  start.setUTCDate(start.getUTCDate() - DAYS[period])
  return start.toISOString()
}

function useEntryVariables({ kind, period }: WalletSearch) {
  const since = useMemo(() => period && startOf(period), [period])
  return { ...(kind && { kinds: [kind] }), ...(since && { since }) }
}

/** What has changed the tokens, page after page. */
export function EntriesPanel() {
  const { t } = useTranslation('wallet')
  const search = useSearch({ from: '/shell/wallet' })
  const variables = useEntryVariables(search)
  useLive(CHANGES, variables)
  const { data, refusal, reload, fetchMore } = usePanel(ENTRIES, variables)
  const entries = getFragmentData(WALLET_ENTRIES, data?.viewer)?.wallet?.entries
  const isFiltered = Boolean(search.kind ?? search.period)
  return (
    <Stack gap="sm">
      <EntryFilters search={search} />
      <ListPanel
        title={t('entries.title')}
        list={entries}
        refusal={refusal}
        onRetry={reload}
        onMore={(more) => fetchMore({ ...variables, more })}
        empty={isFiltered ? t('entries.noMatch') : t('entries.empty')}
      >
        <Stack component="ul" className="plainList" gap="sm">
          {entries?.edges.map(({ node }) => (
            <EntryRow key={node.id} entry={node} />
          ))}
        </Stack>
      </ListPanel>
    </Stack>
  )
}

function EntryFilters({ search }: { readonly search: WalletSearch }) {
  const { t } = useTranslation('wallet')
  const navigate = useNavigate({ from: '/wallet' })
  const change = (changed: WalletSearch) => void navigate({ search: { ...search, ...changed }, replace: true })
  return (
    <Group gap="sm">
      <FilterSelect
        label={t('entries.kind')}
        value={search.kind}
        choices={ENTRY_KINDS.map((value) => ({ value, label: t(`kinds.${value}`) }))}
        all={t('entries.all')}
        onChange={(kind) => change({ kind })}
      />
      <FilterSelect
        label={t('entries.period')}
        value={search.period}
        choices={PERIODS.map((value) => ({ value, label: t(`periods.${value}`) }))}
        all={t('entries.ever')}
        onChange={(period) => change({ period })}
      />
    </Group>
  )
}

function EntryRow({ entry }: { readonly entry: FragmentType<typeof ENTRY_ROW> }) {
  const { t, i18n } = useTranslation('wallet')
  const tokens = useTokensText()
  const data = getFragmentData(ENTRY_ROW, entry)
  const { kind, purpose, amount, balanceAfter, at } = data
  const sign = amount > 0 ? '+' : '−'
  return (
    <Group component="li" justify="space-between" gap="sm" wrap="nowrap" align="start">
      <Box miw={0} flex={1}>
        <Group gap="xs">
          <Text size="sm" fw={600}>
            {t(`kinds.${kind}`)}
          </Text>
          {purpose === 'EARNINGS' && (
            <Badge size="sm" variant="light" color="gray">
              {t('earnings')}
            </Badge>
          )}
        </Group>
        <EntrySubject entry={data} />
        <Ago time={at} />
      </Box>
      <Box ta="end">
        <Text size="sm" fw={600} c={amount > 0 ? 'var(--mantine-color-green-light-color)' : 'inherit'}>
          {sign}
          {formatNumber(i18n.language, Math.abs(amount))}
        </Text>
        <Text size="xs" c="dimmed">
          {t('entries.after', { tokens: tokens(balanceAfter) })}
        </Text>
      </Box>
    </Group>
  )
}

/** What the tokens were moved for. */
function EntrySubject({ entry: { purchase, payment } }: { readonly entry: LedgerEntryRowFragment }) {
  if (purchase?.listing)
    return (
      <RouteLink
        to="/listings/$listingId"
        params={{ listingId: purchase.listing.id }}
        size="sm"
        display="block"
        truncate
      >
        {purchase.listingName}
      </RouteLink>
    )
  const name = purchase?.listingName ?? payment?.description
  return name ? (
    <Text size="sm" truncate>
      {name}
    </Text>
  ) : null
}
