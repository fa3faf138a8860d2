import type { GroupMember } from '../../../generated/prisma/client.ts'
import { invalid } from '../../../kernel/failure.ts'
import { type GroupId, trusted, type UserId } from '../../../kernel/ids.ts'
import type { ViewerScope } from '../../../kernel/scope.ts'
import type { InTransaction } from '../../../kernel/transaction.ts'
import { appendGroupAudit, changesOf, readNames } from '../auditLog/entries.ts'
import { groupMemberChanged, groupMembersChanged } from '../events.ts'
import { groupAct } from '../groupAct.ts'
import { assertOutranks, groupForbidden, notMember } from '../policy.ts'
import { type MemberView, readChangedMember } from './members.ts'
import { type MembershipAct, membershipAct, readRank } from './membership.ts'

/** What members change of their own membership. */
interface OwnSettings {
  readonly visibility?: 'visible' | 'friends' | 'hidden' | undefined
  readonly isSubscribedToAnnouncements?: boolean | undefined
  readonly isSubscribedToEventAnnouncements?: boolean | undefined
}

/** Changes of a membership; omitted fields stay. */
interface MemberChanges extends OwnSettings {
  /** Notes of managers, about members of a greater rank only. */
  readonly managerNotes?: string | undefined
}

/**
 * Changes the settings of the viewer's own membership, or the notes about another member. Throws `missing`; `forbidden`
 * for who is no member, for settings of others, and for notes without the permission or the rank.
 */
export const updateGroupMember = (
  scope: ViewerScope,
  groupId: GroupId,
  userId: UserId,
  changes: MemberChanges,
): Promise<MemberView> =>
  userId === scope.viewer.id
    ? updateOwnMembership(scope, groupId, changes)
    : updateNotes(scope, { groupId, userId }, changes)

function updateOwnMembership(scope: ViewerScope, groupId: GroupId, { managerNotes, ...settings }: MemberChanges) {
  return groupAct(scope, { groupId }, async ({ tx, access }) => {
    if (access.status !== 'member') throw notMember()
    if (managerNotes !== undefined) throw groupForbidden()
    const key = { groupId, userId: tx.viewer.id }
    await changeSettings(tx, key, settings)
    return readChangedMember(tx, access, key)
  })
}

interface MemberKey {
  readonly groupId: string
  readonly userId: string
}

/** Changes what a person has set for their membership. The caller holds the locks of the person and the group. */
async function changeSettings(
  { db, emit }: ViewerScope & InTransaction,
  { groupId, userId }: MemberKey,
  settings: OwnSettings | Pick<GroupMember, 'isRepresenting'>,
): Promise<void> {
  const given = Object.fromEntries(Object.entries(settings).filter(([, value]) => value !== undefined))
  if (Object.keys(given).length === 0) return
  await db.groupMember.update({ where: { groupId_userId: { groupId, userId } }, data: given })
  emit(groupMemberChanged(trusted<'user'>(userId), { groupId }))
  if ('visibility' in given) emit(groupMembersChanged(groupId))
}

function updateNotes(
  scope: ViewerScope,
  { groupId, userId }: { readonly groupId: GroupId; readonly userId: UserId },
  { managerNotes, ...settings }: MemberChanges,
) {
  return membershipAct(
    scope,
    { act: 'updateGroupMember', groupId, userId, needs: 'group-members-manage' },
    async (act) => {
      const { tx, access, target } = act
      if (Object.values(settings).some((value) => value !== undefined)) throw groupForbidden()
      if (target.status !== 'member') throw notMember()
      assertOutranks(access, await readRank(tx, groupId, userId))
      if (managerNotes !== undefined && managerNotes !== target.member?.managerNotes)
        await writeNotes(act, managerNotes)
      return readChangedMember(tx, access, { groupId, userId })
    },
  )
}

async function writeNotes({ tx, target: { group, userId, member } }: MembershipAct, managerNotes: string) {
  const nameOf = await readNames(tx, [tx.viewer.id, userId])
  await tx.db.groupMember.update({
    where: { groupId_userId: { groupId: group.id, userId } },
    data: { managerNotes },
  })
  await appendGroupAudit(tx, {
    groupId: group.id,
    eventType: 'group.member.user.update',
    targetId: userId,
    description: `User ${nameOf(userId)} was updated by ${nameOf(tx.viewer.id)}.`,
    data: changesOf({ managerNotes: member?.managerNotes ?? '' }, { managerNotes }),
  })
}

/**
 * Sets whether the viewer represents a group, and none other any longer. Throws `missing`, `forbidden` for who is no
 * member, `invalid` for a private group.
 */
export const updateGroupRepresentation = (
  scope: ViewerScope,
  groupId: GroupId,
  isRepresenting: boolean,
): Promise<void> =>
  groupAct(scope, { groupId }, async ({ tx, access }) => {
    const { id: userId } = tx.viewer
    if (access.status !== 'member') throw notMember()
    if (isRepresenting && access.group.privacy === 'private')
      throw invalid('isRepresenting', 'isRepresenting must be false for a private group', 'wrong_combination')
    if (isRepresenting) await endRepresentation(tx, { groupId, userId })
    await changeSettings(tx, { groupId, userId }, { isRepresenting })
  })

/** Ends that a person represents another group. The lock of the person serialises all who change it. */
async function endRepresentation({ db, emit }: ViewerScope & InTransaction, { groupId, userId }: MemberKey) {
  const ended = await db.groupMember.updateManyAndReturn({
    where: { userId, isRepresenting: true, groupId: { not: groupId } },
    data: { isRepresenting: false },
    select: { groupId: true },
  })
  for (const other of ended) emit(groupMemberChanged(trusted<'user'>(userId), { groupId: other.groupId }))
}
