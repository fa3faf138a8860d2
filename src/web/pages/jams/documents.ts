import { graphql } from '../../generated/index.ts'

export const JAM_LIST = graphql(`
  query JamList($isActive: Boolean, $state: JamState, $type: JamType, $after: String) {
    jams(first: 24, isActive: $isActive, state: $state, type: $type, after: $after) {
      totalCount
      pageInfo {
        hasNextPage
        endCursor
      }
      edges {
        cursor
        node {
          id
          state
          submissionsOpenedAt
          submissionsClosedAt
          winnersSelectedAt
          closedAt
          ...JamCard
        }
      }
    }
  }
`)
