import { graphql } from '../../generated/index.ts'

export const PAYMENT = graphql(`
  fragment Payment on PaymentTransaction {
    id
    amountCents
    currency
    checkoutUrl
    createdAt
    description
    error
    isBulkGift
    isSandbox
    itemType
    quantity
    status
    tokens
    viewerCanRefund
    receiver {
      id
      displayName
    }
  }
`)

export const PAYMENT_LIST = graphql(`
  fragment PaymentList on Viewer {
    id
    storeTransactions(first: 20, after: $more, status: $status) {
      totalCount
      pageInfo {
        hasNextPage
        endCursor
      }
      edges {
        cursor
        node {
          id
          ...Payment
        }
      }
    }
  }
`)

export const PAYMENTS = graphql(`
  query WalletPayments($status: PaymentStatus, $more: String) {
    viewer {
      ...PaymentList
    }
  }
`)

export const PAYMENT_CHANGES = graphql(`
  subscription WalletPaymentChanges($status: PaymentStatus, $more: String, $initial: Boolean) {
    paymentChanged(initial: $initial) {
      transaction {
        ...Payment
      }
      viewer {
        ...PaymentList
      }
    }
  }
`)

export const ONE_PAYMENT = graphql(`
  query OnePayment($id: ID!) {
    node(id: $id) {
      __typename
      id
      ... on PaymentTransaction {
        ...Payment
      }
    }
  }
`)

export const ONE_PAYMENT_CHANGES = graphql(`
  subscription OnePaymentChanges($initial: Boolean) {
    paymentChanged(initial: $initial) {
      transaction {
        ...Payment
      }
    }
  }
`)

export const START_PAYMENT = graphql(`
  mutation StartPayment($input: StartStorePurchaseInput!) {
    startStorePurchase(input: $input) {
      transaction {
        id
        ...Payment
      }
    }
  }
`)

export const REFUND_PAYMENT = graphql(`
  mutation RefundPayment($input: RefundStorePurchaseInput!) {
    refundStorePurchase(input: $input) {
      transaction {
        ...Payment
      }
    }
  }
`)
