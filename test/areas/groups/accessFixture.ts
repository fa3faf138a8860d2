import { type IdKind, newId } from '../../../src/kernel/ids.ts'
import type { TestApp } from '../../support/app.ts'
import { anImage, anUploadedFile, IMAGE_FILE } from '../../support/files.ts'
import { anAdmin, aUser, type TestUser } from '../../support/users.ts'
import { ACCESS_CALLERS, type AccessCaller, type AccessTarget, JOINT_CALLERS } from './accessTable.ts'

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
  for (const name of JOINT_CALLERS) callers.set(name, await aUser(app))
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

/** A caller, and the group that the call is about. */
export interface CallerTarget<T extends AccessTarget = AccessTarget> {
  readonly caller: AccessCaller
  readonly target: T
}

/** Inserts a group for the callers of each of these lists, all in a few statements. */
export async function accessTargets(
  app: TestApp,
  people: AccessPeople,
  lists: readonly (readonly AccessCaller[])[],
): Promise<CallerTarget[]> {
  const rows: Rows = {
    ...{ group: [], groupRole: [], groupMember: [], groupMemberRole: [] },
    ...{ groupPost: [], groupGallery: [], groupGalleryImage: [] },
  }
  const { client, now } = app.scope()
  const targets = lists.flatMap((callers) => addTarget({ now, people, rows }, callers))
  for (const table of TABLES)
    await client.$executeRawUnsafe(
      `INSERT INTO ${tableName(table)} (${columnsOf(rows[table])})
       SELECT ${columnsOf(rows[table])} FROM json_populate_recordset(NULL::${tableName(table)}, $1::text::json)`,
      JSON.stringify(rows[table]),
    )
  return targets
}

const FURTHER_TABLES = ['groupAnnouncement', 'groupAuditEntry', 'groupDelivery', 'calendarEvent', 'instance'] as const

/** Columns with the id of the group that are not called `groupId`. */
const GROUP_COLUMNS: Readonly<Record<string, string>> = { group: 'id', instance: 'ownerId' }

const tableName = (table: string) => `"${table[0]?.toUpperCase()}${table.slice(1)}"`

/** What reading changes: when a member has read the posts. */
const READING_COLUMNS = ['lastPostReadAt', 'revision']

/** Digests of the rows of a group and of what is in it, by table, without what reading changes. */
export async function groupContent({ scope }: TestApp, groupId: string): Promise<Readonly<Record<string, string>>> {
  const rowsOf = (table: string) =>
    `SELECT (to_jsonb(t) - $2::text[])::text AS row FROM ${tableName(table)} t
     WHERE "${GROUP_COLUMNS[table] ?? 'groupId'}" = $1`
  const digests = [...TABLES, ...FURTHER_TABLES].map(
    (table) => `(SELECT md5(string_agg(row, ' ' ORDER BY row)) FROM (${rowsOf(table)}) AS rows) AS "${table}"`,
  )
  const query = `SELECT ${digests.join(', ')}`
  const [content = {}] = await scope().client.$queryRawUnsafe<Record<string, string>[]>(query, groupId, READING_COLUMNS)
  return content
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

type GroupIds = Omit<AccessTarget, 'callerId'>

/** Adds a group with these callers in it. It belongs to the owner among them, or to the founder. */
function addTarget(to: TargetRows, callers: readonly AccessCaller[]): CallerTarget[] {
  const { now, people, rows } = to
  const own = callers.map((caller) => ({ caller, userId: userIdOf(people, caller) }))
  const ids = newGroupIds(now, people)
  const { groupId } = ids
  const ownerId = own.find(({ caller }) => caller.kind === 'owner')?.userId ?? people.founder.id
  const memberships = membershipsOf(own, ids, ownerId)
  rows.group.push({
    ...{ id: groupId, name: `Group ${groupId.slice(-6)}`, nameKey: 'group', description: '', joinState: 'open' },
    ...{ shortCode: nextCode(), discriminator: '0001', privacy: 'default', links: [], languages: [], tags: [] },
    ...{ allowGroupJoinPrompt: true, isVerified: false, onlineMemberCount: 0, ownerId, createdAt: now, updatedAt: now },
    memberCount: memberships.filter(([, status]) => status === 'member').length,
  })
  for (const [userId, status] of memberships) rows.groupMember.push(memberRow(now, { groupId, userId, status }))
  addRoles(to, { own, ids, ownerId })
  addContent(to, ids, ownerId)
  return own.map(({ caller, userId }) => ({ caller, target: { ...ids, callerId: userId } }))
}

function userIdOf(people: AccessPeople, { name }: AccessCaller): string {
  const self = people.callers.get(name)
  if (!self) throw new Error(`there is no caller ${name}`)
  return self.id
}

function newGroupIds(now: Date, people: AccessPeople): GroupIds {
  const id = <K extends IdKind>(kind: K) => newId(kind, now)
  return {
    ...{ groupId: id('group'), memberId: people.member.id, invitedId: people.invited.id },
    ...{ requestedId: people.requested.id, bannedId: people.banned.id, otherId: people.other.id },
    ...{ roleId: id('groupRole'), heldRoleId: id('groupRole'), everyoneId: id('groupRole') },
    ...{ postId: id('notification'), galleryId: id('groupGallery'), imageId: id('groupGalleryImage') },
  }
}

interface OwnCaller {
  readonly caller: AccessCaller
  readonly userId: string
}

interface OwnedGroup {
  readonly own: readonly OwnCaller[]
  readonly ids: GroupIds
  readonly ownerId: string
}

function addRoles({ now, rows }: TargetRows, { own, ids, ownerId }: OwnedGroup): void {
  const { groupId } = ids
  const add = (id: string, order: number, rest: object = {}) =>
    rows.groupRole.push({
      ...{ id, groupId, name: 'Role', description: '', order, permissions: [], kind: null },
      ...{ isSelfAssignable: false, isAddedOnJoin: false, requiresTwoFactor: false, requiresPurchase: false },
      ...{ createdAt: now, updatedAt: now },
      ...rest,
    })
  const give = (roleId: string, userId: string) => rows.groupMemberRole.push({ roleId, userId, groupId })
  const addGiven = (userId: string, order: number, rest: object) => {
    const id = newId('groupRole', now)
    add(id, order, rest)
    give(id, userId)
  }
  addGiven(ownerId, 0, { kind: 'owner', permissions: ['*'] })
  const members = own.filter(({ caller }) => caller.kind === 'member')
  for (const [at, { caller, userId }] of members.entries())
    addGiven(userId, 1 + at, { permissions: caller.permissions })
  add(ids.roleId, members.length + 1)
  add(ids.heldRoleId, members.length + 2)
  add(ids.everyoneId, 99_999_997, { kind: 'everyone' })
  give(ids.heldRoleId, ids.memberId)
}

function addContent({ now, people, rows }: TargetRows, target: GroupIds, ownerId: string): void {
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
  own: readonly OwnCaller[],
  ids: GroupIds,
  ownerId: string,
): (readonly [userId: string, status: string])[] {
  const outside = ['anonymous', 'stranger', 'admin', 'owner']
  const inside = own.filter(({ caller }) => !outside.includes(caller.kind))
  return [
    [ownerId, 'member'],
    ...inside.map(({ caller, userId }) => [userId, caller.kind] as const),
    [ids.memberId, 'member'],
    [ids.invitedId, 'invited'],
    [ids.requestedId, 'requested'],
    [ids.bannedId, 'banned'],
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
