import { randomBytes } from 'node:crypto'
import { grantPermission } from '../acts.ts'
import type { Person } from '../people.ts'
import type { Stage } from '../stage.ts'

/** What people do in groups with another client while a journey watches their pages. */

const CREATE = 'mutation C($input: CreateGroupInput!) { createGroup(input: $input) { group { id } } }'
const UPDATE = 'mutation U($input: UpdateGroupInput!) { updateGroup(input: $input) { group { id } } }'
const DELETE = 'mutation D($input: DeleteGroupInput!) { deleteGroup(input: $input) { deletedGroupId } }'
const JOIN = 'mutation J($input: JoinGroupInput!) { joinGroup(input: $input) { group { id } } }'
const INVITE = 'mutation I($input: CreateGroupInviteInput!) { createGroupInvite(input: $input) { group { id } } }'
const ANSWER =
  'mutation R($input: RespondGroupJoinRequestInput!) { respondGroupJoinRequest(input: $input) { group { id } } }'
const BAN = 'mutation B($input: BanGroupMemberInput!) { banGroupMember(input: $input) { group { id } } }'
const STATUS = 'query S($id: ID!) { group(id: $id) { viewerStatus viewerMembership { visibility isRepresenting } } }'

/** A new account that can create and own groups, as a subscription lets people. */
export async function aFounder(stage: Stage): Promise<Person> {
  const founder = await stage.aPerson()
  await grantPermission(stage, founder, 'permission-create-groups')
  return founder
}

export interface JourneyGroup {
  readonly id: string
  readonly name: string
}

/** A short code that no other group of a journey has. */
export const aShortCode = () => `W${randomBytes(3).toString('hex').slice(0, 5).toUpperCase()}`

interface GivenGroup extends Readonly<Record<string, unknown>> {
  readonly name?: string
}

/** Creates a group that everybody can join unless `given` says otherwise. */
export async function createGroup(owner: Person, given: GivenGroup = {}): Promise<JourneyGroup> {
  const name = given.name ?? `Lantern ${randomBytes(3).toString('hex')}`
  const input = { shortCode: aShortCode(), roleTemplate: 'DEFAULT', joinState: 'OPEN', ...given, name }
  const { createGroup: made } = Object(await owner.run(CREATE, { input }))
  return { id: String(made.group.id), name }
}

export const updateGroup = (owner: Person, { id: groupId }: JourneyGroup, change: Readonly<Record<string, unknown>>) =>
  owner.run(UPDATE, { input: { groupId, ...change } })

export const deleteGroup = (owner: Person, { id: groupId }: JourneyGroup) => owner.run(DELETE, { input: { groupId } })

/** Joins a group, or asks to, or accepts an invite. */
export const joinGroup = (person: Person, { id: groupId }: JourneyGroup) => person.run(JOIN, { input: { groupId } })

/** A new member of an open group. */
export async function aGroupMember(stage: Stage, group: JourneyGroup): Promise<Person> {
  const member = await stage.aPerson()
  await joinGroup(member, group)
  return member
}

export const inviteToGroup = (owner: Person, { id: groupId }: JourneyGroup, { id: userId }: Person) =>
  owner.run(INVITE, { input: { groupId, userId } })

export const acceptIntoGroup = (owner: Person, { id: groupId }: JourneyGroup, { id: userId }: Person) =>
  owner.run(ANSWER, { input: { groupId, userId, action: 'ACCEPT' } })

export const banFromGroup = (owner: Person, { id: groupId }: JourneyGroup, { id: userId }: Person) =>
  owner.run(BAN, { input: { groupId, userId } })

/** What stands between a person and a group, by the graph. */
export async function groupStatus(person: Person, { id }: JourneyGroup) {
  return Object(await person.run(STATUS, { id })).group
}
