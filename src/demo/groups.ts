import type { Faker } from '@faker-js/faker'
import { nameKey } from '../areas/accounts/account/names.ts'
import { ROLE_TEMPLATES, startingRoles } from '../areas/groups/roles/permissions.ts'
import { addMilliseconds, DAY } from '../kernel/clock.ts'
import type { Scope } from '../kernel/scope.ts'
import type { InTransaction } from '../kernel/transaction.ts'
import { noFiles } from './files.ts'
import { addGroupContent, addGroupPictures, storeLandscapes } from './groupContent.ts'
import { DEMO_GROUPS, type DemoGroup } from './groupList.ts'
import type { DemoGroups, GroupMaking, MadeGroup } from './groupRows.ts'
import type { DemoUser } from './users.ts'

/** Twenty groups of different kinds with members, roles, posts, announcements and galleries. */
export async function demoGroups(scope: Scope, people: readonly DemoUser[], faker: Faker): Promise<DemoGroups> {
  const all: DemoGroups = {
    ...{ files: noFiles(), groups: [], roles: [], members: [], holders: [] },
    ...{ announcements: [], posts: [], galleries: [], images: [], auditEntries: [] },
  }
  const landscapes = await storeLandscapes(scope, all.files, faker)
  for (const [number, kind] of DEMO_GROUPS.entries()) {
    const making = { all, people, faker, scope, kind, landscapes }
    addGroup(making, number)
  }
  return all
}

/** The people of a group, the owner first. */
interface Cast {
  readonly owner: DemoUser
  readonly moderators: readonly DemoUser[]
  readonly members: readonly DemoUser[]
}

function addGroup(making: GroupMaking, number: number): void {
  const { all, faker, kind, scope } = making
  const { owner, moderators, members } = castOf(making, number)
  const createdAt = addMilliseconds(scope.now, -faker.number.int({ min: 60, max: 400 }) * DAY)
  const groupId = `grp_${faker.string.uuid()}`
  const joined = [owner, ...moderators, ...members]
  const pictures = addGroupPictures(making, { ownerId: owner.user.id, at: createdAt, number })
  const group = {
    ...{ id: groupId, name: kind.name, nameKey: nameKey(kind.name), shortCode: kind.shortCode, ...pictures },
    ...{ discriminator: String(faker.number.int(9_999)).padStart(4, '0'), description: kind.about },
    ...{ rules: 'Be kind. Ask before you photograph people.', tags: [...kind.tags], languages: ['eng'] },
    ...{ privacy: kind.isPrivate ? 'private' : 'default', isVerified: kind.isVerified ?? false },
    joinState: kind.joinState ?? ROLE_TEMPLATES[kind.template].joinState,
    ...{ ownerId: owner.user.id, memberCount: joined.length, createdAt, updatedAt: createdAt },
  }
  const roles = rolesOf(kind).map((role) => ({
    ...{ ...role, id: `grol_${faker.string.uuid()}`, groupId, createdAt, updatedAt: createdAt },
  }))
  all.roles.push(...roles)
  addMembers(making, { group, joined })
  for (const { user } of joined) hold(all, roles, 'Member', { userId: user.id, groupId })
  for (const { user } of moderators) hold(all, roles, 'Moderator', { userId: user.id, groupId })
  hold(all, roles, 'Group Owner', { userId: owner.user.id, groupId })
  all.groups.push({ ...group, ...addGroupContent(making, { group, joined, number }) })
  all.auditEntries.push({
    ...{ id: auditEntryId(faker, createdAt), groupId, actorId: owner.user.id, targetId: groupId, createdAt },
    ...{ eventType: 'group.create', data: { name: kind.name, shortCode: kind.shortCode } },
    description: `Group ${kind.name} created by ${owner.user.displayName}.`,
  })
}

/** The roles of the template, with one that members take by themselves if the group has it. */
function rolesOf({ template, openRole }: DemoGroup) {
  const roles = ROLE_TEMPLATES[template]
  const starting = startingRoles(roles).map((role) => ({ ...role, isSelfAssignable: false }))
  if (!openRole) return starting
  const [name, description] = openRole
  const place = { order: roles.roles.length + 1, kind: null, isAddedOnJoin: false, isSelfAssignable: true }
  return [...starting, { name, description, permissions: [], ...place }]
}

/** Ids of entries of audit logs rise with time: they are UUIDs of version 7. */
function auditEntryId(faker: Faker, at: Date): string {
  const time = at.getTime().toString(16).padStart(12, '0')
  return `gaud_${time.slice(0, 8)}-${time.slice(8)}-7${faker.string.uuid().slice(15)}`
}

/** Owners of the crowd are different people, each of whom owns one group. */
function castOf({ people, faker, kind }: GroupMaking, number: number): Cast {
  const crowd = people.filter(({ login }) => !login)
  const named = (usernames: readonly string[] = []) => people.filter(({ user }) => usernames.includes(user.username))
  const [owner = crowd[number]] = named(kind.owner === undefined ? [] : [kind.owner])
  if (!owner) throw new Error(`the group ${kind.name} has no owner`)
  const taken = new Set([owner, ...named(kind.moderators), ...named(kind.members)])
  const drawn = faker.helpers.arrayElements(
    crowd.filter((person) => !taken.has(person)),
    kind.size,
  )
  return { owner, moderators: named(kind.moderators), members: [...named(kind.members), ...drawn] }
}

function addMembers(
  { all, faker, people, scope }: GroupMaking,
  { group, joined }: { readonly group: MadeGroup; readonly joined: readonly DemoUser[] },
): void {
  const { now } = scope
  const rowOf = ({ user }: DemoUser, row: { readonly status: string }) => ({
    ...{ id: `gmem_${faker.string.uuid()}`, groupId: group.id, userId: user.id, createdAt: group.createdAt, ...row },
  })
  const banned = people.find((person) => !person.login && !joined.includes(person))
  all.members.push(
    ...joined.map((person, at) => ({
      ...rowOf(person, { status: 'member' }),
      joinedAt: at === 0 ? group.createdAt : addMilliseconds(now, -faker.number.int({ min: 1, max: 59 }) * DAY),
      visibility: faker.helpers.arrayElement(['visible', 'visible', 'visible', 'friends', 'hidden']),
      isRepresenting: group.privacy === 'default' && represents(all, person),
    })),
    ...(banned ? [{ ...rowOf(banned, { status: 'banned' }), bannedAt: addMilliseconds(now, -5 * DAY) }] : []),
  )
}

/** People represent the first group that they are in: at most one. */
const represents = ({ members }: DemoGroups, { user }: DemoUser) =>
  members.every(({ userId, isRepresenting }) => userId !== user.id || !isRepresenting)

function hold(
  { holders }: DemoGroups,
  roles: readonly { readonly id: string; readonly name: string }[],
  name: string,
  person: { readonly userId: string; readonly groupId: string },
): void {
  const role = roles.find((one) => one.name === name)
  if (role) holders.push({ ...person, roleId: role.id })
}

/** Inserts the rows of groups. Their owners need a subscription. */
export async function insertGroups({ db }: InTransaction, all: DemoGroups): Promise<void> {
  await db.group.createMany({ data: all.groups })
  const codes = all.groups.map(({ id, shortCode, discriminator }) => ({ groupId: id, shortCode, discriminator }))
  await db.groupCode.createMany({ data: codes })
  await db.groupRole.createMany({ data: all.roles })
  await db.groupMember.createMany({ data: all.members })
  await db.groupMemberRole.createMany({ data: all.holders })
  await db.groupAnnouncement.createMany({ data: all.announcements })
  await db.groupPost.createMany({ data: all.posts })
  await db.groupGallery.createMany({ data: all.galleries })
  await db.groupGalleryImage.createMany({ data: all.images })
  await db.groupAuditEntry.createMany({ data: all.auditEntries })
}
