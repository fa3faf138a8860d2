import { isDeepStrictEqual } from 'node:util'
import { expect } from 'vitest'
import { eventually } from '../../support/eventually.ts'
import type { GroupStage } from './groupStage.ts'
import { at, idsIn, listAt } from './pageData.ts'
import type { PageName } from './pages.ts'
import type { Setting as SettingOf } from './scenario.ts'
import type { PageData, Variables } from './webClient.ts'

export type Setting = SettingOf<GroupStage>

/** A list of a page, and the variable of the cursor after which its next part begins. */
interface ShownList {
  readonly page: PageName
  readonly list: string
  readonly after?: string
}

const MOST_PARTS = 9

/** The list of a group as the store holds it. */
export const shownList = ({ client, stage }: Setting, page: PageName, list: string, id: string = stage.group.id) =>
  at(client.cached(page, { id }), 'group', list)

/** Reads a page of the group with all parts of a list; answers the number of parts. */
export async function readToEnd(
  setting: Setting,
  { page, list, after = 'after' }: ShownList,
  id: string = setting.stage.group.id,
): Promise<number> {
  await setting.client.query(page, { id })
  const pageInfo = () => at(shownList(setting, page, list, id), 'pageInfo')
  let parts = 1
  for (; at(pageInfo(), 'hasNextPage') === true && parts < MOST_PARTS; parts++)
    await setting.client.more(page, { id }, { [after]: at(pageInfo(), 'endCursor') })
  return parts
}

const readsInParts = (shown: ShownList) => async (setting: Setting) => {
  expect(await readToEnd(setting, shown)).toBeGreaterThanOrEqual(3)
  const list = shownList(setting, shown.page, shown.list)
  expect(idsIn(list)).toHaveLength(Number(at(list, 'totalCount')))
  expect(new Set(idsIn(list)).size).toBe(idsIn(list).length)
}

/** A page that is on the screen. */
export type Open = readonly [page: PageName, variables?: Variables]

/**
 * Runs work while pages are on the screen, and waits until they show what the store holds then. Fails if the client sends
 * other requests than `requests`: it must not read again what payloads and events tell.
 */
export async function withPages<R>(
  { client, browser }: Pick<Setting, 'client' | 'browser'>,
  { open, requests }: { readonly open: readonly Open[]; readonly requests: number },
  work: () => Promise<R>,
): Promise<R> {
  const shown = open.map(([page, variables = {}]) => ({ page, variables, ...client.show(page, variables) }))
  const before = browser.requestCount()
  const result = await work()
  for (const { page, variables, data } of shown)
    await eventually(
      () => isDeepStrictEqual(data(), client.cached(page, variables)),
      () => `${page} does not show what the store holds`,
    )
  expect(browser.requestCount()).toBe(before + requests)
  for (const { close } of shown) close()
  return result
}

interface Mutation {
  readonly input: Variables
  /** Pages on the screen. */
  readonly open: readonly Open[]
}

/** Runs a mutation by which pages change. */
const mutateAlone = (
  setting: Setting,
  page: PageName,
  { input, open }: Mutation,
  check: (data: PageData) => void,
): Promise<PageData> =>
  withPages(setting, { open, requests: 1 }, async () => {
    const data = await setting.client.mutate(page, { input })
    check(data)
    return data
  })

const showsPage =
  (page: PageName, check: (data: PageData, stage: GroupStage) => void) =>
  async ({ client, stage }: Setting) => {
    const variables = page === 'groupQueue' ? { location: stage.location } : { id: stage.group.id }
    const data = await client.query(page, variables)
    check(data, stage)
    expect(client.cached(page, variables)).toEqual(data)
  }

const lengthOf = (data: PageData, list: string) => listAt(data, 'group', list, 'edges').length

/** Each page with what it shows, and its lists in parts. */
export const readSteps = [
  [
    'shows the page of a group',
    showsPage('group', (data, { ada, members }) => {
      expect(at(data, 'group', 'memberCount')).toBe(members.length + 1)
      expect(at(data, 'group', 'owner', 'id')).toBe(ada.id)
      expect(at(data, 'group', 'announcement', 'title')).toBe('Welcome')
      expect(listAt(data, 'group', 'newest', 'nodes')).toHaveLength(12)
    }),
  ],
  [
    'shows the members of a group',
    showsPage('groupMembers', (data) => expect([lengthOf(data, 'members')]).toEqual([10])),
  ],
  [
    'shows an editor of roles',
    showsPage('groupRoles', (data) => expect(listAt(data, 'group', 'permissions').length).toBeGreaterThan(20)),
  ],
  [
    'shows invites, requests and bans',
    showsPage('groupModeration', (data) =>
      expect(['invites', 'requests', 'bans', 'blocked'].map((list) => lengthOf(data, list))).toEqual([5, 5, 5, 0]),
    ),
  ],
  ['shows an audit log', showsPage('groupAudit', (data) => expect(lengthOf(data, 'auditLog')).toBe(10))],
  [
    'shows a full instance of a group',
    showsPage('groupQueue', (data, { group }) => {
      expect(at(data, 'instance', 'group', 'id')).toBe(group.id)
      expect([at(data, 'instance', 'occupantCount'), at(data, 'instance', 'hasQueue')]).toEqual([1, true])
      expect(at(data, 'viewer', 'queuePlace')).toBeNull()
    }),
  ],
  ['reads posts in parts', readsInParts({ page: 'group', list: 'posts' })],
  ['reads members in parts', readsInParts({ page: 'groupMembers', list: 'members' })],
  ['reads roles in parts', readsInParts({ page: 'groupRoles', list: 'roles' })],
  ['reads invites in parts', readsInParts({ page: 'groupModeration', list: 'invites', after: 'afterInvite' })],
  ['reads requests in parts', readsInParts({ page: 'groupModeration', list: 'requests', after: 'afterRequest' })],
  ['reads bans in parts', readsInParts({ page: 'groupModeration', list: 'bans', after: 'afterBan' })],
  ['reads an audit log in parts', readsInParts({ page: 'groupAudit', list: 'auditLog' })],
] as const

async function joinsGroup(setting: Setting): Promise<void> {
  const { client, stage } = setting
  const { id: groupId } = stage.otherGroup
  await client.query('groups')
  await client.query('group', { id: groupId })
  await client.query('groupMembers', { id: groupId })
  const shown = () => at(client.cached('group', { id: groupId }), 'group')
  expect([at(shown(), 'viewerStatus'), at(shown(), 'memberCount')]).toEqual(['INACTIVE', 1])
  const id = groupId
  const open: Open[] = [['groups'], ['group', { id }], ['groupMembers', { id }]]
  await mutateAlone(setting, 'joinGroup', { input: { groupId }, open }, (data) => {
    expect([at(shown(), 'viewerStatus'), at(shown(), 'memberCount')]).toEqual(['MEMBER', 2])
    expect(idsIn(at(client.cached('groups'), 'viewer', 'groups'))).toEqual([stage.group.id, groupId])
    const memberId = at(data, 'joinGroup', 'groupMemberEdge', 'node', 'id')
    expect(idsIn(shownList(setting, 'groupMembers', 'members', groupId))).toContain(memberId)
  })
}

async function changesRoles(setting: Setting): Promise<void> {
  const { id: groupId } = setting.stage.group
  const roles: ShownList = { page: 'groupRoles', list: 'roles' }
  await readToEnd(setting, roles)
  const shown = () => listAt(shownList(setting, 'groupRoles', 'roles'), 'edges').map((edge) => at(edge, 'node'))
  const nameOf = (id: unknown) => shown().flatMap((role) => (at(role, 'id') === id ? [at(role, 'name')] : []))
  const given = { groupId, name: 'Guide', permissions: ['INSTANCE_JOIN'] }
  const open: Open[] = [['groupRoles', { id: groupId }]]
  const created = await mutateAlone(setting, 'createGroupRole', { input: given, open }, (data) =>
    expect(nameOf(at(data, 'createGroupRole', 'groupRole', 'id'))).toEqual(['Guide']),
  )
  const roleId = at(created, 'createGroupRole', 'groupRole', 'id')
  await mutateAlone(setting, 'updateGroupRole', { input: { roleId, name: 'Host' }, open }, () =>
    expect(nameOf(roleId)).toEqual(['Host']),
  )
  await mutateAlone(setting, 'deleteGroupRole', { input: { roleId }, open }, () => expect(nameOf(roleId)).toEqual([]))
}

async function bansMember(setting: Setting): Promise<void> {
  const { group, members } = setting.stage
  const person = { groupId: group.id, userId: members[1]?.id }
  await readToEnd(setting, { page: 'groupMembers', list: 'members' })
  await setting.client.query('groupModeration', { id: group.id })
  const shownIn = (page: PageName, list: string) =>
    listAt(shownList(setting, page, list), 'edges').map((edge) => at(edge, 'node', 'user', 'id'))
  expect(shownIn('groupMembers', 'members')).toContain(person.userId)
  const variables = { id: group.id }
  const open: Open[] = [
    ['groupMembers', variables],
    ['groupModeration', variables],
  ]
  await mutateAlone(setting, 'banGroupMember', { input: person, open }, () => {
    expect(shownIn('groupMembers', 'members')).not.toContain(person.userId)
    expect(shownIn('groupModeration', 'bans')[0]).toBe(person.userId)
  })
  await mutateAlone(setting, 'unbanGroupMember', { input: person, open }, () =>
    expect(shownIn('groupModeration', 'bans')).not.toContain(person.userId),
  )
}

async function posts(setting: Setting): Promise<void> {
  const { id: groupId } = setting.stage.group
  await setting.client.query('group', { id: groupId })
  const shown = () => idsIn(shownList(setting, 'group', 'posts'))
  const before = shown()
  const given = { groupId, title: 'News', text: 'Much has happened', visibility: 'GROUP' }
  const open: Open[] = [['group', { id: groupId }]]
  const added = await mutateAlone(setting, 'addGroupPost', { input: given, open }, (data) =>
    expect(shown()).toEqual([at(data, 'addGroupPost', 'groupPostEdge', 'node', 'id'), ...before]),
  )
  const postId = at(added, 'addGroupPost', 'groupPostEdge', 'node', 'id')
  await mutateAlone(setting, 'deleteGroupPost', { input: { postId }, open }, () => expect(shown()).toEqual(before))
}

/** Mutations after which pages show the new lists, though nothing was read again. */
export const mutationSteps = [
  ['joins a group', joinsGroup],
  ['creates, changes and deletes a role', changesRoles],
  ['bans a member, and ends the ban', bansMember],
  ['writes a post, and deletes it', posts],
] as const
