import { ADMIN, type GraphAccessTable, SECOND_FACTOR_REQUIRED, UNAUTHENTICATED } from './graphOutcomes.ts'

const ADMIN_OR_NULL = [UNAUTHENTICATED, SECOND_FACTOR_REQUIRED, 'null', 'null', 'ok'] as const

const A_DAY = 'from: "2026-01-01T00:00:00Z", until: "2026-01-02T00:00:00Z", step: HOUR'

/** The state of the servers, jobs and mails, and the configuration of clients. */
export const operationQueries: GraphAccessTable = {
  configMembers: [() => 'configMembers { key }', ADMIN],
  figures: [() => `figures(kinds: [REQUESTS], ${A_DAY}) { kind }`, ADMIN],
  frontendAssets: [() => 'frontendAssets { branch }', ADMIN],
  jobs: [() => 'jobs { name }', ADMIN],
  jobRuns: [() => 'jobRuns { nodes { id } }', ADMIN],
  mails: [() => 'mails { nodes { id } }', ADMIN],
  'node of a run of a job': [({ failedRunId }) => `node(id: "${failedRunId}") { id }`, ADMIN_OR_NULL],
  'node of a mail': [({ failedMailId }) => `node(id: "${failedMailId}") { id }`, ADMIN_OR_NULL],
  rateLimitRefusals: [() => 'rateLimitRefusals { limit }', ADMIN],
  serverNodes: [() => 'serverNodes { nodes { id } }', ADMIN],
  settings: [() => 'settings { name }', ADMIN],
}

export const operationMutations: GraphAccessTable = {
  cancelJob: [({ waitingRunId }) => `cancelJob(input: { jobRunId: "${waitingRunId}" }) { jobRun { id } }`, ADMIN],
  checkNode: [({ serverNodeId }) => `checkNode(input: { nodeId: "${serverNodeId}" }) { node { id } }`, ADMIN],
  discardMail: [({ goneMailId }) => `discardMail(input: { mailId: "${goneMailId}" }) { deletedMailId }`, ADMIN],
  retryJob: [({ failedRunId }) => `retryJob(input: { jobRunId: "${failedRunId}" }) { jobRun { id } }`, ADMIN],
  retryMail: [({ failedMailId }) => `retryMail(input: { mailId: "${failedMailId}" }) { mail { id } }`, ADMIN],
  runJobNow: [() => 'runJobNow(input: { name: "collect-figures" }) { job { name } }', ADMIN],
}
