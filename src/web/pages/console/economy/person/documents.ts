import { graphql } from '../../../../generated/index.ts'

export const PERSON_ECONOMY = graphql(`
  query ConsolePersonEconomy($userId: ID!) {
    user(id: $userId) {
      id
      displayName
      ...PersonAvatar
      economy {
        balance
        earnings
        held
        debt
        blockedAt
        blockedReason
        hasAcceptedTerms
      }
    }
  }
`)

export const PERSON_SUBSCRIPTIONS = graphql(`
  query ConsolePersonSubscriptions($userId: ID!, $more: String) {
    userSubscriptions(first: 20, after: $more, userId: $userId) {
      pageInfo {
        hasNextPage
        endCursor
      }
      edges {
        cursor
        node {
          id
          status
          description
          ...OwnSubscription
        }
      }
    }
  }
`)

export const PERSON_ITEMS = graphql(`
  query ConsolePersonItems($userId: ID!, $more: String) {
    inventoryItems(first: 24, after: $more, holderId: $userId) {
      pageInfo {
        hasNextPage
        endCursor
      }
      edges {
        cursor
        node {
          id
          quantity
          createdAt
          expiresAt
          ...ItemPicture
          template {
            id
            name
            itemType
          }
        }
      }
    }
  }
`)

export const PLAN_CHOICES = graphql(`
  query ConsolePlanChoices {
    subscriptions(first: 100) {
      edges {
        cursor
        node {
          id
          description
          isActive
        }
      }
    }
  }
`)

export const TEMPLATE_CHOICES = graphql(`
  query ConsoleTemplateChoices {
    inventoryTemplates(first: 100, filter: { status: LIVE }) {
      pageInfo {
        hasNextPage
        endCursor
      }
      edges {
        cursor
        node {
          id
          name
          itemType
        }
      }
    }
  }
`)
