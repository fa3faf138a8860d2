import { newId } from '../../../src/kernel/ids.ts'
import type { TestApp } from '../../support/app.ts'
import type { TestGroup } from '../../support/groups.ts'
import type { TestUser } from '../../support/users.ts'

/** What can stand between a person and a group before an act. */
export const STATES = ['none', 'requested', 'invited', 'member', 'reqblocked', 'banned', 'userblocked'] as const
export type State = (typeof STATES)[number]

type Person = Pick<TestUser, 'id'>

const rowOf = (state: State, now: Date) =>
  ({
    none: { status: 'none' },
    requested: { status: 'requested', requestedAt: now },
    invited: { status: 'invited', invitedAt: now },
    member: { status: 'member', joinedAt: now },
    reqblocked: { status: 'none', requestBlockedAt: now },
    banned: { status: 'banned', bannedAt: now },
    userblocked: { status: 'none', userBlockedAt: now },
  })[state]

/** Puts what stands between a person and a group into a state, past the operations. */
export async function putInState(app: TestApp, { id: groupId }: TestGroup, { id: userId }: Person, state: State) {
  const { db, now } = app.scope()
  const row = rowOf(state, now)
  await db.groupMember.create({ data: { id: newId('groupMember', now), groupId, userId, createdAt: now, ...row } })
  if (state !== 'member') return
  await db.group.update({ where: { id: groupId }, data: { memberCount: { increment: 1 } } })
  await db.$executeRaw`
    INSERT INTO "GroupMemberRole" ("roleId", "userId", "groupId")
    SELECT id, ${userId}, "groupId" FROM "GroupRole" WHERE "groupId" = ${groupId} AND "isAddedOnJoin"`
}

/** What stands between a person and a group: its status, with marks of blocks. */
export async function stateOf(app: TestApp, { id: groupId }: TestGroup, { id: userId }: Person): Promise<string> {
  const { db } = app.scope()
  const row = await db.groupMember.findUnique({ where: { groupId_userId: { groupId, userId } } })
  if (!row) return 'none'
  const marks = [row.userBlockedAt && 'userblocked', row.requestBlockedAt && 'reqblocked'].filter(Boolean)
  const isMarked = marks.length > 0
  return isMarked && row.status === 'none' ? marks.join('+') : [row.status, ...marks].join('+')
}

/** Whether the count of a group's members, their roles and what they represent agree with the rows. */
export async function contradictionsOf(app: TestApp, { id: groupId }: TestGroup): Promise<string[]> {
  const { db } = app.scope()
  const group = await db.group.findUniqueOrThrow({ where: { id: groupId } })
  const members = await db.groupMember.count({ where: { groupId, status: 'member' } })
  const strays = await db.groupMemberRole.count({ where: { groupId, member: { status: { not: 'member' } } } })
  return [
    ...(group.memberCount === members ? [] : [`memberCount is ${group.memberCount} of ${members} members`]),
    ...(strays === 0 ? [] : [`${strays} roles are held by people who are no members`]),
  ]
}

/** Further groups like this one, without members. */
export async function copiesOf(app: TestApp, group: TestGroup, count: number): Promise<TestGroup[]> {
  const { db, now } = app.scope()
  const { shortCode: _, ...row } = await db.group.findUniqueOrThrow({ where: { id: group.id } })
  const copies = Array.from({ length: count }, () => ({ id: newId('group', now), owner: group.owner }))
  const data = copies.map(({ id }, at) => ({ ...row, id, shortCode: id.slice(-6), discriminator: String(at) }))
  await db.group.createMany({ data })
  return copies
}

/** Makes a person a member of so many new groups, past the operations. */
export async function joinMany(app: TestApp, group: TestGroup, { id: userId }: Person, count: number): Promise<void> {
  const { db, now } = app.scope()
  const groups = await copiesOf(app, group, count)
  await db.groupMember.createMany({
    data: groups.map(({ id: groupId }) => ({
      id: newId('groupMember', now),
      groupId,
      userId,
      status: 'member',
      createdAt: now,
      joinedAt: now,
    })),
  })
}
