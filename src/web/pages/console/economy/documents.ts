import { graphql } from '../../../generated/index.ts'

export const CONSOLE_TRANSFER = graphql(`
  fragment ConsoleTransfer on LedgerTransfer {
    id
    kind
    at
    memo
    purchaseId
    transactionId
    actor {
      id
      displayName
    }
    reverses {
      id
    }
    reversedBy {
      id
    }
    entries(first: 5) {
      edges {
        cursor
        node {
          id
          amount
          balanceAfter
          accountCode
          purpose
          owner {
            id
            displayName
          }
          purchase {
            id
            listingName
          }
          payment {
            id
            description
          }
        }
      }
    }
  }
`)

export const CONSOLE_LEDGER = graphql(`
  query ConsoleLedger(
    $userId: ID
    $kind: LedgerTransferKind
    $since: DateTime
    $until: DateTime
    $first: Int = 20
    $more: String
  ) {
    ledgerTransfers(first: $first, after: $more, userId: $userId, kind: $kind, since: $since, until: $until) {
      pageInfo {
        hasNextPage
        endCursor
      }
      edges {
        cursor
        node {
          id
          ...ConsoleTransfer
        }
      }
    }
  }
`)

export const CONSOLE_LEDGER_ACCOUNT = graphql(`
  fragment ConsoleLedgerAccount on LedgerAccount {
    id
    code
    purpose
    posted
    held
    createdAt
    owner {
      id
      displayName
    }
  }
`)

export const CONSOLE_LEDGER_ACCOUNTS = graphql(`
  query ConsoleLedgerAccounts($ownerId: ID, $first: Int = 50, $more: String) {
    ledgerAccounts(first: $first, after: $more, ownerId: $ownerId) {
      pageInfo {
        hasNextPage
        endCursor
      }
      edges {
        cursor
        node {
          id
          ...ConsoleLedgerAccount
        }
      }
    }
  }
`)

export const CONSOLE_PURCHASES = graphql(`
  query ConsolePurchases(
    $buyerId: ID
    $receiverId: ID
    $sellerId: ID
    $status: PurchaseStatus
    $since: DateTime
    $until: DateTime
    $first: Int = 20
    $more: String
  ) {
    productPurchases(
      first: $first
      after: $more
      buyerId: $buyerId
      receiverId: $receiverId
      sellerId: $sellerId
      status: $status
      since: $since
      until: $until
    ) {
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
  }
`)

export const CONSOLE_PAYMENT = graphql(`
  fragment ConsolePayment on PaymentTransaction {
    id
    amountCents
    currency
    createdAt
    description
    error
    isSandbox
    provider
    status
    viewerCanRefund
    buyer {
      id
      displayName
    }
    receiver {
      id
      displayName
    }
  }
`)

export const CONSOLE_PAYMENTS = graphql(`
  query ConsolePayments(
    $buyerId: ID
    $status: PaymentStatus
    $since: DateTime
    $until: DateTime
    $first: Int = 20
    $more: String
  ) {
    paymentTransactions(
      first: $first
      after: $more
      buyerId: $buyerId
      status: $status
      since: $since
      until: $until
    ) {
      pageInfo {
        hasNextPage
        endCursor
      }
      edges {
        cursor
        node {
          id
          ...ConsolePayment
        }
      }
    }
  }
`)

export const CONSOLE_REFUND_PAYMENT = graphql(`
  mutation ConsoleRefundPayment($input: RefundStorePurchaseInput!) {
    refundStorePurchase(input: $input) {
      transaction {
        id
        ...ConsolePayment
      }
    }
  }
`)

export const CONSOLE_PAYMENT_EVENT = graphql(`
  fragment ConsolePaymentEvent on PaymentEvent {
    id
    eventId
    provider
    type
    state
    attempts
    error
    receivedAt
    nextAttemptAt
    settledAt
    transactionId
    transaction {
      id
      description
      buyer {
        id
        displayName
      }
    }
  }
`)

export const CONSOLE_PAYMENT_EVENTS = graphql(`
  query ConsolePaymentEvents($state: PaymentEventState, $first: Int = 20, $more: String) {
    paymentEvents(first: $first, after: $more, state: $state) {
      pageInfo {
        hasNextPage
        endCursor
      }
      edges {
        cursor
        node {
          id
          ...ConsolePaymentEvent
        }
      }
    }
  }
`)

export const RESOLVE_PAYMENT_EVENT = graphql(`
  mutation ConsoleResolvePaymentEvent($input: ResolvePaymentEventInput!) {
    resolvePaymentEvent(input: $input) {
      paymentEvent {
        id
        ...ConsolePaymentEvent
      }
    }
  }
`)

export const CONSOLE_PROVIDER = graphql(`
  query ConsoleProvider {
    providerStatus {
      isOnline
      plannedOfflineStart
      plannedOfflineEnd
      termsVersion
      termsUrl
    }
    failed: paymentEvents(first: 1, state: FAILED) {
      totalCount
    }
  }
`)
