import { graphql } from '../../../generated/index.ts'

export const CONSOLE_LISTED_JAM = graphql(`
  fragment ConsoleListedJam on Jam {
    id
    title
    type
    state
    isVisible
    submissionsOpenedAt
    submissionsClosedAt
    winnersSelectedAt
    closedAt
    submissions(first: 1) {
      totalCount
    }
  }
`)

export const CONSOLE_JAMS = graphql(`
  query ConsoleJams($state: JamState, $type: JamType, $first: Int = 30, $more: String) {
    jams(first: $first, after: $more, state: $state, type: $type) {
      pageInfo {
        hasNextPage
        endCursor
      }
      edges {
        cursor
        node {
          id
          ...ConsoleListedJam
        }
      }
    }
  }
`)

export const CONSOLE_EDITED_JAM = graphql(`
  fragment ConsoleEditedJam on Jam {
    id
    updatedAt
    ...JamPage
  }
`)

export const CONSOLE_JAM = graphql(`
  query ConsoleJam($jamId: ID!) {
    jam(id: $jamId) {
      id
      ...ConsoleEditedJam
      ...JamWinners
      submissions(first: 1) {
        totalCount
      }
    }
  }
`)

export const CONSOLE_WINNER_CHOICES = graphql(`
  query ConsoleWinnerChoices($jamId: ID!, $more: String) {
    jam(id: $jamId) {
      id
      choices: submissions(first: 100, after: $more) {
        pageInfo {
          hasNextPage
          endCursor
        }
        edges {
          cursor
          node {
            id
            ...JamEntry
          }
        }
      }
    }
  }
`)

export const CREATE_JAM = graphql(`
  mutation ConsoleCreateJam($input: CreateJamInput!) {
    createJam(input: $input) {
      jam {
        id
        ...ConsoleEditedJam
      }
    }
  }
`)

export const UPDATE_JAM = graphql(`
  mutation ConsoleUpdateJam($input: UpdateJamInput!) {
    updateJam(input: $input) {
      jam {
        id
        ...ConsoleEditedJam
      }
    }
  }
`)

export const CLOSE_JAM = graphql(`
  mutation ConsoleCloseJam($input: CloseJamInput!) {
    closeJam(input: $input) {
      jam {
        id
        ...ConsoleEditedJam
      }
    }
  }
`)

export const DELETE_JAM = graphql(`
  mutation ConsoleDeleteJam($input: DeleteJamInput!) {
    deleteJam(input: $input) {
      deletedJamId
    }
  }
`)

export const SET_WINNERS = graphql(`
  mutation ConsoleSetJamWinners($input: SetJamWinnersInput!) {
    setJamWinners(input: $input) {
      jam {
        id
        ...ConsoleEditedJam
        ...JamWinners
      }
    }
  }
`)
