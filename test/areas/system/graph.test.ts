import { beforeAll, expect, test } from 'vitest'
import { graphql } from '../../generated/index.ts'
import { anApp, type TestApp } from '../../support/app.ts'
import { aGraphClient, countStatements, type GraphClient } from '../../support/graphClient.ts'
import { aName, anAdmin, aUser, type TestUser } from '../../support/users.ts'

const Public = graphql(`
  query Public { config systemTime onlineCount }
`)
const SetConfigEntry = graphql(`
  mutation SetConfigEntry($input: ConfigEntryInput!) { setConfigEntry(input: $input) { key value updatedAt } }
`)
const InfoPushes = graphql(`
  query InfoPushes($include: [String!]!, $require: [String!], $first: Int) {
    infoPushes(include: $include, require: $require, first: $first) {
      nodes { id priority data tags } pageInfo { hasNextPage }
    }
  }
`)
const AllInfoPushes = graphql(`
  query AllInfoPushes($first: Int) { allInfoPushes(first: $first) { nodes { id isEnabled startDate endDate } } }
`)
const CreateInfoPush = graphql(`
  mutation CreateInfoPush($input: CreateInfoPushInput!) { createInfoPush(input: $input) { id isEnabled hash } }
`)
const UpdateInfoPush = graphql(`
  mutation UpdateInfoPush($input: UpdateInfoPushInput!) { updateInfoPush(input: $input) { id isEnabled endDate priority } }
`)
const DeleteInfoPush = graphql(`
  mutation DeleteInfoPush($input: DeleteInfoPushInput!) { deleteInfoPush(input: $input) }
`)
const CreatePermission = graphql(`
  mutation CreatePermission($input: CreatePermissionInput!) { createPermission(input: $input) { id name data } }
`)
const UpdatePermission = graphql(`
  mutation UpdatePermission($input: UpdatePermissionInput!) { updatePermission(input: $input) { id displayName description } }
`)
const Grant = graphql(`
  mutation Grant($input: GrantInput!) { grantPermission(input: $input) { id } }
`)
const Revoke = graphql(`
  mutation Revoke($input: GrantInput!) { revokePermission(input: $input) { id } }
`)
const OwnPermissions = graphql(`
  query OwnPermissions($first: Int) { viewer { permissions(first: $first) { nodes { id name displayName } } } }
`)
const PermissionById = graphql(`
  query PermissionById($id: ID!) { permission(id: $id) { name } node(id: $id) { id } }
`)
const AllPermissions = graphql(`
  query AllPermissions { permissions(first: 100) { nodes { name } } }
`)
const SetFrontendAsset = graphql(`
  mutation SetFrontendAsset($input: FrontendAssetInput!) { setFrontendAsset(input: $input) { kind variant branch } }
`)

let app: TestApp
let ada: TestUser
let graph: GraphClient
let admin: GraphClient

beforeAll(async () => {
  app = await anApp()
  ada = await aUser(app)
  graph = aGraphClient(app, ada.api)
  admin = aGraphClient(app, (await anAdmin(app)).api)
})

test('configuration, time and online count are public, and equal to REST', async () => {
  const begun = app.clock.now().getTime()
  const { config, systemTime, onlineCount } = await aGraphClient(app).run(Public)
  expect(config).toMatchObject(await ada.api.call('getConfig'))
  expect(Date.parse(systemTime)).toBeGreaterThanOrEqual(begun)
  expect(Date.parse(systemTime)).toBeLessThanOrEqual(app.clock.now().getTime())
  expect(onlineCount).toBe(await ada.api.call('getCurrentOnlineUsers'))
})

test('an admin changes the configuration, with values in the format of REST', async () => {
  const contactEmail = `${aName()}@plaza.test`
  const { setConfigEntry } = await admin.run(SetConfigEntry, { input: { key: 'contactEmail', value: contactEmail } })
  expect(setConfigEntry).toMatchObject({ key: 'contactEmail', value: contactEmail })
  expect(await ada.api.call('getConfig')).toMatchObject({ contactEmail })
  expect(await admin.refusalCodes(SetConfigEntry, { input: { key: 'contactEmail', value: 7 } })).toEqual(['BAD_INPUT'])
  expect(await admin.refusalCodes(SetConfigEntry, { input: { key: 'nonsense', value: 7 } })).toEqual(['BAD_INPUT'])
  expect(await graph.refusalCodes(SetConfigEntry, { input: { key: 'contactEmail', value: '' } })).toEqual(['FORBIDDEN'])
})

test('an admin creates, changes and deletes a notice', async () => {
  const [id, tag] = [aName('notice-'), aName('tag')]
  const input = { id, data: { name: 'Hello' }, tags: [tag, 'news'], priority: 3 }
  expect((await admin.run(CreateInfoPush, { input })).createInfoPush).toMatchObject({ id, isEnabled: true })
  expect(await admin.refusalCodes(CreateInfoPush, { input })).toEqual(['CONFLICT'])
  const { infoPushes } = await graph.run(InfoPushes, { include: [tag], require: ['news'] })
  expect(infoPushes?.nodes).toEqual([{ id, priority: 3, data: { name: 'Hello' }, tags: [tag, 'news'] }])
  expect((await graph.run(InfoPushes, { include: [] })).infoPushes?.nodes).toEqual([])

  const endDate = app.clock.now().toISOString()
  const changed = await admin.run(UpdateInfoPush, { input: { id, endDate, priority: null } })
  expect(changed.updateInfoPush).toMatchObject({ endDate, priority: 3 })
  expect((await graph.run(InfoPushes, { include: [tag] })).infoPushes?.nodes).toEqual([])
  expect((await admin.run(UpdateInfoPush, { input: { id, endDate: null } })).updateInfoPush.endDate).toBeNull()
  expect((await graph.run(InfoPushes, { include: [tag] })).infoPushes?.nodes).toHaveLength(1)

  const hidden = await admin.run(UpdateInfoPush, { input: { id, isEnabled: false } })
  expect(hidden.updateInfoPush.isEnabled).toBe(false)
  expect((await graph.run(InfoPushes, { include: [tag] })).infoPushes?.nodes).toEqual([])
  expect((await admin.run(AllInfoPushes, { first: 100 })).allInfoPushes?.nodes.map((node) => node.id)).toContain(id)
  expect(await admin.run(DeleteInfoPush, { input: { id } })).toEqual({ deleteInfoPush: id })
  expect(await admin.refusalCodes(DeleteInfoPush, { input: { id } })).toEqual(['NOT_FOUND'])
})

test('an admin creates and grants a permission, which only its holders and admins can read', async () => {
  const name = aName('permission-')
  const { createPermission } = await admin.run(CreatePermission, {
    input: { name, displayName: 'A', data: { max: 3 } },
  })
  const { id } = createPermission
  expect(createPermission).toMatchObject({ name, data: { max: 3 } })
  const renamed = await admin.run(UpdatePermission, { input: { id, displayName: 'B' } })
  expect(renamed.updatePermission).toMatchObject({ displayName: 'B', description: '' })
  expect(await graph.run(PermissionById, { id })).toEqual({ permission: null, node: null })

  const input = { permissionId: id, userId: ada.id }
  await admin.run(Grant, { input })
  expect((await graph.run(OwnPermissions, {})).viewer?.permissions.nodes).toEqual([{ id, name, displayName: 'B' }])
  expect(await graph.run(PermissionById, { id })).toEqual({ permission: { name }, node: { id } })
  expect((await admin.run(AllPermissions)).permissions?.nodes.map((node) => node.name)).toContain(name)
  expect(await graph.refusalCodes(AllPermissions)).toEqual(['FORBIDDEN'])

  expect(await admin.run(Revoke, { input })).toEqual({ revokePermission: { id } })
  expect((await graph.run(OwnPermissions, {})).viewer?.permissions.nodes).toEqual([])
  expect(await admin.refusalCodes(Revoke, { input })).toEqual(['NOT_FOUND'])
  expect(await admin.refusalCodes(Grant, { input: { ...input, permissionId: 'x' } })).toEqual(['NOT_FOUND'])
})

test('an admin replaces a stylesheet', async () => {
  const content = `/* ${aName()} */`
  const input = { kind: 'CSS', variant: 'PUBLIC', branch: 'main', content } as const
  const { setFrontendAsset } = await admin.run(SetFrontendAsset, { input })
  expect(setFrontendAsset).toEqual({ kind: 'css', variant: 'public', branch: 'main' })
  expect(await ada.api.call('getCSS')).toBe(content)
})

test('lists need equal numbers of SQL statements for 2 and 20 objects', async () => {
  const holder = await aUser(app)
  const own = aGraphClient(app, holder.api)
  const ids: string[] = []
  for (let at = 0; at < 20; at++) {
    const input = { name: aName('permission-'), displayName: 'A' }
    ids.push((await admin.run(CreatePermission, { input })).createPermission.id)
  }
  for (const permissionId of ids) await admin.run(Grant, { input: { permissionId, userId: holder.id } })
  const few = await countStatements(app, () => own.run(OwnPermissions, { first: 2 }))
  const many = await countStatements(app, () => own.run(OwnPermissions, { first: 20 }))
  expect(many).toBe(few)
})
