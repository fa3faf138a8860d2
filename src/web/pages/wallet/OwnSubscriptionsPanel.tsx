import { Badge, Box, Button, Group, Stack, Text } from '@mantine/core'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { askFirst } from '../../components/askFirst.tsx'
import { formatMoney } from '../../components/economy/amounts.ts'
import { ListPanel } from '../../components/ListPanel.tsx'
import { RouteLink } from '../../components/RouteLink.tsx'
import { formatDate } from '../../formats.ts'
import type { OwnSubscriptionFragment, UserSubscriptionStatus } from '../../generated/graphql.ts'
import { type FragmentType, getFragmentData } from '../../generated/index.ts'
import { useLive, usePanel } from '../../graph/hooks.ts'
import { useAct } from '../../graph/useAct.ts'
import {
  CANCEL_SUBSCRIPTION,
  OWN_SUBSCRIPTION,
  OWN_SUBSCRIPTIONS,
  SUBSCRIPTION_CHANGES,
  SUBSCRIPTIONS,
} from './subscriptions.ts'

/** What the person is or was subscribed to, newest first. */
export function OwnSubscriptionsPanel() {
  const { t } = useTranslation('wallet')
  useLive(SUBSCRIPTION_CHANGES, {})
  const { data, refusal, reload, fetchMore } = usePanel(SUBSCRIPTIONS, {})
  const subscriptions = getFragmentData(OWN_SUBSCRIPTIONS, data?.viewer)?.subscriptions
  return (
    <ListPanel
      title={t('subscriptions.own')}
      list={subscriptions}
      refusal={refusal}
      onRetry={reload}
      onMore={(more) => fetchMore({ more })}
      empty={t('subscriptions.none')}
    >
      <Stack component="ul" className="plainList" gap="md">
        {subscriptions?.edges.map(({ node }) => (
          <SubscriptionRow key={node.id} subscription={node} />
        ))}
      </Stack>
    </ListPanel>
  )
}

const COLORS: Readonly<Record<UserSubscriptionStatus, string>> = {
  ACTIVE: 'green',
  CANCELLED: 'yellow',
  GRACE: 'red',
  WAITING: 'plaza',
  EXPIRED: 'gray',
  FAILED: 'gray',
  CHARGEBACK: 'gray',
}

/** States in which its end is to come. */
const LASTING: readonly UserSubscriptionStatus[] = ['ACTIVE', 'CANCELLED', 'GRACE']

interface SubscriptionRowProps {
  readonly subscription: FragmentType<typeof OWN_SUBSCRIPTION>
  /** What else can be done about it. */
  readonly children?: ReactNode
}

/** A subscription in a list. */
export function SubscriptionRow({ subscription, children }: SubscriptionRowProps) {
  const { t, i18n } = useTranslation('wallet')
  const data = getFragmentData(OWN_SUBSCRIPTION, subscription)
  const { description, status, amountCents, period, isGift, giver, isRecurring, store } = data
  return (
    <Group component="li" justify="space-between" align="start" gap="sm">
      <Box flex={1} miw={180}>
        <Text size="sm" fw={600}>
          {description}
        </Text>
        {isRecurring && (
          <Text size="sm">
            {t(`subscriptions.price.${period}`, { price: formatMoney(i18n.language, amountCents) })}
          </Text>
        )}
        {isGift && (
          <Text size="sm">
            {t('people.giver')}{' '}
            {giver ? (
              <RouteLink to="/people/$personId" params={{ personId: giver.id }} inherit>
                {giver.displayName}
              </RouteLink>
            ) : (
              t('people.gone')
            )}
          </Text>
        )}
        {store === 'Admin' && <Text size="sm">{t('subscriptions.byAdmin')}</Text>}
        <SubscriptionTimes subscription={data} />
      </Box>
      <Stack gap={6} align="end">
        <Badge variant="light" color={COLORS[status]}>
          {t(`subscriptionStatus.${status}`)}
        </Badge>
        {data.viewerCanCancel && <CancelButton subscription={data} />}
        {children}
      </Stack>
    </Group>
  )
}

interface PartProps {
  readonly subscription: OwnSubscriptionFragment
}

function SubscriptionTimes({ subscription }: PartProps) {
  const { t, i18n } = useTranslation('wallet')
  const { status, startsAt, expiresAt, isRecurring, cancelledAt } = subscription
  const time = formatDate(i18n.language, expiresAt)
  const text = () => {
    if (status === 'WAITING') return t('subscriptions.startsAt', { time: formatDate(i18n.language, startsAt) })
    if (!LASTING.includes(status)) return t('subscriptions.ended', { time })
    return isRecurring && !cancelledAt ? t('renewedAt', { time }) : t('until', { time })
  }
  return (
    <Text size="xs" c="dimmed">
      {text()}
    </Text>
  )
}

function CancelButton({ subscription: { id, description: name, expiresAt } }: PartProps) {
  const { t, i18n } = useTranslation('wallet')
  const cancel = useAct(CANCEL_SUBSCRIPTION)
  const ask = async () => {
    const time = formatDate(i18n.language, expiresAt)
    const question = { title: t('renewal.title', { name }), text: t('subscriptions.cancelText', { time }) }
    if (await askFirst({ ...question, confirm: t('renewal.confirm'), cancel: t('renewal.keep') }))
      await cancel.act({ input: { subscriptionId: id } })
  }
  return (
    <Button
      size="compact-sm"
      variant="default"
      loading={cancel.isBusy}
      aria-label={t('renewal.of', { name })}
      onClick={() => void ask()}
    >
      {t('renewal.cancel')}
    </Button>
  )
}
