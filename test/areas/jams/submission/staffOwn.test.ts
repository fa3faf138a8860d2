import { describe, expect, it } from 'vitest'
import { anApp } from '../../../support/app.ts'
import { aJam, aSubmission, mutate, refusedMutation } from '../../../support/jams.ts'
import { aStaffMember } from '../../../support/staff.ts'
import { aUser } from '../../../support/users.ts'

const app = await anApp()

describe('staff for content, which is no admin', () => {
  it('rates no submission of its own, and does not make it win', async () => {
    const [staff, person] = [await aStaffMember(app, 'content'), await aUser(app)]
    const jamId = await aJam(app, 'judged')
    const { id: own } = await aSubmission(app, jamId, staff)
    const { id: other } = await aSubmission(app, jamId, person)
    const refused = { reason: 'STAFF_PROTECTED' }
    expect(await refusedMutation(app, staff, 'rateJamSubmission', { submissionId: own, rating: 100 })).toMatchObject(
      refused,
    )
    const winners = { jamId, submissionIds: [other, own] }
    expect(await refusedMutation(app, staff, 'setJamWinners', winners)).toMatchObject(refused)
    expect((await mutate(app, staff, 'rateJamSubmission', { submissionId: other, rating: 100 })).error).toBeUndefined()
    expect((await mutate(app, staff, 'setJamWinners', { jamId, submissionIds: [other] })).error).toBeUndefined()
  })
})
