import { describe, expect, it } from 'vitest'
import { newId } from '../../../src/kernel/ids.ts'
import { sharedApp } from '../../support/app.ts'
import { refusal } from '../../support/refusals.ts'
import { aUser } from '../../support/users.ts'

const app = await sharedApp()
const [reporter, reported] = [await aUser(app), await aUser(app)]
const HACKING = { contentType: 'user', reason: 'behavior-hacking', type: 'report' }

const report = (body: object, userId: string = reported.id) => reporter.api.try('reportUser', { userId, body })

describe('reportUser', () => {
  it('submits a report of the person, once', async () => {
    const success = { message: 'Report submitted.', status_code: 200 }
    for (let attempt = 0; attempt < 2; attempt++)
      expect(await report(HACKING)).toMatchObject({ status: 200, body: { success } })
    const rows = await app.scope().db.moderationReport.findMany({ where: { reporterId: reporter.id } })
    expect(rows).toMatchObject([
      { type: 'user', category: 'behavior', reason: 'hacking', contentId: reported.id, status: 'open' },
    ])
  })

  it('is refused for reasons that the configuration does not offer, for oneself and for unknown people', async () => {
    const unknown = newId('user', new Date())
    expect(await report({ ...HACKING, reason: 'behavior-singing' })).toMatchObject(refusal(400, /^reason/))
    expect(await report({ ...HACKING, reason: 'singing-hacking' })).toMatchObject(refusal(400, /^category/))
    expect(await report({ ...HACKING, reason: 'hacking' })).toMatchObject(refusal(400, /reason/))
    expect(await report({ ...HACKING, contentType: 'world' })).toMatchObject(refusal(400, /contentType/))
    expect(await report({ ...HACKING, type: 'praise' })).toMatchObject(refusal(400, /type/))
    expect(await report(HACKING, reporter.id)).toMatchObject(refusal(400, /yourself/))
    expect(await report(HACKING, unknown)).toMatchObject(refusal(404, `User ${unknown} not found`))
  })
})
