import { Stack } from '@mantine/core'
import { graphql } from '../../generated/index.ts'
import { usePanel } from '../../graph/hooks.ts'
import { DropsPanel } from './DropsPanel.tsx'
import { RedeemPanel } from './RedeemPanel.tsx'
import { RewardsPanel } from './RewardsPanel.tsx'

const REWARD_RIGHTS = graphql(`
  query RewardRights {
    viewer {
      id
      isAdmin
    }
  }
`)

/** Redeems codes, and shows what is given to all; admins also see the rewards behind them. */
export function RewardsTab() {
  const { data } = usePanel(REWARD_RIGHTS, {})
  return (
    <Stack gap="md" maw={760}>
      <RedeemPanel />
      <DropsPanel />
      {data?.viewer?.isAdmin && <RewardsPanel />}
    </Stack>
  )
}
