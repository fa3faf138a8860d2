import { useApolloClient } from '@apollo/client/react'
import { Alert, Badge, Button, Menu } from '@mantine/core'
import { IconChevronDown } from '@tabler/icons-react'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { FactList } from '../../../../components/FactList.tsx'
import { Panel } from '../../../../components/Panel.tsx'
import { formatDateTime, formatNumber } from '../../../../formats.ts'
import type { ConsolePersonEconomyQuery } from '../../../../generated/graphql.ts'
import { usePanel } from '../../../../graph/hooks.ts'
import { useRepeatedly } from '../../kit/useRepeatedly.ts'
import { useStaff } from '../../useStaff.ts'
import { PaymentTable } from '../PaymentTable.tsx'
import { TransferTable } from '../TransferTable.tsx'
import { type EconomyActName, economyActOf } from './acts.ts'
import { PERSON_ECONOMY } from './documents.ts'
import { EconomyActDialog } from './EconomyActDialog.tsx'
import { ItemsPanel } from './ItemsPanel.tsx'
import { PersonPurchases } from './PersonPurchases.tsx'
import { SubscriptionsPanel } from './SubscriptionsPanel.tsx'

/** Rows of each list until one asks for more. */
const SHOWN = 10

interface PersonEconomyProps {
  readonly userId: string
}

/** Tokens, purchases, subscriptions and items of a person, and what the staff can do about them. */
export function PersonEconomy({ userId }: PersonEconomyProps) {
  const { t } = useTranslation('staffEconomy')
  const client = useApolloClient()
  const isEntrusted = useStaff()?.includes('ECONOMY') === true
  const { data, refusal, reload } = usePanel(PERSON_ECONOMY, { userId })
  useRepeatedly(reload)
  const readAgain = () => void client.refetchQueries({ include: 'active' })
  const person = data?.user ?? { id: userId, displayName: '' }
  const of = { person, onChange: readAgain }
  return (
    <>
      <Panel
        title={t('person.title')}
        isLoading={!data && !refusal}
        refusal={data ? null : refusal}
        onRetry={reload}
        aside={
          data?.user?.economy && (
            <Acts {...of} isEntrusted={isEntrusted} isBlocked={Boolean(data.user.economy.blockedAt)} />
          )
        }
      >
        {data?.user?.economy && <Facts economy={data.user.economy} />}
      </Panel>
      {isEntrusted && (
        <>
          <Panel title={t('person.ledger')}>
            <TransferTable variables={{ userId, first: SHOWN }} />
          </Panel>
          <PersonPurchases userId={userId} />
          <Panel title={t('person.payments')}>
            <PaymentTable variables={{ buyerId: userId, first: SHOWN }} />
          </Panel>
          <SubscriptionsPanel {...of} />
          <ItemsPanel userId={userId} />
        </>
      )}
    </>
  )
}

export interface PersonPartProps {
  readonly person: { readonly id: string; readonly displayName: string }
  /** Reads everything on the page again. */
  readonly onChange: () => void
}

type Economy = NonNullable<NonNullable<ConsolePersonEconomyQuery['user']>['economy']>

function Facts({ economy }: { readonly economy: Economy }) {
  const { t, i18n } = useTranslation('staffEconomy')
  const { balance, earnings, held, debt, blockedAt, blockedReason, hasAcceptedTerms } = economy
  const number = (value: number) => formatNumber(i18n.language, value)
  return (
    <>
      {blockedAt && (
        <Alert
          color="red"
          variant="light"
          title={t('person.blockedSince', { time: formatDateTime(i18n.language, blockedAt) })}
        >
          {blockedReason}
        </Alert>
      )}
      <FactList
        facts={[
          [t('person.balance'), number(balance)],
          [t('person.earnings'), number(earnings)],
          [t('person.held'), number(held)],
          [t('person.debt'), number(debt)],
          [t('person.terms'), hasAcceptedTerms ? t('person.accepted') : t('person.notAccepted')],
          [
            t('person.spending'),
            <Badge key="spending" variant="light" color={blockedAt ? 'red' : 'green'}>
              {blockedAt ? t('person.blocked') : t('person.allowed')}
            </Badge>,
          ],
        ]}
      />
    </>
  )
}

interface ActsProps extends PersonPartProps {
  /** Whether the viewer does more than block people. */
  readonly isEntrusted: boolean
  readonly isBlocked: boolean
}

/** The acts of staff for the economy; others of the staff only block people. */
function actsFor({ isEntrusted, isBlocked }: Pick<ActsProps, 'isEntrusted' | 'isBlocked'>): readonly EconomyActName[] {
  const blocking: EconomyActName = isBlocked ? 'unblock' : 'block'
  return isEntrusted ? ['grantTokens', 'grantSubscription', 'grantItem', 'revokeTokens', blocking] : [blocking]
}

function Acts({ person, onChange, ...allowed }: ActsProps) {
  const { t } = useTranslation('staffEconomy')
  const [act, setAct] = useState<EconomyActName | null>(null)
  return (
    <>
      <Menu position="bottom-end" withinPortal>
        <Menu.Target>
          <Button size="xs" rightSection={<IconChevronDown size={16} aria-hidden />}>
            {t('person.act')}
          </Button>
        </Menu.Target>
        <Menu.Dropdown aria-label={t('person.act')}>
          {actsFor(allowed).map((name) => (
            <Menu.Item key={name} onClick={() => setAct(name)} {...(economyActOf(name).isHard && { color: 'red.8' })}>
              {t(`person.${name}.title`)}
            </Menu.Item>
          ))}
        </Menu.Dropdown>
      </Menu>
      {act && <EconomyActDialog act={act} person={person} onClose={() => setAct(null)} onDone={onChange} />}
    </>
  )
}
