import { type IdKind, newId } from '../../../src/kernel/ids.ts'
import type { TestApp } from '../../support/app.ts'
import { anImage, anUploadedFile, IMAGE_FILE } from '../../support/files.ts'
import { anAdmin, aUser, type TestUser } from '../../support/users.ts'
import { ACCESS_CALLERS, type AccessCaller, type AccessTarget } from './accessTable.ts'

/** People who call, by the name of the caller, and those whom their calls are about. */
export interface AccessPeople {
  readonly callers: ReadonlyMap<string, TestUser>
  readonly founder: TestUser
  readonly member: TestUser
  readonly invited: TestUser
  readonly requested: TestUser
  readonly banned: TestUser
  readonly other: TestUser
  /** An image. */
  readonly fileId: string
}

export async function accessPeople(app: TestApp): Promise<AccessPeople> {
  const callers = new Map<string, TestUser>()
  for (const { name, kind } of ACCESS_CALLERS) callers.set(name, await (kind === 'admin' ? anAdmin(app) : aUser(app)))
  const { id: fileId } = await anUploadedFile(app, await aUser(app), await anImage(), IMAGE_FILE)
  const [founder, member, invited] = [await aUser(app), await aUser(app), await aUser(app)]
  return {
    callers,
    fileId,
    founder,
    member,
    invited,
    requested: await aUser(app),
    banned: await aUser(app),
    other: await aUser(app),
  }
}

/** The rows of a group for one call, by table. */
type Rows = Record<
  'group' | 'groupRole' | 'groupMember' | 'groupMemberRole' | 'groupPost' | 'groupGallery' | 'groupGalleryImage',
  object[]
>

const TABLES = [
  'group',
  'groupRole',
  'groupMember',
  'groupMemberRole',
  'groupPost',
  'groupGallery',
  'groupGalleryImage',
] as const

/** Inserts a group of its own for each of these callers, all in a few statements. */
export async function accessTargets(
  app: TestApp,
  people: AccessPeople,
  callers: readonly AccessCaller[],
): Promise<{ readonly caller: AccessCaller; readonly target: AccessTarget }[]> {
  const rows: Rows = {
    ...{ group: [], groupRole: [], groupMember: [], groupMemberRole: [] },
    ...{ groupPost: [], groupGallery: [], groupGalleryImage: [] },
  }
  const targets = callers.map((caller) => ({
    caller,
    target: addTarget({ now: app.scope().now, people, rows }, caller),
  }))
  const { client } = app.scope()
  for (const table of TABLES)
    await client.$executeRawUnsafe(
      `INSERT INTO "${table[0]?.toUpperCase()}${table.slice(1)}" (${columnsOf(rows[table])})
       SELECT ${columnsOf(rows[table])} FROM json_populate_recordset(NULL::"${table[0]?.toUpperCase()}${table.slice(1)}", $1::text::json)`,
      JSON.stringify(rows[table]),
    )
  return targets
}

const columnsOf = ([row = {}]: readonly object[]) =>
  Object.keys(row)
    .map((column) => `"${column}"`)
    .join(', ')

let made = 0
/** Short codes of one test file are distinct by their number. */
const nextCode = () => (++made).toString(36).toUpperCase().padStart(4, '0')

interface TargetRows {
  readonly now: Date
  readonly people: AccessPeople
  readonly rows: Rows
}

function addTarget(to: TargetRows, caller: AccessCaller): AccessTarget {
  const { now, people, rows } = to
  const self = people.callers.get(caller.name)
  if (!self) throw new Error(`there is no caller ${caller.name}`)
  const target = newTarget(now, people, self)
  const { groupId } = target
  const ownerId = caller.kind === 'owner' ? self.id : people.founder.id
  const memberships = membershipsOf(caller, target, ownerId)
  rows.group.push({
    ...{ id: groupId, name: `Group ${groupId.slice(-6)}`, nameKey: 'group', description: '', joinState: 'open' },
    ...{ shortCode: nextCode(), discriminator: '0001', privacy: 'default', links: [], languages: [], tags: [] },
    ...{ allowGroupJoinPrompt: true, isVerified: false, onlineMemberCount: 0, ownerId, createdAt: now, updatedAt: now },
    memberCount: memberships.filter(([, status]) => status === 'member').length,
  })
  for (const [userId, status] of memberships) rows.groupMember.push(memberRow(now, { groupId, userId, status }))
  addRoles(to, { caller, target, ownerId })
  addContent(to, target, ownerId)
  return target
}

function newTarget(now: Date, people: AccessPeople, { id: callerId }: TestUser): AccessTarget {
  const id = <K extends IdKind>(kind: K) => newId(kind, now)
  return {
    ...{ groupId: id('group'), callerId, memberId: people.member.id, invitedId: people.invited.id },
    ...{ requestedId: people.requested.id, bannedId: people.banned.id, otherId: people.other.id },
    ...{ roleId: id('groupRole'), heldRoleId: id('groupRole'), everyoneId: id('groupRole') },
    ...{ postId: id('notification'), galleryId: id('groupGallery'), imageId: id('groupGalleryImage') },
  }
}

interface Owned {
  readonly caller: AccessCaller
  readonly target: AccessTarget
  readonly ownerId: string
}

function addRoles({ now, rows }: TargetRows, { caller, target, ownerId }: Owned): void {
  const { groupId } = target
  const [ownerRoleId, ownRoleId] = [newId('groupRole', now), newId('groupRole', now)]
  const role = (roleId: string, order: number, rest: object = {}) => ({
    ...{ id: roleId, groupId, name: 'Role', description: '', order, permissions: [], kind: null },
    ...{ isSelfAssignable: false, isAddedOnJoin: false, requiresTwoFactor: false, requiresPurchase: false },
    ...{ createdAt: now, updatedAt: now },
    ...rest,
  })
  rows.groupRole.push(
    role(ownerRoleId, 0, { kind: 'owner', permissions: ['*'] }),
    role(ownRoleId, 1, { permissions: caller.permissions.filter((permission) => permission !== '*') }),
    role(target.roleId, 2),
    role(target.heldRoleId, 3),
    role(target.everyoneId, 99_999_997, { kind: 'everyone' }),
  )
  const held = (roleId: string, userId: string) => rows.groupMemberRole.push({ roleId, userId, groupId })
  held(ownerRoleId, ownerId)
  held(target.heldRoleId, target.memberId)
  if (caller.kind === 'member') held(ownRoleId, target.callerId)
}

function addContent({ now, people, rows }: TargetRows, target: AccessTarget, ownerId: string): void {
  const { groupId, galleryId } = target
  const written = { groupId, createdAt: now, updatedAt: now }
  const post = { id: target.postId, authorId: ownerId, title: 'T', text: 'T', roleIds: [], visibility: 'public' }
  rows.groupPost.push({ ...written, ...post })
  const lists = { roleIdsToView: [], roleIdsToSubmit: [], roleIdsToAutoApprove: [], roleIdsToManage: [] }
  const gallery = { id: galleryId, name: 'G', description: '', membersOnly: false, restrictsView: false, ...lists }
  rows.groupGallery.push({ ...written, ...gallery })
  const image = { id: target.imageId, galleryId, fileId: people.fileId, position: 0 }
  rows.groupGalleryImage.push({ groupId, createdAt: now, approvedAt: now, submittedById: ownerId, ...image })
}

function membershipsOf(
  caller: AccessCaller,
  target: AccessTarget,
  ownerId: string,
): [userId: string, status: string][] {
  const own: [string, string][] =
    caller.kind === 'anonymous' || caller.kind === 'stranger' || caller.kind === 'admin' || caller.kind === 'owner'
      ? []
      : [[target.callerId, caller.kind]]
  return [
    [ownerId, 'member'],
    ...own,
    [target.memberId, 'member'],
    [target.invitedId, 'invited'],
    [target.requestedId, 'requested'],
    [target.bannedId, 'banned'],
  ]
}

interface Membership {
  readonly groupId: string
  readonly userId: string
  readonly status: string
}

const memberRow = (now: Date, { groupId, userId, status }: Membership) => ({
  ...{ id: newId('groupMember', now), groupId, userId, status, createdAt: now },
  joinedAt: status === 'member' ? now : null,
  invitedAt: status === 'invited' ? now : null,
  requestedAt: status === 'requested' ? now : null,
  bannedAt: status === 'banned' ? now : null,
  ...{ isRepresenting: false, visibility: 'visible', managerNotes: '', hasJoinedFromPurchase: false },
  ...{ isSubscribedToAnnouncements: true, isSubscribedToEventAnnouncements: true },
})
