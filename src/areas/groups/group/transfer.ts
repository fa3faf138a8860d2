import { addMilliseconds, DAY } from '../../../kernel/clock.ts'
import { Failure, invalid, userNotFound } from '../../../kernel/failure.ts'
import { type GroupId, trusted, type UserId } from '../../../kernel/ids.ts'
import type { ViewerScope } from '../../../kernel/scope.ts'
import { type GroupAccess, readGroupAccess, statusAt } from '../access.ts'
import { appendGroupAudit, readNames } from '../auditLog/entries.ts'
import { groupChanged, groupMemberChanged } from '../events.ts'
import { type GroupAct, groupAct } from '../groupAct.ts'
import { notifyOfAnswer, notifyOfOffer, withdrawOffer } from '../notifications.ts'
import { assertMember, CREATE_GROUPS_PERMISSION, groupForbidden, MAX_OWNED_GROUPS } from '../policy.ts'

/** An offer stands for this time. */
const OFFER_LIFETIME = 7 * DAY

const cannotTransfer = () => new Failure('forbidden', 'Cannot transfer this group.', { reason: 'cannot_transfer' })

/**
 * Offers a group to a member, if its owner calls; makes the viewer its owner, if it is offered to them and they name nobody
 * or themselves. Answers which. Throws `missing`; `forbidden` for others, while another offer stands and unless all
 * requirements hold; `invalid` for an offer to nobody.
 */
export async function offerOrAcceptGroup(
  scope: ViewerScope,
  groupId: GroupId,
  targetId?: UserId,
): Promise<'initiated' | 'completed'> {
  const access = await readGroupAccess(scope, groupId)
  const isAnswer = isTransferTarget(scope, access) && (targetId ?? scope.viewer.id) === scope.viewer.id
  if (!isAnswer) await offerGroup(scope, groupId, targetId)
  else if (access.group.ownerId !== null) await acceptGroup(scope, groupId, access.group.ownerId)
  return isAnswer ? 'completed' : 'initiated'
}

const offerGroup = (scope: ViewerScope, groupId: GroupId, targetId: UserId | undefined): Promise<void> =>
  groupAct(
    scope,
    {
      act: 'initiateOrAcceptGroupTransfer',
      groupId,
      needs: 'ownership',
      ...(targetId !== undefined && { people: [targetId], details: { transferTargetId: targetId } }),
    },
    (act) => offerInAct(act, targetId),
  )

async function offerInAct({ tx, access: { group } }: GroupAct, targetId: UserId | undefined): Promise<void> {
  if (targetId === undefined)
    throw invalid('transferTargetId', 'transferTargetId must be the id of a member', 'required')
  if (group.transferTargetId !== null || targetId === group.ownerId) throw cannotTransfer()
  await assertTransferable(tx, group, targetId)
  const expiresAt = addMilliseconds(tx.now, OFFER_LIFETIME)
  const data = { transferTargetId: targetId, transferExpiresAt: expiresAt, updatedAt: tx.now }
  await tx.db.group.update({ where: { id: group.id }, data })
  const nameOf = await readNames(tx, [tx.viewer.id, targetId])
  await appendGroupAudit(tx, {
    groupId: group.id,
    eventType: 'group.transfer.start',
    targetId,
    description: `${nameOf(tx.viewer.id)} has offered the group to ${nameOf(targetId)}.`,
    data: { transferTargetId: targetId },
  })
  tx.emit(groupChanged(group.id))
  // The notification of an earlier offer may still be there, if that lapsed.
  await withdrawOffer(tx, group, targetId)
  await notifyOfOffer(tx, group, { targetId, ownerName: nameOf(tx.viewer.id), expiresAt })
}

/** Throws `forbidden` unless all requirements of a transfer hold. */
async function assertTransferable(tx: GroupAct['tx'], group: GroupAct['access']['group'], targetId: string) {
  const requirements = await readRequirements(tx, group, targetId)
  if (!Object.values(requirements).every(Boolean)) throw cannotTransfer()
}

/** Makes the viewer the owner; `ownerId` is the owner who has offered the group. */
const acceptGroup = (scope: ViewerScope, groupId: GroupId, ownerId: string): Promise<void> =>
  groupAct(scope, { groupId, check: assertMember, people: [ownerId] }, async ({ tx, access }) => {
    const { group } = access
    // Neither the offer nor the owner may have changed before the locks were taken.
    if (!isTransferTarget(tx, access) || group.ownerId !== ownerId) throw cannotTransfer()
    await assertTransferable(tx, group, tx.viewer.id)
    await changeOwner(tx, groupId, { from: ownerId, to: tx.viewer.id })
    const nameOf = await readNames(tx, [tx.viewer.id])
    await appendGroupAudit(tx, {
      groupId,
      eventType: 'group.transfer.accept',
      targetId: tx.viewer.id,
      description: `${nameOf(tx.viewer.id)} has become the owner of the group.`,
      data: { oldOwnerId: ownerId },
    })
    await withdrawOffer(tx, group, tx.viewer.id, [ownerId])
    await notifyOfAnswer(tx, group, {
      ownerId,
      message: `${nameOf(tx.viewer.id)} now owns ${group.name}.`,
      occasion: 'transfer_accepted',
      actorId: tx.viewer.id,
    })
  })

/** Gives the group and the owner's role to another member. The former owner keeps the other roles. */
export async function changeOwner(
  { db, now, emit }: Pick<GroupAct['tx'], 'db' | 'now' | 'emit'>,
  groupId: string,
  { from, to }: { readonly from: string; readonly to: string },
): Promise<void> {
  await db.group.update({
    where: { id: groupId },
    data: { ownerId: to, transferTargetId: null, transferExpiresAt: null, updatedAt: now },
  })
  const { id: roleId } = await db.groupRole.findFirstOrThrow({
    where: { groupId, kind: 'owner' },
    select: { id: true },
  })
  await db.groupMemberRole.deleteMany({ where: { roleId } })
  await db.groupMemberRole.create({ data: { roleId, userId: to, groupId } })
  for (const userId of [from, to]) emit(groupMemberChanged(trusted<'user'>(userId), { groupId }))
  emit(groupChanged(groupId))
}

/**
 * Withdraws the offer of a group, if its owner calls, or declines it, if it is offered to the viewer. Throws `missing`;
 * `forbidden` for others; `invalid` when nothing is offered.
 */
export async function cancelGroupTransfer(scope: ViewerScope, groupId: GroupId): Promise<void> {
  const before = await readGroupAccess(scope, groupId)
  const isTarget = isTransferTarget(scope, before)
  await groupAct(
    scope,
    isTarget ? { groupId } : { act: 'cancelGroupTransfer', groupId, needs: 'ownership' },
    async ({ tx, access }) => {
      const { group } = access
      if (group.transferTargetId === null)
        throw new Failure('invalid', 'No group transfer to cancel.', { reason: 'no_group_transfer' })
      if (isTarget && !isTransferTarget(tx, access)) throw groupForbidden()
      await cancelInAct({ tx, access }, { targetId: group.transferTargetId, isDeclined: isTarget })
    },
  )
}

async function cancelInAct(
  { tx, access: { group } }: GroupAct,
  { targetId, isDeclined }: { readonly targetId: string; readonly isDeclined: boolean },
): Promise<void> {
  const data = { transferTargetId: null, transferExpiresAt: null, updatedAt: tx.now }
  await tx.db.group.update({ where: { id: group.id }, data })
  const nameOf = await readNames(tx, [tx.viewer.id, targetId])
  const what = isDeclined ? 'has declined the offer of the group' : `has withdrawn the offer to ${nameOf(targetId)}`
  await appendGroupAudit(tx, {
    groupId: group.id,
    eventType: 'group.transfer.cancel',
    targetId,
    description: `${nameOf(tx.viewer.id)} ${what}.`,
    data: { transferTargetId: targetId },
  })
  tx.emit(groupChanged(group.id))
  const told = isDeclined && group.ownerId !== null ? [group.ownerId] : []
  await withdrawOffer(tx, group, targetId, told)
  for (const ownerId of told)
    await notifyOfAnswer(tx, group, {
      ownerId,
      message: `${nameOf(targetId)} does not want to own ${group.name}.`,
      occasion: 'transfer_declined',
      actorId: targetId,
    })
}

/** What must hold before a group gets another owner. */
export interface TransferRequirements {
  /** No role of the group is sold. */
  readonly groupNotMonetized: boolean
  /** The owner and the target have a subscription, or are admins of the platform. */
  readonly hasVRCPlus: boolean
  /** The target has confirmed an e-mail address. */
  readonly hasVerifiedEmail: boolean
  readonly targetCanOwnMoreGroups: boolean
  readonly targetIsGroupMember: boolean
}

/**
 * What must hold before a group gets another owner. The owner asks about anybody, by default about the person to whom the
 * group is offered; that person about themselves. Throws `missing`, `forbidden` for everybody else.
 */
export async function readTransferability(
  scope: ViewerScope,
  groupId: GroupId,
  targetId?: UserId,
): Promise<TransferRequirements> {
  const access = await readGroupAccess(scope, groupId)
  assertMember(access)
  const isOffered = isTransferTarget(scope, access) && (targetId ?? scope.viewer.id) === scope.viewer.id
  if (!isOffered && !access.isOwner && !access.isPlatformAdmin) throw groupForbidden()
  return readRequirements(scope, access.group, targetId ?? access.group.transferTargetId ?? scope.viewer.id)
}

/** Whether the group is offered to the viewer. */
export const isTransferTarget = ({ viewer }: ViewerScope, { group }: GroupAccess): boolean =>
  group.transferTargetId === viewer.id

/** Throws `missing` for an unknown target. Two statements. */
async function readRequirements(
  { db, now }: Pick<ViewerScope, 'db' | 'now'>,
  { id: groupId, ownerId }: GroupAccess['group'],
  targetId: string,
): Promise<TransferRequirements> {
  const [people, soldRoles] = await Promise.all([
    db.user.findMany({
      where: { id: { in: [targetId, ...(ownerId === null ? [] : [ownerId])] }, erasedAt: null },
      select: personColumns(groupId),
      relationLoadStrategy: 'join',
    }),
    db.groupRole.count({ where: { groupId, requiresPurchase: true } }),
  ])
  const target = people.find(({ id }) => id === targetId)
  if (!target) throw userNotFound(targetId)
  const owner = people.find(({ id }) => id === ownerId)
  return {
    groupNotMonetized: soldRoles === 0,
    hasVRCPlus: isSubscriber(owner) && isSubscriber(target),
    hasVerifiedEmail: target.account?.emailVerified === true,
    targetCanOwnMoreGroups: target.admin || target._count.ownedGroups < MAX_OWNED_GROUPS,
    targetIsGroupMember: statusAt(target.groupMemberships[0], now) === 'member',
  }
}

const personColumns = (groupId: string) => ({
  id: true,
  admin: true,
  account: { select: { emailVerified: true } },
  grants: { where: { permission: { name: CREATE_GROUPS_PERMISSION } }, select: { userId: true } },
  groupMemberships: { where: { groupId }, select: { status: true, invitedAt: true } },
  _count: { select: { ownedGroups: { where: { deletedAt: null } } } },
})

interface Subscriber {
  readonly admin: boolean
  readonly grants: readonly unknown[]
}

const isSubscriber = (person: Subscriber | undefined): boolean =>
  person !== undefined && (person.admin || person.grants.length > 0)
