import { Avatar, Group, Stack, Text, Title } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import { ownUrl } from '../../components/ownUrl.ts'
import { RouteLink } from '../../components/RouteLink.tsx'
import { formatDateTime, formatNumber } from '../../formats.ts'
import type { RedeemRewardMutation } from '../../generated/graphql.ts'
import { TemplateList } from './TemplateList.tsx'

interface RedeemedProps {
  readonly given: RedeemRewardMutation['redeemReward']
}

/** What a code has given. */
export function Redeemed({ given: { tokens, templates, badges, permissions, subscription } }: RedeemedProps) {
  const { t, i18n } = useTranslation('inventory')
  return (
    <Stack gap="xs" mt="sm">
      <Title order={3} size="h5">
        {t('rewards.got')}
      </Title>
      {tokens > 0 && (
        <Text size="sm" fw={600}>
          {t('rewards.tokens', { count: tokens, number: formatNumber(i18n.language, tokens) })}{' '}
          <RouteLink to="/wallet" inherit>
            {t('rewards.wallet')}
          </RouteLink>
        </Text>
      )}
      <TemplateList templates={templates} />
      {badges.map(({ id, name, imageUrl }) => (
        <Group key={id} gap="sm" wrap="nowrap">
          <Avatar src={imageUrl ? ownUrl(imageUrl) : null} name={name} size={40} radius="md" alt="" />
          <Text size="sm">{t('rewards.badge', { name })}</Text>
        </Group>
      ))}
      {permissions.map(({ id, displayName }) => (
        <Text key={id} size="sm">
          {t('rewards.permission', { name: displayName })}
        </Text>
      ))}
      {subscription && (
        <Text size="sm">
          {t('rewards.subscription', {
            name: subscription.description,
            time: formatDateTime(i18n.language, subscription.expiresAt),
          })}
        </Text>
      )}
      {templates.length > 0 && (
        <Group>
          <RouteLink to="/inventory" size="sm">
            {t('rewards.toItems')}
          </RouteLink>
        </Group>
      )}
    </Stack>
  )
}
