import { beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { DELETION_DELAY, eraseDueAccounts } from '../../../src/areas/accounts/account/deletion.ts'
import { erasers } from '../../../src/areas/index.ts'
import { setConfigEntry } from '../../../src/areas/system/clientConfig.ts'
import { countVisits } from '../../../src/areas/worlds/visits/queries.ts'
import { newId } from '../../../src/kernel/ids.ts'
import { sharedClockApp } from '../../support/app.ts'
import { anAvatar } from '../../support/avatars.ts'
import { runConcurrently } from '../../support/concurrency.ts'
import { aProp } from '../../support/props.ts'
import { refusal } from '../../support/refusals.ts'
import {
  aUserReportRequest,
  aWorldReportRequest,
  reportIdOf,
  submitReport,
  UNKNOWN_REPORT_ID,
} from '../../support/reports.ts'
import { scopeSourceOf } from '../../support/scopes.ts'
import { anAdmin, aUser, type TestUser } from '../../support/users.ts'
import { aFileUrl, aWorld } from '../../support/worlds.ts'

const app = await sharedClockApp()
let admin: TestUser
let ada: TestUser
let eve: TestUser
beforeAll(async () => {
  admin = await anAdmin(app)
  ada = await aUser(app)
  eve = await aUser(app)
})
/** A new reporter, because reports are limited by reporter. */
const renewReporter = async () => {
  ada = await aUser(app)
}

const rowOf = (id: string) => app.scope().db.moderationReport.findUniqueOrThrow({ where: { id } })
const list = (query: Record<string, string | number> = {}) => admin.api.call('getModerationReports', { query })
const submit = (person: TestUser, body: object) => person.api.try('submitModerationReport', { body })

describe('input of a report', () => {
  it.each([
    ['type', { type: 'weather' }, /^type: nothing can be reported as 'weather'/],
    ['type', { type: 'constructor' }, /^type:/],
    ['category', { category: 'voice' }, /^category: 'voice' is none of the type 'user'/],
    ['reason', { reason: 'malicious' }, /^reason: 'malicious' is none of the category 'text'/],
    ['contentId', { contentId: newId('world', new Date()) }, /^contentId must be the id of what the type 'user'/],
    ['contentId', { contentId: 'nonsense!' }, /^contentId must be the id/],
    ['contentId', { contentId: 7 }, /contentId/],
    ['description', { description: 'x'.repeat(2_001) }, /^description must have at most 2000 characters/],
    ['description', { description: ['x'] }, /description/],
    ['details', { details: 'none' }, /details/],
    ['details.userInSameInstance', { details: { userInSameInstance: 'yes' } }, /userInSameInstance/],
    ['details.suggestedWarnings', { details: { suggestedWarnings: ['content_odd'] } }, /suggestedWarnings/],
  ])('refuses an invalid %s: %o', async (_field, change, text) => {
    expect(await submit(ada, { ...aUserReportRequest(eve.id), ...change })).toMatchObject(refusal(400, text))
  })
})

describe('submitModerationReport', () => {
  beforeEach(renewReporter)

  it('stores a report of a person, with the current name', async () => {
    const details = {
      ...{ fileId: newId('file', new Date()), holderId: eve.id, imageType: 'icon', instanceType: 'public' },
      ...{ instanceAgeGated: false, userInSameInstance: true, suggestedWarnings: ['content_gore' as const] },
    }
    const body = { ...aUserReportRequest(eve.id), description: 'Sells things.', details }
    const answer = await ada.api.call('submitModerationReport', { body })
    expect(answer).toEqual({
      ...{ ...aUserReportRequest(eve.id), id: answer.id, contentName: eve.username },
      contentThumbnailImageUrl: expect.stringContaining('/api/1/image/'),
      ...{ description: 'Sells things.', evidenceRequired: false, supportRequired: false },
    })
    expect(answer.id).toMatch(/^modReport_[0-9a-f-]{36}$/)
    expect(await rowOf(answer.id)).toMatchObject({ reporterId: ada.id, status: 'open', details, assigneeId: null })
    const change = { currentPassword: eve.password, displayName: `x${eve.username}`.slice(0, 15) }
    await eve.api.call('updateUser', { userId: eve.id, body: change })
    expect((await list({ reportingUserId: ada.id })).results).toMatchObject([{ contentName: eve.username }])
  })

  it('stores reports of worlds that the reporter can see, with their names and images', async () => {
    const worldId = await aWorld(app, eve, { name: 'A bad world' })
    const answer = await ada.api.call('submitModerationReport', { body: aWorldReportRequest(worldId) })
    expect(answer).toMatchObject({ contentId: worldId, contentName: 'A bad world', description: '' })
    expect(answer.contentThumbnailImageUrl).toMatch(/^http:.*\/image\/file_/)
    const [hidden, deleted] = [await aWorld(app, eve), await aWorld(app, eve)]
    await eve.api.call('deleteWorld', { worldId: deleted })
    await app.scope().db.world.update({ where: { id: hidden }, data: { releaseStatus: 'hidden' } })
    for (const id of [hidden, deleted, newId('world', new Date())])
      expect(await submit(ada, aWorldReportRequest(id))).toMatchObject(refusal(404, `World ${id} not found`))
    expect(await submit(eve, aWorldReportRequest(deleted))).toMatchObject({ status: 404 })
  })

  it('stores reports of avatars that the reporter can see, with their names and images', async () => {
    const imageUrl = await aFileUrl(app, eve.id, '.png')
    const aReport = (contentId: string) => ({ type: 'avatar', category: 'model', reason: 'hate', contentId })
    const seen = await anAvatar(app, eve, { name: 'A bad fox', imageUrl })
    expect(await submit(ada, aReport(seen))).toMatchObject({
      status: 200,
      body: { contentId: seen, contentName: 'A bad fox', contentThumbnailImageUrl: expect.stringContaining('/image/') },
    })
    const [hidden, deleted] = [await anAvatar(app, eve, { releaseStatus: 'private' }), await anAvatar(app, eve)]
    await eve.api.call('deleteAvatar', { avatarId: deleted })
    for (const id of [hidden, deleted, newId('avatar', new Date())])
      expect(await submit(ada, aReport(id))).toMatchObject(refusal(404, 'Avatar Not Found'))
    expect(await submit(eve, aReport(deleted))).toMatchObject({ status: 404 })
  })

  it('stores reports of props that the reporter can see, with their names and images', async () => {
    const aReport = (contentId: string) => ({ type: 'prop', category: 'model', reason: 'hate', contentId })
    const [seen, own, deleted] = [await aProp(app, eve), await aProp(app, eve), await aProp(app, eve)]
    await eve.api.call('updateProp', { propId: seen, body: { name: 'A bad chair' } })
    for (const propId of [seen, deleted]) await eve.api.call('publishProp', { propId })
    await eve.api.call('deleteProp', { propId: deleted })
    expect(await submit(ada, aReport(seen))).toMatchObject({
      status: 200,
      body: {
        contentId: seen,
        contentName: 'A bad chair',
        contentThumbnailImageUrl: expect.stringContaining('/image/'),
      },
    })
    for (const id of [own, deleted, newId('prop', new Date())])
      expect(await submit(ada, aReport(id))).toMatchObject(refusal(404, 'That prop does not exist.'))
    expect(await submit(eve, aReport(deleted))).toMatchObject({ status: 404 })
    expect(await submit(eve, aReport(own))).toMatchObject({ status: 200 })
  })

  it('accepts the type behavior for a person', async () => {
    const body = { type: 'behavior', category: 'voice', reason: 'harassment', contentId: eve.id }
    expect(await submit(ada, body)).toMatchObject({
      status: 200,
      body: { contentName: expect.stringContaining(eve.username) },
    })
  })

  it('requires type, category, reason and contentId, and ignores unknown fields', async () => {
    for (const field of ['type', 'category', 'reason', 'contentId']) {
      const body = Object.fromEntries(Object.entries(aUserReportRequest(eve.id)).filter(([name]) => name !== field))
      expect(await submit(ada, body)).toMatchObject(refusal(400, new RegExp(field)))
    }
    const withUnknownFields = {
      ...aUserReportRequest(eve.id),
      mood: 'bad',
      details: { mood: 'bad', imageType: 'icon' },
    }
    const answer = await submit(ada, withUnknownFields)
    expect(answer).toMatchObject({ status: 200 })
    const { id } = Object(answer.body)
    expect((await rowOf(reportIdOf(id))).details).toEqual({ imageType: 'icon' })
  })

  it('refuses the reporter and unknown people', async () => {
    expect(await submit(ada, aUserReportRequest(ada.id))).toMatchObject(
      refusal(400, 'contentId: you can not report yourself'),
    )
    const nobody = newId('user', new Date())
    expect(await submit(ada, aUserReportRequest(nobody))).toMatchObject(refusal(404, `User ${nobody} not found`))
  })

  it('accepts the options of the client configuration, which admins can change', async () => {
    const { reportOptions } = await ada.api.call('getConfig')
    const plain = { validate: () => null }
    const change = (value: unknown) =>
      setConfigEntry(scopeSourceOf(app, admin, { admin: true })(), { ...plain, key: 'reportOptions', value })
    const print = { type: 'print', category: 'picture', reason: 'ugly', contentId: newId('print', new Date()) }
    await change({ print: { picture: ['ugly'] } })
    expect(await submit(ada, aUserReportRequest(eve.id))).toMatchObject({ status: 400 })
    expect(await submit(ada, print)).toMatchObject({ status: 200 })
    await change({ print: 'broken' })
    expect(await submit(ada, print)).toMatchObject({ status: 400 })
    await change(reportOptions)
    expect(await submit(ada, aUserReportRequest(eve.id))).toMatchObject({ status: 200 })
  })

  it('returns the open report to a reporter who repeats it, also with concurrent requests', async () => {
    const answers = await runConcurrently(app, 12, () =>
      ada.api.call('submitModerationReport', { body: aUserReportRequest(eve.id) }),
    )
    expect(new Set(answers.map(({ id }) => id)).size).toBe(1)
    expect((await list({ reportingUserId: ada.id })).totalCount).toBe(1)
    const other = await submitReport(admin, aUserReportRequest(eve.id))
    const otherwise = await submitReport(ada, { ...aUserReportRequest(eve.id), reason: 'hate' })
    expect(new Set([answers[0]?.id, other, otherwise]).size).toBe(3)
    const { id } = await rowOf(answers[0]?.id ?? '')
    await app.scope().db.moderationReport.update({ where: { id }, data: { status: 'closed', openKey: null } })
    expect(await submitReport(ada, aUserReportRequest(eve.id))).not.toBe(id)
  })

  it('is limited to 20 requests in an hour', async () => {
    const answers = await runConcurrently(app, 25, () => submit(ada, aUserReportRequest(eve.id)))
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(20)
    const late = answers.filter(({ status }) => status === 429)
    expect(late).toHaveLength(5)
    expect(late.every(({ headers }) => Number(headers.get('retry-after')) > 0)).toBe(true)
  })
})

describe('getModerationReports', () => {
  beforeEach(renewReporter)

  it('is for admins only', async () => {
    expect(await ada.api.try('getModerationReports')).toMatchObject(refusal(403, '"Invalid Admin Credentials"'))
  })

  it('lists reports, latest first, in pages', async () => {
    const reasons = ['spam', 'hate', 'impersonation']
    const ids: string[] = []
    for (const reason of reasons) ids.unshift(await submitReport(ada, { ...aUserReportRequest(eve.id), reason }))
    const query = { reportingUserId: ada.id }
    const whole = await list(query)
    expect(whole).toMatchObject({ totalCount: 3, hasNext: false })
    expect(whole.results?.map(({ id }) => id)).toEqual(ids)
    expect(await list({ ...query, n: 2 })).toMatchObject({
      totalCount: 3,
      hasNext: true,
      results: ids.slice(0, 2).map((id) => ({ id })),
    })
    expect(await list({ ...query, n: 2, offset: 2 })).toMatchObject({ hasNext: false, results: [{ id: ids[2] }] })
    expect(await list({ ...query, offset: 9 })).toEqual({ totalCount: 3, hasNext: false, results: [] })
  })

  it('filters by reporter, status and type; unknown values find nothing', async () => {
    const worldId = await aWorld(app, eve)
    const [person, world] = [
      await submitReport(ada, aUserReportRequest(eve.id)),
      await submitReport(ada, aWorldReportRequest(worldId)),
    ]
    await app.scope().db.moderationReport.update({ where: { id: world }, data: { status: 'closed' } })
    const found = async (query: Record<string, string>) =>
      (await list({ reportingUserId: ada.id, ...query })).results?.map(({ id }) => id)
    expect(await found({ type: 'world' })).toEqual([world])
    expect(await found({ status: 'open' })).toEqual([person])
    expect(await found({ status: 'closed' })).toEqual([world])
    expect(await found({ status: 'closed', type: 'user' })).toEqual([])
    expect(await found({ status: 'lost' })).toEqual([])
    expect(await found({ type: 'weather' })).toEqual([])
    expect(await found({ reportingUserId: newId('user', new Date()) })).toEqual([])
  })

  it.each([
    [{ n: 0 }, "n must be a positive integer: '0'"],
    [{ n: 101 }, 'n=101 is much too high, the most is 100'],
    [{ offset: -1 }, /offset/],
  ])('refuses %o', async (query, text) => {
    expect(await admin.api.try('getModerationReports', { query })).toMatchObject(refusal(400, text))
  })
})

describe('deleteModerationReport', () => {
  it('deletes a report with its notes, for admins only', async () => {
    const id = await submitReport(ada, aUserReportRequest(eve.id))
    const note = { id: newId('reportNote', new Date()), reportId: id, text: 'x', createdAt: new Date() }
    await app.scope().db.reportNote.create({ data: note })
    const call = { moderationReportId: id }
    expect(await ada.api.try('deleteModerationReport', call)).toMatchObject(refusal(403, '"Invalid Admin Credentials"'))
    expect(await admin.api.call('deleteModerationReport', call)).toEqual({ success: true })
    expect(await app.scope().db.reportNote.count({ where: { reportId: id } })).toBe(0)
    expect(await admin.api.try('deleteModerationReport', call)).toMatchObject(
      refusal(404, 'Moderation report not found'),
    )
  })

  it('deletes a report once with concurrent requests', async () => {
    const call = { moderationReportId: await submitReport(ada, aUserReportRequest(eve.id)) }
    const answers = await runConcurrently(app, 6, () => admin.api.try('deleteModerationReport', call))
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 404, 404, 404, 404, 404])
  })

  it.each([UNKNOWN_REPORT_ID, 'nonsense'])('refuses %s, which does not exist', async (moderationReportId) => {
    expect(await admin.api.try('deleteModerationReport', { moderationReportId })).toMatchObject({ status: 404 })
  })
})

describe('a stored report', () => {
  beforeEach(renewReporter)

  it('is kept without the data of an erased reporter, assignee or reported person', async () => {
    const [mine, about] = [
      await submitReport(ada, aUserReportRequest(eve.id)),
      await submitReport(eve, aUserReportRequest(ada.id)),
    ]
    await app.scope().db.moderationReport.update({ where: { id: about }, data: { assigneeId: ada.id } })
    await ada.api.call('deleteUser', { userId: ada.id })
    app.clock.advance(DELETION_DELAY + 1_000)
    await eraseDueAccounts(app.scope(), erasers)
    expect(await rowOf(mine)).toMatchObject({ reporterId: null, openKey: null, contentId: eve.id, status: 'open' })
    expect(await rowOf(about)).toMatchObject({ reporterId: eve.id, assigneeId: null, contentId: ada.id })
    expect((await rowOf(about)).contentName).toBe('Deleted user')
  })

  it('counts in the report numbers of its world as long as it is open', async () => {
    const worldId = await aWorld(app, eve)
    const read = () => app.scope().db.world.findUniqueOrThrow({ where: { id: worldId } })
    await submitReport(ada, aWorldReportRequest(worldId))
    const second = await submitReport(ada, { ...aWorldReportRequest(worldId), reason: 'violence' })
    await submitReport(admin, aWorldReportRequest(worldId))
    await countVisits(app.scope())
    expect(await read()).toMatchObject({ reportCount: 3, reportScore: 21 })
    await app.scope().db.moderationReport.update({ where: { id: second }, data: { status: 'closed' } })
    await countVisits(app.scope())
    expect(await read()).toMatchObject({ reportCount: 2, reportScore: 20 })
  })
})
