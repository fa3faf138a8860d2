import type { Things } from './callers.ts'
import { ADMIN, FOREIGN, NOBODY, OWES, SIGNED, type Table } from './graphAnswers.ts'

export const reportQueries: Table = {
  auditLog: [() => 'auditLog { nodes { id } }', ADMIN],
  moderationReports: [() => 'moderationReports { nodes { id } }', ADMIN],
  'node of a report': [({ reportId }) => `node(id: "${reportId}") { id }`, [NOBODY, OWES, 'null', 'null', 'ok']],
  suspension: [({ userId }) => `suspension(userId: "${userId}") { until }`, [NOBODY, OWES, FOREIGN, FOREIGN, 'null']],
}

const about = ({ reportId }: Things, more = '') => `input: { reportId: "${reportId}" ${more} }`

/** In the order in which they are tried: each leaves what the later ones need. */
export const reportMutations: Table = {
  submitModerationReport: [
    ({ strangerId }) =>
      `submitModerationReport(input: { type: "user", category: "text", reason: "hate", contentId: "${strangerId}" }) { id }`,
    SIGNED,
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

export const reportSubscriptions: Table = {
  moderationQueue: [() => 'moderationQueue { kind }', ADMIN],
}
