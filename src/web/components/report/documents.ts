import { graphql } from '../../generated/index.ts'

export const REPORT_OPTIONS = graphql(`
  query ReportOptions {
    reportOptions {
      type
      categories {
        category
        label
        description
        reasons {
          reason
          label
          description
        }
      }
    }
  }
`)

export const SUBMIT_REPORT = graphql(`
  mutation SubmitReport($input: SubmitModerationReportInput!) {
    submitModerationReport(input: $input) {
      report {
        id
      }
    }
  }
`)
