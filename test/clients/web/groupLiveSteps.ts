import { expect } from 'vitest'
import { eventually } from '../../support/eventually.ts'
import { untilSubscribed } from '../../support/graphSubscriptions.ts'
import { enterAs, leaveAs } from '../../support/instances.ts'
import { type Open, type Setting, shownList, withPages } from './groupSteps.ts'
import { at, idsIn, listAt } from './pageData.ts'
import type { PageName } from './pages.ts'
import type { PageData, Variables } from './webClient.ts'

interface Following {
  readonly page: PageName
  readonly variables?: Variables
  /** Pages on the screen. */
  readonly open: readonly Open[]
}

/** Runs work while a subscription is followed, by which pages change. */
export async function following(
  setting: Pick<Setting, 'client' | 'browser'> & { readonly stage: Pick<Setting['stage'], 'app'> },
  { page, variables = {}, open }: Following,
  work: (told: readonly PageData[]) => Promise<void>,
): Promise<void> {
  const { client, stage } = setting
  const told: PageData[] = []
  const followed = await untilSubscribed(stage.app, () => client.follow(page, variables, (data) => told.push(data)))
  await withPages(setting, { open, requests: 0 }, () => work(told))
  followed.stop()
}

async function showsChanges(setting: Setting): Promise<void> {
  const { client, stage } = setting
  const { group, members } = stage
  const { id: groupId } = group
  const [{ api: manager }] = members
  await client.query('group', { id: groupId })
  await client.query('groupRoles', { id: groupId })
  const [role] = idsIn(shownList(setting, 'groupRoles', 'roles')).slice(1)
  const open: Open[] = [
    ['group', { id: groupId }],
    ['groupRoles', { id: groupId }],
  ]
  await following(setting, { page: 'groupChanges', variables: { groupId }, open }, async (told) => {
    await manager.call('addGroupPost', { groupId, body: { title: 'Live', text: 'Text', visibility: 'group' } })
    const firstPost = () => at(listAt(shownList(setting, 'group', 'posts'), 'edges')[0], 'node', 'title')
    await eventually(() => firstPost() === 'Live')
    await group.owner.api.call('updateGroup', { groupId, body: { description: 'All are welcome' } })
    await eventually(() => at(client.cached('group', { id: groupId }), 'group', 'description') === 'All are welcome')
    await group.owner.api.call('updateGroupRole', { groupId, groupRoleId: String(role), body: { name: 'Renamed' } })
    const names = () =>
      listAt(shownList(setting, 'groupRoles', 'roles'), 'edges').map((edge) => at(edge, 'node', 'name'))
    await eventually(() => names().includes('Renamed'))
    expect(told.map((data) => at(data, 'groupChanged', 'kind'))).toEqual(['UPDATED', 'UPDATED', 'ROLE'])
  })
}

async function showsModeration(setting: Setting): Promise<void> {
  const { client, stage } = setting
  const { id: groupId } = stage.group
  const [{ api: manager }, , banned, invited] = stage.members
  if (!banned || !invited) throw new Error('the group has too few members')
  await stage.group.owner.api.call('kickGroupMember', { groupId, userId: invited.id })
  await client.query('groupModeration', { id: groupId })
  await client.query('groupAudit', { id: groupId })
  const first = (page: PageName, list: string) => at(listAt(shownList(setting, page, list), 'edges')[0], 'node')
  const open: Open[] = [
    ['groupModeration', { id: groupId }],
    ['groupAudit', { id: groupId }],
  ]
  await following(setting, { page: 'groupModerations', variables: { groupId }, open }, async () => {
    await manager.call('createGroupInvite', { groupId, body: { userId: invited.id } })
    await eventually(() => at(first('groupModeration', 'invites'), 'user', 'id') === invited.id)
    await manager.call('banGroupMember', { groupId, body: { userId: banned.id } })
    await eventually(() => at(first('groupModeration', 'bans'), 'user', 'id') === banned.id)
    expect(at(first('groupAudit', 'auditLog'), 'type')).toBe('USER_BAN')
  })
}

async function showsOwnMembership(setting: Setting): Promise<void> {
  const { client, stage } = setting
  const { id: groupId, owner } = stage.otherGroup
  await client.query('group', { id: groupId })
  const standing = () => at(client.cached('group', { id: groupId }), 'group')
  expect(at(standing(), 'viewerStatus')).toBe('MEMBER')
  await following(setting, { page: 'viewerGroups', open: [['group', { id: groupId }]] }, async (told) => {
    await owner.api.call('kickGroupMember', { groupId, userId: stage.ada.id })
    await eventually(() => at(standing(), 'viewerStatus') === 'INACTIVE')
    expect([at(standing(), 'memberCount'), at(standing(), 'viewerCanJoin')]).toEqual([1, true])
    expect(told.map((data) => at(data, 'viewerGroupsChanged', 'kind'))).toContain('LEFT')
  })
}

async function waitsInQueue(setting: Setting): Promise<void> {
  const { client, stage } = setting
  const { app, location, members } = stage
  const [, , , , second] = members
  const inside = members.at(-1)
  if (!second || !inside) throw new Error('the group has too few members')
  await client.query('groupQueue', { location })
  const place = () => at(client.cached('groupQueue', { location }), 'viewer', 'queuePlace')
  const shownPlace = () => [at(place(), 'position'), at(place(), 'queueSize')]
  await client.mutate('enterInstance', { input: { location, platform: 'standalonewindows' } })
  expect(shownPlace()).toEqual([1, 1])
  await following(setting, { page: 'queue', open: [['groupQueue', { location }]] }, async () => {
    await enterAs(app, second, location)
    await eventually(() => at(place(), 'queueSize') === 2)
    expect(shownPlace()).toEqual([1, 2])
    await leaveAs(app, inside)
    await eventually(() => typeof at(place(), 'keptUntil') === 'string')
    expect(at(place(), 'position')).toBeNull()
  })
  await client.mutate('leaveQueue')
  expect(place()).toBeNull()
}

/** Acts of others, and events that the store shows, though nothing was read again. */
export const liveSteps = [
  ['shows posts, details and roles live', showsChanges],
  ['shows invites, bans and the audit log live', showsModeration],
  ['shows live that the viewer was removed', showsOwnMembership],
  ['shows live how the viewer waits in a queue', waitsInQueue],
] as const
