import { beforeEach, describe, expect, it } from 'vitest'
import { newId } from '../../../src/kernel/ids.ts'
import { sharedApp } from '../../support/app.ts'
import { runConcurrently } from '../../support/concurrency.ts'
import { anImage } from '../../support/files.ts'
import { aGroup, aMember, aSubscriber, giveRole, type TestGroup } from '../../support/groups.ts'
import { refusal } from '../../support/refusals.ts'
import { anAdmin, aUser, type TestUser } from '../../support/users.ts'

const app = await sharedApp()
let group: TestGroup
let owner: TestUser
beforeEach(async () => {
  group = await aGroup(app)
  owner = group.owner
})

const POST = { title: 'Storm', text: 'Stay inside.', visibility: 'group', sendNotification: false } as const
const body = (given: object = {}) => ({ ...POST, ...given })
const write = async (given: object = {}, { api }: TestUser = owner) =>
  api.call('addGroupPost', { groupId: group.id, body: body(given) })
const tryWrite = ({ api }: TestUser, given: object = {}) =>
  api.try('addGroupPost', { groupId: group.id, body: body(given) })
const read = ({ api }: TestUser, query: object = {}) => api.call('getGroupPosts', { groupId: group.id, query })
const titlesFor = async (person: TestUser, query: object = {}) =>
  (await read(person, query)).posts?.map(({ title }) => title)
const entries = (eventType: string) =>
  app.scope().db.groupAuditEntry.findMany({ where: { groupId: group.id, eventType }, orderBy: { id: 'asc' } })
const anImageOf = async ({ api }: TestUser) =>
  (await api.call('uploadImage', { form: { file: await anImage(), tag: 'gallery' } })).id

describe('a post', () => {
  it('is written by those who have the permission alone', async () => {
    const [stranger, member] = [await aUser(app), await aMember(app, group)]
    expect(await tryWrite(stranger)).toMatchObject(refusal(403, "You're not a member."))
    expect(await tryWrite(member)).toMatchObject(refusal(403, "You don't have permission."))
    const groupId = newId('group', new Date())
    expect(await owner.api.try('addGroupPost', { groupId, body: body() })).toMatchObject(
      refusal(404, "Can't find group!"),
    )
    expect(await entries('group.post.create')).toEqual([])
    await giveRole(app, group, member, { permissions: ['group-announcement-manage'] })
    expect(await write({}, member)).toMatchObject({ authorId: member.id, title: 'Storm' })
    expect(await entries('group.post.create')).toMatchObject([{ actorId: member.id, data: { title: 'Storm' } }])
  })

  it.each([
    ['title', { title: '' }],
    ['title', { title: 'x'.repeat(201) }],
    ['text', { text: '' }],
    ['text', { text: 'x'.repeat(2_001) }],
    ['visibility', { visibility: 'friends' }],
    ['roleIds', { roleIds: [newId('groupRole', new Date())] }],
    ['imageId', { imageId: newId('file', new Date()) }],
  ])('is refused with a wrong %s', async (field, wrong) => {
    expect(await tryWrite(owner, wrong)).toMatchObject(refusal(400, new RegExp(`^${field}`)))
    expect((await read(owner)).total).toBe(0)
  })

  it('tells all faults of its fields', async () => {
    const roleIds = [(await aGroup(app)).id.replace('grp', 'grol')]
    const { status, body: answer } = await tryWrite(owner, { roleIds, imageId: newId('file', new Date()) })
    expect(status).toBe(400)
    expect(JSON.stringify(answer)).toMatch(/roleIds must be roles of this group/)
  })

  it('shows its record, with its roles in both spellings', async () => {
    const imageId = await anImageOf(owner)
    const roleId = await giveRole(app, group, owner, { permissions: [] })
    const post = await write({ imageId, roleIds: [roleId, roleId], visibility: 'public' })
    expect(post).toMatchObject({
      id: expect.stringMatching(/^not_/),
      groupId: group.id,
      authorId: owner.id,
      imageId,
      imageUrl: expect.stringContaining(imageId),
      roleId: [roleId],
      roleIds: [roleId],
      visibility: 'public',
    })
    expect(post.editorId).toBeUndefined()
    const { posts, total } = await read(owner)
    expect([posts, total]).toEqual([[post], 1])
    const { lastPostCreatedAt } = await owner.api.call('getGroup', { groupId: group.id, query: {} })
    expect(lastPostCreatedAt).toBe(post.createdAt)
  })

  it('takes no image of somebody else, but keeps the one that stands', async () => {
    const editor = await aMember(app, group)
    await giveRole(app, group, editor, { permissions: ['group-announcement-manage'] })
    const imageId = await anImageOf(owner)
    expect(await tryWrite(editor, { imageId })).toMatchObject(refusal(400, /^imageId/))
    const { id: notificationId = '' } = await write({ imageId })
    const change = (given: object) =>
      editor.api.try('updateGroupPost', { groupId: group.id, notificationId, body: body(given) })
    expect(await change({ imageId, title: 'Calm' })).toMatchObject({
      status: 200,
      body: { imageId, editorId: editor.id },
    })
    expect(await change({ title: 'Sun' })).toMatchObject({ status: 200, body: { imageId } })
    expect(await change({ imageId: null })).toMatchObject({ status: 200, body: { imageUrl: null } })
  })

  it('is changed in what is given, and the audit log shows what has changed', async () => {
    const { id: notificationId = '' } = await write()
    const update = (given: object) =>
      owner.api.call('updateGroupPost', { groupId: group.id, notificationId, body: body(given) })
    expect(await update({ text: 'Come out.' })).toMatchObject({ text: 'Come out.', title: 'Storm', editorId: owner.id })
    await update({ text: 'Come out.' })
    expect(await entries('group.post.update')).toMatchObject([
      { targetId: notificationId, data: { text: { old: 'Stay inside.', new: 'Come out.' } } },
    ])
  })

  it('is deleted once', async () => {
    const first = await write({ title: 'First' })
    const { id: notificationId = '' } = await write({ title: 'Second' })
    const remove = () => owner.api.try('deleteGroupPost', { groupId: group.id, notificationId })
    const answers = await runConcurrently(app, 3, remove)
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 404, 404])
    expect(answers.find(({ status }) => status === 200)?.body).toEqual({
      success: { message: 'Group Post was deleted!', status_code: 200 },
    })
    expect(await remove()).toMatchObject(refusal(404, "Can't find post!"))
    const gone = { groupId: group.id, notificationId, body: body() }
    expect(await owner.api.try('updateGroupPost', gone)).toMatchObject(refusal(404, "Can't find post!"))
    expect(await entries('group.post.delete')).toHaveLength(1)
    const { lastPostCreatedAt } = await owner.api.call('getGroup', { groupId: group.id, query: {} })
    expect(lastPostCreatedAt).toBe(first.createdAt)
  })

  it('of another group is not found', async () => {
    const other = await aGroup(app)
    const { id: notificationId = '' } = await write()
    const theirs = { groupId: other.id, notificationId }
    expect(await other.owner.api.try('deleteGroupPost', theirs)).toMatchObject(refusal(404, "Can't find post!"))
    expect((await read(owner)).total).toBe(1)
  })

  it('is no notification', async () => {
    const { id: notificationId = '' } = await write({ sendNotification: true })
    for (const act of ['getNotificationV2', 'deleteNotificationV2', 'acknowledgeNotificationV2'] as const)
      expect((await owner.api.try(act, { notificationId })).status).not.toBe(200)
  })
})

describe('posts', () => {
  it('are listed newest first, in pages', async () => {
    for (const title of ['One', 'Two', 'Three']) await write({ title })
    expect(await titlesFor(owner)).toEqual(['Three', 'Two', 'One'])
    expect(await read(owner, { n: 1, offset: 1 })).toMatchObject({ posts: [{ title: 'Two' }], total: 3 })
  })

  it('are seen by their visibility and roles', async () => {
    const [stranger, member, holder] = [await aUser(app), await aMember(app, group), await aMember(app, group)]
    const manager = await aMember(app, group)
    const admin = await anAdmin(app)
    await giveRole(app, group, manager, { permissions: ['group-announcement-manage'] })
    const roleId = await giveRole(app, group, holder, { permissions: [] })
    const roles = await owner.api.call('getGroupRoles', { groupId: group.id })
    const everyone = roles.find(({ defaultRole }) => defaultRole)?.id ?? ''
    await write({ title: 'public', visibility: 'public' })
    await write({ title: 'group' })
    await write({ title: 'role', roleIds: [roleId] })
    await write({ title: 'public role', visibility: 'public', roleIds: [roleId] })
    await write({ title: 'everyone', visibility: 'public', roleIds: [everyone] })
    const all = ['everyone', 'public role', 'role', 'group', 'public']
    expect(await titlesFor(stranger)).toEqual(['public'])
    expect(await titlesFor(member)).toEqual(['everyone', 'group', 'public'])
    for (const person of [holder, manager, owner, admin]) expect(await titlesFor(person)).toEqual(all)
    expect(await titlesFor(holder, { publicOnly: true })).toEqual(['everyone', 'public role', 'public'])
    expect((await read(stranger)).total).toBe(1)
    const { db } = app.scope()
    await db.groupPost.updateMany({ where: { groupId: group.id, title: 'role' }, data: { authorId: member.id } })
    expect(await titlesFor(member)).toEqual(['everyone', 'role', 'group', 'public'])
  })

  it('of a private group are for members alone', async () => {
    const secret = await aGroup(app, { privacy: 'private' }, await aSubscriber(app))
    const list = ({ api }: TestUser) => api.try('getGroupPosts', { groupId: secret.id, query: {} })
    expect(await list(owner)).toMatchObject(refusal(403, "You're not a member."))
    expect(await list(secret.owner)).toMatchObject({ status: 200, body: { posts: [], total: 0 } })
  })

  it('count as read by a member who has read them, and by nobody else', async () => {
    const member = await aMember(app, group)
    const readAt = async ({ api }: TestUser) =>
      (await api.call('getGroup', { groupId: group.id, query: {} })).myMember?.lastPostReadAt
    await write()
    expect(await readAt(member)).toBeNull()
    await read(member)
    expect(await readAt(member)).toEqual(expect.any(String))
    expect(await readAt(owner)).toBeNull()
    const stranger = await aUser(app)
    await read(stranger)
    expect(await readAt(stranger)).toBeUndefined()
  })

  it('are not written in a hidden group', async () => {
    await app.scope().db.group.update({ where: { id: group.id }, data: { hiddenAt: new Date() } })
    expect(await tryWrite(owner)).toMatchObject(refusal(403, "You don't have permission."))
    expect((await read(owner)).total).toBe(0)
  })
})
