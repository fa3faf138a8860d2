import { Failure } from '../../kernel/failure.ts'
import type { BadgeId, UserId } from '../../kernel/ids.ts'
import type { SignedScope } from '../../kernel/scope.ts'
import { transact } from '../../kernel/transaction.ts'
import { auditForeign } from '../accounts/audit.ts'
import { userChanged } from '../accounts/events.ts'
import { mayChangeUser } from './policy.ts'

/** Shows, showcases or hides a badge that the person has; what is left out stays. Throws `missing` for another badge. */
export async function updateBadge(
  scope: SignedScope,
  userId: UserId,
  badgeId: BadgeId,
  change: { hidden?: boolean | undefined; showcased?: boolean | undefined },
): Promise<void> {
  mayChangeUser(scope, userId)
  await transact(scope, async (open) => {
    const { count } = await open.db.userBadge.updateMany({
      where: { userId, badgeId },
      data: {
        ...(change.hidden !== undefined && { hidden: change.hidden }),
        ...(change.showcased !== undefined && { showcased: change.showcased }),
        updatedAt: open.now,
      },
    })
    if (count === 0) throw new Failure('missing', 'The user does not have the badge.')
    open.emit(userChanged(userId))
    await auditForeign(open, userId, { act: 'updateBadge', subjectId: userId, details: { badgeId } })
  })
}
