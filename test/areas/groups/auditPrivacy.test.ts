import { beforeAll, describe, expect, it } from 'vitest'
import { graphql } from '../../generated/index.ts'
import { sharedApp } from '../../support/app.ts'
import { anEvent } from '../../support/calendar.ts'
import { aGraphClient } from '../../support/graphClient.ts'
import { aGroup, aMember, giveRole, type TestGroup } from '../../support/groups.ts'
import type { TestUser } from '../../support/users.ts'

const AuditData = graphql(`
  query AuditData($id: ID!) { group(id: $id) { auditLog(first: 100) { nodes { id data } } } }
`)

const app = await sharedApp()
let group: TestGroup
let member: TestUser
let council: string
/** Reads the audit log, and has no other right. */
let auditor: TestUser

beforeAll(async () => {
  group = await aGroup(app)
  member = await aMember(app, group)
  auditor = await aReader()
  council = await giveRole(app, group, await aMember(app, group), { permissions: [] })
})

/** A member who can read the audit log and has further permissions. */
async function aReader(...permissions: string[]): Promise<TestUser> {
  const reader = await aMember(app, group)
  await giveRole(app, group, reader, { permissions: ['group-audit-view', ...permissions] })
  return reader
}

/** The data of all entries that a person reads at each door, as a text. */
async function readData({ api }: TestUser): Promise<string[]> {
  const { results = [] } = await api.call('getGroupAuditLogs', { groupId: group.id, query: { n: '100' } })
  const { group: found } = await aGraphClient(app, api).run(AuditData, { id: group.id })
  expect(found?.auditLog?.nodes).toHaveLength(results.length)
  const inGraph = new Map(found?.auditLog?.nodes.map(({ id, data }) => [id, data]))
  expect(results.map(({ id, data }) => [id ?? '', data])).toEqual([...inGraph])
  return results.map(({ data }) => JSON.stringify(data))
}

/** Whether a person finds a text in the data of the entries. */
const finds = async (person: TestUser, text: string) => (await readData(person)).some((data) => data.includes(text))

const owner = () => group.owner.api
const write = (given: object) =>
  owner().call('addGroupPost', {
    groupId: group.id,
    body: { title: 'Plans', text: 'Any', visibility: 'group', sendNotification: false, ...given },
  })
const rewrite = (notificationId: string, given: object) =>
  owner().call('updateGroupPost', {
    groupId: group.id,
    notificationId,
    body: { title: 'Plans', text: 'Any', visibility: 'group', sendNotification: false, ...given },
  })

describe('the data of an entry of the audit log', () => {
  it('has the text of notes for those alone who can read notes', async () => {
    const body = { managerNotes: 'Was late twice' }
    await owner().call('updateGroupMember', { groupId: group.id, userId: member.id, body })
    await owner().call('updateGroupMember', { groupId: group.id, userId: member.id, body: { managerNotes: 'Is fine' } })
    const manager = await aReader('group-members-manage')
    for (const text of ['Was late twice', 'Is fine']) {
      expect(await finds(manager, text)).toBe(true)
      expect(await finds(group.owner, text)).toBe(true)
      expect(await finds(auditor, text)).toBe(false)
    }
  })

  it('has posts for some roles for their holders and managers alone, before and after changes', async () => {
    const { id = '' } = await write({ text: 'Council meets at nine', roleIds: [council] })
    await rewrite(id, { text: 'Council meets at ten', roleIds: [council] })
    await rewrite(id, { text: 'All are invited', roleIds: [] })
    const [manager, holder] = [await aReader('group-announcement-manage'), await aReader()]
    await app.scope().db.groupMemberRole.create({ data: { roleId: council, userId: holder.id, groupId: group.id } })
    for (const text of ['Council meets at nine', 'Council meets at ten']) {
      expect(await finds(manager, text)).toBe(true)
      expect(await finds(holder, text)).toBe(true)
      expect(await finds(auditor, text)).toBe(false)
    }
    await rewrite(id, { text: 'Bring a cake', roleIds: [] })
    expect(await finds(auditor, 'Bring a cake')).toBe(true)
  })

  it('has galleries for some roles for those alone who can see them', async () => {
    const body = { name: 'Secret garden', description: 'Hidden', roleIdsToView: [council] }
    const path = { groupId: group.id }
    const { id: groupGalleryId = '' } = await owner().call('createGroupGallery', { ...path, body })
    await owner().call('updateGroupGallery', { ...path, groupGalleryId, body: { name: 'Secret orchard' } })
    await owner().call('createGroupGallery', { ...path, body: { name: 'Open air' } })
    const manager = await aReader('group-galleries-manage')
    for (const text of ['Secret garden', 'Secret orchard']) {
      expect(await finds(manager, text)).toBe(true)
      expect(await finds(auditor, text)).toBe(false)
    }
    expect(await finds(auditor, 'Open air')).toBe(true)
  })

  it('has drafts of events, and events for some roles, for those alone who can see them', async () => {
    const { id: calendarId } = await anEvent(group.owner, group.id, { title: 'Surprise party', isDraft: true })
    const body = { title: 'Surprise feast' }
    await owner().call('updateGroupCalendarEvent', { groupId: group.id, calendarId, body })
    await anEvent(group.owner, group.id, { title: 'Council ball', accessType: 'group', roleIds: [council] })
    await anEvent(group.owner, group.id, { title: 'Village ball' })
    const manager = await aReader('group-calendar-manage')
    for (const text of ['Surprise party', 'Surprise feast', 'Council ball']) {
      expect(await finds(manager, text)).toBe(true)
      expect(await finds(auditor, text)).toBe(false)
    }
    expect(await finds(auditor, 'Village ball')).toBe(true)
  })
})
