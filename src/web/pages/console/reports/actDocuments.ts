import { graphql } from '../../../generated/index.ts'

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
