import { beforeAll, describe, expect, it } from 'vitest'
import { siblingId } from '../../../src/kernel/ids.ts'
import { graphql } from '../../generated/index.ts'
import { sharedApp } from '../../support/app.ts'
import { anImage, anUploadedFile, IMAGE_FILE } from '../../support/files.ts'
import { befriend } from '../../support/friends.ts'
import { aGraphClient, type GraphClient } from '../../support/graphClient.ts'
import { aGroup, aMember, aShortCode, giveRole, type TestGroup } from '../../support/groups.ts'
import { aName, aUser, type TestUser } from '../../support/users.ts'

const app = await sharedApp()

const Inside = graphql(`
  query GroupInside($id: ID!) {
    group(id: $id) {
      id viewerStatus viewerCanSeeInside viewerCanJoin viewerPermissions
      viewerMembership { id }
      roles { nodes { id } }
      members { totalCount nodes { id user { id } } }
      announcement { id }
      posts { totalCount nodes { id } }
      galleries { nodes { id } }
      instances { nodes { id } }
      invites { nodes { id } }
      requests { nodes { id } }
      bans { nodes { id } }
      auditLog { nodes { id } }
      auditLogTypes
      permissions { permission }
      transferability { isPossible }
    }
  }
`)

const Profile = graphql(`
  query GroupsOfProfile($id: ID!) {
    user(id: $id) {
      groups { totalCount nodes { id } }
      mutualGroups { totalCount nodes { id } }
      representedGroup { id }
    }
  }
`)

const Found = graphql(`
  query FoundGroups($search: String!, $first: Int, $after: String, $last: Int, $before: String) {
    groups(filter: { search: $search }, first: $first, after: $after, last: $last, before: $before) {
      totalCount
      nodes { id name }
      pageInfo { hasNextPage endCursor hasPreviousPage startCursor }
    }
  }
`)

const ByCode = graphql(`
  query GroupByItsCode($code: String!) {
    groupByCode(code: $code) { id }
  }
`)

const Things = graphql(`
  query ThingsOfGroup($ids: [ID!]!) {
    nodes(ids: $ids) { id }
  }
`)

const graphOf = ({ api }: Pick<TestUser, 'api'>): GraphClient => aGraphClient(app, api)
const insideOf = async (person: TestUser, { id }: TestGroup) => (await graphOf(person).run(Inside, { id })).group
const profileOf = async (viewer: TestUser, { id }: TestUser) => (await graphOf(viewer).run(Profile, { id })).user

/** Ids of one thing of each type in a group, in the graph. */
async function thingsIn(group: TestGroup): Promise<string[]> {
  const { api } = group.owner
  const { id: groupId } = group
  const post = await api.call('addGroupPost', {
    groupId,
    body: { title: 'Secret', text: 'Secret', visibility: 'public' },
  })
  const gallery = await api.call('createGroupGallery', { groupId, body: { name: 'Secret' } })
  const announcement = await api.call('createGroupAnnouncement', { groupId, body: { title: 'Secret' } })
  const [role] = await api.call('getGroupRoles', { groupId })
  const { id: fileId } = await anUploadedFile(app, group.owner, await anImage(), IMAGE_FILE)
  const key = { groupId, groupGalleryId: gallery.id ?? '' }
  const image = await api.call('addGroupGalleryImage', { ...key, body: { fileId } })
  const { db } = app.scope()
  const { id: memberId } = await db.groupMember.findFirstOrThrow({ where: { groupId } })
  const { id: entryId } = await db.groupAuditEntry.findFirstOrThrow({ where: { groupId } })
  const ids = [
    siblingId('groupPost', post.id ?? ''),
    gallery.id,
    announcement.id,
    role?.id,
    image.id,
    memberId,
    entryId,
  ]
  return ids.map(String)
}

const nodesFor = async (person: TestUser, ids: string[]) =>
  (await graphOf(person).run(Things, { ids })).nodes.map((node) => node?.id ?? null)

describe('a private group', () => {
  let group: TestGroup
  let member: TestUser
  let stranger: TestUser
  let things: string[]
  beforeAll(async () => {
    group = await aGroup(app, { privacy: 'private', name: 'Hidden harbour', description: 'Not for all' })
    member = await aMember(app, group)
    stranger = await aUser(app)
    await befriend(stranger, group.owner)
    things = await thingsIn(group)
  })

  it('shows outsiders its record, and nothing of what is inside', async () => {
    expect(await insideOf(stranger, group)).toEqual({
      id: group.id,
      viewerStatus: 'INACTIVE',
      viewerCanSeeInside: false,
      viewerCanJoin: true,
      viewerPermissions: [],
      ...{ viewerMembership: null, roles: null, members: null, announcement: null, posts: null, galleries: null },
      ...{ instances: null, invites: null, requests: null, bans: null, auditLog: null, auditLogTypes: null },
      ...{ permissions: null, transferability: null },
    })
    expect((await insideOf(member, group))?.posts?.totalCount).toBe(1)
  })

  it('has no node that outsiders see', async () => {
    expect(await nodesFor(group.owner, things)).toEqual(things)
    expect(await nodesFor(stranger, things)).toEqual(things.map(() => null))
  })

  it('is found by no profile, search or code', async () => {
    const nothing = { groups: { totalCount: 0, nodes: [] }, mutualGroups: { totalCount: 0, nodes: [] } }
    expect(await profileOf(stranger, group.owner)).toEqual({ ...nothing, representedGroup: null })
    expect((await profileOf(group.owner, group.owner))?.groups.nodes).toEqual([{ id: group.id }])
    const { groups } = await graphOf(member).run(Found, { search: 'Hidden harbour' })
    expect(groups.nodes.map(({ id }) => id)).not.toContain(group.id)
    const { shortCode, discriminator } = await app.scope().db.group.findUniqueOrThrow({ where: { id: group.id } })
    const code = `${shortCode}.${discriminator}`
    expect((await graphOf(stranger).run(ByCode, { code })).groupByCode).toBeNull()
    expect((await graphOf(member).run(ByCode, { code })).groupByCode).toEqual({ id: group.id })
  })
})

describe('members', () => {
  it('are shown by the right to see all, and otherwise by friendship and visibility', async () => {
    const group = await aGroup(app, { roleTemplate: 'managedFree' })
    const [viewer, friend, hiding, other] = [
      await aMember(app, group),
      await aMember(app, group),
      await aMember(app, group),
      await aMember(app, group),
    ]
    await befriend(viewer, friend)
    await befriend(viewer, hiding)
    await hiding.api.call('updateGroupMember', {
      groupId: group.id,
      userId: hiding.id,
      body: { visibility: 'hidden' },
    })
    const seen = async (person: TestUser) =>
      (await insideOf(person, group))?.members?.nodes.map(({ user }) => user?.id).sort()
    expect(await seen(viewer)).toEqual([group.owner.id, viewer.id, friend.id].sort())
    expect((await insideOf(viewer, group))?.members?.totalCount).toBe(3)
    expect(await seen(group.owner)).toEqual([group.owner, viewer, friend, hiding, other].map(({ id }) => id).sort())
  })
})

describe('posts for some roles', () => {
  it('are shown to their holders alone', async () => {
    const group = await aGroup(app)
    const [holder, other] = [await aMember(app, group), await aMember(app, group)]
    const roleId = await giveRole(app, group, holder, { permissions: [] })
    const body = { title: 'For few', text: 'Text', visibility: 'group' as const, roleIds: [roleId] }
    const { id } = await group.owner.api.call('addGroupPost', { groupId: group.id, body })
    const graphId = siblingId('groupPost', id ?? '')
    expect((await insideOf(holder, group))?.posts).toEqual({ totalCount: 1, nodes: [{ id: graphId }] })
    expect((await insideOf(other, group))?.posts).toEqual({ totalCount: 0, nodes: [] })
    expect(await nodesFor(holder, [graphId])).toEqual([graphId])
    expect(await nodesFor(other, [graphId])).toEqual([null])
    expect(await nodesFor(group.owner, [String(id)])).toEqual([null])
  })
})

const pageAfter = (client: GraphClient, search: string, after: string) =>
  client.run(Found, { search, first: 2, ...(after && { after }) })

/** Ids of what a search finds, in pages of two. */
async function idsByPages(client: GraphClient, search: string): Promise<string[]> {
  const found: string[] = []
  for (let after: string | null | undefined = ''; after != null; ) {
    const { groups } = await pageAfter(client, search, after)
    found.push(...groups.nodes.map(({ id }) => id))
    after = groups.pageInfo.hasNextPage ? groups.pageInfo.endCursor : null
  }
  return found
}

describe('the search for groups', () => {
  it('goes forth and back by pages in one order', async () => {
    const name = `Lantern ${aName()}`
    const groups: TestGroup[] = []
    for (let at = 0; at < 5; at++)
      groups.push(await aGroup(app, { name: `${name} ${at % 2}`, shortCode: aShortCode() }))
    for (const group of groups.slice(2, 4)) await aMember(app, group)
    const client = graphOf(await aUser(app))
    const { groups: all } = await client.run(Found, { search: name })
    expect(all.totalCount).toBe(5)
    const ids = all.nodes.map(({ id }) => id)
    expect(await idsByPages(client, name)).toEqual(ids)
    const { groups: end } = await client.run(Found, { search: name, last: 2 })
    expect(end.nodes.map(({ id }) => id)).toEqual(ids.slice(3))
    const { groups: middle } = await client.run(Found, {
      search: name,
      last: 2,
      before: end.pageInfo.startCursor ?? '',
    })
    expect(middle.nodes.map(({ id }) => id)).toEqual(ids.slice(1, 3))
    expect(middle.pageInfo.hasPreviousPage).toBe(true)
  })

  it('refuses cursors of other lists', async () => {
    const client = graphOf(await aUser(app))
    const after = Buffer.from('nonsense').toString('base64url')
    expect(await client.refusalCodes(Found, { search: '', after })).toEqual(['BAD_INPUT'])
  })
})

const Update = graphql(`
  mutation UpdateGroupOfTest($input: UpdateGroupInput!) {
    updateGroup(input: $input) { group { id description rules iconId joinState } }
  }
`)

describe('mutations', () => {
  it('clear fields by null, and keep those that are left out', async () => {
    const group = await aGroup(app, { description: 'Old' })
    const client = graphOf(group.owner)
    const set = await client.run(Update, { input: { groupId: group.id, rules: 'Be kind', joinState: 'REQUEST' } })
    expect(set.updateGroup.group).toMatchObject({ description: 'Old', rules: 'Be kind', joinState: 'REQUEST' })
    const cleared = await client.run(Update, { input: { groupId: group.id, rules: null, iconId: null } })
    expect(cleared.updateGroup.group).toMatchObject({ description: 'Old', rules: null, joinState: 'REQUEST' })
  })

  it('tell all faults of an input together, by its fields', async () => {
    const group = await aGroup(app)
    const input = { groupId: group.id, name: 'x', shortCode: '?', links: ['nowhere'], tags: ['admin_x'] }
    const { errors } = await graphOf(group.owner).send(Update.toString(), { input })
    const issues: unknown = errors?.[0]?.extensions.issues
    expect(issues).toMatchObject([
      { path: ['input', 'name'], reason: 'TOO_SHORT', min: 3 },
      { path: ['input', 'shortCode'], reason: 'INVALID_CHARACTERS' },
      { path: ['input', 'links', 0], reason: 'NOT_A_URL' },
      { path: ['input', 'tags', 0], reason: 'TAG_FORBIDDEN' },
    ])
  })
})
