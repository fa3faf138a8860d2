import { useTranslation } from 'react-i18next'
import { FilterSelect } from '../../../components/FilterSelect.tsx'
import type { ConsoleTransferFragment } from '../../../generated/graphql.ts'
import { getFragmentData } from '../../../generated/index.ts'
import { request } from '../../../graph/request.ts'
import { ENTRY_KINDS } from '../../wallet/search.ts'
import type { CsvRow } from '../kit/csv.ts'
import { spanVariables } from '../kit/days.ts'
import { CONSOLE_LEDGER, CONSOLE_TRANSFER } from './documents.ts'
import { EconomyFilters, type EconomyListProps, useEconomySearch } from './EconomyFilters.tsx'
import type { EconomySearch } from './search.ts'
import { TransferTable } from './TransferTable.tsx'

const EXPORTED = [
  ...['transferId', 'at', 'kind', 'account', 'ownerId', 'owner', 'amount', 'balanceAfter', 'actorId', 'actor'],
  ...['purchaseId', 'paymentId', 'reverses', 'memo'],
]
/** Transfers at a time: their entries are read with them. */
const EXPORTED_PAGE = 50

const variablesOf = ({ person, kind, ...span }: EconomySearch) => ({
  ...(person !== undefined && { userId: person }),
  ...(kind && { kind }),
  ...spanVariables(span),
})

/** Every movement of tokens, as filters find it. */
export function LedgerTab({ search }: EconomyListProps) {
  const { t } = useTranslation('staffEconomy')
  const change = useEconomySearch({ search })
  const variables = variablesOf(search)
  return (
    <>
      <EconomyFilters
        search={search}
        person={t('filters.person')}
        hasDays
        exported={{ name: 'ledger', headers: EXPORTED, readPage: (after) => exportedPage(variables, after) }}
      >
        <FilterSelect
          label={t('filters.kind')}
          value={search.kind}
          all={t('filters.all')}
          choices={ENTRY_KINDS.map((value) => ({ value, label: t(`kinds.${value}`) }))}
          onChange={(kind) => change({ kind })}
        />
      </EconomyFilters>
      <TransferTable variables={variables} />
    </>
  )
}

/** A row for each entry of a transfer. */
function exportedEntries(transfer: ConsoleTransferFragment): CsvRow[] {
  const { id: transferId, at, kind, memo = null, actor, reverses, purchaseId = null, transactionId = null } = transfer
  return transfer.entries.edges.map(({ node }) => ({
    ...{ transferId, at, kind, memo, purchaseId },
    ...{ account: node.accountCode, amount: node.amount, balanceAfter: node.balanceAfter },
    ownerId: node.owner?.id ?? null,
    owner: node.owner?.displayName ?? null,
    actorId: actor?.id ?? null,
    actor: actor?.displayName ?? null,
    paymentId: transactionId,
    reverses: reverses?.id ?? null,
  }))
}

async function exportedPage(variables: ReturnType<typeof variablesOf>, after: string | undefined) {
  const { ledgerTransfers } = await request(CONSOLE_LEDGER, {
    ...variables,
    first: EXPORTED_PAGE,
    more: after ?? null,
  })
  const transfers = getFragmentData(
    CONSOLE_TRANSFER,
    ledgerTransfers.edges.map(({ node }) => node),
  )
  return { pageInfo: ledgerTransfers.pageInfo, rows: transfers.flatMap(exportedEntries) }
}
