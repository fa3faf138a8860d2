import { Badge, Box, Group, Text } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import { ListPanel } from '../../components/ListPanel.tsx'
import { formatDateTime, formatNumber } from '../../formats.ts'
import type { RewardRowFragment, RewardState } from '../../generated/graphql.ts'
import { type FragmentType, getFragmentData, graphql } from '../../generated/index.ts'
import { usePanel } from '../../graph/hooks.ts'

const REWARD_ROW = graphql(`
  fragment RewardRow on Reward {
    id
    name
    state
    beginsAt
    endsAt
    maxRedemptions
    redemptionCount
    quantity
    tokens
    templates {
      id
      name
    }
    badges {
      id
      name
    }
  }
`)

const REWARDS = graphql(`
  query Rewards($after: String) {
    rewards(first: 20, after: $after) {
      totalCount
      pageInfo {
        hasNextPage
        endCursor
      }
      edges {
        cursor
        node {
          id
          ...RewardRow
        }
      }
    }
  }
`)

const COLORS: Readonly<Record<RewardState, string>> = {
  ACTIVE: 'green',
  UPCOMING: 'plaza',
  ENDED: 'gray',
  USED_UP: 'gray',
  DISABLED: 'gray',
}

/** All rewards, for admins: what they give, and how many people have redeemed them. Nobody can read the codes. */
export function RewardsPanel() {
  const { t } = useTranslation('inventory')
  const { data, refusal, reload, fetchMore } = usePanel(REWARDS, {})
  const list = data?.rewards
  return (
    <ListPanel
      title={t('rewards.allTitle')}
      list={list}
      refusal={refusal}
      onRetry={reload}
      onMore={(after) => fetchMore({ after })}
      empty={t('rewards.none')}
    >
      <ul className="plainList">
        {list?.edges.map(({ node }) => (
          <RewardRow key={node.id} reward={node} />
        ))}
      </ul>
    </ListPanel>
  )
}

function RewardRow({ reward }: { readonly reward: FragmentType<typeof REWARD_ROW> }) {
  const { t } = useTranslation('inventory')
  const data = getFragmentData(REWARD_ROW, reward)
  return (
    <Group component="li" py={8} gap="sm" justify="space-between" align="start">
      <Box flex={1} miw={0}>
        <Text size="sm" fw={600}>
          {data.name}
        </Text>
        <RewardTexts data={data} />
      </Box>
      <Badge variant="light" color={COLORS[data.state]}>
        {t(`rewards.states.${data.state}`)}
      </Badge>
    </Group>
  )
}

function RewardTexts({ data }: { readonly data: RewardRowFragment }) {
  const { t, i18n } = useTranslation('inventory')
  const { tokens, templates, badges, redemptionCount, maxRedemptions, endsAt } = data
  const number = (value: number) => formatNumber(i18n.language, value)
  const gives = [
    ...(tokens > 0 ? [t('rewards.tokens', { count: tokens, number: number(tokens) })] : []),
    ...templates.map(({ name }) => name),
    ...badges.map(({ name }) => name),
  ]
  const count = number(redemptionCount)
  return (
    <>
      <Text size="sm">{new Intl.ListFormat(i18n.language).format(gives)}</Text>
      <Text size="xs" c="dimmed">
        {maxRedemptions === null || maxRedemptions === undefined
          ? t('rewards.redeemed', { number: count })
          : t('rewards.redeemedOf', { number: count, all: number(maxRedemptions) })}
        {endsAt && ` · ${t('rewards.endsAt', { time: formatDateTime(i18n.language, endsAt) })}`}
      </Text>
    </>
  )
}
