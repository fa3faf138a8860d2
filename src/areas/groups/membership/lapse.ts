import { Failure } from '../../../kernel/failure.ts'
import type { Scope } from '../../../kernel/scope.ts'
import { transact } from '../../../kernel/transaction.ts'
import { inviteHorizon } from '../access.ts'
import { lockGroup, lockPeople } from '../locks.ts'
import { changeMembership, readLockedMembership } from './changeMembership.ts'

/** Invites of one run of the job. */
const BATCH_SIZE = 500

interface Invite {
  readonly groupId: string
  readonly userId: string
}

/** Ends invites that have lapsed, each in its own transaction. Returns their number. */
export async function endLapsedInvites(scope: Scope): Promise<number> {
  const lapsed = await scope.client.groupMember.findMany({
    where: { status: 'invited', invitedAt: { lte: inviteHorizon(scope.now) }, group: { deletedAt: null } },
    select: { groupId: true, userId: true },
    take: BATCH_SIZE,
  })
  let ended = 0
  for (const invite of lapsed) if (await endLapsedInvite(scope, invite)) ended += 1
  return ended
}

/** Does nothing if the group or the person is gone, or the invite was answered or sent anew. */
const endLapsedInvite = (scope: Scope, { groupId, userId }: Invite): Promise<boolean> =>
  transact(scope, async (tx) => {
    await lockPeople(tx, [userId])
    const membership = await readLockedMembership(tx, await lockGroup(tx, groupId), userId)
    if (membership.member?.status !== 'invited' || membership.status !== 'none') return false
    await changeMembership(tx, membership, 'none')
    return true
  }).catch((error: unknown) => {
    if (error instanceof Failure) return false
    throw error
  })
