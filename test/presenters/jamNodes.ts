import { aJam, aSubmission } from '../support/jams.ts'
import type { PrepareNode } from './graphNode.ts'
import { flagCombinations, moment } from './records.ts'

/** A jam with a different date in each column, whose submissions are rated. */
const DATES = {
  submissionsOpened: moment(1),
  submissionsClosed: moment(2),
  winnersSelected: new Date('2100-01-01T00:00:00.000Z'),
  closed: new Date('2100-01-02T00:00:00.000Z'),
  submissionContentGateDate: moment(3),
  createdAt: moment(4),
  updatedAt: moment(5),
}

export const jamNodes: Readonly<Record<string, PrepareNode>> = {
  async *Jam(app) {
    for (const flags of flagCombinations('isVisible', 'submissionContentGated')) {
      const id = await aJam(app, 'judged', { ...DATES, ...flags })
      const row = await app.scope().db.jam.findUniqueOrThrow({ where: { id } })
      yield { id, row }
    }
  },
  async *JamSubmission(app, owner) {
    const given = { description: 'About it', rank: 3, ratingScore: 40, createdAt: moment(1), updatedAt: moment(2) }
    const { id } = await aSubmission(app, await aJam(app, 'judged'), owner, given)
    const { db, now: updatedAt } = app.scope()
    await db.jamRating.create({ data: { submissionId: id, judgeId: owner.id, rating: 39, updatedAt } })
    const row = await db.jamSubmission.findUniqueOrThrow({ where: { id } })
    yield { id, row }
  },
}
