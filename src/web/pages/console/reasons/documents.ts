import { graphql } from '../../../generated/index.ts'

export const CONSOLE_REASON = graphql(`
  fragment ConsoleReason on CannedReason {
    id
    kind
    title
    text
    updatedAt
  }
`)

export const CONSOLE_REASONS = graphql(`
  query ConsoleReasons($kind: CannedReasonKind) {
    cannedReasons(kind: $kind) {
      id
      ...ConsoleReason
    }
  }
`)

export const CREATE_REASON = graphql(`
  mutation ConsoleCreateReason($input: CreateCannedReasonInput!) {
    createCannedReason(input: $input) {
      cannedReason {
        id
        ...ConsoleReason
      }
    }
  }
`)

export const UPDATE_REASON = graphql(`
  mutation ConsoleUpdateReason($input: UpdateCannedReasonInput!) {
    updateCannedReason(input: $input) {
      cannedReason {
        id
        ...ConsoleReason
      }
    }
  }
`)

export const DELETE_REASON = graphql(`
  mutation ConsoleDeleteReason($input: DeleteCannedReasonInput!) {
    deleteCannedReason(input: $input) {
      deletedCannedReasonId
    }
  }
`)
