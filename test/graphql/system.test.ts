import { beforeAll, expect, test } from 'vitest'
import { graphql } from '../generated/index.ts'
import { anApp, type TestApp } from '../support/app.ts'
import { aGraph, type GraphClient, statementsOf } from '../support/graph.ts'
import { aName, anAdmin, aUser, type Person } from '../support/people.ts'

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
let ada: Person
let graph: GraphClient
let admin: GraphClient

beforeAll(async () => {
  app = await anApp()
  ada = await aUser(app)
  graph = aGraph(app, ada.api)
  admin = aGraph(app, (await anAdmin(app)).api)
})

test('configuration, time and the number of people are for everybody, and as REST tells them', async () => {
  const { config, systemTime, onlineCount } = await aGraph(app).run(Public)
  expect(config).toMatchObject(await ada.api.call('getConfig'))
  expect(Math.abs(Date.parse(systemTime) - app.clock.now().getTime())).toBeLessThan(5_000)
  expect(onlineCount).toBeGreaterThanOrEqual(0)
})

test('an admin changes the configuration, in the form that the wire has', async () => {
  const contactEmail = `${aName()}@plaza.test`
  const { setConfigEntry } = await admin.run(SetConfigEntry, { input: { key: 'contactEmail', value: contactEmail } })
  expect(setConfigEntry).toMatchObject({ key: 'contactEmail', value: contactEmail })
  expect(await ada.api.call('getConfig')).toMatchObject({ contactEmail })
  expect(await admin.refused(SetConfigEntry, { input: { key: 'contactEmail', value: 7 } })).toEqual(['BAD_INPUT'])
  expect(await admin.refused(SetConfigEntry, { input: { key: 'nonsense', value: 7 } })).toEqual(['BAD_INPUT'])
  expect(await graph.refused(SetConfigEntry, { input: { key: 'contactEmail', value: '' } })).toEqual(['FORBIDDEN'])
})

test('an admin makes, changes and deletes a notice', async () => {
  const [id, tag] = [aName('notice-'), aName('tag')]
  const input = { id, data: { name: 'Hello' }, tags: [tag, 'news'], priority: 3 }
  expect((await admin.run(CreateInfoPush, { input })).createInfoPush).toMatchObject({ id, isEnabled: true })
  expect(await admin.refused(CreateInfoPush, { input })).toEqual(['CONFLICT'])
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
  expect(await admin.refused(DeleteInfoPush, { input: { id } })).toEqual(['NOT_FOUND'])
})

test('an admin makes a permission and grants it; only its holders and admins read it', async () => {
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
  expect(await graph.refused(AllPermissions)).toEqual(['FORBIDDEN'])

  expect(await admin.run(Revoke, { input })).toEqual({ revokePermission: { id } })
  expect((await graph.run(OwnPermissions, {})).viewer?.permissions.nodes).toEqual([])
  expect(await admin.refused(Revoke, { input })).toEqual(['NOT_FOUND'])
  expect(await admin.refused(Grant, { input: { ...input, permissionId: 'x' } })).toEqual(['NOT_FOUND'])
})

test('an admin puts a stylesheet in place', async () => {
  const content = `/* ${aName()} */`
  const input = { kind: 'CSS', variant: 'PUBLIC', branch: 'main', content } as const
  const { setFrontendAsset } = await admin.run(SetFrontendAsset, { input })
  expect(setFrontendAsset).toEqual({ kind: 'css', variant: 'public', branch: 'main' })
  expect(await ada.api.call('getCSS')).toBe(content)
})

test('the lists send as many statements for 2 objects as for 20', async () => {
  const holder = await aUser(app)
  const own = aGraph(app, holder.api)
  const ids: string[] = []
  for (let at = 0; at < 20; at++) {
    const input = { name: aName('permission-'), displayName: 'A' }
    ids.push((await admin.run(CreatePermission, { input })).createPermission.id)
  }
  for (const permissionId of ids) await admin.run(Grant, { input: { permissionId, userId: holder.id } })
  const few = await statementsOf(app, () => own.run(OwnPermissions, { first: 2 }))
  const many = await statementsOf(app, () => own.run(OwnPermissions, { first: 20 }))
  expect(many).toBe(few)
})
