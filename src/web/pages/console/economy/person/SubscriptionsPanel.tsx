import { Button, Stack } from '@mantine/core'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { ListPanel } from '../../../../components/ListPanel.tsx'
import type { ConsolePersonSubscriptionsQuery, UserSubscriptionStatus } from '../../../../generated/graphql.ts'
import { usePanel } from '../../../../graph/hooks.ts'
import { SubscriptionRow } from '../../../wallet/OwnSubscriptionsPanel.tsx'
import { useRepeatedly } from '../../kit/useRepeatedly.ts'
import { PERSON_SUBSCRIPTIONS } from './documents.ts'
import { EconomyActDialog } from './EconomyActDialog.tsx'
import type { PersonPartProps } from './PersonEconomy.tsx'

/** States of subscriptions that can be ended. */
const LIVE: readonly UserSubscriptionStatus[] = ['WAITING', 'ACTIVE', 'CANCELLED', 'GRACE']

type Subscription = ConsolePersonSubscriptionsQuery['userSubscriptions']['edges'][number]['node']

/** What a person is or was subscribed to. */
export function SubscriptionsPanel({ person, onChange }: PersonPartProps) {
  const { t } = useTranslation('staffEconomy')
  const [ended, setEnded] = useState<Subscription | null>(null)
  const variables = { userId: person.id }
  const { data, refusal, reload, fetchMore } = usePanel(PERSON_SUBSCRIPTIONS, variables)
  useRepeatedly(reload)
  const subscriptions = data?.userSubscriptions
  return (
    <ListPanel
      title={t('person.subscriptions')}
      list={subscriptions}
      refusal={data ? null : refusal}
      onRetry={reload}
      onMore={(more) => fetchMore({ ...variables, more })}
      empty={t('person.noSubscriptions')}
    >
      <Stack component="ul" className="plainList" gap="md">
        {subscriptions?.edges.map(({ node }) => (
          <SubscriptionRow key={node.id} subscription={node}>
            {LIVE.includes(node.status) && (
              <Button
                size="compact-sm"
                variant="default"
                aria-label={t('person.endOf', { name: node.description })}
                onClick={() => setEnded(node)}
              >
                {t('person.end')}
              </Button>
            )}
          </SubscriptionRow>
        ))}
      </Stack>
      {ended && (
        <EconomyActDialog
          act="endSubscription"
          person={person}
          subscription={ended}
          onClose={() => setEnded(null)}
          onDone={onChange}
        />
      )}
    </ListPanel>
  )
}
