import { getFragmentData, graphql } from '../../generated/index.ts'
import { useLive, usePanel } from '../../graph/hooks.ts'

export const SPENDING_STATE = graphql(`
  fragment SpendingState on Viewer {
    id
    user {
      id
    }
    wallet {
      id
      balance
      earnings
      held
    }
    economyAccount {
      isBlocked
      canSpend
      canEarn
      hasAcceptedTerms
    }
  }
`)

const PROVIDER_STATE = graphql(`
  fragment ProviderState on ProviderStatus {
    isOnline
    plannedOfflineStart
    plannedOfflineEnd
    termsUrl
  }
`)

const SPENDING = graphql(`
  query Spending {
    viewer {
      ...SpendingState
    }
    providerStatus {
      ...ProviderState
    }
  }
`)

const CHANGES = graphql(`
  subscription SpendingChanges($initial: Boolean) {
    walletChanged(initial: $initial) {
      viewer {
        ...SpendingState
      }
    }
  }
`)

/** The tokens of the person, and whether they can spend any, up to date. */
export function useSpending() {
  useLive(CHANGES, {})
  const { data, refusal, reload } = usePanel(SPENDING, {})
  const viewer = getFragmentData(SPENDING_STATE, data?.viewer)
  const provider = getFragmentData(PROVIDER_STATE, data?.providerStatus)
  return { viewer, provider, refusal, reload }
}
