import { describe, expect, it } from 'vitest'
import type { Prisma } from '../../../src/generated/prisma/client.ts'
import { isId, newId, type PermissionId, PLATFORM_USER_ID } from '../../../src/kernel/ids.ts'
import { graphql } from '../../generated/index.ts'
import { sharedApp } from '../../support/app.ts'
import { aGraphClient } from '../../support/graphClient.ts'
import { aSubscriber } from '../../support/groups.ts'
import { refusal } from '../../support/refusals.ts'
import { aName, anAdmin, aUser } from '../../support/users.ts'

const OwnLimits = graphql(`
  query OwnLimits { viewer { permissions { nodes { name data { maxGroupsOwned maxGroupsJoined } } } } }
`)

const app = await sharedApp()
const [admin, person] = [await anAdmin(app), await aUser(app)]
const { db } = app.scope()
const NOW = new Date()
const forbidden = refusal(403, '"Invalid Admin Credentials"')
const notFound = refusal(404, 'Permission not found')

async function aPermission(data: Prisma.InputJsonObject = {}): Promise<PermissionId> {
  const { id } = await admin.api.call('createPermission', { body: { name: aName('permission-') } })
  if (!isId('permission', id)) throw new Error(`${id} is no permission's`)
  await db.permission.update({ where: { id }, data: { data } })
  return id
}

const grant = (permissionId: string, userId: string, source = 'admin') =>
  db.permissionGrant.create({ data: { permissionId, userId, source, grantedAt: NOW } })

describe('getPermissions', () => {
  it('lists all by name, a part of them, or those of an owner, for admins', async () => {
    const { id } = await admin.api.call('createPermission', {
      body: { name: aName('permission-'), ownerId: person.id },
    })
    const all = await admin.api.call('getPermissions', { query: {} })
    const names = all.map(({ name }) => name)
    expect(names).toEqual([...names].sort())
    expect(names).toContain('permission-supporter-tags')
    expect(await admin.api.call('getPermissions', { query: { n: '2', offset: '1' } })).toEqual(all.slice(1, 3))
    const owned = await admin.api.call('getPermissions', { query: { ownerId: person.id } })
    expect(owned).toMatchObject([{ id, ownerId: person.id }])
    expect(await person.api.try('getPermissions')).toMatchObject(forbidden)
    expect(await admin.api.try('getPermissions', { query: { n: '101' } })).toMatchObject({ status: 400 })
  })
})

describe('the data of a permission', () => {
  it('is told whole, as it is stored', async () => {
    const stored = await db.permission.findMany({ select: { id: true, data: true } })
    for (const { id, data } of stored)
      expect(await admin.api.call('getPermission', { permissionId: id })).toMatchObject({ data })
    const kept = { max: 3, maxGroupsOwned: 7, maxPictures: { emoji: 9 }, isBeta: true }
    expect(await admin.api.call('getPermission', { permissionId: await aPermission(kept) })).toMatchObject({
      data: kept,
    })
  })

  it('has the numbers of groups for those who have a subscription, at both doors', async () => {
    const limits = { maxGroupsOwned: 5, maxGroupsJoined: 200 }
    const subscriber = await aSubscriber(app)
    const permissions = await subscriber.api.call('getAssignedPermissions')
    expect(permissions.find(({ name }) => name === 'permission-create-groups')).toMatchObject({ data: limits })
    const { viewer } = await aGraphClient(app, subscriber.api).run(OwnLimits)
    expect(viewer?.permissions.nodes).toContainEqual({ name: 'permission-create-groups', data: limits })
  })
})

describe('createPermission', () => {
  it('makes one of the platform with its name as display name', async () => {
    const name = aName('permission-')
    const permission = await admin.api.call('createPermission', { body: { name } })
    expect(permission).toMatchObject({ name, displayName: name, description: '', data: {}, ownerId: PLATFORM_USER_ID })
    expect(await admin.api.try('createPermission', { body: { name } })).toMatchObject(refusal(400, /exists already/))
    expect(await admin.api.try('createPermission', { body: { name: 'Not A Name' } })).toMatchObject({ status: 400 })
    expect(await admin.api.try('createPermission', { body: {} })).toMatchObject({ status: 400 })
    const stranger = { name: aName('p'), ownerId: newId('user', NOW) }
    expect(await admin.api.try('createPermission', { body: stranger })).toMatchObject(refusal(400, /not found/))
    expect(await person.api.try('createPermission', { body: { name: aName('p') } })).toMatchObject(forbidden)
    expect(await db.auditEntry.findMany({ where: { subjectId: permission.id } })).toMatchObject([
      { act: 'createPermission', actorId: admin.id },
    ])
  })
})

describe('updatePermission', () => {
  it('changes the name and the owner', async () => {
    const permissionId = await aPermission({ max: 3 })
    const name = aName('permission-')
    const changed = await admin.api.call('updatePermission', { permissionId, body: { name } })
    expect(changed).toMatchObject({ id: permissionId, name, data: { max: 3 }, ownerId: PLATFORM_USER_ID })
    const owned = await admin.api.call('updatePermission', { permissionId, body: { ownerId: person.id } })
    expect(owned).toMatchObject({ name, ownerId: person.id })
    expect(await admin.api.call('updatePermission', { permissionId, body: {} })).toEqual(owned)
    expect(await admin.api.call('updatePermission', { permissionId, body: { name } })).toEqual(owned)
  })

  it('is refused for names of others, unknown owners and unknown ids, and to others than admins', async () => {
    const [permissionId, other] = [await aPermission(), await aPermission()]
    const { name } = await admin.api.call('getPermission', { permissionId: other })
    const attempt = (body: object, id: string = permissionId) =>
      admin.api.try('updatePermission', { permissionId: id, body })
    expect(await attempt({ name })).toMatchObject(refusal(400, /exists already/))
    expect(await attempt({ name: 'Not A Name' })).toMatchObject({ status: 400 })
    expect(await attempt({ ownerId: newId('user', NOW) })).toMatchObject(refusal(400, /not found/))
    expect(await attempt({}, newId('permission', NOW))).toMatchObject(notFound)
    expect(await person.api.try('updatePermission', { permissionId, body: {} })).toMatchObject(forbidden)
  })

  it.each(['permission-supporter-tags', 'permission-seller'])('keeps the name %s, which clients know', async (name) => {
    const { id: permissionId } = await db.permission.findUniqueOrThrow({ where: { name } })
    expect(await admin.api.try('updatePermission', { permissionId, body: { name: aName('p') } })).toMatchObject(
      refusal(400, `name must stay ${name}: clients know the permission by it`),
    )
    expect((await admin.api.call('updatePermission', { permissionId, body: { name } })).name).toBe(name)
    expect(await admin.api.try('deletePermission', { permissionId })).toMatchObject(refusal(400, /cannot be deleted/))
  })
})

describe('deletePermission', () => {
  it('takes the grants, the licenses, and the tags that it alone brought', async () => {
    const [both, one] = [await aUser(app), await aUser(app)]
    const permissionId = await aPermission({ tags: ['system_kept', 'system_gone'] })
    const other = await aPermission({ tags: ['system_kept'] })
    const group = { id: newId('licenseGroup', NOW), name: aName('group'), createdAt: NOW, updatedAt: NOW }
    const license = { forType: 'permission', forId: permissionId }
    await db.licenseGroup.create({ data: { ...group, licenses: { create: license } } })
    await db.licenseGrant.create({
      data: { id: newId('licenseGrant', NOW), userId: one.id, ...license, source: 'admin:x', createdAt: NOW },
    })
    const tags = ['system_gone', 'system_kept', 'language_eng']
    await db.user.updateMany({ where: { id: { in: [both.id, one.id] } }, data: { tags } })
    for (const { id } of [both, one]) await grant(permissionId, id)
    await grant(permissionId, one.id, 'admin:x')
    await grant(other, both.id)
    const before = await admin.api.call('getPermission', { permissionId })
    expect(await admin.api.call('deletePermission', { permissionId })).toEqual(before)
    expect(await one.api.call('getAssignedPermissions')).toEqual([])
    expect(await both.api.call('getAssignedPermissions')).toMatchObject([{ id: other }])
    expect((await admin.api.call('getUser', { userId: both.id })).tags).toEqual(['system_kept', 'language_eng'])
    expect((await admin.api.call('getUser', { userId: one.id })).tags).toEqual(['language_eng'])
    expect(await db.licenseGrant.count({ where: license })).toBe(0)
    expect(await db.licenseGroupMember.count({ where: license })).toBe(0)
    expect(await db.auditEntry.findMany({ where: { subjectId: permissionId, act: 'deletePermission' } })).toHaveLength(
      1,
    )
    expect(await admin.api.try('deletePermission', { permissionId })).toMatchObject(notFound)
  })

  it('is for admins', async () => {
    const permissionId = await aPermission()
    expect(await person.api.try('deletePermission', { permissionId })).toMatchObject(forbidden)
  })
})
