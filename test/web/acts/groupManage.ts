import { randomBytes } from 'node:crypto'
import type { Page } from 'playwright-core'
import type { Person } from '../people.ts'
import type { Stage } from '../stage.ts'

/** What people do in groups with another client while a journey watches how they are managed. */

const PERMISSIONS = '{ permissions(first: 100) { nodes { id name } } }'
const GRANT = 'mutation G($input: GrantPermissionInput!) { grantPermission(input: $input) { user { id } } }'
const CREATE = 'mutation C($input: CreateGroupInput!) { createGroup(input: $input) { group { id } } }'
const JOIN = 'mutation J($input: JoinGroupInput!) { joinGroup(input: $input) { group { id } } }'
const UPDATE = 'mutation U($input: UpdateGroupInput!) { updateGroup(input: $input) { group { id } } }'
const INVITE = 'mutation I($input: CreateGroupInviteInput!) { createGroupInvite(input: $input) { group { id } } }'
const CREATE_ROLE = 'mutation R($input: CreateGroupRoleInput!) { createGroupRole(input: $input) { groupRole { id } } }'
const GIVE_ROLE =
  'mutation A($input: AddGroupMemberRoleInput!) { addGroupMemberRole(input: $input) { groupMember { id } } }'
const MEMBERSHIP =
  'query M($userId: ID!, $groupId: ID!) { user(id: $userId) { groupMembership(groupId: $groupId) { status isRequestBlocked managerNotes roles { name } } } }'

/** The permission that a subscription brings. */
const CREATE_GROUPS = 'permission-create-groups'

/** Lets a person create and own groups. */
export async function subscribe(stage: Stage, { id: userId }: Pick<Person, 'id'>): Promise<void> {
  const admin = await stage.demoPerson('demo_admin')
  const { permissions } = Object(await admin.run(PERMISSIONS))
  const found = permissions.nodes.find(({ name }: { name: string }) => name === CREATE_GROUPS)
  await admin.run(GRANT, { input: { permissionId: found.id, userId } })
}

/** A new account that can create and own groups. */
export async function aFounder(stage: Stage): Promise<Person> {
  const founder = await stage.aPerson()
  await subscribe(stage, founder)
  return founder
}

export interface JourneyGroup {
  readonly id: string
  readonly name: string
}

const aShortCode = () => `W${randomBytes(3).toString('hex').slice(0, 5).toUpperCase()}`

/** Creates a group that everybody can join unless `given` says otherwise. */
export async function createGroup(owner: Person, given: Readonly<Record<string, unknown>> = {}): Promise<JourneyGroup> {
  const name = `Harbor ${randomBytes(3).toString('hex')}`
  const input = { name, shortCode: aShortCode(), roleTemplate: 'DEFAULT', joinState: 'OPEN', ...given }
  const { createGroup: made } = Object(await owner.run(CREATE, { input }))
  return { id: String(made.group.id), name }
}

/** Joins a group, or asks to. */
export const joinGroup = (person: Person, group: JourneyGroup) => person.run(JOIN, { input: { groupId: group.id } })

export const updateGroup = (person: Person, group: JourneyGroup, change: Readonly<Record<string, unknown>>) =>
  person.run(UPDATE, { input: { groupId: group.id, ...change } })

export const inviteToGroup = (person: Person, group: JourneyGroup, userId: string) =>
  person.run(INVITE, { input: { groupId: group.id, userId } })

interface NewRole {
  readonly name: string
  readonly permissions: readonly string[]
}

/** Creates a role at the end of those of its kind. Returns its id. */
export async function createRole(owner: Person, group: JourneyGroup, role: NewRole): Promise<string> {
  const { createGroupRole } = Object(await owner.run(CREATE_ROLE, { input: { groupId: group.id, ...role } }))
  return String(createGroupRole.groupRole.id)
}

export const giveRole = (owner: Person, roleId: string, { id: userId }: Pick<Person, 'id'>) =>
  owner.run(GIVE_ROLE, { input: { roleId, userId } })

interface Membership {
  readonly status: string
  readonly isRequestBlocked: boolean
  readonly managerNotes: string | null
  readonly roles: readonly { readonly name: string }[]
}

/** What stands between a person and a group, as another one sees it; null for nothing. */
export async function membershipOf(
  viewer: Person,
  group: JourneyGroup,
  { id: userId }: Pick<Person, 'id'>,
): Promise<Membership | null> {
  return Object(await viewer.run(MEMBERSHIP, { userId, groupId: group.id })).user.groupMembership
}

/** Opens a part of managing a group. */
export const openSection = async (page: Page, { id }: Pick<JourneyGroup, 'id'>, section: string): Promise<void> => {
  await page.goto(`/groups/${id}/manage/${section}`)
}

/** The link to a part in the menu. */
export const inMenu = (page: Page, label: string | RegExp) =>
  page.getByRole('navigation', { name: 'Parts of managing the group' }).getByRole('link', { name: label })

/** Chooses what to do with a member, in the list of members. */
export async function manageMember(page: Page, { username }: Pick<Person, 'username'>, act: string): Promise<void> {
  await page.getByRole('button', { name: `Manage ${username}`, exact: true }).click()
  await page.getByRole('menuitem', { name: act, exact: true }).click()
}

/** Finds a member in the list by name. */
export async function findMember(page: Page, { username }: Pick<Person, 'username'>): Promise<void> {
  await page.getByLabel('Search by name').fill(username)
  await page.waitForURL((url) => url.searchParams.get('search') === username)
  await page.getByRole('button', { name: `Manage ${username}`, exact: true }).waitFor()
}

/** Throws unless something holds. */
export function assert(holds: boolean, what: string): void {
  if (!holds) throw new Error(what)
}
