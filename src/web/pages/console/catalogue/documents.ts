import { graphql } from '../../../generated/index.ts'

export const CONSOLE_BUNDLES = graphql(`
  query ConsoleBundles($more: String) {
    tokenBundles(first: 100, after: $more, includeInactive: true) {
      pageInfo {
        hasNextPage
        endCursor
      }
      edges {
        cursor
        node {
          id
          slug
          description
          tokens
          amountCents
          imageUrl
          isActive
          steamItemId
          oculusSku
          appleProductId
          googleProductId
          updatedAt
        }
      }
    }
  }
`)

export const SET_BUNDLE = graphql(`
  mutation ConsoleSetTokenBundle($input: SetTokenBundleInput!) {
    setTokenBundle(input: $input) {
      bundle {
        id
      }
    }
  }
`)

export const CONSOLE_PLANS = graphql(`
  query ConsolePlans($more: String) {
    subscriptions(first: 100, after: $more) {
      pageInfo {
        hasNextPage
        endCursor
      }
      edges {
        cursor
        node {
          id
          slug
          description
          amountCents
          priceTokens
          period
          tier
          isActive
          steamItemId
          oculusSku
          picoSku
          appleProductId
          googleProductId
          googlePlanId
          updatedAt
          licenseGroup {
            id
            name
          }
        }
      }
    }
  }
`)

export const SET_PLAN = graphql(`
  mutation ConsoleSetSubscription($input: SetSubscriptionInput!) {
    setSubscription(input: $input) {
      plan {
        id
      }
    }
  }
`)

export const CONSOLE_LICENSE_GROUPS = graphql(`
  query ConsoleLicenseGroups($more: String) {
    licenseGroups(first: 100, after: $more) {
      pageInfo {
        hasNextPage
        endCursor
      }
      edges {
        cursor
        node {
          id
          name
          description
          updatedAt
          licenses(first: 3) {
            totalCount
            edges {
              cursor
              node {
                forType
                forName
              }
            }
          }
        }
      }
    }
  }
`)

export const CONSOLE_LICENSES = graphql(`
  query ConsoleLicenses($id: ID!, $more: String) {
    licenseGroup(id: $id) {
      id
      licenses(first: 100, after: $more) {
        pageInfo {
          hasNextPage
          endCursor
        }
        edges {
          cursor
          node {
            forType
            forId
            forAction
          }
        }
      }
    }
  }
`)

export const SET_LICENSE_GROUP = graphql(`
  mutation ConsoleSetLicenseGroup($input: SetLicenseGroupInput!) {
    setLicenseGroup(input: $input) {
      licenseGroup {
        id
      }
    }
  }
`)

export const CONSOLE_REWARDS = graphql(`
  query ConsoleRewards($more: String) {
    rewards(first: 15, after: $more) {
      pageInfo {
        hasNextPage
        endCursor
      }
      edges {
        cursor
        node {
          id
          name
          state
          quantity
          tokens
          subscriptionDays
          redemptionCount
          maxRedemptions
          beginsAt
          endsAt
          plan {
            id
            description
          }
          templates {
            id
            name
          }
          badges {
            id
            name
          }
          permissions {
            id
            displayName
          }
        }
      }
    }
  }
`)

export const CREATE_REWARD = graphql(`
  mutation ConsoleCreateReward($input: CreateRewardInput!) {
    createReward(input: $input) {
      code
    }
  }
`)

export const DISABLE_REWARD = graphql(`
  mutation ConsoleDisableReward($input: DisableRewardInput!) {
    disableReward(input: $input) {
      reward {
        id
        state
      }
    }
  }
`)

export const CONSOLE_TEMPLATES = graphql(`
  query ConsoleTemplates($more: String) {
    inventoryTemplates(first: 20, after: $more) {
      pageInfo {
        hasNextPage
        endCursor
      }
      edges {
        cursor
        node {
          id
          name
          description
          itemType
          status
          imageUrl
          flags
          tags
          collections
          isGlobal
          isQuantifiable
          viewerCanUpdate
          updatedAt
          bundledTemplates {
            id
            name
          }
        }
      }
    }
  }
`)

export const CREATE_TEMPLATE = graphql(`
  mutation ConsoleCreateTemplate($input: CreateInventoryTemplateInput!) {
    createInventoryTemplate(input: $input) {
      template {
        id
      }
    }
  }
`)

export const UPDATE_TEMPLATE = graphql(`
  mutation ConsoleUpdateTemplate($input: UpdateInventoryTemplateInput!) {
    updateInventoryTemplate(input: $input) {
      template {
        id
      }
    }
  }
`)

export const CONSOLE_DROPS = graphql(`
  query ConsoleDrops($more: String) {
    viewer {
      id
      inventoryDrops(first: 20, after: $more) {
        pageInfo {
          hasNextPage
          endCursor
        }
        edges {
          cursor
          node {
            id
            name
            state
            target
            isDisabled
            startsAt
            endsAt
            itemsExpireAt
            tags
            group {
              id
              name
            }
            notice {
              title
              body
              imageUrl
            }
            templates {
              id
              name
            }
          }
        }
      }
    }
  }
`)

export const CREATE_DROP = graphql(`
  mutation ConsoleCreateDrop($input: CreateInventoryDropInput!) {
    createInventoryDrop(input: $input) {
      drop {
        id
      }
    }
  }
`)

export const UPDATE_DROP = graphql(`
  mutation ConsoleUpdateDrop($input: UpdateInventoryDropInput!) {
    updateInventoryDrop(input: $input) {
      drop {
        id
      }
    }
  }
`)
