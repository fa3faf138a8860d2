import { graphql } from '../../generated/index.ts'

export const OWN_SUBSCRIPTION = graphql(`
  fragment OwnSubscription on UserSubscription {
    id
    description
    status
    amountCents
    period
    startsAt
    expiresAt
    cancelledAt
    isGift
    isRecurring
    isRunning
    store
    viewerCanCancel
    giver {
      id
      displayName
    }
  }
`)

export const OWN_SUBSCRIPTIONS = graphql(`
  fragment OwnSubscriptions on Viewer {
    id
    subscriptions(first: 20, after: $more) {
      totalCount
      pageInfo {
        hasNextPage
        endCursor
      }
      edges {
        cursor
        node {
          id
          ...OwnSubscription
        }
      }
    }
  }
`)

export const ELIGIBILITY = graphql(`
  fragment Eligibility on SubscriptionEligibility {
    canPurchase
    hasCancelled
    wouldLoseGift
    paysForOtherAccount
  }
`)

export const SUBSCRIPTIONS = graphql(`
  query WalletSubscriptions($more: String) {
    viewer {
      ...OwnSubscriptions
    }
  }
`)

export const PLANS = graphql(`
  query WalletPlans {
    subscriptionEligibility {
      ...Eligibility
    }
    subscriptions(first: 20) {
      edges {
        cursor
        node {
          id
          description
          amountCents
          period
          tier
          isActive
        }
      }
    }
  }
`)

export const SUBSCRIPTION_CHANGES = graphql(`
  subscription WalletSubscriptionChanges($more: String, $initial: Boolean) {
    viewerSubscriptionChanged(initial: $initial) {
      subscription {
        ...OwnSubscription
      }
      viewer {
        ...OwnSubscriptions
      }
      query {
        subscriptionEligibility {
          ...Eligibility
        }
      }
    }
  }
`)

export const CANCEL_SUBSCRIPTION = graphql(`
  mutation CancelSubscription($input: CancelSubscriptionInput!) {
    cancelSubscription(input: $input) {
      subscription {
        ...OwnSubscription
      }
      query {
        subscriptionEligibility {
          ...Eligibility
        }
      }
    }
  }
`)
