import { Failure } from '../../../kernel/failure.ts'
import type { JamId, JamSubmissionId } from '../../../kernel/ids.ts'
import { assertDistinct, assertFound } from '../../../kernel/inputFaults.ts'
import type { ViewerScope } from '../../../kernel/scope.ts'
import type { InTransaction } from '../../../kernel/transaction.ts'
import { staffAct } from '../../audit/staffAct.ts'
import { jamChanged } from '../events.ts'
import { lockJam } from '../locks.ts'
import { type JamState, jamStateAt } from '../policy.ts'
import { rankSubmissions } from './queries.ts'

/** Winners can be corrected until the jam is over. */
const STATES: readonly JamState[] = ['submissions_closed', 'winners_selected']

/** Throws `invalid` for a list that names a submission twice. */
export const assertDistinctWinners = (submissionIds: readonly string[]): void =>
  assertDistinct('submissionIds', submissionIds, 'submissionIds must not name a submission twice')

/**
 * Makes submissions the winners of a jam, the first place first, instead of those before. They are public from the date of
 * the selection, which is now unless it was set. Throws `forbidden` unless an admin acts, `missing`, `invalid`, `conflict`
 * unless the jam has closed for submissions and is not over.
 */
export const setJamWinners = (
  scope: ViewerScope,
  id: JamId,
  submissionIds: readonly JamSubmissionId[],
): Promise<void> =>
  staffAct(scope, 'setJamWinners', async (tx) => {
    assertDistinctWinners(submissionIds)
    const jam = await lockJam(tx, id, 'NO KEY UPDATE')
    const at = tx.clock.now()
    if (!STATES.includes(jamStateAt(jam, at))) throw winnersNotSelectable()
    const submitterIds = await readSubmitters(tx, id, submissionIds)
    await writeRanks(tx, id, submissionIds)
    await tx.db.jam.update({ where: { id }, data: { winnersSelected: jam.winnersSelected ?? at, updatedAt: at } })
    tx.emit(jamChanged(id))
    const aboutId = submitterIds.find((submitterId) => submitterId === tx.viewer.id)
    return { subjectId: id, aboutId, details: { submissionIds: [...submissionIds] } }
  })

const winnersNotSelectable = () =>
  new Failure('conflict', 'Winners of the jam cannot be selected now', { reason: 'winners_not_selectable' })

/** The people who have made these submissions. Throws `invalid` for one that is not of the jam. */
async function readSubmitters({ db }: InTransaction, jamId: string, ids: readonly string[]): Promise<string[]> {
  const where = { jamId, id: { in: [...ids] } }
  const found = await db.jamSubmission.findMany({ where, select: { id: true, submitterId: true } })
  assertFound('submissionIds', ids, { found, message: 'submissionIds must be submissions to the jam' })
  return found.map(({ submitterId }) => submitterId)
}

/** The jam is locked, so that no other transaction writes ranks. Old ranks go first, as each is given once. */
async function writeRanks(tx: InTransaction, jamId: string, ids: readonly string[]): Promise<void> {
  await tx.db.jamSubmission.updateMany({ where: { jamId, NOT: { rank: null } }, data: { rank: null } })
  await rankSubmissions(tx, jamId, ids)
}
