import { beforeEach, describe, expect, test } from 'vitest'
import { updateWearers } from '../../../../src/areas/avatars/wearing/wearers.ts'
import { removeOccupantsOfClosedInstances } from '../../../../src/areas/instances/close.ts'
import { graphql } from '../../../generated/index.ts'
import { sharedApp } from '../../../support/app.ts'
import { anAvatar } from '../../../support/avatars.ts'
import { aGraphClient } from '../../../support/graphClient.ts'
import { enterAs } from '../../../support/instances.ts'
import { refusal } from '../../../support/refusals.ts'
import {
  aModerator,
  aUserReportRequest,
  aWorldReportRequest,
  submitReport,
  UNKNOWN_REPORT_ID,
} from '../../../support/reports.ts'
import { aUser, type TestUser } from '../../../support/users.ts'
import { aWorld } from '../../../support/worlds.ts'

const Warn = graphql(`
  mutation Warn($input: WarnUserInput!) { warnUser(input: $input) { report { id } content { __typename } } }
`)
const Hide = graphql(`
  mutation Hide($input: HideContentInput!) {
    hideContent(input: $input) { content { ... on World { releaseStatus } ... on User { bio } } }
  }
`)
const Show = graphql(`
  mutation ShowAgain($input: ShowContentInput!) {
    showContent(input: $input) { content { ... on World { releaseStatus } } }
  }
`)

const app = await sharedApp()
const { admin, graph } = await aModerator(app)
let ada: TestUser
let eve: TestUser
beforeEach(async () => {
  ;[ada, eve] = [await aUser(app), await aUser(app)]
})

const notificationsOf = ({ api }: TestUser) => api.call('getNotificationV2s')

describe('enforcement', () => {
  test('warns a person, or the author of a world', async () => {
    const worldId = await aWorld(app, eve)
    const reportId = await submitReport(ada, aWorldReportRequest(worldId))
    await graph.run(Warn, { input: { contentId: eve.id, message: 'Mind the others.' } })
    expect(await graph.run(Warn, { input: { contentId: worldId, message: 'Mind the door.', reportId } })).toEqual({
      warnUser: { report: { id: reportId }, content: { __typename: 'World' } },
    })
    expect(await notificationsOf(eve)).toMatchObject([
      { type: 'moderation.notice', message: 'Mind the door.', isSystem: true, data: { contentId: worldId } },
      { type: 'moderation.notice', message: 'Mind the others.', data: { contentId: eve.id } },
    ])
    const otherReport = await submitReport(eve, aUserReportRequest(ada.id))
    expect(
      await graph.refusalCodes(Warn, { input: { contentId: eve.id, message: 'x', reportId: otherReport } }),
    ).toEqual(['BAD_INPUT'])
    expect(
      await graph.refusalCodes(Warn, { input: { contentId: eve.id, message: 'x', reportId: UNKNOWN_REPORT_ID } }),
    ).toEqual(['NOT_FOUND'])
    expect(await notificationsOf(eve)).toHaveLength(2)
  })

  test('hides a world from all but its author and admins and removes its occupants, until it is shown again', async () => {
    const worldId = await aWorld(app, eve)
    await enterAs(app, ada, `${worldId}:1`)
    expect(await graph.run(Hide, { input: { contentId: worldId } })).toMatchObject({
      hideContent: { content: { releaseStatus: 'HIDDEN' } },
    })
    expect(await app.scope().db.occupant.count({ where: { userId: ada.id } })).toBe(0)
    expect(await ada.api.try('getWorld', { worldId })).toMatchObject({ status: 404 })
    expect(await eve.api.call('getWorld', { worldId })).toMatchObject({ releaseStatus: 'hidden' })
    expect(await admin.api.try('getWorld', { worldId })).toMatchObject({ status: 200 })
    for (const person of [ada, eve])
      expect(
        (
          await aGraphClient(app, person.api).send(
            `mutation { enterInstance(input: { location: "${worldId}:1", platform: "android" }) { instance { id } } }`,
          )
        ).errors,
      ).toMatchObject([{ extensions: { code: 'NOT_FOUND' } }])
    const hiddenByAdmin = refusal(403, 'This world was hidden by an admin')
    expect(await eve.api.try('publishWorld', { worldId })).toMatchObject(hiddenByAdmin)
    await eve.api.call('updateWorld', { worldId, body: { releaseStatus: 'private', description: 'Please.' } })
    await eve.api.call('unpublishWorld', { worldId })
    expect(await eve.api.call('getWorldPublishStatus', { worldId })).toEqual({ canPublish: false })
    expect(await ada.api.try('getWorld', { worldId })).toMatchObject({ status: 404 })
    expect(await graph.refusalCodes(Hide, { input: { contentId: worldId } })).toEqual(['CONFLICT'])
    expect(await graph.run(Show, { input: { contentId: worldId } })).toMatchObject({
      showContent: { content: { releaseStatus: 'PUBLIC' } },
    })
    expect(await ada.api.call('getWorld', { worldId })).toMatchObject({ description: 'Please.' })
    expect(await graph.refusalCodes(Show, { input: { contentId: worldId } })).toEqual(['CONFLICT'])
    await eve.api.call('deleteWorld', { worldId })
    expect(await graph.refusalCodes(Hide, { input: { contentId: worldId } })).toEqual(['CONFLICT'])
  })

  test('hides an avatar from all but its author and admins, until it is shown again', async () => {
    const avatarId = await anAvatar(app, eve, { releaseStatus: 'private' })
    await eve.api.call('selectAvatar', { avatarId })
    const body = { type: 'avatar', category: 'model', reason: 'hate', contentId: avatarId }
    await app.scope().db.avatar.update({ where: { id: avatarId }, data: { releaseStatus: 'public' } })
    const reportId = await submitReport(ada, body)
    await graph.run(Warn, { input: { contentId: avatarId, message: 'Mind the fox.', reportId } })
    expect(await notificationsOf(eve)).toMatchObject([{ message: 'Mind the fox.', data: { contentId: avatarId } }])
    const statusFor = async ({ api }: TestUser) => {
      const { status, body } = await api.try('getAvatar', { avatarId })
      return status === 200 ? Object(body).releaseStatus : status
    }
    await graph.run(Hide, { input: { contentId: avatarId, reportId } })
    expect([await statusFor(ada), await statusFor(eve), await statusFor(admin)]).toEqual([404, 'hidden', 'hidden'])
    expect(await graph.refusalCodes(Hide, { input: { contentId: avatarId } })).toEqual(['CONFLICT'])
    await updateWearers(app.scope())
    expect(await eve.api.call('getCurrentUser')).not.toMatchObject({ currentAvatar: avatarId })
    await graph.run(Show, { input: { contentId: avatarId } })
    expect([await statusFor(ada), await statusFor(eve)]).toEqual(['public', 'public'])
    expect(await graph.refusalCodes(Show, { input: { contentId: avatarId } })).toEqual(['CONFLICT'])
    await eve.api.call('deleteAvatar', { avatarId })
    expect(await graph.refusalCodes(Hide, { input: { contentId: avatarId } })).toEqual(['CONFLICT'])
  })

  test('removes people who entered a world while it was being hidden', async () => {
    const worldId = await aWorld(app, eve)
    await enterAs(app, ada, `${worldId}:1`)
    await app
      .scope()
      .db.world.update({ where: { id: worldId }, data: { releaseStatus: 'hidden', hiddenFrom: 'public' } })
    await removeOccupantsOfClosedInstances(app.scope())
    expect(await app.scope().db.occupant.count({ where: { userId: ada.id } })).toBe(0)
  })

  test('empties the texts of a profile, but keeps its names', async () => {
    const body = { bio: 'Buy things', statusDescription: 'Cheap', pronouns: 'it', bioLinks: ['https://evil.test'] }
    await eve.api.call('updateUser', { userId: eve.id, body })
    const reportId = await submitReport(ada, aUserReportRequest(eve.id))
    expect(await graph.run(Hide, { input: { contentId: eve.id, reportId } })).toEqual({
      hideContent: { content: { bio: null } },
    })
    expect(await ada.api.call('getUser', { userId: eve.id })).toMatchObject({
      bio: '',
      statusDescription: '',
      pronouns: '',
      bioLinks: [],
      displayName: eve.username,
    })
    expect(await graph.refusalCodes(Show, { input: { contentId: eve.id } })).toEqual(['BAD_INPUT'])
  })

  test.each(['jam_00000000-0000-4000-8000-0000000000ff', 'nonsense!'])(
    'refuses %s, which is neither a person nor content',
    async (contentId) => {
      expect(await graph.refusalCodes(Hide, { input: { contentId } })).toEqual(['BAD_INPUT'])
      expect(await graph.refusalCodes(Show, { input: { contentId } })).toEqual(['BAD_INPUT'])
      expect(await graph.refusalCodes(Warn, { input: { contentId, message: 'x' } })).toEqual(['BAD_INPUT'])
    },
  )

  test.each(
    ['usr', 'wrld', 'avtr', 'grp', 'prop', 'cal', 'file', 'prnt'].map(
      (prefix) => `${prefix}_00000000-0000-4000-8000-0000000000ff`,
    ),
  )('refuses %s, which does not exist', async (contentId) => {
    expect(await graph.refusalCodes(Hide, { input: { contentId } })).toEqual(['NOT_FOUND'])
    expect(await graph.refusalCodes(Warn, { input: { contentId, message: 'x' } })).toEqual(['NOT_FOUND'])
  })
})

test('hideContent removes thousands of occupants', async () => {
  const worldId = await aWorld(app, eve)
  const location = `${worldId}:1`
  const { db } = app.scope()
  await enterAs(app, eve, location)
  // More than a statement has parameters for, with two for each occupant.
  await db.$executeRaw`
    WITH crowd AS (
      INSERT INTO "User" (id, username, "usernameKey", "displayName", "displayNameKey", "createdAt", "updatedAt", "currentAvatar")
      SELECT id, id, id, id, id, now(), now(), '' FROM (
        SELECT 'usr_' || gen_random_uuid() AS id FROM generate_series(1, 17000)) AS people
      RETURNING id
    ) INSERT INTO "Occupant" ("userId", location, platform, "joinedAt") SELECT id, ${location}, 'android', now() FROM crowd`
  expect(await graph.run(Hide, { input: { contentId: worldId } })).toMatchObject({
    hideContent: { content: { releaseStatus: 'HIDDEN' } },
  })
  expect(await db.occupant.count({ where: { location } })).toBe(0)
})
