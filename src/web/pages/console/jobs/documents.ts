import { graphql } from '../../../generated/index.ts'

export const CONSOLE_JOBS = graphql(`
  query ConsoleJobs {
    jobs {
      name
      schedule
      nextRunAt
      lastRunAt
      lastDurationMs
      lastError
      waiting
      active
      failed
    }
  }
`)

export const CONSOLE_JOB_RUN = graphql(`
  fragment ConsoleJobRun on JobRun {
    id
    name
    state
    createdAt
    endedAt
    nextAttemptAt
    attempts
    error
  }
`)

export const CONSOLE_JOB_RUNS = graphql(`
  query ConsoleJobRuns($name: String, $state: JobRunState, $first: Int = 50, $more: String) {
    jobRuns(first: $first, after: $more, name: $name, state: $state) {
      pageInfo {
        hasNextPage
        endCursor
      }
      edges {
        cursor
        node {
          id
          ...ConsoleJobRun
        }
      }
    }
  }
`)

export const RETRY_JOB = graphql(`
  mutation ConsoleRetryJob($input: RetryJobInput!) {
    retryJob(input: $input) {
      jobRun {
        id
        ...ConsoleJobRun
      }
    }
  }
`)

export const CANCEL_JOB = graphql(`
  mutation ConsoleCancelJob($input: CancelJobInput!) {
    cancelJob(input: $input) {
      jobRun {
        id
        ...ConsoleJobRun
      }
    }
  }
`)

export const RUN_JOB_NOW = graphql(`
  mutation ConsoleRunJobNow($input: RunJobNowInput!) {
    runJobNow(input: $input) {
      job {
        name
        waiting
      }
    }
  }
`)
