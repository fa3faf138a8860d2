import type { GroupRole } from '../../../generated/prisma/client.ts'
import { Failure } from '../../../kernel/failure.ts'
import { PLATFORM_USER_ID, trusted } from '../../../kernel/ids.ts'
import type { Scope } from '../../../kernel/scope.ts'
import type { InTransaction, ViewerTransaction } from '../../../kernel/transaction.ts'
import { appendGroupAudit, type NewGroupAuditEntry, readNames } from '../../groups/auditLog/entries.ts'
import { groupMemberChanged } from '../../groups/events.ts'
import {
  changeMembership,
  groupClosed,
  groupFull,
  isFull,
  type LockedMembership,
  readLockedMembership,
} from '../../groups/membership/membership.ts'
import { assertCanJoinMore } from '../../groups/policy.ts'
import { lockGroupsOfRoles } from '../locks.ts'
import { listingNotFound } from '../policy.ts'
import { type BoughtProduct, boughtProducts } from './snapshot.ts'

/** A purchase with roles: who gets them, and what was bought. */
interface RolePurchase {
  readonly receiverId: string
  readonly products: unknown
}

/** What stands between the receiver and a group whose roles were bought, under the lock of the group. */
export interface RoleMembership extends LockedMembership {
  readonly roles: readonly GroupRole[]
  readonly products: readonly BoughtProduct[]
}

/** Locks the groups of the roles of a purchase, in order. Throws `missing` if a group or role is gone. */
export async function lockRoleGroups(tx: Scope & InTransaction, purchase: RolePurchase): Promise<RoleMembership[]> {
  const memberships = await lockRemainingGroups(tx, purchase)
  const wanted = boughtProducts(purchase.products).flatMap(({ groupRoleId }) => groupRoleId ?? [])
  const found = new Set(memberships.flatMap(({ roles }) => roles.map(({ id }) => id)))
  if (!wanted.every((id) => found.has(id))) throw listingNotFound()
  return memberships
}

/** Like `lockRoleGroups`, without those that are gone. */
export async function lockRemainingGroups(
  tx: Scope & InTransaction,
  purchase: RolePurchase,
): Promise<RoleMembership[]> {
  const products = boughtProducts(purchase.products).filter(({ groupRoleId }) => groupRoleId !== null)
  const groups = await lockGroupsOfRoles(tx, [...new Set(products.flatMap(({ groupId }) => groupId ?? []))])
  const memberships: RoleMembership[] = []
  for (const group of groups) {
    const own = products.filter(({ groupId }) => groupId === group.id)
    const ids = own.flatMap(({ groupRoleId }) => groupRoleId ?? [])
    const roles = await tx.db.groupRole.findMany({ where: { groupId: group.id, id: { in: ids } } })
    memberships.push({ ...(await readLockedMembership(tx, group, purchase.receiverId)), roles, products: own })
  }
  return memberships
}

const joins = ({ products }: RoleMembership) => products.some(({ groupAccess }) => groupAccess)

/** Throws `forbidden` unless the receiver can hold a role of the group: members can, and others who join by the purchase. */
export function assertCanHold(membership: RoleMembership): void {
  const { group, status } = membership
  if (status === 'banned') throw receiverBanned()
  if (status === 'member') return
  if (!joins(membership))
    throw new Failure('forbidden', 'The role is for members of the group.', { reason: 'not_group_member' })
  if (group.hiddenAt !== null) throw groupClosed()
  if (isFull(group)) throw groupFull()
}

/** Like `assertCanHold`; it also throws `forbidden` for who would be in too many groups. */
export async function assertTakesReceiver(tx: ViewerTransaction, membership: RoleMembership): Promise<void> {
  assertCanHold(membership)
  if (membership.status !== 'member') await assertCanJoinMore(tx, membership.userId)
}

const receiverBanned = () =>
  new Failure('forbidden', 'This role is not for people who are banned from the group.', { reason: 'group_banned' })

/** Makes the receiver a member and gives the roles, as the platform. */
export async function giveBoughtRoles(
  tx: Scope & InTransaction,
  memberships: readonly RoleMembership[],
): Promise<void> {
  const asPlatform = { ...tx, viewer: null }
  for (const membership of memberships) {
    if (membership.status !== 'member') await joinByPurchase(asPlatform, membership)
    for (const role of membership.roles) await giveRole(asPlatform, membership, role)
  }
}

const JOINED = { userBlockedAt: null, requestBlockedAt: null, hasJoinedFromPurchase: true }

async function joinByPurchase(tx: Scope & InTransaction, membership: RoleMembership): Promise<void> {
  const { group, userId } = membership
  await changeMembership(tx, membership, 'member', JOINED)
  const nameOf = await readNames(tx, [userId])
  await appendAudit(tx, membership, {
    groupId: group.id,
    eventType: 'group.member.join',
    description: `User ${nameOf(userId)} has joined the group.`,
    data: { isPurchase: true },
  })
}

async function giveRole(tx: Scope & InTransaction, membership: RoleMembership, role: GroupRole): Promise<void> {
  const { group, userId } = membership
  const row = { roleId: role.id, userId, groupId: group.id }
  const { count } = await tx.db.groupMemberRole.createMany({ data: [row], skipDuplicates: true })
  // Who has just joined got the role with the membership.
  if (count > 0 || membership.status !== 'member') await recordRole(tx, membership, role, true)
}

/**
 * Takes the roles that no other purchase of the receiver gives, and parts who joined by a purchase that says so, unless a role
 * of the group remains from another. The licenses of the purchase have ended before.
 */
export async function takeEndedRoles(tx: Scope & InTransaction, memberships: readonly RoleMembership[]): Promise<void> {
  const asPlatform = { ...tx, viewer: null }
  for (const membership of memberships) await takeRolesIn(asPlatform, membership)
}

async function takeRolesIn(tx: Scope & InTransaction, membership: RoleMembership): Promise<void> {
  const kept = await keptRoles(tx, membership)
  for (const role of membership.roles) if (!kept.has(role.id)) await takeRole(tx, membership, role)
  if (kept.size === 0) await partAtEnd(tx, membership)
}

/** The roles of the group that other purchases still give. */
async function keptRoles(
  { db }: Scope & InTransaction,
  { group, userId }: RoleMembership,
): Promise<ReadonlySet<string>> {
  const grants = await db.licenseGrant.findMany({ where: { userId, forType: 'groupRole' }, select: { forId: true } })
  const roles = await db.groupRole.findMany({
    where: { groupId: group.id, id: { in: grants.map(({ forId }) => forId) } },
    select: { id: true },
  })
  return new Set(roles.map(({ id }) => id))
}

async function takeRole(tx: Scope & InTransaction, membership: RoleMembership, role: GroupRole): Promise<void> {
  const { count } = await tx.db.groupMemberRole.deleteMany({ where: { roleId: role.id, userId: membership.userId } })
  if (count > 0) await recordRole(tx, membership, role, false)
}

async function partAtEnd(tx: Scope & InTransaction, membership: RoleMembership): Promise<void> {
  const { group, member, status, userId, products } = membership
  const isParting = products.some(({ groupAccessRemove }) => groupAccessRemove)
  if (!isParting || status !== 'member' || !member?.hasJoinedFromPurchase || group.ownerId === userId) return
  await changeMembership(tx, membership, 'none')
  const nameOf = await readNames(tx, [userId])
  await appendAudit(tx, membership, {
    groupId: group.id,
    eventType: 'group.member.leave',
    description: `User ${nameOf(userId)} has left the group.`,
    data: { isPurchase: true },
  })
}

async function recordRole(tx: Scope & InTransaction, membership: RoleMembership, role: GroupRole, isHeld: boolean) {
  const { group, userId } = membership
  const nameOf = await readNames(tx, [PLATFORM_USER_ID, userId])
  const [verb, preposition] = isHeld ? ['assigned', 'to'] : ['unassigned', 'from']
  await appendAudit(tx, membership, {
    groupId: group.id,
    eventType: isHeld ? 'group.member.role.assign' : 'group.member.role.unassign',
    description: `${nameOf(PLATFORM_USER_ID)} ${verb} the role "${role.name}" ${preposition} ${nameOf(userId)}`,
    data: { roleId: role.id, roleName: role.name, isPurchase: true },
  })
  tx.emit(groupMemberChanged(trusted<'user'>(userId), { groupId: group.id }))
}

const appendAudit = (
  tx: Scope & InTransaction,
  { userId }: RoleMembership,
  entry: Omit<NewGroupAuditEntry, 'targetId'>,
) => appendGroupAudit(tx, { ...entry, targetId: userId })
