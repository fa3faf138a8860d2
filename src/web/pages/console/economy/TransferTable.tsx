import { Badge, Code, Group, Stack, Text } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import { Ago } from '../../../components/Ago.tsx'
import { formatNumber } from '../../../formats.ts'
import type { ConsoleLedgerQueryVariables, ConsoleTransferFragment } from '../../../generated/graphql.ts'
import { getFragmentData } from '../../../generated/index.ts'
import { usePanel } from '../../../graph/hooks.ts'
import { ConsoleTable } from '../kit/ConsoleTable.tsx'
import { useRepeatedly } from '../kit/useRepeatedly.ts'
import { CONSOLE_LEDGER, CONSOLE_TRANSFER } from './documents.ts'
import { PersonLink } from './PersonLink.tsx'

interface TransferTableProps {
  readonly variables: ConsoleLedgerQueryVariables
}

/** Transfers of the ledger with their entries, newest first. */
export function TransferTable({ variables }: TransferTableProps) {
  const { t } = useTranslation('staffEconomy')
  const { data, refusal, reload, fetchMore } = usePanel(CONSOLE_LEDGER, variables)
  useRepeatedly(reload)
  const transfers = data?.ledgerTransfers
  return (
    <ConsoleTable
      label={t('ledger.label')}
      columns={[
        { name: 'at', header: t('ledger.at'), cell: ({ at }) => <Ago time={at} />, width: '8rem' },
        { name: 'kind', header: t('ledger.kind'), cell: (transfer) => <Kind transfer={transfer} />, width: '9rem' },
        {
          name: 'entries',
          header: t('ledger.entries'),
          cell: (transfer) => <Entries transfer={transfer} />,
          width: '14rem',
        },
        {
          name: 'subject',
          header: t('ledger.subject'),
          cell: (transfer) => <Subject transfer={transfer} />,
          width: '14rem',
        },
        {
          name: 'actor',
          header: t('ledger.actor'),
          cell: ({ actor }) => actor && <PersonLink person={actor} />,
          width: '8rem',
        },
      ]}
      rows={
        transfers &&
        getFragmentData(
          CONSOLE_TRANSFER,
          transfers.edges.map(({ node }) => node),
        )
      }
      pageInfo={transfers?.pageInfo}
      refusal={data ? null : refusal}
      onRetry={reload}
      onMore={(more) => fetchMore({ ...variables, more })}
      empty={t('ledger.empty')}
    />
  )
}

interface PartProps {
  readonly transfer: ConsoleTransferFragment
}

function Kind({ transfer: { kind, reverses, reversedBy } }: PartProps) {
  const { t } = useTranslation('staffEconomy')
  return (
    <Stack gap={4} align="flex-start">
      <Badge variant="light" tt="none">
        {t(`kinds.${kind}`)}
      </Badge>
      {reverses && <Text size="xs">{t('ledger.reverses', { id: reverses.id })}</Text>}
      {reversedBy && <Text size="xs">{t('ledger.reversedBy', { id: reversedBy.id })}</Text>}
    </Stack>
  )
}

type Entry = ConsoleTransferFragment['entries']['edges'][number]['node']

function Entries({ transfer: { entries } }: PartProps) {
  return (
    <Stack component="ul" className="plainList" gap={2}>
      {entries.edges.map(({ node }) => (
        <EntryLine key={node.id} entry={node} />
      ))}
    </Stack>
  )
}

/** The amount, and of whom the account is; those of the platform and of erased people are told by their names. */
function EntryLine({ entry: { amount, balanceAfter, owner, purpose, accountCode } }: { readonly entry: Entry }) {
  const { t, i18n } = useTranslation('staffEconomy')
  const number = (value: number) => formatNumber(i18n.language, value)
  const after = t('ledger.after', { tokens: number(balanceAfter) })
  return (
    <Group component="li" gap={6} wrap="nowrap" title={after}>
      <Text
        size="sm"
        fw={600}
        miw={72}
        ta="end"
        c={amount > 0 ? 'var(--mantine-color-green-light-color)' : 'inherit'}
        style={{ whiteSpace: 'nowrap' }}
      >
        {amount > 0 ? '+' : '−'}
        {number(Math.abs(amount))}
      </Text>
      {owner ? <PersonLink person={owner} /> : <Code style={{ overflowWrap: 'anywhere' }}>{accountCode}</Code>}
      {owner && purpose === 'EARNINGS' && <Text size="xs">{t('ledger.earnings')}</Text>}
    </Group>
  )
}

/** What the tokens were moved for, and the note of who moved them. */
function Subject({ transfer: { entries, memo, purchaseId, transactionId } }: PartProps) {
  const [first] = entries.edges.map(({ node }) => node)
  const name = first?.purchase?.listingName ?? first?.payment?.description
  const id = purchaseId ?? transactionId
  return (
    <Stack gap={2}>
      {name && <Text size="sm">{name}</Text>}
      {memo && (
        <Text size="sm" style={{ overflowWrap: 'anywhere' }}>
          {memo}
        </Text>
      )}
      {id && (
        <Text size="xs" c="dimmed" style={{ overflowWrap: 'anywhere' }}>
          {id}
        </Text>
      )}
    </Stack>
  )
}
