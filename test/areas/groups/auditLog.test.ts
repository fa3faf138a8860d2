import { beforeAll, describe, expect, it } from 'vitest'
import { deleteOldGroupAuditEntries } from '../../../src/areas/groups/auditLog/queries.ts'
import { newId } from '../../../src/kernel/ids.ts'
import { sharedApp } from '../../support/app.ts'
import { aGroup, aMember, aSubscriber, giveRole, type TestGroup } from '../../support/groups.ts'
import { refusal } from '../../support/refusals.ts'
import { anAdmin, aUser, type TestUser } from '../../support/users.ts'

const app = await sharedApp()
let owner: TestUser
let member: TestUser
let group: TestGroup

beforeAll(async () => {
  owner = await aSubscriber(app)
  group = await aGroup(app, { name: 'The Mill' }, owner)
  member = await aMember(app, group)
  await owner.api.call('updateGroup', { groupId: group.id, body: { rules: 'Be kind.' } })
})

const read = (query: object = {}, { api } = owner) => api.call('getGroupAuditLogs', { groupId: group.id, query })
const tryRead = (query: object, { api } = owner) => api.try('getGroupAuditLogs', { groupId: group.id, query })
const typesOf = async (query: object) => (await read(query)).results?.map(({ eventType }) => eventType)

describe('getGroupAuditLogs', () => {
  it('is refused without the permission', async () => {
    expect(await tryRead({}, await aUser(app))).toMatchObject(refusal(403, "You're not a member."))
    expect(await tryRead({}, member)).toMatchObject(refusal(403, "You don't have permission."))
  })

  it.each([{ startDate: 'yesterday' }, { endDate: '2026-13-01T00:00:00Z' }, { startDate: '0000-01-01T00:00:00Z' }])(
    'refuses %o',
    async (query) => expect((await tryRead(query)).status).toBe(400),
  )

  it('lists entries, newest first, with the names of actors', async () => {
    const page = await read()
    expect(page).toMatchObject({ totalCount: 3, hasNext: false })
    expect(page.results?.map(({ eventType }) => eventType)).toEqual([
      'group.update',
      'group.member.join',
      'group.create',
    ])
    expect(page.results?.[0]).toMatchObject({
      actorId: owner.id,
      actorDisplayName: owner.username,
      targetId: group.id,
      groupId: group.id,
      id: expect.stringMatching(/^gaud_/),
      description: `Group The Mill updated by ${owner.username}.`,
      data: { rules: { old: null, new: 'Be kind.' } },
    })
    expect(await read({ n: '2' })).toMatchObject({ totalCount: 3, hasNext: true })
    expect(await read({ n: '2', offset: '2' })).toMatchObject({ totalCount: 3, hasNext: false })
    expect(await read({ offset: '90' })).toMatchObject({ results: [], totalCount: 3, hasNext: false })
  })

  it('filters by actors, types, targets and times', async () => {
    expect(await typesOf({ actorIds: `${member.id}, usr_nobody` })).toEqual(['group.member.join'])
    expect(await typesOf({ eventTypes: 'group.create,group.update' })).toEqual(['group.update', 'group.create'])
    expect(await typesOf({ targetIds: member.id })).toEqual(['group.member.join'])
    const [newest, , oldest] = (await read()).results ?? []
    expect(await typesOf({ startDate: newest?.created_at })).toContain('group.update')
    expect(await typesOf({ endDate: oldest?.created_at })).toEqual([])
    expect(await read({ actorIds: 'usr_nobody' })).toMatchObject({ results: [], totalCount: 0, hasNext: false })
  })

  it('is open to a permission, and to admins even for 30 days after the deletion', async () => {
    const viewer = await aMember(app, group)
    await giveRole(app, group, viewer, { permissions: ['group-audit-view'] })
    expect((await read({}, viewer)).results?.length).toBeGreaterThan(2)
    const gone = await aGroup(app)
    const admin = await anAdmin(app)
    await gone.owner.api.call('deleteGroup', { groupId: gone.id, query: {} })
    const call = { groupId: gone.id, query: {} }
    expect(await admin.api.call('getGroupAuditLogs', call)).toMatchObject({ totalCount: 1 })
    expect((await gone.owner.api.try('getGroupAuditLogs', call)).status).toBe(404)
    await app.scope().db.group.update({ where: { id: gone.id }, data: { purgeAt: app.clock.now() } })
    expect((await admin.api.try('getGroupAuditLogs', call)).status).toBe(404)
  })
})

describe('getGroupAuditLogEntryTypes', () => {
  it('lists the types that the log has, sorted, and only with the permission', async () => {
    const call = { groupId: group.id }
    expect(await owner.api.call('getGroupAuditLogEntryTypes', call)).toEqual([
      'group.create',
      'group.member.join',
      'group.update',
    ])
    expect(await member.api.try('getGroupAuditLogEntryTypes', call)).toMatchObject(
      refusal(403, "You don't have permission."),
    )
  })
})

describe('the retention of the audit log', () => {
  it('deletes entries older than a year, and nothing else can change or delete entries', async () => {
    const { db, now } = app.scope()
    const old = new Date(now.getTime() - 366 * 24 * 60 * 60_000)
    const id = newId('groupAuditEntry', old)
    const entry = { id, groupId: group.id, eventType: 'group.update', description: 'Long ago.', createdAt: old }
    await db.groupAuditEntry.create({ data: entry })
    const before = await db.groupAuditEntry.count({ where: { groupId: group.id } })
    expect(await deleteOldGroupAuditEntries(app.scope())).toBeGreaterThanOrEqual(1)
    expect(await db.groupAuditEntry.count({ where: { groupId: group.id } })).toBe(before - 1)
    const where = { groupId: group.id }
    await expect(db.groupAuditEntry.deleteMany({ where })).rejects.toThrow('never changed')
    await expect(db.groupAuditEntry.updateMany({ where, data: { description: '' } })).rejects.toThrow('never changed')
  })
})
