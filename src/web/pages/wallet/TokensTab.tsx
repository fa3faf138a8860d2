import { Group, Paper, SimpleGrid, Skeleton, Stack, Text } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import { SpendingNotices } from '../../components/economy/SpendingNotices.tsx'
import { useSpending } from '../../components/economy/spendingState.ts'
import { Tokens } from '../../components/economy/Tokens.tsx'
import { RefusalAlert } from '../../components/RefusalAlert.tsx'
import { RouteButton } from '../../components/RouteLink.tsx'
import { EntriesPanel } from './EntriesPanel.tsx'

/** How many tokens there are, and what has changed that. */
export const TokensTab = () => (
  <Stack gap="md">
    <Balance />
    <EntriesPanel />
  </Stack>
)

function Balance() {
  const { t } = useTranslation('wallet')
  const { viewer, provider, refusal, reload } = useSpending()
  if (refusal && !viewer) return <RefusalAlert refusal={refusal} onRetry={reload} />
  if (!viewer || !provider) return <Skeleton h={120} radius="lg" aria-hidden />
  const { balance = 0, earnings = 0, held = 0 } = viewer.wallet ?? {}
  return (
    <Stack gap="md">
      <SpendingNotices viewer={viewer} provider={provider} />
      <SimpleGrid cols={{ base: 1, xs: earnings > 0 ? 2 : 1 }} role="status">
        <Paper withBorder p="md" radius="lg">
          <Group justify="space-between" align="end">
            <Figure label={t('balance')} count={balance} />
            <RouteButton to="/wallet" search={{ tab: 'buy' }}>
              {t('buyTokens')}
            </RouteButton>
          </Group>
        </Paper>
        {earnings > 0 && (
          <Paper withBorder p="md" radius="lg">
            <Figure label={t('earnings')} count={earnings} />
            <Text size="xs" c="dimmed">
              {held > 0 ? t('earningsHeld', { count: held }) : t('earningsHint')}
            </Text>
          </Paper>
        )}
      </SimpleGrid>
    </Stack>
  )
}

interface FigureProps {
  readonly label: string
  readonly count: number
}

const Figure = ({ label, count }: FigureProps) => (
  <div>
    <Text size="sm" c="dimmed">
      {label}
    </Text>
    <Tokens count={count} fz={28} fw={700} />
  </div>
)
