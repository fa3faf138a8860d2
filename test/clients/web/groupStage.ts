import { newId } from '../../../src/kernel/ids.ts'
import type { TestApp } from '../../support/app.ts'
import { aGroup, aMember, giveRole, type TestGroup } from '../../support/groups.ts'
import { createGroupInstanceAs, enterAs } from '../../support/instances.ts'
import { aUser, type TestUser } from '../../support/users.ts'
import { aWorld } from '../../support/worlds.ts'

/** What the pages of groups show. */
export interface GroupStage {
  readonly app: TestApp
  /** Owns a group whose lists take three parts each. */
  readonly ada: TestUser
  readonly group: TestGroup
  /** Members of the group; the first manages it, too, and the last is in the full instance. */
  readonly members: readonly [manager: TestUser, ...others: TestUser[]]
  /** An open group of somebody else. */
  readonly otherGroup: TestGroup
  /** A full instance of the group with a queue. */
  readonly location: string
}

const [MEMBERS, ROLES, POSTS, OUTSIDERS] = [24, 6, 12, 12]

const MANAGING = ['group-announcement-manage', 'group-invites-manage', 'group-members-manage', 'group-bans-manage']

const times = <R>(count: number, make: (at: number) => Promise<R>) =>
  Array.from({ length: count }).reduce<Promise<R[]>>(
    async (before, _, at) => [...(await before), await make(at)],
    Promise.resolve([]),
  )

const OUTSIDER_TIMES = { invited: 'invitedAt', requested: 'requestedAt', banned: 'bannedAt' } as const

/** Inserts people who are invited, ask to join or are banned. */
async function addOutsiders(app: TestApp, { id: groupId }: TestGroup, status: keyof typeof OUTSIDER_TIMES) {
  const { db, now } = app.scope()
  const people = await times(OUTSIDERS, () => aUser(app))
  const rows = people.map(({ id: userId }, at) => ({
    ...{ id: newId('groupMember', now), groupId, userId, status, createdAt: now },
    [OUTSIDER_TIMES[status]]: new Date(now.getTime() - at * 1000),
  }))
  await db.groupMember.createMany({ data: rows })
}

async function addContent({ id: groupId, owner: { api } }: TestGroup): Promise<void> {
  await times(ROLES, (at) => api.call('createGroupRole', { groupId, body: { name: `Role ${at}` } }))
  await times(POSTS, (at) =>
    api.call('addGroupPost', { groupId, body: { title: `Post ${at}`, text: 'Text', visibility: 'group' } }),
  )
  await api.call('createGroupAnnouncement', { groupId, body: { title: 'Welcome' } })
  await api.call('createGroupGallery', { groupId, body: { name: 'Views' } })
}

/** Fills the only place of a new instance of the group. */
async function aFullInstance(app: TestApp, group: TestGroup, occupant: TestUser): Promise<string> {
  const worldId = await aWorld(app, group.owner, { capacity: 1, releaseStatus: 'public' })
  const location = await createGroupInstanceAs(group.owner, worldId, group, {
    groupAccessType: 'members',
    queueEnabled: true,
  })
  await enterAs(app, occupant, location)
  return location
}

/** Makes the data of the pages of groups in a server of its own. */
export async function aGroupStage(app: TestApp): Promise<GroupStage> {
  const group = await aGroup(app)
  const manager = await aMember(app, group)
  await giveRole(app, group, manager, { permissions: MANAGING })
  const others = await times(MEMBERS - 1, () => aMember(app, group))
  for (const status of ['invited', 'requested', 'banned'] as const) await addOutsiders(app, group, status)
  await addContent(group)
  return {
    app,
    ada: group.owner,
    group,
    members: [manager, ...others],
    otherGroup: await aGroup(app),
    location: await aFullInstance(app, group, others.at(-1) ?? manager),
  }
}
