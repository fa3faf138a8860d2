import type { Page } from 'playwright-core'
import type { Person } from '../people.ts'
import type { JourneyGroup } from './groups.ts'

/** What people do in groups with another client while a journey watches how they are managed. */

const CREATE_ROLE = 'mutation R($input: CreateGroupRoleInput!) { createGroupRole(input: $input) { groupRole { id } } }'
const GIVE_ROLE =
  'mutation A($input: AddGroupMemberRoleInput!) { addGroupMemberRole(input: $input) { groupMember { id } } }'
const MEMBERSHIP =
  'query M($userId: ID!, $groupId: ID!) { user(id: $userId) { groupMembership(groupId: $groupId) { status isRequestBlocked managerNotes roles { name } } } }'

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
