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

export const CONSOLE_SUBJECT_LIST = graphql(`
  fragment ConsoleSubjectList on Query {
    reportSubjects(filter: $filter, sort: $sort, ascending: $ascending, first: 50, after: $more) {
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

export const CONSOLE_SUBJECTS = graphql(`
  query ConsoleSubjects($filter: ReportSubjectFilter, $sort: ReportSubjectSort, $ascending: Boolean, $more: String) {
    ...ConsoleSubjectList
  }
`)

export const CONSOLE_SUBJECTS_LIVE = graphql(`
  subscription ConsoleSubjectsLive(
    $filter: ReportSubjectFilter
    $sort: ReportSubjectSort
    $ascending: Boolean
    $more: String
    $initial: Boolean
  ) {
    moderationQueue(initial: $initial) {
      query {
        ...ConsoleSubjectList
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

export const CONSOLE_REPORTS_ABOUT_LIST = graphql(`
  fragment ConsoleReportsAboutList on Query {
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
          ...ConsoleReportedContent
        }
      }
    }
  }
`)

export const CONSOLE_REPORTS_ABOUT = graphql(`
  query ConsoleReportsAbout($contentId: ID!, $more: String) {
    ...ConsoleReportsAboutList
  }
`)

export const CONSOLE_REPORTS_ABOUT_LIVE = graphql(`
  subscription ConsoleReportsAboutLive($contentId: ID!, $more: String, $initial: Boolean) {
    moderationQueue(initial: $initial) {
      query {
        ...ConsoleReportsAboutList
      }
    }
  }
`)

export const CONSOLE_REPORT_ROWS = graphql(`
  fragment ConsoleReportRows on Query {
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

export const CONSOLE_REPORT_LIST = graphql(`
  query ConsoleReportList($filter: ReportFilter, $sort: ReportSort, $ascending: Boolean, $first: Int = 50, $more: String) {
    ...ConsoleReportRows
  }
`)

export const CONSOLE_REPORT_LIST_LIVE = graphql(`
  subscription ConsoleReportListLive(
    $filter: ReportFilter
    $sort: ReportSort
    $ascending: Boolean
    $first: Int = 50
    $more: String
    $initial: Boolean
  ) {
    moderationQueue(initial: $initial) {
      query {
        ...ConsoleReportRows
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
