import type { Things } from './fixtures.ts'
import {
  ADMIN,
  FORBIDDEN,
  type GraphAccessTable,
  SECOND_FACTOR_REQUIRED,
  SIGNED_IN,
  UNAUTHENTICATED,
} from './graphOutcomes.ts'

export const reportQueries: GraphAccessTable = {
  auditLog: [() => 'auditLog { nodes { id } }', ADMIN],
  moderationReports: [() => 'moderationReports { nodes { id } }', ADMIN],
  'node of a report': [
    ({ reportId }) => `node(id: "${reportId}") { id }`,
    [UNAUTHENTICATED, SECOND_FACTOR_REQUIRED, 'null', 'null', 'ok'],
  ],
  suspension: [
    ({ userId }) => `suspension(userId: "${userId}") { until }`,
    [UNAUTHENTICATED, SECOND_FACTOR_REQUIRED, FORBIDDEN, FORBIDDEN, 'null'],
  ],
}

const about = ({ reportId }: Things, more = '') => `input: { reportId: "${reportId}" ${more} }`

/** In test order: each keeps the objects that later ones need. */
export const reportMutations: GraphAccessTable = {
  submitModerationReport: [
    ({ strangerId }) =>
      `submitModerationReport(input: { type: "user", category: "text", reason: "hate", contentId: "${strangerId}" }) { id }`,
    SIGNED_IN,
  ],
  assignReport: [(things) => `assignReport(${about(things)}) { id }`, ADMIN],
  addReportNote: [(things) => `addReportNote(${about(things, 'text: "t"')}) { id }`, ADMIN],
  warnUser: [
    ({ strangerId }) => `warnUser(input: { contentId: "${strangerId}", message: "m" }) { content { __typename } }`,
    ADMIN,
  ],
  hideContent: [({ worldId }) => `hideContent(input: { contentId: "${worldId}" }) { content { __typename } }`, ADMIN],
  showContent: [({ worldId }) => `showContent(input: { contentId: "${worldId}" }) { content { __typename } }`, ADMIN],
  suspendUser: [
    ({ strangerId }) => `suspendUser(input: { userId: "${strangerId}", reason: "r" }) { suspension { until } }`,
    ADMIN,
  ],
  unsuspendUser: [
    ({ strangerId }) => `unsuspendUser(input: { userId: "${strangerId}" }) { suspension { until } }`,
    ADMIN,
  ],
  closeReport: [(things) => `closeReport(${about(things, 'reason: "r"')}) { id }`, ADMIN],
  deleteModerationReport: [({ reportId }) => `deleteModerationReport(input: { id: "${reportId}" })`, ADMIN],
}

export const reportSubscriptions: GraphAccessTable = {
  moderationQueue: [() => 'moderationQueue { kind }', ADMIN],
}
