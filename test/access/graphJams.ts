import {
  ADMIN,
  DELETED_BY_OWNER,
  FORBIDDEN,
  type GraphAccessTable,
  SECOND_FACTOR_REQUIRED,
  SIGNED_IN,
  UNAUTHENTICATED,
} from './graphOutcomes.ts'

export const jamQueries: GraphAccessTable = {
  jam: [({ openJamId }) => `jam(id: "${openJamId}") { id }`, SIGNED_IN],
  jams: [() => 'jams { nodes { id } }', SIGNED_IN],
  'node of a jam': [({ openJamId }) => `node(id: "${openJamId}") { id }`, SIGNED_IN],
  'node of a submission to a jam': [({ submissionId }) => `node(id: "${submissionId}") { id }`, SIGNED_IN],
}

const TEXTS = 'type: WORLD, title: "t", description: "d", moreInfo: "m"'

/** In test order: winners end the time of ratings. */
export const jamMutations: GraphAccessTable = {
  // The world belongs to the owner.
  submitJamContent: [
    ({ openJamId, worldId }) =>
      `submitJamContent(input: { jamId: "${openJamId}", contentId: "${worldId}" }) { submission { id } }`,
    [UNAUTHENTICATED, SECOND_FACTOR_REQUIRED, FORBIDDEN, 'ok', FORBIDDEN],
  ],
  deleteJamSubmission: [
    ({ goneSubmissionId }) =>
      `deleteJamSubmission(input: { submissionId: "${goneSubmissionId}" }) { deletedSubmissionId }`,
    DELETED_BY_OWNER,
  ],
  createJam: [() => `createJam(input: { ${TEXTS} }) { jam { id } }`, ADMIN],
  updateJam: [({ openJamId }) => `updateJam(input: { jamId: "${openJamId}", title: "t" }) { jam { id } }`, ADMIN],
  closeJam: [({ closableJamId }) => `closeJam(input: { jamId: "${closableJamId}" }) { jam { id } }`, ADMIN],
  deleteJam: [({ goneJamId }) => `deleteJam(input: { jamId: "${goneJamId}" }) { deletedJamId }`, ADMIN],
  rateJamSubmission: [
    ({ submissionId }) =>
      `rateJamSubmission(input: { submissionId: "${submissionId}", rating: 9 }) { submission { id } }`,
    ADMIN,
  ],
  setJamWinners: [
    ({ judgedJamId, submissionId }) =>
      `setJamWinners(input: { jamId: "${judgedJamId}", submissionIds: ["${submissionId}"] }) { jam { id } }`,
    ADMIN,
  ],
}

export const jamSubscriptions: GraphAccessTable = {
  jamChanged: [({ openJamId }) => `jamChanged(jamId: "${openJamId}") { kind }`, SIGNED_IN],
}
