import { Code } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import { Ago } from '../../../components/Ago.tsx'
import { formatNumber } from '../../../formats.ts'
import { getFragmentData } from '../../../generated/index.ts'
import { usePanel } from '../../../graph/hooks.ts'
import { request } from '../../../graph/request.ts'
import { ConsoleTable } from '../kit/ConsoleTable.tsx'
import { useRepeatedly } from '../kit/useRepeatedly.ts'
import { CONSOLE_LEDGER_ACCOUNT, CONSOLE_LEDGER_ACCOUNTS } from './documents.ts'
import { EconomyFilters, type EconomyListProps } from './EconomyFilters.tsx'
import { PersonLink } from './PersonLink.tsx'

const EXPORTED = ['code', 'purpose', 'ownerId', 'owner', 'posted', 'held', 'createdAt']
const EXPORTED_PAGE = 100

/** The accounts of tokens, of people and of the platform. */
export function AccountsTab({ search: { person, ...search } }: EconomyListProps) {
  const { t, i18n } = useTranslation('staffEconomy')
  const variables = person === undefined ? {} : { ownerId: person }
  const { data, refusal, reload, fetchMore } = usePanel(CONSOLE_LEDGER_ACCOUNTS, variables)
  useRepeatedly(reload)
  const accounts = data?.ledgerAccounts
  return (
    <>
      <EconomyFilters
        search={{ ...search, person }}
        person={t('filters.person')}
        exported={{
          name: 'ledger-accounts',
          headers: EXPORTED,
          readPage: (after) => exportedPage(variables, after),
        }}
      />
      <ConsoleTable
        label={t('accounts.label')}
        columns={[
          {
            name: 'code',
            header: t('accounts.code'),
            cell: ({ code }) => <Code style={{ overflowWrap: 'anywhere' }}>{code}</Code>,
          },
          {
            name: 'owner',
            header: t('accounts.owner'),
            cell: ({ owner, purpose }) => (purpose === 'HOUSE' ? t('accounts.house') : <PersonLink person={owner} />),
          },
          { name: 'posted', header: t('accounts.posted'), cell: ({ posted }) => formatNumber(i18n.language, posted) },
          { name: 'held', header: t('accounts.held'), cell: ({ held }) => formatNumber(i18n.language, held) },
          { name: 'since', header: t('accounts.since'), cell: ({ createdAt }) => <Ago time={createdAt} /> },
        ]}
        rows={
          accounts &&
          getFragmentData(
            CONSOLE_LEDGER_ACCOUNT,
            accounts.edges.map(({ node }) => node),
          )
        }
        pageInfo={accounts?.pageInfo}
        refusal={data ? null : refusal}
        onRetry={reload}
        onMore={(more) => fetchMore({ ...variables, more })}
        empty={t('accounts.empty')}
      />
    </>
  )
}

async function exportedPage(variables: { readonly ownerId?: string }, after: string | undefined) {
  const { ledgerAccounts } = await request(CONSOLE_LEDGER_ACCOUNTS, {
    ...variables,
    first: EXPORTED_PAGE,
    more: after ?? null,
  })
  const accounts = getFragmentData(
    CONSOLE_LEDGER_ACCOUNT,
    ledgerAccounts.edges.map(({ node }) => node),
  )
  return {
    pageInfo: ledgerAccounts.pageInfo,
    rows: accounts.map(({ code, purpose, posted, held, createdAt, owner }) => ({
      ...{ code, purpose, posted, held, createdAt },
      ownerId: owner?.id ?? null,
      owner: owner?.displayName ?? null,
    })),
  }
}
