import { randomBytes } from 'node:crypto'
import type { Person } from '../people.ts'
import type { Stage } from '../stage.ts'

/** What people do in groups with another client while a journey watches their pages. */

const PERMISSIONS = '{ permissions(first: 100) { nodes { id name } } }'
const GRANT = 'mutation G($input: GrantPermissionInput!) { grantPermission(input: $input) { user { id } } }'
const CREATE = 'mutation C($input: CreateGroupInput!) { createGroup(input: $input) { group { id } } }'
const UPDATE = 'mutation U($input: UpdateGroupInput!) { updateGroup(input: $input) { group { id } } }'
const JOIN = 'mutation J($input: JoinGroupInput!) { joinGroup(input: $input) { group { id } } }'
const INVITE = 'mutation I($input: CreateGroupInviteInput!) { createGroupInvite(input: $input) { group { id } } }'
const ANSWER =
  'mutation R($input: RespondGroupJoinRequestInput!) { respondGroupJoinRequest(input: $input) { group { id } } }'
const BAN = 'mutation B($input: BanGroupMemberInput!) { banGroupMember(input: $input) { group { id } } }'
const STATUS = 'query S($id: ID!) { group(id: $id) { viewerStatus viewerMembership { visibility isRepresenting } } }'

/** The permission that a subscription brings. */
const CREATE_GROUPS = 'permission-create-groups'

/** A new account that can create groups. */
export async function aGroupFounder(stage: Stage): Promise<Person> {
  const founder = await stage.aPerson()
  const admin = await stage.demoPerson('demo_admin')
  const { permissions } = Object(await admin.run(PERMISSIONS))
  const found = permissions.nodes.find(({ name }: { name: string }) => name === CREATE_GROUPS)
  await admin.run(GRANT, { input: { permissionId: found.id, userId: founder.id } })
  return founder
}

export interface WebGroup {
  readonly id: string
  readonly name: string
}

/** A short code that no other group of a journey has. */
export const aGroupCode = () => `W${randomBytes(3).toString('hex').slice(0, 5).toUpperCase()}`

/** A new group that everybody can join, unless `given` says otherwise. */
export async function foundGroup(owner: Person, given: Readonly<Record<string, unknown>> = {}): Promise<WebGroup> {
  const name = `Lantern ${randomBytes(3).toString('hex')}`
  const input = { name, shortCode: aGroupCode(), roleTemplate: 'DEFAULT', joinState: 'OPEN', ...given }
  const { createGroup } = Object(await owner.run(CREATE, { input }))
  return { id: String(createGroup.group.id), name }
}

export const changeGroup = (owner: Person, { id: groupId }: WebGroup, change: Readonly<Record<string, unknown>>) =>
  owner.run(UPDATE, { input: { groupId, ...change } })

/** Joins a group, or asks to. */
export const enterGroup = (person: Person, { id: groupId }: WebGroup) => person.run(JOIN, { input: { groupId } })

/** A new member of an open group. */
export async function aGroupMember(stage: Stage, group: WebGroup): Promise<Person> {
  const member = await stage.aPerson()
  await enterGroup(member, group)
  return member
}

export const askIntoGroup = (owner: Person, { id: groupId }: WebGroup, { id: userId }: Person) =>
  owner.run(INVITE, { input: { groupId, userId } })

export const acceptIntoGroup = (owner: Person, { id: groupId }: WebGroup, { id: userId }: Person) =>
  owner.run(ANSWER, { input: { groupId, userId, action: 'ACCEPT' } })

export const banFromGroup = (owner: Person, { id: groupId }: WebGroup, { id: userId }: Person) =>
  owner.run(BAN, { input: { groupId, userId } })

/** What stands between a person and a group, by the graph. */
export async function groupStatus(person: Person, { id }: WebGroup) {
  return Object(await person.run(STATUS, { id })).group
}
