import type { ViewerScope } from '../../../kernel/scope.ts'
import { inviteHorizon } from '../access.ts'
import { groupLimitReached } from '../policy.ts'

/** Requests, and likewise invites, of one person that wait for an answer. */
const MAX_OPEN = 50

/** Throws `forbidden` for a person whose requests to join 50 groups wait. The caller has locked the person. */
export async function assertCanRequestMore({ db }: ViewerScope, userId: string): Promise<void> {
  if ((await db.groupMember.count({ where: { userId, status: 'requested' } })) >= MAX_OPEN)
    throw groupLimitReached('requests')
}

/** Throws `forbidden` for a person who has 50 invites to groups that wait. The caller has locked the person. */
export async function assertCanBeInvitedMore({ db, now }: ViewerScope, userId: string): Promise<void> {
  const where = { userId, status: 'invited', invitedAt: { gt: inviteHorizon(now) } }
  if ((await db.groupMember.count({ where })) >= MAX_OPEN) throw groupLimitReached('invites')
}
