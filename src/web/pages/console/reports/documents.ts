import { graphql } from '../../../generated/index.ts'

export const CONSOLE_SUBJECT = graphql(`
  fragment ConsoleSubject on ReportSubject {
    id
    contentId
    kind
    contentName
    reportCount
    reporterCount
    weight
    oldestAt
    author {
      id
      displayName
    }
    assignee {
      id
      displayName
    }
  }
`)

export const CONSOLE_SUBJECTS = graphql(`
  query ConsoleSubjects(
    $filter: ReportSubjectFilter
    $sort: ReportSubjectSort
    $ascending: Boolean
    $first: Int = 50
    $more: String
  ) {
    reportSubjects(filter: $filter, sort: $sort, ascending: $ascending, first: $first, after: $more) {
      pageInfo {
        hasNextPage
        endCursor
      }
      edges {
        cursor
        node {
          id
          ...ConsoleSubject
        }
      }
    }
  }
`)

export const CONSOLE_REPORT = graphql(`
  fragment ConsoleReport on Report {
    id
    type
    contentId
    category
    reason
    contentName
    description
    status
    closeReason
    createdAt
    moderation {
      weight
      outcome
      reporter {
        id
        displayName
      }
      assignee {
        id
        displayName
      }
      author {
        id
        displayName
      }
      notes(first: 10) {
        edges {
          node {
            id
            text
            createdAt
            author {
              id
              displayName
            }
          }
        }
      }
    }
  }
`)

export const CONSOLE_REPORTS_ABOUT = graphql(`
  query ConsoleReportsAbout($contentId: ID!, $more: String) {
    reportSubjects(filter: { contentId: $contentId }, first: 1) {
      edges {
        node {
          id
          ...ConsoleSubject
        }
      }
    }
    reports(filter: { contentId: $contentId }, first: 20, after: $more) {
      pageInfo {
        hasNextPage
        endCursor
      }
      edges {
        cursor
        node {
          id
          ...ConsoleReport
        }
      }
    }
  }
`)

export const CONSOLE_REPORT_LIST = graphql(`
  query ConsoleReportList($filter: ReportFilter, $sort: ReportSort, $ascending: Boolean, $first: Int = 50, $more: String) {
    reports(filter: $filter, sort: $sort, ascending: $ascending, first: $first, after: $more) {
      pageInfo {
        hasNextPage
        endCursor
      }
      edges {
        cursor
        node {
          id
          ...ConsoleReport
        }
      }
    }
  }
`)

export const CONSOLE_PERSON_NAME = graphql(`
  query ConsolePersonName($userId: ID!) {
    user(id: $userId) {
      id
      displayName
    }
  }
`)

export const CONSOLE_REPORT_OPTIONS = graphql(`
  query ConsoleReportOptions {
    reportOptions {
      type
      label
    }
  }
`)

export const CONSOLE_REPORTED_CONTENT = graphql(`
  fragment ConsoleReportedContent on Report {
    id
    contentThumbnailUrl
    content {
      __typename
      ... on User {
        id
        bio
        statusDescription
        pictureUrl(size: 256)
      }
      ... on World {
        id
        description
        thumbnailUrl
        worldStatus: releaseStatus
      }
      ... on Avatar {
        id
        description
        thumbnailUrl
        avatarStatus: releaseStatus
      }
      ... on Group {
        id
        description
        iconUrl
        isHidden
      }
      ... on Prop {
        id
        description
        thumbnailUrl
      }
    }
    moderation {
      details {
        imageType
        instanceType
        userInSameInstance
        suggestedWarnings
        holder {
          id
          displayName
        }
      }
    }
  }
`)

export const CONSOLE_REPORTED = graphql(`
  query ConsoleReported($reportId: ID!) {
    node(id: $reportId) {
      __typename
      id
      ... on Report {
        id
        ...ConsoleReportedContent
      }
    }
  }
`)

export const OPEN_REPORT_IDS = graphql(`
  query OpenReportIds($contentId: ID!) {
    reports(filter: { contentId: $contentId, statuses: [OPEN] }, first: 100) {
      edges {
        node {
          id
        }
      }
    }
  }
`)

export const CONSOLE_QUEUE_LIVE = graphql(`
  subscription ConsoleQueueLive($initial: Boolean = false) {
    moderationQueue(initial: $initial) {
      kind
      report {
        id
        ...ConsoleReport
      }
    }
  }
`)

export const ASSIGN_REPORTS = graphql(`
  mutation AssignReports($input: AssignReportsInput!) {
    assignReports(input: $input) {
      results {
        reportId
        refusalReason
      }
    }
  }
`)

export const CLOSE_REPORTS = graphql(`
  mutation CloseReports($input: CloseReportsInput!) {
    closeReports(input: $input) {
      results {
        reportId
        refusalReason
      }
    }
  }
`)

export const REOPEN_REPORT = graphql(`
  mutation ReopenReport($input: ReopenReportInput!) {
    reopenReport(input: $input) {
      report {
        id
        ...ConsoleReport
      }
    }
  }
`)

export const ADD_REPORT_NOTE = graphql(`
  mutation AddReportNote($input: AddReportNoteInput!) {
    addReportNote(input: $input) {
      report {
        id
        ...ConsoleReport
      }
    }
  }
`)

export const WARN_USER = graphql(`
  mutation WarnUser($input: WarnUserInput!) {
    warnUser(input: $input) {
      clientMutationId
    }
  }
`)

/** Whether content is hidden: acts answer it, so that pages show it at once. */
export const CONSOLE_CONTENT_STATE = graphql(`
  fragment ConsoleContentState on ReportedContent {
    __typename
    ... on World {
      id
      worldStatus: releaseStatus
    }
    ... on Avatar {
      id
      avatarStatus: releaseStatus
    }
    ... on Group {
      id
      isHidden
    }
  }
`)

export const HIDE_CONTENT = graphql(`
  mutation HideContent($input: HideContentInput!) {
    hideContent(input: $input) {
      content {
        ...ConsoleContentState
      }
    }
  }
`)

export const SHOW_CONTENT = graphql(`
  mutation ShowContent($input: ShowContentInput!) {
    showContent(input: $input) {
      content {
        ...ConsoleContentState
      }
    }
  }
`)

export const SUSPEND_USER = graphql(`
  mutation SuspendUser($input: SuspendUserInput!) {
    suspendUser(input: $input) {
      clientMutationId
    }
  }
`)

export const CANNED_REASONS = graphql(`
  query ConsoleCannedReasons($kind: CannedReasonKind) {
    cannedReasons(kind: $kind) {
      id
      title
      text
    }
  }
`)
