import { graphql } from '../../generated/index.ts'

export const JAM = graphql(`
  fragment JamPage on Jam {
    id
    title
    type
    description
    moreInfo
    state
    isVisible
    isContentGated
    contentGateDate
    submissionsOpenedAt
    submissionsClosedAt
    winnersSelectedAt
    closedAt
  }
`)

export const JAM_ENTRY = graphql(`
  fragment JamEntry on JamSubmission {
    id
    description
    rank
    ratingScore
    viewerRating
    submitter {
      id
      displayName
      isViewer
    }
    content {
      __typename
      ... on World {
        id
        name
        thumbnailUrl
      }
      ... on Avatar {
        id
        name
        thumbnailUrl
      }
    }
  }
`)

/** Withdrawn content of one's own is in the list, too, though others do not see it. */
export const JAM_OWN_ENTRIES = graphql(`
  fragment JamOwnEntries on Jam {
    id
    type
    state
    viewerCanSubmit
    isContentGated
    contentGateDate
    viewerSubmissions(first: 10) {
      totalCount
      edges {
        cursor
        node {
          id
          contentId
          viewerCanDelete
          ...JamEntry
        }
      }
    }
  }
`)

export const JAM_WINNERS = graphql(`
  fragment JamWinners on Jam {
    id
    state
    winners(first: 100) {
      totalCount
      edges {
        cursor
        node {
          id
          ...JamEntry
        }
      }
    }
  }
`)

export const JAM_ENTRIES = graphql(`
  fragment JamEntries on Jam {
    id
    state
    viewerCanRate
    submissions(first: 24, after: $more) {
      totalCount
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
`)

export const JAM_DETAILS = graphql(`
  query JamDetails($jamId: ID!) {
    jam(id: $jamId) {
      id
      ...JamPage
      ...JamOwnEntries
      ...JamWinners
    }
  }
`)

export const JAM_ENTRY_LIST = graphql(`
  query JamEntryList($jamId: ID!, $more: String) {
    jam(id: $jamId) {
      id
      ...JamEntries
    }
  }
`)

/** Scores are told to admins alone, who see those of entries behind the first page by the entry itself. */
export const JAM_CHANGES = graphql(`
  subscription JamChanges($jamId: ID!, $more: String, $initial: Boolean) {
    jamChanged(jamId: $jamId, initial: $initial) {
      kind
      jam {
        id
        ...JamPage
        ...JamOwnEntries
        ...JamWinners
        ...JamEntries
      }
      submission {
        id
        ...JamEntry
      }
    }
  }
`)

export const SUBMIT_JAM_CONTENT = graphql(`
  mutation SubmitJamContent($input: SubmitJamContentInput!, $more: String) {
    submitJamContent(input: $input) {
      submission {
        id
        ...JamEntry
      }
      jam {
        ...JamOwnEntries
        ...JamEntries
      }
    }
  }
`)

export const WITHDRAW_JAM_ENTRY = graphql(`
  mutation WithdrawJamEntry($input: DeleteJamSubmissionInput!, $more: String) {
    deleteJamSubmission(input: $input) {
      deletedSubmissionId
      jam {
        ...JamOwnEntries
        ...JamEntries
      }
    }
  }
`)

export const RATE_JAM_ENTRY = graphql(`
  mutation RateJamEntry($input: RateJamSubmissionInput!) {
    rateJamSubmission(input: $input) {
      submission {
        id
        viewerRating
        ratingScore
      }
    }
  }
`)

export const OWN_WORLDS = graphql(`
  query OwnWorldsForJam($after: String) {
    viewer {
      id
      content: worlds(first: 12, after: $after) {
        totalCount
        pageInfo {
          hasNextPage
          endCursor
        }
        edges {
          cursor
          node {
            id
            name
            thumbnailUrl
            updatedAt
          }
        }
      }
    }
  }
`)

export const OWN_AVATARS = graphql(`
  query OwnAvatarsForJam($after: String) {
    viewer {
      id
      content: avatars(first: 12, after: $after) {
        totalCount
        pageInfo {
          hasNextPage
          endCursor
        }
        edges {
          cursor
          node {
            id
            name
            thumbnailUrl
            updatedAt
          }
        }
      }
    }
  }
`)
