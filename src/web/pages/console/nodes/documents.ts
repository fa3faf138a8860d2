import { graphql } from '../../../generated/index.ts'

export const CONSOLE_NODES = graphql(`
  query ConsoleNodes {
    serverNodes(first: 20) {
      edges {
        cursor
        node {
          id
          host
          pid
          version
          nodeVersion
          startedAt
          seenAt
          isAlive
          cpu
          memory
          delay
          checkedAt
          findings {
            check
            level
            text
          }
        }
      }
    }
    rateLimitRefusals {
      limit
      count
    }
  }
`)

export const CONSOLE_LEDGER_CHECK = graphql(`
  query ConsoleLedgerCheck {
    ledgerCheck {
      isBalanced
      differences {
        check
        subject
        expected
        found
      }
    }
  }
`)

export const CHECK_NODE = graphql(`
  mutation ConsoleCheckNode($input: CheckNodeInput!) {
    checkNode(input: $input) {
      node {
        id
        checkedAt
      }
    }
  }
`)
