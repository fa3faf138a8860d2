import { beforeAll, expect, test } from 'vitest'
import { newId } from '../../../src/kernel/ids.ts'
import { graphql } from '../../generated/index.ts'
import { anApp, type TestApp } from '../../support/app.ts'
import { aGraphClient, countStatements, type GraphClient } from '../../support/graphClient.ts'
import { aName, anAdmin, aUser, type TestUser } from '../../support/users.ts'

const Public = graphql(`
  query Public {
    config systemTime onlineCount
    serverInfo {
      isRegistrationOpen termsVersion privacyVersion contactEmail supportEmail moderationEmail copyrightEmail
      languages { code name }
    }
  }
`)
const SetConfigEntry = graphql(`
  mutation SetConfigEntry($input: SetConfigEntryInput!) {
    setConfigEntry(input: $input) { configEntry { key value updatedAt } }
  }
`)
const InfoPushes = graphql(`
  query InfoPushes($include: [String!], $require: [String!], $first: Int, $after: String) {
    infoPushes(filter: { include: $include, require: $require }, first: $first, after: $after) {
      totalCount
      nodes {
        id slug priority tags
        data {
          name description imageUrl template version onPressed { command parameters }
          article { text imageUrl onPressed { command } } contentList { name sortOrder index tag }
        }
      }
      pageInfo { hasNextPage endCursor }
    }
  }
`)
const AllInfoPushes = graphql(`
  query AllInfoPushes($first: Int, $after: String) {
    allInfoPushes(first: $first, after: $after) {
      totalCount nodes { id isEnabled startsAt endsAt } pageInfo { hasNextPage endCursor }
    }
  }
`)
const NoticeById = graphql(`
  query NoticeById($id: ID!) { node(id: $id) { ... on InfoPush { id } } }
`)
const CreateInfoPush = graphql(`
  mutation CreateInfoPush($input: CreateInfoPushInput!) { 
    createInfoPush(input: $input) { infoPush { id slug isEnabled releaseStatus hash } infoPushEdge { cursor node { id } } }
  }
`)
const UpdateInfoPush = graphql(`
  mutation UpdateInfoPush($input: UpdateInfoPushInput!) { 
    updateInfoPush(input: $input) { infoPush { id isEnabled releaseStatus endsAt priority data { name } } }
  }
`)
const DeleteInfoPush = graphql(`
  mutation DeleteInfoPush($input: DeleteInfoPushInput!) { deleteInfoPush(input: $input) { deletedInfoPushId } }
`)
const CreatePermission = graphql(`
  mutation CreatePermission($input: CreatePermissionInput!) { 
    createPermission(input: $input) {
      permission {
        id name
        data {
          max tags badges { id }
          maxFavoriteGroups { avatar world } maxFavoritesPerGroup { avatar }
        }
      }
      permissionEdge { cursor node { id } }
    }
  }
`)
const UpdatePermission = graphql(`
  mutation UpdatePermission($input: UpdatePermissionInput!) { 
    updatePermission(input: $input) { permission { id displayName description data { max tags } } }
  }
`)
const Grant = graphql(`
  mutation Grant($input: GrantPermissionInput!) {
    grantPermission(input: $input) { permission { id } user { id } }
  }
`)
const Revoke = graphql(`
  mutation Revoke($input: RevokePermissionInput!) {
    revokePermission(input: $input) { permission { id } user { id } }
  }
`)
const OwnPermissions = graphql(`
  query OwnPermissions($first: Int) {
    viewer { permissions(first: $first) { totalCount nodes { id name displayName } } }
  }
`)
const PermissionById = graphql(`
  query PermissionById($id: ID!) { permission(id: $id) { name } node(id: $id) { id } }
`)
const AllPermissions = graphql(`
  query AllPermissions($first: Int = 100, $after: String) {
    permissions(first: $first, after: $after) { totalCount nodes { name } pageInfo { endCursor } }
  }
`)
const SetFrontendAsset = graphql(`
  mutation SetFrontendAsset($input: SetFrontendAssetInput!) {
    setFrontendAsset(input: $input) { frontendAsset { kind variant branch } }
  }
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
  const { config, systemTime, onlineCount, serverInfo } = await aGraphClient(app).run(Public)
  const known = await ada.api.call('getConfig')
  expect(config).toMatchObject(known)
  const { contactEmail, supportEmail, moderationEmail, copyrightEmail } = known
  expect(serverInfo).toMatchObject({ contactEmail, supportEmail, moderationEmail, copyrightEmail })
  expect(serverInfo).toMatchObject({
    isRegistrationOpen: !known.disableRegistration,
    termsVersion: known.currentTOSVersion,
    privacyVersion: known.currentPrivacyVersion,
  })
  const languages = Object.fromEntries(serverInfo.languages.map(({ code, name }) => [code, name]))
  expect(languages).toEqual(known.constants.LANGUAGE.SPOKEN_LANGUAGE_OPTIONS)
  expect(Date.parse(systemTime)).toBeGreaterThanOrEqual(begun)
  expect(Date.parse(systemTime)).toBeLessThanOrEqual(app.clock.now().getTime())
  expect(onlineCount).toBe(await ada.api.call('getCurrentOnlineUsers'))
})

test('an admin changes the configuration, with values in the format of REST', async () => {
  const contactEmail = `${aName()}@plaza.test`
  const { setConfigEntry } = await admin.run(SetConfigEntry, { input: { key: 'contactEmail', value: contactEmail } })
  expect(setConfigEntry.configEntry).toMatchObject({ key: 'contactEmail', value: contactEmail })
  expect(await ada.api.call('getConfig')).toMatchObject({ contactEmail })
  expect(await admin.refusalCodes(SetConfigEntry, { input: { key: 'contactEmail', value: 7 } })).toEqual(['BAD_INPUT'])
  expect(await admin.refusalCodes(SetConfigEntry, { input: { key: 'nonsense', value: 7 } })).toEqual(['BAD_INPUT'])
  expect(await graph.refusalCodes(SetConfigEntry, { input: { key: 'contactEmail', value: '' } })).toEqual(['FORBIDDEN'])
})

/** Content with every member, and how it is shown. */
const FULL_DATA = {
  ...{ name: 'Hello', description: 'A text', imageUrl: 'https://plaza.test/a.png', template: 'wide', version: '2' },
  onPressed: { command: 'OPEN_URL' as const, parameters: ['https://plaza.test'] },
  article: { text: 'Long', imageUrl: null, onPressed: { command: 'OPEN_SAFETY_MENU' as const } },
  contentList: {
    ...{
      name: 'New',
      platform: 'any',
      sortHeading: 'updated',
      sortOrder: 'DESCENDING' as const,
      sortOwnership: 'ANY' as const,
      index: 0,
    },
    tag: null,
  },
}

test('an admin creates, changes and deletes a notice', async () => {
  const [slug, tag] = [aName('notice-'), aName('tag')]
  const infoPushId = `ipush_${slug}`
  const input = { slug, data: FULL_DATA, tags: [tag, 'news'], priority: 3 }
  expect((await admin.run(CreateInfoPush, { input })).createInfoPush).toMatchObject({
    infoPush: { id: infoPushId, slug, isEnabled: true, releaseStatus: 'PUBLIC' },
    infoPushEdge: { node: { id: infoPushId } },
  })
  expect(await admin.refusalCodes(CreateInfoPush, { input })).toEqual(['CONFLICT'])
  const { infoPushes } = await graph.run(InfoPushes, { include: [tag], require: ['news'] })
  const { platform: _, sortHeading: __, sortOwnership: ___, ...contentList } = FULL_DATA.contentList
  expect(infoPushes).toMatchObject({
    totalCount: 1,
    nodes: [{ id: infoPushId, slug, priority: 3, tags: [tag, 'news'], data: { ...FULL_DATA, contentList } }],
  })
  const [shown] = await ada.api.call('getInfoPush', { query: { include: tag } })
  expect(shown?.data).toMatchObject({
    onPressed: { command: 'OpenURL' },
    article: { content: { text: 'Long', onPressed: { command: 'OpenSafetyMenu' } } },
  })
  expect((await graph.run(InfoPushes, { include: [] })).infoPushes.nodes).toEqual([])
  expect((await graph.run(InfoPushes, { require: [tag] })).infoPushes.nodes).toHaveLength(1)

  const endsAt = app.clock.now().toISOString()
  const change = async (more: object) =>
    (await admin.run(UpdateInfoPush, { input: { infoPushId, ...more } })).updateInfoPush.infoPush
  expect(await change({ endsAt })).toMatchObject({ endsAt, priority: 3, data: { name: 'Hello' } })
  expect((await graph.run(InfoPushes, { include: [tag] })).infoPushes.nodes).toEqual([])
  expect(await graph.run(NoticeById, { id: infoPushId })).toEqual({ node: null })
  expect(await admin.run(NoticeById, { id: infoPushId })).toEqual({ node: { id: infoPushId } })
  expect((await change({ endsAt: null })).endsAt).toBeNull()
  expect((await graph.run(InfoPushes, { include: [tag] })).infoPushes.nodes).toHaveLength(1)
  expect(await graph.run(NoticeById, { id: infoPushId })).toEqual({ node: { id: infoPushId } })

  expect(await change({ isEnabled: false, releaseStatus: 'PRIVATE' })).toMatchObject({
    ...{ isEnabled: false, releaseStatus: 'PRIVATE' },
  })
  expect((await graph.run(InfoPushes, { include: [tag] })).infoPushes.nodes).toEqual([])
  expect(await admin.run(DeleteInfoPush, { input: { infoPushId } })).toEqual({
    deleteInfoPush: { deletedInfoPushId: infoPushId },
  })
  expect(await admin.refusalCodes(DeleteInfoPush, { input: { infoPushId } })).toEqual(['NOT_FOUND'])
  expect(await admin.refusalCodes(DeleteInfoPush, { input: { infoPushId: slug } })).toEqual(['NOT_FOUND'])
})

test('refuses a notice with wrong content, and tells where it is wrong', async () => {
  const data = { name: 'x', imageUrl: 'no url' }
  expect(await admin.refusalCodes(CreateInfoPush, { input: { slug: aName('n-'), data } })).toHaveLength(1)
  const empty = { slug: aName('n-'), data: { contentList: { ...FULL_DATA.contentList, name: '' } } }
  const { errors = [] } = await admin.send(CreateInfoPush.toString(), { input: empty })
  expect(errors).toMatchObject([
    { extensions: { code: 'BAD_INPUT', issues: [{ path: ['input', 'data', 'contentList', 'name'] }] } },
  ])
})

test('notices have pages: the shown ones by priority, all of them by slug', async () => {
  const tag = aName('tag')
  const slugs = ['b', 'a', 'c'].map((letter) => `${letter}-${aName()}`)
  for (const [at, slug] of slugs.entries())
    await admin.run(CreateInfoPush, { input: { slug, data: {}, tags: [tag], priority: at === 2 ? 5 : -1 } })
  const ids = [slugs[2], slugs[1], slugs[0]].map((slug) => `ipush_${slug}`)
  const shown = async (more: object) => (await graph.run(InfoPushes, { include: [tag], ...more })).infoPushes
  const first = await shown({ first: 2 })
  const next = await shown({ first: 2, after: first.pageInfo.endCursor })
  expect([first, next].flatMap(({ nodes }) => nodes.map(({ id }) => id))).toEqual(ids)
  expect([first.totalCount, first.pageInfo.hasNextPage, next.pageInfo.hasNextPage]).toEqual([3, true, false])

  const found: string[] = []
  for (let after: string | null | undefined; ; ) {
    const { allInfoPushes } = await admin.run(AllInfoPushes, { first: 2, after: after ?? null })
    found.push(...allInfoPushes.nodes.map(({ id }) => id))
    if (found.length >= allInfoPushes.totalCount) break
    after = allInfoPushes.pageInfo.endCursor
  }
  expect(found.toSorted()).toEqual(found)
  expect(found.filter((id) => ids.includes(id))).toEqual(ids.toSorted())
})

test('an admin creates and grants a permission, which only its holders and admins can read', async () => {
  const name = aName('permission-')
  const now = app.clock.now()
  const texts = { name: aName(), description: '', imageUrl: '', createdAt: now, updatedAt: now }
  const { id: badge } = await app.scope().db.badge.create({ data: { id: newId('badge', now), ...texts } })
  const { createPermission } = await admin.run(CreatePermission, {
    input: {
      ...{ name, displayName: 'A' },
      data: { max: 3, badgeIds: [badge], tags: null, maxFavoriteGroups: { avatar: 4 } },
    },
  })
  const { id } = createPermission.permission
  expect(createPermission).toMatchObject({
    permission: {
      name,
      data: { max: 3, tags: [], badges: [{ id: badge }], maxFavoriteGroups: { avatar: 4 } },
    },
    permissionEdge: { node: { id } },
  })
  const input = { permissionId: id, userId: ada.id }
  const renamed = await admin.run(UpdatePermission, { input: { permissionId: id, displayName: 'B' } })
  expect(renamed.updatePermission.permission).toMatchObject({ displayName: 'B', description: null, data: { max: 3 } })
  expect(await graph.run(PermissionById, { id })).toEqual({ permission: null, node: null })

  expect(await admin.run(Grant, { input })).toEqual({ grantPermission: { permission: { id }, user: { id: ada.id } } })
  expect((await graph.run(OwnPermissions, {})).viewer?.permissions.nodes).toEqual([{ id, name, displayName: 'B' }])
  expect(await graph.run(PermissionById, { id })).toEqual({ permission: { name }, node: { id } })
  const granted = (await ada.api.call('getAssignedPermissions')).find((one) => one.id === id)
  expect(granted?.data).toEqual({ max: 3, badges: [badge], maxFavoriteGroups: { avatar: 4 } })
  expect((await admin.run(AllPermissions, {})).permissions.nodes.map((node) => node.name)).toContain(name)
  expect(await graph.refusalCodes(AllPermissions, {})).toEqual(['FORBIDDEN'])

  expect(await admin.run(Revoke, { input })).toEqual({ revokePermission: { permission: { id }, user: { id: ada.id } } })
  expect((await graph.run(OwnPermissions, {})).viewer?.permissions.nodes).toEqual([])
  expect(await admin.refusalCodes(Revoke, { input })).toEqual(['NOT_FOUND'])
  expect(await admin.refusalCodes(Grant, { input: { ...input, permissionId: 'x' } })).toEqual(['NOT_FOUND'])
})

test('an admin replaces a stylesheet', async () => {
  const content = `/* ${aName()} */`
  const input = { kind: 'CSS', variant: 'PUBLIC', branch: 'main', content } as const
  const { setFrontendAsset } = await admin.run(SetFrontendAsset, { input })
  expect(setFrontendAsset.frontendAsset).toEqual({ kind: 'CSS', variant: 'PUBLIC', branch: 'main' })
  expect(await ada.api.call('getCSS')).toBe(content)
})

test('lists need equal numbers of SQL statements for 2 and 20 objects', async () => {
  const holder = await aUser(app)
  const own = aGraphClient(app, holder.api)
  const ids: string[] = []
  for (let at = 0; at < 20; at++) {
    const input = { name: aName('permission-'), displayName: 'A' }
    ids.push((await admin.run(CreatePermission, { input })).createPermission.permission.id)
  }
  for (const permissionId of ids) await admin.run(Grant, { input: { permissionId, userId: holder.id } })
  const few = await countStatements(app, () => own.run(OwnPermissions, { first: 2 }))
  const many = await countStatements(app, () => own.run(OwnPermissions, { first: 20 }))
  expect(many).toBe(few)
  expect((await own.run(OwnPermissions, { first: 2 })).viewer?.permissions.totalCount).toBe(20)
})
