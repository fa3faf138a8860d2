import { beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { erasers } from '../../src/app.ts'
import { DELETION_DELAY, eraseDueAccounts } from '../../src/areas/accounts/deletion.ts'
import { setConfigEntry } from '../../src/areas/system/clientConfig.ts'
import { countVisits } from '../../src/areas/worlds/counting.ts'
import { newId } from '../../src/kernel/ids.ts'
import { anApp } from '../support/app.ts'
import { anAdmin, aUser, type Person } from '../support/people.ts'
import { refusal } from '../support/refusals.ts'
import { aReport, aWorldReport, NO_REPORT, report, reportIdOf } from '../support/reports.ts'
import { atOnce } from '../support/rush.ts'
import { acting } from '../support/scopes.ts'
import { aWorld } from '../support/worlds.ts'

const app = await anApp()
let admin: Person
let ada: Person
let eve: Person
beforeAll(async () => {
  admin = await anAdmin(app)
  ada = await aUser(app)
  eve = await aUser(app)
})
/** Whoever reports may do so only so often. */
const renewed = async () => {
  ada = await aUser(app)
}

const rowOf = (id: string) => app.scope().db.moderationReport.findUniqueOrThrow({ where: { id } })
const list = (query: Record<string, string | number> = {}) => admin.api.call('getModerationReports', { query })
const submit = (person: Person, body: object) => person.api.try('submitModerationReport', { body })

describe('a report that is refused', () => {
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
  ])('refuses a wrong %s: %o', async (_field, wrong, text) => {
    expect(await submit(ada, { ...aReport(eve.id), ...wrong })).toMatchObject(refusal(400, text))
  })
})

describe('submitModerationReport', () => {
  beforeEach(renewed)

  it('keeps what is said of a person, and what the person is called then', async () => {
    const details = {
      ...{ fileId: newId('file', new Date()), holderId: eve.id, imageType: 'icon', instanceType: 'public' },
      ...{ instanceAgeGated: false, userInSameInstance: true, suggestedWarnings: ['content_gore' as const] },
    }
    const body = { ...aReport(eve.id), description: 'Sells things.', details }
    const answer = await ada.api.call('submitModerationReport', { body })
    expect(answer).toEqual({
      ...{ ...aReport(eve.id), id: answer.id, contentName: eve.username, contentThumbnailImageUrl: null },
      ...{ description: 'Sells things.', evidenceRequired: false, supportRequired: false },
    })
    expect(answer.id).toMatch(/^modReport_[0-9a-f-]{36}$/)
    expect(await rowOf(answer.id)).toMatchObject({ reporterId: ada.id, status: 'open', details, assigneeId: null })
    const given = { currentPassword: eve.password, displayName: `x${eve.username}`.slice(0, 15) }
    await eve.api.call('updateUser', { userId: eve.id, body: given })
    expect((await list({ reportingUserId: ada.id })).results).toMatchObject([{ contentName: eve.username }])
  })

  it('takes worlds that the reporter sees, with their names and pictures', async () => {
    const worldId = await aWorld(app, eve, { name: 'A bad world' })
    const answer = await ada.api.call('submitModerationReport', { body: aWorldReport(worldId) })
    expect(answer).toMatchObject({ contentId: worldId, contentName: 'A bad world', description: '' })
    expect(answer.contentThumbnailImageUrl).toMatch(/^http:.*\/image\/file_/)
    const [hidden, deleted] = [await aWorld(app, eve), await aWorld(app, eve)]
    await eve.api.call('deleteWorld', { worldId: deleted })
    await app.scope().db.world.update({ where: { id: hidden }, data: { releaseStatus: 'hidden' } })
    for (const id of [hidden, deleted, newId('world', new Date())])
      expect(await submit(ada, aWorldReport(id))).toMatchObject(refusal(404, `World ${id} not found`))
    expect(await submit(eve, aWorldReport(deleted))).toMatchObject({ status: 404 })
  })

  it('takes what is not here yet by its id alone', async () => {
    const [avatar, group] = [newId('avatar', new Date()), newId('group', new Date())]
    expect(await submit(ada, { type: 'avatar', category: 'model', reason: 'hate', contentId: avatar })).toMatchObject({
      status: 200,
      body: { contentId: avatar, contentName: '', contentThumbnailImageUrl: null },
    })
    expect(await submit(ada, { type: 'group', category: 'text', reason: 'spam', contentId: group })).toMatchObject({
      status: 200,
      body: { contentId: group },
    })
  })

  it('takes behavior as what a person does', async () => {
    const body = { type: 'behavior', category: 'voice', reason: 'harassment', contentId: eve.id }
    expect(await submit(ada, body)).toMatchObject({
      status: 200,
      body: { contentName: expect.stringContaining(eve.username) },
    })
  })

  it('needs type, category, reason and contentId, and ignores what it does not know', async () => {
    for (const field of ['type', 'category', 'reason', 'contentId']) {
      const body = Object.fromEntries(Object.entries(aReport(eve.id)).filter(([name]) => name !== field))
      expect(await submit(ada, body)).toMatchObject(refusal(400, new RegExp(field)))
    }
    const odd = { ...aReport(eve.id), mood: 'bad', details: { mood: 'bad', imageType: 'icon' } }
    const answer = await submit(ada, odd)
    expect(answer).toMatchObject({ status: 200 })
    const { id } = Object(answer.body)
    expect((await rowOf(reportIdOf(id))).details).toEqual({ imageType: 'icon' })
  })

  it('refuses oneself and nobody', async () => {
    expect(await submit(ada, aReport(ada.id))).toMatchObject(refusal(400, 'contentId: you can not report yourself'))
    const nobody = newId('user', new Date())
    expect(await submit(ada, aReport(nobody))).toMatchObject(refusal(404, `User ${nobody} not found`))
  })

  it('goes by what admins offer in the client configuration', async () => {
    const { reportOptions } = await ada.api.call('getConfig')
    const plain = { fault: () => null }
    const change = (value: unknown) =>
      setConfigEntry(acting(app, admin, { admin: true })(), { ...plain, key: 'reportOptions', value })
    const print = { type: 'print', category: 'picture', reason: 'ugly', contentId: newId('print', new Date()) }
    await change({ print: { picture: ['ugly'] } })
    expect(await submit(ada, aReport(eve.id))).toMatchObject({ status: 400 })
    expect(await submit(ada, print)).toMatchObject({ status: 200 })
    await change({ print: 'broken' })
    expect(await submit(ada, print)).toMatchObject({ status: 400 })
    await change(reportOptions)
    expect(await submit(ada, aReport(eve.id))).toMatchObject({ status: 200 })
  })

  it('answers what stands to whoever says the same again while it is open, also at once', async () => {
    const answers = await atOnce(app, 12, () => ada.api.call('submitModerationReport', { body: aReport(eve.id) }))
    expect(new Set(answers.map(({ id }) => id)).size).toBe(1)
    expect((await list({ reportingUserId: ada.id })).totalCount).toBe(1)
    const other = await report(admin, aReport(eve.id))
    const otherwise = await report(ada, { ...aReport(eve.id), reason: 'hate' })
    expect(new Set([answers[0]?.id, other, otherwise]).size).toBe(3)
    const { id } = await rowOf(answers[0]?.id ?? '')
    await app.scope().db.moderationReport.update({ where: { id }, data: { status: 'closed', openKey: null } })
    expect(await report(ada, aReport(eve.id))).not.toBe(id)
  })

  it('is done 20 times in an hour at most', async () => {
    const answers = await atOnce(app, 25, () => submit(ada, aReport(eve.id)))
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(20)
    const late = answers.filter(({ status }) => status === 429)
    expect(late).toHaveLength(5)
    expect(late.every(({ headers }) => Number(headers.get('retry-after')) > 0)).toBe(true)
  })
})

describe('getModerationReports', () => {
  beforeEach(renewed)

  it('is for admins alone', async () => {
    expect(await ada.api.try('getModerationReports')).toMatchObject(refusal(403, '"Invalid Admin Credentials"'))
  })

  it('lists what was reported, the latest first, in pages', async () => {
    const reasons = ['spam', 'hate', 'impersonation']
    const ids: string[] = []
    for (const reason of reasons) ids.unshift(await report(ada, { ...aReport(eve.id), reason }))
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

  it('filters by reporter, status and type; what nothing has finds nothing', async () => {
    const worldId = await aWorld(app, eve)
    const [person, world] = [await report(ada, aReport(eve.id)), await report(ada, aWorldReport(worldId))]
    await app.scope().db.moderationReport.update({ where: { id: world }, data: { status: 'closed' } })
    const found = async (query: Record<string, string>) =>
      (await list({ reportingUserId: ada.id, ...query })).results?.map(({ id }) => id)
    expect(await found({ type: 'world' })).toEqual([world])
    expect(await found({ status: 'open' })).toEqual([person])
    expect(await found({ status: 'closed' })).toEqual([world])
    expect(await found({ status: 'closed', type: 'user' })).toEqual([])
    expect(await found({ status: 'lost' })).toEqual([])
    expect(await found({ type: 'weather' })).toEqual([])
    expect(await found({ reportingUserId: 'nobody' })).toEqual([])
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
  it('takes a report away with its notes, for admins alone', async () => {
    const id = await report(ada, aReport(eve.id))
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

  it('is done once, also by two at once', async () => {
    const call = { moderationReportId: await report(ada, aReport(eve.id)) }
    const answers = await atOnce(app, 6, () => admin.api.try('deleteModerationReport', call))
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 404, 404, 404, 404, 404])
  })

  it.each([NO_REPORT, 'nonsense'])('finds no %s', async (moderationReportId) => {
    expect(await admin.api.try('deleteModerationReport', { moderationReportId })).toMatchObject({ status: 404 })
  })
})

describe('reports and time', () => {
  beforeEach(renewed)

  it('stay without the person when an account is erased, whoever it was to them', async () => {
    const [mine, about] = [await report(ada, aReport(eve.id)), await report(eve, aReport(ada.id))]
    await app.scope().db.moderationReport.update({ where: { id: about }, data: { assigneeId: ada.id } })
    await ada.api.call('deleteUser', { userId: ada.id })
    app.clock.advance(DELETION_DELAY + 1_000)
    await eraseDueAccounts(app.scope(), erasers)
    expect(await rowOf(mine)).toMatchObject({ reporterId: null, openKey: null, contentId: eve.id, status: 'open' })
    expect(await rowOf(about)).toMatchObject({ reporterId: eve.id, assigneeId: null, contentId: ada.id })
    expect((await rowOf(about)).contentName).toBe('Deleted user')
  })

  it('count for what admins sort worlds by, as long as they are open', async () => {
    const worldId = await aWorld(app, eve)
    const read = () => app.scope().db.world.findUniqueOrThrow({ where: { id: worldId } })
    await report(ada, aWorldReport(worldId))
    const second = await report(ada, { ...aWorldReport(worldId), reason: 'violence' })
    await report(admin, aWorldReport(worldId))
    await countVisits(app.scope())
    expect(await read()).toMatchObject({ reportCount: 3, reportScore: 21 })
    await app.scope().db.moderationReport.update({ where: { id: second }, data: { status: 'closed' } })
    await countVisits(app.scope())
    expect(await read()).toMatchObject({ reportCount: 2, reportScore: 20 })
  })
})
