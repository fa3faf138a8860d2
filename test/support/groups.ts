import { randomBytes } from 'node:crypto'
import { CREATE_GROUPS_PERMISSION } from '../../src/areas/groups/policy.ts'
import { type GroupId, type GroupRoleId, newId, trusted, type UserId } from '../../src/kernel/ids.ts'
import type { TestApp } from './app.ts'
import { insertPeople } from './insertedUser.ts'
import { aUser, type TestUser } from './users.ts'

/** Gives a person the permission that a subscription brings. */
export async function subscribe(app: Pick<TestApp, 'scope'>, { id: userId }: Pick<TestUser, 'id'>): Promise<void> {
  const { db, now } = app.scope()
  const { id: permissionId } = await db.permission.findFirstOrThrow({ where: { name: CREATE_GROUPS_PERMISSION } })
  await db.permissionGrant.createMany({ data: [{ userId, permissionId, grantedAt: now }], skipDuplicates: true })
}

/** A user who can create groups. */
export async function aSubscriber(app: TestApp): Promise<TestUser> {
  const user = await aUser(app)
  await subscribe(app, user)
  return user
}

export const aShortCode = () => `T${randomBytes(3).toString('hex').slice(0, 5).toUpperCase()}`

/** The request body that creates a group. */
export const aGroupRequest = (given: object = {}) => ({
  name: `Group ${randomBytes(4).toString('hex')}`,
  shortCode: aShortCode(),
  roleTemplate: 'default' as const,
  ...given,
})

/** A group of its own owner. */
export interface TestGroup {
  readonly id: GroupId
  readonly owner: TestUser
}

/** A new group, of a new owner unless one is given. */
export async function aGroup(app: TestApp, given: object = {}, owner?: TestUser): Promise<TestGroup> {
  const founder = owner ?? (await aSubscriber(app))
  const { id } = await founder.api.call('createGroup', { body: aGroupRequest(given) })
  return { id: trusted<'group'>(id ?? ''), owner: founder }
}

/** A new member of a group, whatever its join state. */
export async function aMember(app: TestApp, group: TestGroup): Promise<TestUser> {
  const user = await aUser(app)
  await insertMember(app, group, user)
  return user
}

/** Makes a person a member of an open group. */
export async function insertMember(_app: TestApp, group: TestGroup, { api }: TestUser): Promise<void> {
  await api.call('joinGroup', { groupId: group.id, query: {}, body: {} })
}

interface NewRole {
  readonly permissions: readonly string[]
  readonly order?: number
  readonly requiresTwoFactor?: boolean
}

/** Gives a member a new role with these permissions, past the operations. Returns its id. */
export async function giveRole(
  app: TestApp,
  { id: groupId }: TestGroup,
  { id: userId }: Pick<TestUser, 'id'>,
  given: NewRole,
): Promise<GroupRoleId> {
  const { db, now } = app.scope()
  const id = trusted<'groupRole'>(`grol_${crypto.randomUUID()}`)
  const roles = await db.groupRole.count({ where: { groupId } })
  await db.groupRole.create({
    data: {
      id,
      groupId,
      name: `Role ${roles}`,
      permissions: [...given.permissions],
      order: given.order ?? roles + 10,
      requiresTwoFactor: given.requiresTwoFactor ?? false,
      createdAt: now,
      updatedAt: now,
    },
  })
  await db.groupMemberRole.create({ data: { roleId: id, userId, groupId } })
  return id
}

/** Inserts new people as members of a group. Answers their ids. */
export async function aCrowd(app: Pick<TestApp, 'scope'>, group: Pick<TestGroup, 'id'>, size: number) {
  const ids = await insertPeople(app, size)
  await insertMemberRows(app, group, ids)
  return ids
}

/** New members of a group, past the operations: they hold no role, and the audit log does not tell of them. */
export async function newMembers(app: TestApp, group: TestGroup, count: number): Promise<TestUser[]> {
  const people = await Promise.all(Array.from({ length: count }, () => aUser(app)))
  const ids = people.map(({ id }) => id)
  await insertMemberRows(app, group, ids)
  await app.scope().db.group.update({ where: { id: group.id }, data: { memberCount: { increment: count } } })
  return people
}

async function insertMemberRows(
  { scope }: Pick<TestApp, 'scope'>,
  { id: groupId }: Pick<TestGroup, 'id'>,
  userIds: readonly UserId[],
): Promise<void> {
  const { db, now } = scope()
  const ids = userIds.map(() => newId('groupMember', now))
  await db.$executeRaw`
    INSERT INTO "GroupMember" (id, "groupId", "userId", status, "createdAt", "joinedAt")
    SELECT id, ${groupId}, "userId", 'member', ${now}, ${now}
    FROM unnest(${ids}::text[], ${userIds}::text[]) AS member (id, "userId")`
}
