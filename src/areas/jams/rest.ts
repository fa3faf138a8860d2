import type { jams } from '../../contract/jams.ts'
import type { Handlers } from '../../contract/operation.ts'
import { successResponse } from '../../contract/shapes/response.ts'
import type { ScopeByAccess } from '../../kernel/scope.ts'
import { listJams, readJam } from './jam/jams.ts'
import { submissionNotFound } from './policy.ts'
import { deleteJamSubmission } from './submission/delete.ts'
import { submissionsByIds } from './submission/queries.ts'
import { listJamSubmissions, submitJamContent } from './submission/submissions.ts'
import { jamWire, submissionWire } from './wire.ts'

export const jamsRest: Handlers<typeof jams, ScopeByAccess> = {
  getJams: async (scope, { query }) => (await listJams(scope, query.type)).map((jam) => jamWire(scope, jam)),
  getJam: async (scope, { jamId }) => jamWire(scope, await readJam(scope, jamId)),
  getJamSubmissions: async (scope, { jamId, query }) =>
    (await listJamSubmissions(scope, jamId, query)).map((submission) => submissionWire(scope, submission)),
  submitJamContent: async (scope, { jamId, body }) => {
    const [submission] = await submissionsByIds(scope, [await submitJamContent(scope, jamId, body)])
    if (!submission) throw submissionNotFound()
    return submissionWire(scope, submission)
  },
  deleteJamSubmission: async (scope, { jamId, jamSubmissionId }) =>
    deleteJamSubmission(scope, jamSubmissionId, jamId).then(() => successResponse('Submission deleted.')),
}
