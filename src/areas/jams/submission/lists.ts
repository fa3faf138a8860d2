import type { JamId } from '../../../kernel/ids.ts'
import type { ViewerScope } from '../../../kernel/scope.ts'
import { readJam } from '../jam/jams.ts'
import { type SubmissionFilter, type SubmissionRow, submissionPages } from './queries.ts'

/** The REST API has no pages of submissions; the graph pages through all. */
const MAX_LISTED = 1_000

/** The latest submissions to a jam, newest first. Throws `missing` for a jam that the viewer can't see. */
export async function listJamSubmissions(
  scope: ViewerScope,
  jamId: JamId,
  filter: SubmissionFilter,
): Promise<SubmissionRow[]> {
  await readJam(scope, jamId)
  const list = { parent: 'jamId', ids: [jamId], filter } as const
  return submissionPages(scope, list, { descending: true, limit: MAX_LISTED })
}
