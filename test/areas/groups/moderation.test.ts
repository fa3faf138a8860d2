import { beforeEach, describe, expect, it } from 'vitest'
import { verifyGroup } from '../../../src/areas/groups/group/update.ts'
import { hideContent, showContent, warnUser } from '../../../src/areas/reports/enforcement.ts'
import { sharedApp } from '../../support/app.ts'
import { aGraphClient } from '../../support/graphClient.ts'
import { aGroup, aMember, aSubscriber, type TestGroup } from '../../support/groups.ts'
import { refusal } from '../../support/refusals.ts'
import { submitReport } from '../../support/reports.ts'
import { viewerScopeOf } from '../../support/scopes.ts'
import { anAdmin, aUser, type TestUser } from '../../support/users.ts'

const app = await sharedApp()
const UNKNOWN = 'grp_01890000-0000-7000-8000-000000000000'
let admin: TestUser
let owner: TestUser
let member: TestUser
let stranger: TestUser
let group: TestGroup
beforeEach(async () => {
  admin = await anAdmin(app)
  owner = await aSubscriber(app)
  stranger = await aUser(app)
  group = await aGroup(app, { name: 'The Mill' }, owner)
  member = await aMember(app, group)
})

/** The scope of an admin's act. */
const adminScope = () => viewerScopeOf(app, admin, { admin: true })

const hide = () => hideContent(adminScope(), { contentId: group.id })
const show = () => showContent(adminScope(), { contentId: group.id })
const statusFor = async ({ api }: TestUser) => (await api.try('getGroup', { groupId: group.id, query: {} })).status
const report = (contentId: string = group.id, { api } = stranger) =>
  api.try('submitModerationReport', { body: { type: 'group', category: 'text', reason: 'spam', contentId } })

describe('a group that an admin hides', () => {
  it('is missing for all but members and admins, takes no new members, and comes back', async () => {
    await hide()
    expect(await statusFor(stranger)).toBe(404)
    for (const person of [owner, member, admin]) expect(await statusFor(person)).toBe(200)
    expect((await stranger.api.try('joinGroup', { groupId: group.id, query: {}, body: {} })).status).toBe(404)
    await expect(hide()).rejects.toMatchObject({ kind: 'conflict', reason: 'already_hidden' })
    await show()
    expect(await statusFor(stranger)).toBe(200)
    await expect(show()).rejects.toMatchObject({ kind: 'conflict', reason: 'not_hidden' })
    const acts = await app.scope().db.auditEntry.findMany({ where: { subjectId: group.id }, orderBy: { at: 'asc' } })
    expect(acts.map(({ act }) => act)).toEqual(['hideContent', 'showContent'])
  })

  it('must exist, and admins alone hide it', async () => {
    await expect(hideContent(adminScope(), { contentId: UNKNOWN })).rejects.toMatchObject({ kind: 'missing' })
    const scope = viewerScopeOf(app, owner)
    await expect(hideContent(scope, { contentId: group.id })).rejects.toMatchObject({ kind: 'forbidden' })
    expect(await statusFor(stranger)).toBe(200)
  })

  it('is hidden because of a report about it', async () => {
    const body = { type: 'group', category: 'text', reason: 'spam', contentId: group.id }
    const reportId = await submitReport(stranger, body)
    await hideContent(adminScope(), { contentId: group.id, reportId })
    const acts = await app.scope().db.auditEntry.findMany({ where: { subjectId: group.id } })
    expect(acts).toMatchObject([{ act: 'hideContent', reportId }])
  })
})

describe('the acts of admins upon groups in the graph', () => {
  it('show the group', async () => {
    const graph = aGraphClient(app, admin.api)
    const input = `input: { contentId: "${group.id}" }`
    const act = (name: string) =>
      graph.send(`mutation { ${name}(${input}) { content { __typename ... on Group { id } } } }`)
    for (const name of ['hideContent', 'showContent'])
      expect(await act(name)).toMatchObject({ data: { [name]: { content: { __typename: 'Group', id: group.id } } } })
  })
})

describe('a report about a group', () => {
  it('has its name and icon, and needs a group that the reporter can see', async () => {
    expect(await report()).toMatchObject({
      status: 200,
      body: {
        contentName: 'The Mill',
        contentThumbnailImageUrl: 'http://plaza.test/public/group-icon.png',
      },
    })
    expect(await report(UNKNOWN)).toMatchObject(refusal(404, "Can't find group!"))
    await hide()
    expect(await report(group.id, await aUser(app))).toMatchObject(refusal(404, "Can't find group!"))
    expect((await report(group.id, member)).status).toBe(200)
  })
})

describe('warnUser', () => {
  it('warns the owner of a group', async () => {
    await warnUser(adminScope(), { contentId: group.id, message: 'Be kind.' })
    expect(await owner.api.call('getNotificationV2s', { query: {} })).toMatchObject([
      { type: 'moderation.notice', message: 'Be kind.' },
    ])
  })
})

describe('verifyGroup', () => {
  it('is for admins alone, and shows in the record', async () => {
    await expect(verifyGroup(viewerScopeOf(app, owner), group.id, true)).rejects.toMatchObject({ kind: 'forbidden' })
    await verifyGroup(adminScope(), group.id, true)
    expect(await stranger.api.call('getGroup', { groupId: group.id, query: {} })).toMatchObject({ isVerified: true })
    await verifyGroup(adminScope(), group.id, false)
    expect(await stranger.api.call('getGroup', { groupId: group.id, query: {} })).toMatchObject({ isVerified: false })
    const acts = await app.scope().db.auditEntry.findMany({ where: { subjectId: group.id } })
    expect(acts.map(({ act }) => act)).toEqual(['verifyGroup', 'verifyGroup'])
  })
})
