import { graphql } from '../../generated/index.ts'

export const PURCHASE_ROW = graphql(`
  fragment PurchaseRow on ProductPurchase {
    id
    kind
    status
    listingName
    listingImageUrl
    listingType
    duration
    durationUnit
    price
    proceeds
    quantity
    purchasedAt
    endsAt
    isRenewed
    isRunning
    viewerCanRefund
    viewerCanCancelRenewal
    listing {
      id
      viewerHas
      viewerOwns
    }
    buyer {
      id
      displayName
    }
    receiver {
      id
      displayName
    }
    seller {
      id
      displayName
    }
  }
`)

export const PURCHASE_LIST = graphql(`
  fragment PurchaseList on ProductPurchaseConnection {
    totalCount
    pageInfo {
      hasNextPage
      endCursor
    }
    edges {
      cursor
      node {
        id
        ...PurchaseRow
      }
    }
  }
`)

export const REFUND_PURCHASE = graphql(`
  mutation RefundPurchase($input: RefundPurchaseInput!) {
    refundPurchase(input: $input) {
      purchase {
        ...PurchaseRow
      }
      viewer {
        ...SpendingState
      }
    }
  }
`)

export const CANCEL_RENEWAL = graphql(`
  mutation CancelRenewal($input: CancelRenewalInput!) {
    cancelRenewal(input: $input) {
      purchase {
        ...PurchaseRow
      }
    }
  }
`)
