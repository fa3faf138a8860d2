import { describe, expect, it } from 'vitest'
import { submissionsByIds } from '../../src/areas/jams/submission/queries.ts'
import { jamWire, submissionWire } from '../../src/areas/jams/wire.ts'
import { Jam, JamSubmission } from '../../src/contract/shapes/jam.ts'
import { sharedApp } from '../support/app.ts'
import { aJam, aSubmission } from '../support/jams.ts'
import { viewerScopeOf } from '../support/scopes.ts'
import { aUser } from '../support/users.ts'
import { expectDistinct, expectPresented, flagCombinations, moment } from './records.ts'

const app = await sharedApp()
const { db } = app.scope()

/** A jam with a different value in each column. */
const FULL_JAM = {
  ...{ title: 'A title', description: 'A description', moreInfo: 'More' },
  ...{ submissionsOpened: moment(1), submissionsClosed: moment(2), winnersSelected: moment(3), closed: moment(4) },
  ...{ submissionContentGateDate: moment(5), createdAt: moment(6), updatedAt: moment(7) },
}

describe('jamWire', () => {
  it.each(['world', 'avatar'])('presents each column of a jam for a %s', async (type) => {
    for (const flags of flagCombinations('isVisible', 'submissionContentGated')) {
      const id = await aJam(app, 'closed', { ...FULL_JAM, type, ...flags })
      const row = await db.jam.findUniqueOrThrow({ where: { id } })
      expectDistinct({ ...row, type: null, closedAt: undefined })
      expectPresented(jamWire({ now: moment(3) }, row), Jam, { id, row, type })
    }
  })

  it('presents dates that are not set as null, and the time at which an admin has closed the jam', async () => {
    const row = await db.jam.findUniqueOrThrow({ where: { id: await aJam(app, 'draft') } })
    expect(jamWire(app.scope(), row)).toMatchObject({
      ...{ state: 'upcoming', isActive: false, submissionContentGateDate: null },
      stateChangeDates: { submissionsOpened: null, submissionsClosed: null, winnersSelected: null, closed: null },
    })
    expect(jamWire(app.scope(), { ...row, ...FULL_JAM, closedAt: moment(9) })).toMatchObject({
      ...{ state: 'closed', isActive: false, stateChangeDates: { closed: moment(9).toISOString() } },
    })
  })
})

describe('submissionWire', () => {
  it('presents each column, and the score to those who may see it', async () => {
    const [submitter, jamId] = [await aUser(app), await aJam(app, 'won')]
    const given = { description: 'About it', rank: 2, ratingScore: 77, createdAt: moment(1), updatedAt: moment(2) }
    const { id, contentId } = await aSubmission(app, jamId, submitter, given)
    const scope = viewerScopeOf(app, submitter)
    const [row] = await submissionsByIds(scope, [id])
    if (!row) throw new Error('the submission is not there')
    expectDistinct(row)
    expectPresented(submissionWire(scope, row), JamSubmission, { contentId, id, jamId, submitter })
    for (const winnersSelected of [null, new Date(scope.now.getTime() + 1)]) {
      const hidden = { ...row, winnersSelected }
      expect(submissionWire(scope, hidden).ratingScore).toBe(0)
      const admin = { ...scope, viewer: { ...scope.viewer, admin: true } }
      expect(submissionWire(admin, hidden).ratingScore).toBe(77)
    }
  })
})
