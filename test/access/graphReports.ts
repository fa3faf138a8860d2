import type { Things } from './fixtures.ts'
import {
  ADMIN,
  ANYBODY,
  type GraphAccessTable,
  SECOND_FACTOR_REQUIRED,
  SIGNED_IN,
  UNAUTHENTICATED,
} from './graphOutcomes.ts'

export const reportQueries: GraphAccessTable = {
  auditLog: [() => 'auditLog { nodes { id } }', ADMIN],
  reports: [() => 'reports { nodes { id } }', ADMIN],
  reportOptions: [() => 'reportOptions { type }', ANYBODY],
  reportStatusCounts: [() => 'reportStatusCounts { count }', ADMIN],
  reportTypeCounts: [() => 'reportTypeCounts { count }', ADMIN],
  'node of a report': [
    ({ reportId }) => `node(id: "${reportId}") { id }`,
    [UNAUTHENTICATED, SECOND_FACTOR_REQUIRED, 'null', 'ok', 'ok'],
  ],
}

const about = ({ reportId }: Things, more = '') => `input: { reportId: "${reportId}" ${more} }`

/** In test order: each keeps the objects that later ones need. */
export const reportMutations: GraphAccessTable = {
  submitModerationReport: [
    ({ strangerId }) =>
      `submitModerationReport(input: { type: "user", category: "text", reason: "hate", contentId: "${strangerId}" }) { report { id } }`,
    SIGNED_IN,
  ],
  assignReport: [(things) => `assignReport(${about(things)}) { report { id } }`, ADMIN],
  addReportNote: [(things) => `addReportNote(${about(things, 'text: "t"')}) { report { id } }`, ADMIN],
  warnUser: [
    ({ strangerId }) => `warnUser(input: { contentId: "${strangerId}", message: "m" }) { content { __typename } }`,
    ADMIN,
  ],
  hideContent: [({ worldId }) => `hideContent(input: { contentId: "${worldId}" }) { content { __typename } }`, ADMIN],
  showContent: [({ worldId }) => `showContent(input: { contentId: "${worldId}" }) { content { __typename } }`, ADMIN],
  suspendUser: [
    ({ strangerId }) => `suspendUser(input: { userId: "${strangerId}", reason: "r" }) { suspension { endsAt } }`,
    ADMIN,
  ],
  unsuspendUser: [
    ({ strangerId }) => `unsuspendUser(input: { userId: "${strangerId}" }) { suspension { endsAt } }`,
    ADMIN,
  ],
  closeReport: [(things) => `closeReport(${about(things, 'reason: "r"')}) { report { id } }`, ADMIN],
  deleteModerationReport: [(things) => `deleteModerationReport(${about(things)}) { deletedReportId }`, ADMIN],
}

export const reportSubscriptions: GraphAccessTable = {
  moderationQueue: [() => 'moderationQueue { kind }', ADMIN],
}
