import { beforeEach, describe, expect, it } from 'vitest'
import { approveGroupGalleryImage } from '../../../src/areas/groups/content/galleryImages.ts'
import { newId, trusted } from '../../../src/kernel/ids.ts'
import { sharedApp } from '../../support/app.ts'
import { runConcurrently } from '../../support/concurrency.ts'
import { aGroup, aMember, giveRole, type TestGroup } from '../../support/groups.ts'
import { refusal } from '../../support/refusals.ts'
import { viewerScopeOf } from '../../support/scopes.ts'
import { anAdmin, aUser, type TestUser } from '../../support/users.ts'

const app = await sharedApp()
let group: TestGroup
let owner: TestUser
beforeEach(async () => {
  group = await aGroup(app)
  owner = group.owner
})

const create = (given: object = {}, { api }: TestUser = owner) =>
  api.call('createGroupGallery', { groupId: group.id, body: { name: 'Ships', ...given } })
const tryCreate = ({ api }: TestUser, given: object = {}) =>
  api.try('createGroupGallery', { groupId: group.id, body: { name: 'Ships', ...given } })
const keyOf = (groupGalleryId = '') => ({ groupId: group.id, groupGalleryId })
const list = ({ api }: TestUser, id?: string, query: object = {}) =>
  api.try('getGroupGalleryImages', { ...keyOf(id), query })
const entries = () =>
  app.scope().db.groupAuditEntry.findMany({
    where: { groupId: group.id, eventType: { startsWith: 'group.gallery' } },
    orderBy: { id: 'asc' },
  })

/** Inserts a complete image of a person. */
async function anImageOf({ id: ownerId }: TestUser): Promise<string> {
  const { db, now } = app.scope()
  const id = newId('file', now)
  const file = { name: 'ship', mimeType: 'image/png', extension: '.png', createdAt: now, updatedAt: now }
  await db.file.create({ data: { id, ownerId, ...file } })
  await db.fileVersion.create({ data: { fileId: id, version: 1, createdAt: now } })
  await db.fileData.create({
    data: {
      fileId: id,
      version: 1,
      type: 'file',
      status: 'complete',
      category: 'simple',
      fileName: 'ship.png',
      contentType: 'image/png',
      md5: '',
      sizeInBytes: 1,
    },
  })
  return id
}

const trySubmit = async (person: TestUser, id?: string, fileId?: string) =>
  person.api.try('addGroupGalleryImage', { ...keyOf(id), body: { fileId: fileId ?? (await anImageOf(person)) } })
const submit = async (person: TestUser, id?: string) =>
  person.api.call('addGroupGalleryImage', { ...keyOf(id), body: { fileId: await anImageOf(person) } })
const shown = async (person: TestUser, id?: string, query: object = {}) => {
  const images = await person.api.call('getGroupGalleryImages', { ...keyOf(id), query })
  return images.map((image) => image.id)
}

describe('a gallery', () => {
  it('is created, changed and deleted by those who have the permission alone, each with one entry', async () => {
    const [stranger, member] = [await aUser(app), await aMember(app, group)]
    expect(await tryCreate(stranger)).toMatchObject(refusal(403, "You're not a member."))
    expect(await tryCreate(member)).toMatchObject(refusal(403, "You don't have permission."))
    const gallery = await create({ description: 'At sea' })
    expect(gallery).toMatchObject({
      id: expect.stringMatching(/^ggal_/),
      name: 'Ships',
      description: 'At sea',
      membersOnly: false,
      roleIdsToView: null,
      roleIdsToSubmit: [],
      roleIdsToAutoApprove: [],
      roleIdsToManage: [],
    })
    const key = keyOf(gallery.id)
    expect(await member.api.try('updateGroupGallery', { ...key, body: {} })).toMatchObject({ status: 403 })
    const change = { ...key, body: { name: 'Boats', roleIdsToView: [] } }
    expect(await owner.api.call('updateGroupGallery', change)).toMatchObject({
      name: 'Boats',
      description: 'At sea',
      roleIdsToView: [],
    })
    await owner.api.call('updateGroupGallery', change)
    const { galleries } = await owner.api.call('getGroup', { groupId: group.id, query: {} })
    expect(galleries).toMatchObject([{ id: gallery.id, name: 'Boats' }])
    expect(await member.api.try('deleteGroupGallery', key)).toMatchObject({ status: 403 })
    const deleted = { status: 200, body: { success: { message: 'Gallery deleted!', status_code: 200 } } }
    expect(await owner.api.try('deleteGroupGallery', key)).toMatchObject(deleted)
    expect(await owner.api.try('deleteGroupGallery', key)).toMatchObject(refusal(404, "Can't find gallery!"))
    expect(await entries()).toMatchObject([
      { eventType: 'group.gallery.create', targetId: gallery.id, data: { name: 'Ships' } },
      {
        eventType: 'group.gallery.update',
        data: { name: { old: 'Ships', new: 'Boats' }, roleIdsToView: { old: null, new: [] } },
      },
      { eventType: 'group.gallery.delete', data: { name: 'Boats' } },
    ])
  })

  it.each([
    ['name', { name: '' }],
    ['name', { name: 'x'.repeat(65) }],
    ['description', { description: 'x'.repeat(257) }],
    ['roleIdsToView', { roleIdsToView: [newId('groupRole', new Date())] }],
    ['roleIdsToSubmit', { roleIdsToSubmit: [newId('groupRole', new Date())] }],
    ['roleIdsToAutoApprove', { roleIdsToAutoApprove: [newId('groupRole', new Date())] }],
    ['roleIdsToManage', { roleIdsToManage: [newId('groupRole', new Date())] }],
  ])('is refused with a wrong %s', async (field, wrong) => {
    expect(await tryCreate(owner, wrong)).toMatchObject(refusal(400, new RegExp(`^${field}`)))
    const { id } = await create()
    const update = { ...keyOf(id), body: wrong }
    expect(await owner.api.try('updateGroupGallery', update)).toMatchObject(refusal(400, new RegExp(`^${field}`)))
  })

  it('is one of ten at most', async () => {
    const answers = await runConcurrently(app, 12, () => tryCreate(owner))
    expect(answers.map(({ status }) => status).sort()).toEqual([...Array(10).fill(200), 403, 403])
    expect(await tryCreate(owner)).toMatchObject(refusal(403, 'This group has too many galleries.'))
    expect(await entries()).toHaveLength(10)
  })

  it('is seen by those whom it is for, and by nobody else at any place', async () => {
    const [stranger, member, holder] = [await aUser(app), await aMember(app, group), await aMember(app, group)]
    const admin = await anAdmin(app)
    const roleId = await giveRole(app, group, holder, { permissions: [] })
    const open = await create({ name: 'open' })
    const inner = await create({ name: 'inner', membersOnly: true })
    const closed = await create({ name: 'closed', roleIdsToView: [roleId] })
    const kept = await create({ name: 'kept', roleIdsToView: [] })
    const managed = await create({ name: 'managed', roleIdsToView: [], roleIdsToManage: [roleId] })
    const all = [open, inner, closed, kept, managed]
    const seen: [TestUser, object[]][] = [
      [stranger, [open]],
      [member, [open, inner]],
      [holder, [open, inner, closed, managed]],
      [owner, all],
      [admin, all],
    ]
    for (const [person, expected] of seen) {
      const { galleries } = await person.api.call('getGroup', { groupId: group.id, query: {} })
      expect(galleries).toEqual(expected)
      for (const gallery of all) {
        const found = await list(person, gallery.id)
        expect(found.status).toBe(expected.includes(gallery) ? 200 : 404)
      }
    }
    expect(await list(stranger, kept.id)).toMatchObject(refusal(404, "Can't find gallery!"))
    expect(await trySubmit(member, closed.id)).toMatchObject(refusal(404, "Can't find gallery!"))
  })

  it('of a private group is for members alone', async () => {
    const secret = await aGroup(app, { privacy: 'private' })
    const { id = '' } = await secret.owner.api.call('createGroupGallery', {
      groupId: secret.id,
      body: { name: 'Ships' },
    })
    const key = { groupId: secret.id, groupGalleryId: id, query: {} }
    expect(await owner.api.try('getGroupGalleryImages', key)).toMatchObject(refusal(403, "You're not a member."))
    expect(await owner.api.try('getGroupGalleryImages', { ...key, groupId: group.id })).toMatchObject(
      refusal(404, "Can't find gallery!"),
    )
  })
})

describe('an image of a gallery', () => {
  it('is submitted by those who may, and shown once it is approved', async () => {
    const [stranger, member, submitter] = [await aUser(app), await aMember(app, group), await aMember(app, group)]
    const roleId = await giveRole(app, group, submitter, { permissions: [] })
    const { id } = await create({ roleIdsToSubmit: [roleId] })
    expect(await trySubmit(stranger, id)).toMatchObject(refusal(403, "You're not a member."))
    expect(await trySubmit(member, id)).toMatchObject(refusal(403, "You don't have permission."))
    const image = await submit(submitter, id)
    expect(image).toMatchObject({ approved: false, galleryId: id, groupId: group.id, submittedByUserId: submitter.id })
    expect(image.imageUrl).toContain(image.fileId)
    expect(image.approvedAt).toBeUndefined()
    for (const person of [stranger, member]) expect(await shown(person, id)).toEqual([])
    for (const person of [submitter, owner]) expect(await shown(person, id)).toEqual([image.id])
    const key = { groupId: group.id, galleryId: trusted<'groupGallery'>(id ?? ''), imageId: image.id ?? '' }
    const approve = (person: TestUser) => approveGroupGalleryImage(viewerScopeOf(app, person), key)
    await expect(approve(member)).rejects.toThrow("Can't find gallery image!")
    await expect(approve(submitter)).rejects.toThrow("You don't have permission.")
    const approved = await approve(owner)
    expect(approved).toMatchObject({ approvedById: owner.id, approvedAt: expect.any(Date) })
    expect(await approve(owner)).toEqual(approved)
    expect(await shown(stranger, id)).toEqual([image.id])
    expect(await shown(owner, id, { approved: true })).toEqual([image.id])
    expect(await shown(owner, id, { approved: false })).toEqual([])
  })

  it('needs no approval of those who manage the gallery or are trusted', async () => {
    const [trustee, keeper] = [await aMember(app, group), await aMember(app, group)]
    const trust = await giveRole(app, group, trustee, { permissions: [] })
    const manage = await giveRole(app, group, keeper, { permissions: [] })
    const { id } = await create({ roleIdsToSubmit: [trust], roleIdsToAutoApprove: [trust], roleIdsToManage: [manage] })
    for (const person of [trustee, keeper, owner])
      expect(await submit(person, id)).toMatchObject({ approved: true, approvedByUserId: person.id })
  })

  it('is a complete image of the person, once in a gallery', async () => {
    const member = await aMember(app, group)
    const { id } = await create()
    expect(await trySubmit(owner, id, await anImageOf(member))).toMatchObject(refusal(400, /^fileId/))
    expect(await trySubmit(owner, id, newId('file', new Date()))).toMatchObject(refusal(400, /^fileId/))
    const fileId = await anImageOf(owner)
    const answers = await runConcurrently(app, 3, () => trySubmit(owner, id, fileId))
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 400, 400])
    expect(await shown(owner, id)).toHaveLength(1)
  })

  it('is one of 1,000 at most', async () => {
    const { id: galleryId = '' } = await create()
    const { db, now } = app.scope()
    const fileIds = Array.from({ length: 1_000 }, () => newId('file', now))
    const kind = { name: 'ship', mimeType: 'image/png', extension: '.png', createdAt: now, updatedAt: now }
    await db.file.createMany({ data: fileIds.map((id) => ({ ...kind, id, ownerId: owner.id })) })
    await db.groupGalleryImage.createMany({
      data: fileIds.map((fileId, position) => ({
        id: newId('groupGalleryImage', now),
        groupId: group.id,
        galleryId,
        fileId,
        position,
        createdAt: now,
      })),
    })
    expect(await trySubmit(owner, galleryId)).toMatchObject(refusal(403, 'This group has too many images.'))
  })

  it('is removed by its submitter and those who manage the gallery', async () => {
    const [member, submitter] = [await aMember(app, group), await aMember(app, group)]
    const roleId = await giveRole(app, group, submitter, { permissions: [] })
    const { id } = await create({ roleIdsToSubmit: [roleId] })
    const [own, hidden, shownToAll] = [
      await submit(submitter, id),
      await submit(submitter, id),
      await submit(owner, id),
    ]
    const remove = ({ api }: TestUser, groupGalleryImageId = '') =>
      api.try('deleteGroupGalleryImage', { ...keyOf(id), groupGalleryImageId })
    expect(await remove(member, hidden.id)).toMatchObject(refusal(404, "Can't find gallery image!"))
    const forbidden = refusal(403, "You can't remove this gallery submission!")
    for (const person of [member, submitter]) expect(await remove(person, shownToAll.id)).toMatchObject(forbidden)
    const removed = { status: 200, body: { success: { message: 'Gallery image removed!', status_code: 200 } } }
    expect(await remove(submitter, own.id)).toMatchObject(removed)
    expect(await remove(submitter, own.id)).toMatchObject(refusal(404, "Can't find gallery image!"))
    expect(await remove(owner, hidden.id)).toMatchObject(removed)
    expect(await shown(owner, id)).toEqual([shownToAll.id])
  })
})

describe('the order of a gallery', () => {
  const order = ({ api }: TestUser, galleryId = '', ids: readonly (string | undefined)[] = []) =>
    api.try('setGroupGalleryFileOrder', { body: { galleryId, ids: ids.map((id) => id ?? '') } })

  it('begins with the files that the request names, and new images come last', async () => {
    const { id } = await create()
    const images = [await submit(owner, id), await submit(owner, id), await submit(owner, id)]
    const [one, two, three] = images.map(({ fileId }) => fileId)
    expect(await order(owner, id, [three, one])).toMatchObject({ status: 200, body: { ids: [three, one, two] } })
    expect(await order(owner, id, [two])).toMatchObject({ status: 200, body: { ids: [two, three, one] } })
    const { fileId: four } = await submit(owner, id)
    const { body } = await list(owner, id)
    expect(body).toMatchObject([{ fileId: two }, { fileId: three }, { fileId: one }, { fileId: four }])
    await owner.api.call('deleteFile', { fileId: three ?? '' })
    expect(await order(owner, id)).toMatchObject({ status: 200, body: { ids: [two, one, four] } })
  })

  it('is set by those who manage the images of the gallery', async () => {
    const [stranger, member, keeper] = [await aUser(app), await aMember(app, group), await aMember(app, group)]
    const roleId = await giveRole(app, group, keeper, { permissions: [] })
    const { id } = await create({ roleIdsToManage: [roleId] })
    const { fileId } = await submit(owner, id)
    expect(await order(stranger, id, [fileId])).toMatchObject(refusal(403, "You're not a member."))
    expect(await order(member, id, [fileId])).toMatchObject(refusal(403, "You don't have permission."))
    expect(await order(keeper, id, [fileId])).toMatchObject({ status: 200, body: { ids: [fileId] } })
  })

  it('is refused for unknown galleries, files outside of it and repeated files', async () => {
    const { id } = await create()
    const { fileId } = await submit(owner, id)
    const foreign = await anImageOf(owner)
    const unknown = newId('groupGallery', new Date())
    expect(await order(owner, unknown, [fileId])).toMatchObject(refusal(404, "Can't find gallery!"))
    expect(await order(owner, id, [foreign])).toMatchObject(refusal(404, `File '${foreign}' not found`))
    expect(await order(owner, id, [fileId, fileId])).toMatchObject(refusal(400, /^ids/))
    expect(await order(owner, 'somewhere', [fileId])).toMatchObject(refusal(404, "Can't find gallery!"))
  })
})
