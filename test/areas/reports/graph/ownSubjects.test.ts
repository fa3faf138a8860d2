import { beforeAll, describe, expect, test } from 'vitest'
import { sharedApp } from '../../../support/app.ts'
import { anAvatar } from '../../../support/avatars.ts'
import { aGroup, subscribe } from '../../../support/groups.ts'
import { mutate, refusedMutation } from '../../../support/jams.ts'
import { aUserReportRequest, aWorldReportRequest, submitReport } from '../../../support/reports.ts'
import { aStaffMember } from '../../../support/staff.ts'
import { anAdmin, aUser, type TestUser } from '../../../support/users.ts'
import { aWorld } from '../../../support/worlds.ts'

const app = await sharedApp()
let ada: TestUser
let moderator: TestUser
beforeAll(async () => {
  ada = await aUser(app)
  moderator = await aStaffMember(app, 'reports', 'content')
})

const PROTECTED = { code: 'FORBIDDEN', reason: 'STAFF_PROTECTED' }
const reason = 'Nothing is wrong.'

describe('one of the staff who is no admin', () => {
  test('closes no report about themselves, nor about their own world', async () => {
    const worldId = await aWorld(app, moderator)
    const about = [aUserReportRequest(moderator.id), aWorldReportRequest(worldId)]
    for (const body of about) {
      const reportId = await submitReport(ada, body)
      expect(await refusedMutation(app, moderator, 'closeReport', { reportId, reason })).toMatchObject(PROTECTED)
    }
  })

  test('neither hides nor shows their own world, and verifies no group of their own', async () => {
    const worldId = await aWorld(app, moderator)
    await subscribe(app, moderator)
    const { id: groupId } = await aGroup(app, {}, moderator)
    expect(await refusedMutation(app, moderator, 'hideContent', { contentId: worldId, reason })).toMatchObject(
      PROTECTED,
    )
    const admin = await anAdmin(app)
    await mutate(app, admin, 'hideContent { viewer { id } }', { contentId: worldId, reason })
    expect(await refusedMutation(app, moderator, 'showContent', { contentId: worldId })).toMatchObject(PROTECTED)
    const verified = { groupId, isVerified: true }
    expect(await refusedMutation(app, moderator, 'verifyGroup', verified)).toMatchObject(PROTECTED)
  })

  test('does all of this for what belongs to others', async () => {
    const worldId = await aWorld(app, ada)
    const { id: groupId } = await aGroup(app)
    const reportId = await submitReport(await aUser(app), aWorldReportRequest(worldId))
    await mutate(app, moderator, 'closeReport { viewer { id } }', { reportId, reason })
    for (const contentId of [worldId, await anAvatar(app, ada), groupId]) {
      await mutate(app, moderator, 'hideContent { viewer { id } }', { contentId, reason })
      await mutate(app, moderator, 'showContent { viewer { id } }', { contentId })
    }
    await mutate(app, moderator, 'verifyGroup { viewer { id } }', { groupId, isVerified: true })
  })
})
