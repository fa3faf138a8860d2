import type { Things } from './fixtures.ts'
import {
  ADMIN,
  ANYBODY,
  type GraphAccessTable,
  NOT_FOUND,
  SECOND_FACTOR_REQUIRED,
  SIGNED_IN,
  UNAUTHENTICATED,
} from './graphOutcomes.ts'

export const reportQueries: GraphAccessTable = {
  auditLog: [() => 'auditLog { nodes { id } }', ADMIN],
  reports: [() => 'reports { nodes { id } }', ADMIN],
  reportOptions: [() => 'reportOptions { type }', ANYBODY],
  reportSubjects: [() => 'reportSubjects { nodes { id } }', ADMIN],
  appeals: [() => 'appeals { nodes { id } }', ADMIN],
  cannedReasons: [() => 'cannedReasons { id }', ADMIN],
  adminAssetBundles: [() => 'adminAssetBundles { nodes { id } }', ADMIN],
  assetReviews: [() => 'assetReviews { nodes { id } }', ADMIN],
  contentItem: [({ worldId }) => `contentItem(contentId: "${worldId}") { contentId }`, ADMIN],
  contentItems: [() => 'contentItems(kind: WORLD) { nodes { contentId } }', ADMIN],
  hiddenContent: [() => 'hiddenContent { nodes { id } }', ADMIN],
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
  assignReports: [
    ({ reportId }) => `assignReports(input: { reportIds: ["${reportId}"] }) { results { reportId } }`,
    ADMIN,
  ],
  closeReports: [
    ({ reportId }) => `closeReports(input: { reportIds: ["${reportId}"], reason: "r" }) { results { reportId } }`,
    ADMIN,
  ],
  reopenReport: [(things) => `reopenReport(${about(things)}) { report { id } }`, ADMIN],
  addStaffNote: [
    ({ strangerId }) => `addStaffNote(input: { userId: "${strangerId}", text: "t" }) { user { id } }`,
    ADMIN,
  ],
  deleteStaffNote: [
    ({ staffNoteId }) => `deleteStaffNote(input: { noteId: "${staffNoteId}" }) { deletedNoteId }`,
    ADMIN,
  ],
  createCannedReason: [
    () => 'createCannedReason(input: { kind: CLOSE, title: "t", text: "t" }) { cannedReason { id } }',
    ADMIN,
  ],
  updateCannedReason: [
    ({ cannedReasonId }) =>
      `updateCannedReason(input: { cannedReasonId: "${cannedReasonId}", text: "u" }) { cannedReason { id } }`,
    ADMIN,
  ],
  deleteCannedReason: [
    ({ cannedReasonId }) =>
      `deleteCannedReason(input: { cannedReasonId: "${cannedReasonId}" }) { deletedCannedReasonId }`,
    ADMIN,
  ],
  appeal: [
    ({ sanctionId }) => `appeal(input: { sanctionId: "${sanctionId}", text: "t" }) { appeal { id } }`,
    [UNAUTHENTICATED, UNAUTHENTICATED, NOT_FOUND, 'ok', NOT_FOUND],
  ],
  decideAppeal: [
    ({ appealId }) =>
      `decideAppeal(input: { appealId: "${appealId}", isOverturned: false, explanation: "e" }) { appeal { id } }`,
    ADMIN,
  ],
  closeReport: [(things) => `closeReport(${about(things, 'reason: "r"')}) { report { id } }`, ADMIN],
  deleteModerationReport: [(things) => `deleteModerationReport(${about(things)}) { deletedReportId }`, ADMIN],
}

export const reportSubscriptions: GraphAccessTable = {
  moderationQueue: [() => 'moderationQueue { kind }', ADMIN],
  staffNotesChanged: [({ strangerId }) => `staffNotesChanged(userId: "${strangerId}") { user { id } }`, ADMIN],
}
