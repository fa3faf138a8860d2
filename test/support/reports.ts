import { isId, type ModerationReportId, newId } from '../../src/kernel/ids.ts'
import { graphql } from '../generated/index.ts'
import type { TestApp } from './app.ts'
import { aGraphClient } from './graphClient.ts'
import { anAdmin, type TestUser } from './users.ts'

export const ReportById = graphql(`
  query OneReport($id: ID!) {
    node(id: $id) {
      ... on Report {
        id status closeReason
        moderation {
          closedBy { id } assignee { id }
          details { imageType instanceType userInSameInstance suggestedWarnings holder { id } file { id } }
          notes { totalCount nodes { text author { id } } } acts { totalCount nodes { act actor { id } } }
        }
      }
    }
  }
`)
export const AssignReport = graphql(`
  mutation Assign($reportId: ID!, $assigneeId: ID, $takeOver: Boolean) {
    assignReport(input: { reportId: $reportId, assigneeId: $assigneeId, takeOver: $takeOver }) { report { moderation { assignee { id } } } }
  }
`)
export const CloseReport = graphql(`
  mutation CloseReport($reportId: ID!, $reason: String!, $outcome: ReportOutcome) {
    closeReport(input: { reportId: $reportId, reason: $reason, outcome: $outcome }) {
      report { status moderation { outcome closedBy { id } } }
    }
  }
`)

/** An admin with a GraphQL client. */
export async function aModerator(app: TestApp) {
  const admin = await anAdmin(app)
  return { admin, graph: aGraphClient(app, admin.api) }
}

/** Body of a report of a profile. */
export const aUserReportRequest = (contentId: string) => ({ type: 'user', category: 'text', reason: 'spam', contentId })
/** Body of a report of a world. */
export const aWorldReportRequest = (contentId: string) => ({
  type: 'world',
  category: 'content',
  reason: 'hate',
  contentId,
})

/** Submits a report and returns its id. */
export async function submitReport(
  { api }: TestUser,
  body: ReturnType<typeof aUserReportRequest>,
): Promise<ModerationReportId> {
  return reportIdOf((await api.call('submitModerationReport', { body })).id)
}

export function reportIdOf(text: string): ModerationReportId {
  if (!isId('moderationReport', text)) throw new Error(`${text} is not the id of a report`)
  return text
}

export const UNKNOWN_REPORT_ID = newId('moderationReport', new Date())
