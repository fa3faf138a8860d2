import { Stack } from '@mantine/core'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { PurchaseRow } from '../../../../components/economy/PurchaseRow.tsx'
import { FilterSelect } from '../../../../components/FilterSelect.tsx'
import { ListPanel } from '../../../../components/ListPanel.tsx'
import { usePanel } from '../../../../graph/hooks.ts'
import { useRepeatedly } from '../../kit/useRepeatedly.ts'
import { CONSOLE_PURCHASES } from '../documents.ts'
import { PURCHASE_ROLES, type PurchaseRole } from '../search.ts'

/** Purchases until one asks for more. */
const SHOWN = 10

const variablesOf = (userId: string, role: PurchaseRole) => {
  if (role === 'buyer') return { buyerId: userId, first: SHOWN }
  return { first: SHOWN, ...(role === 'seller' ? { sellerId: userId } : { receiverId: userId }) }
}

/** What a person has bought, got or sold for tokens. */
export function PersonPurchases({ userId }: { readonly userId: string }) {
  const { t } = useTranslation('staffEconomy')
  const [role, setRole] = useState<PurchaseRole>('buyer')
  const variables = variablesOf(userId, role)
  const { data, refusal, reload, fetchMore } = usePanel(CONSOLE_PURCHASES, variables)
  useRepeatedly(reload)
  const purchases = data?.productPurchases
  return (
    <Stack gap="sm">
      <FilterSelect
        label={t('filters.role')}
        maw={280}
        value={role}
        choices={PURCHASE_ROLES.map((value) => ({ value, label: t(`roles.${value}`) }))}
        onChange={(chosen) => setRole(chosen ?? 'buyer')}
      />
      <ListPanel
        title={t(`person.purchases.${role}`)}
        list={purchases}
        refusal={data ? null : refusal}
        onRetry={reload}
        onMore={(more) => fetchMore({ ...variables, more })}
        empty={t('purchases.empty')}
      >
        <Stack component="ul" className="plainList" gap="md">
          {purchases?.edges.map(({ node }) => (
            <PurchaseRow key={node.id} purchase={node} side="staff" />
          ))}
        </Stack>
      </ListPanel>
    </Stack>
  )
}
