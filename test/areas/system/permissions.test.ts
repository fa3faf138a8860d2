import { describe, expect, it } from 'vitest'
import { permissionDataError } from '../../../src/areas/system/graph/permissionMutations.ts'
import { grantPermission, revokePermission } from '../../../src/areas/system/permissionGrants.ts'
import { createPermission, type NewPermission, updatePermission } from '../../../src/areas/system/permissions.ts'
import { isId, newId, type PermissionId, PLATFORM_USER_ID } from '../../../src/kernel/ids.ts'
import { sharedApp } from '../../support/app.ts'
import { aRestClient } from '../../support/restClient.ts'
import { scopeSourceOf } from '../../support/scopes.ts'
import { aName, anAdmin, aUser } from '../../support/users.ts'

const app = await sharedApp()
const boss = await anAdmin(app)
const admin = scopeSourceOf(app, boss, { admin: true })

function idOf({ id }: { id: string }): PermissionId {
  if (!isId('permission', id)) throw new Error(`${id} is no permission's`)
  return id
}

const aPermission = (wanted: Partial<NewPermission> = {}) =>
  createPermission(admin(), { name: aName('permission-'), displayName: 'Any', ...wanted }, permissionDataError)

const notFound = { status: 404, body: { error: { message: 'Permission not found', status_code: 404 } } }

describe('getAssignedPermissions', () => {
  it('lists only permissions granted to the caller', async () => {
    const [person, other] = [await aUser(app), await aUser(app)]
    const permission = await aPermission({ data: { max: 3, tags: ['system_supporter'] } })
    expect(await person.api.call('getAssignedPermissions')).toEqual([])
    await grantPermission(admin(), { permissionId: idOf(permission), userId: person.id })
    expect(await person.api.call('getAssignedPermissions')).toEqual([
      {
        id: permission.id,
        name: permission.name,
        displayName: 'Any',
        description: '',
        type: 'permission',
        data: { max: 3, tags: ['system_supporter'] },
        ownerId: PLATFORM_USER_ID,
        ownerDisplayName: 'Plaza',
      },
    ])
    expect(await other.api.call('getAssignedPermissions')).toEqual([])
  })

  it('does not list a revoked permission', async () => {
    const person = await aUser(app)
    const grant = { permissionId: idOf(await aPermission()), userId: person.id }
    await grantPermission(admin(), grant)
    await grantPermission(admin(), grant)
    expect(await person.api.call('getAssignedPermissions')).toHaveLength(1)
    await revokePermission(admin(), grant)
    expect(await person.api.call('getAssignedPermissions')).toEqual([])
    await expect(revokePermission(admin(), grant)).rejects.toMatchObject({ kind: 'missing' })
  })

  it('needs a session', async () => {
    expect((await aRestClient(app).try('getAssignedPermissions')).status).toBe(401)
  })
})

describe('getPermission', () => {
  it('reads a granted permission, and any for admins', async () => {
    const person = await aUser(app)
    const permissionId = idOf(await aPermission())
    expect(await person.api.try('getPermission', { permissionId })).toMatchObject(notFound)
    expect((await boss.api.call('getPermission', { permissionId })).id).toBe(permissionId)
    await grantPermission(admin(), { permissionId, userId: person.id })
    expect(await person.api.call('getPermission', { permissionId })).toEqual(
      (await person.api.call('getAssignedPermissions'))[0],
    )
  })

  it('is 404 for unknown and malformed ids', async () => {
    const permissionId = newId('permission', app.clock.now())
    for (const each of [permissionId, 'prms_1', `${permissionId}%00`, '__proto__']) {
      expect(await boss.api.try('getPermission', { permissionId: each })).toMatchObject(notFound)
    }
  })

  it('needs a session', async () => {
    expect((await aRestClient(app).try('getPermission', { permissionId: 'prms_1' })).status).toBe(401)
  })
})

describe('seeded permissions', () => {
  it('are those that legacy clients know by name, owned by the platform', async () => {
    const rows = await app.scope().db.permission.findMany({ where: { ownerId: PLATFORM_USER_ID } })
    const names = 'invite-photos extra-favorites-avatar-groups user-icons profile-pic-override trust-boost user-gallery'
    const known = `${names} early-adopter-tags supporter-tags`.split(' ').map((name) => `permission-${name}`)
    expect(rows.map(({ name }) => name)).toEqual(expect.arrayContaining(known))
  })
})

describe('changing permissions', () => {
  it('is for admins', async () => {
    const person = await aUser(app)
    const scope = scopeSourceOf(app, person)()
    const id = idOf(await aPermission())
    const grant = { permissionId: id, userId: person.id }
    const wanted = { name: aName('p'), displayName: 'Mine' }
    const refusal = { kind: 'forbidden', reason: 'admin_only' }
    await expect(createPermission(scope, wanted, permissionDataError)).rejects.toMatchObject(refusal)
    await expect(updatePermission(scope, { id, displayName: 'Mine' }, permissionDataError)).rejects.toMatchObject(
      refusal,
    )
    await expect(grantPermission(scope, grant)).rejects.toMatchObject(refusal)
    await expect(revokePermission(scope, grant)).rejects.toMatchObject(refusal)
    expect(await person.api.call('getAssignedPermissions')).toEqual([])
  })

  it.each<[string, Partial<NewPermission>]>([
    ['name', { name: 'Not A Name' }],
    ['data', { data: { max: 'many' } }],
    ['displayName', { displayName: 'x'.repeat(1_001) }],
    ['ownerId', { ownerId: newId('user', new Date(0)) }],
  ])('refuses a malformed %s', async (field, change) => {
    await expect(aPermission(change)).rejects.toMatchObject({ kind: 'invalid', issues: [{ path: [field] }] })
  })

  it('refuses an existing name', async () => {
    const { name } = await aPermission()
    await expect(aPermission({ name })).rejects.toMatchObject({ kind: 'conflict', issues: [{ path: ['name'] }] })
  })

  it('changes only the given fields', async () => {
    const id = idOf(await aPermission({ data: { max: 3 } }))
    const changed = await updatePermission(admin(), { id, description: 'More' }, permissionDataError)
    expect(changed).toMatchObject({ displayName: 'Any', description: 'More', data: { max: 3 } })
  })

  it('is 404 for an unknown permission or user', async () => {
    const permissionId = newId('permission', app.clock.now())
    const missing = { kind: 'missing' }
    await expect(updatePermission(admin(), { id: permissionId }, permissionDataError)).rejects.toMatchObject(missing)
    await expect(grantPermission(admin(), { permissionId, userId: boss.id })).rejects.toMatchObject(missing)
    const nobody = { permissionId: idOf(await aPermission()), userId: newId('user', app.clock.now()) }
    await expect(grantPermission(admin(), nobody)).rejects.toMatchObject(missing)
  })
})
