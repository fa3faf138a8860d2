import { Failure, invalid, noSuchUser } from '../../kernel/failure.ts'
import { isId, type ModerationReportId, type UserId } from '../../kernel/ids.ts'
import type { SignedScope } from '../../kernel/scope.ts'
import { type Open, transact } from '../../kernel/transaction.ts'
import { audit } from '../accounts/audit.ts'
import { requireAdmin } from '../accounts/policy.ts'
import { type Suspension, suspendAccount, unsuspendAccount } from '../accounts/suspensions.ts'
import { emptyWorld } from '../instances/closing.ts'
import { notify } from '../notifications/notifying.ts'
import { holdReceivers } from '../notifications/receivers.ts'
import { clearProfile } from '../users/clearing.ts'
import { hideWorld, showWorld } from '../worlds/hiding.ts'
import { holdPerson } from '../worlds/policy.ts'
import { actBecauseOf, mustHavePerson, notYet } from './cause.ts'
import { checkedText } from './texts.ts'

/** Content that an admin acts upon, and the report that has led to it, where one has. */
export interface ContentAct {
  readonly contentId: string
  readonly reportId?: ModerationReportId | undefined
}

/**
 * Warns a person, or the author of a world, by a notification. Throws `forbidden` for anybody but an admin, `missing`,
 * `invalid` for an empty text, for content without an author here, and for a report about somebody else.
 */
export async function warnUser(scope: SignedScope, act: ContentAct & { readonly message: string }): Promise<void> {
  requireAdmin(scope)
  const message = checkedText('message', act.message)
  await transact(scope, async (open) => {
    const { contentId, reportId } = act
    const userId = await mustHavePerson(open, contentId)
    const [receiverId] = await holdReceivers(open, [userId])
    if (!receiverId) throw noSuchUser(userId)
    await actBecauseOf(open, reportId, receiverId)
    await notify(open, [warningDraft(receiverId, contentId, message)])
    await audit(open, { act: 'warnUser', subjectId: receiverId, reportId, details: { contentId } })
  })
}

const warningDraft = (receiverId: UserId, contentId: string, message: string) => ({
  ...{ type: 'moderation.notice' as const, receiverId, senderId: null, category: 'moderation' },
  ...{ title: 'A warning from the moderators', message, data: { contentId }, requireSeen: true },
})

/**
 * Takes content from people: a world from all but its author and admins, with whoever is inside; of a profile its texts
 * and pictures. Throws as warning does, and `conflict` for a world that is hidden already.
 */
export const hideContent = (scope: SignedScope, act: ContentAct): Promise<void> =>
  actUpon(scope, 'hideContent', act, async (open) => {
    const { contentId } = act
    if (isId('user', contentId)) return clearProfile(open, contentId)
    if (!isId('world', contentId)) throw notYet()
    await hideWorld(open, contentId)
    await emptyWorld(open, contentId)
  })

/** Makes a hidden world what it was before; what was taken from a profile is gone. Throws as hiding does. */
export const showContent = (scope: SignedScope, act: ContentAct): Promise<void> =>
  actUpon(scope, 'showContent', act, async (open) => {
    const { contentId } = act
    if (!isId('world', contentId)) throw invalid('contentId', 'contentId: only worlds can be shown again')
    await showWorld(open, contentId)
  })

async function actUpon(
  scope: SignedScope,
  act: 'hideContent' | 'showContent',
  { contentId, reportId }: ContentAct,
  work: (open: SignedScope & Open) => Promise<void>,
): Promise<void> {
  requireAdmin(scope)
  await transact(scope, async (open) => {
    const userId = await mustHavePerson(open, contentId)
    if (isId('user', contentId)) await holdPerson(open, contentId)
    await actBecauseOf(open, reportId, userId)
    await work(open)
    await audit(open, { act, subjectId: contentId, reportId })
  })
}

interface PersonAct {
  readonly userId: UserId
  readonly reportId?: ModerationReportId | undefined
}

/**
 * Lets nobody in to an account until a time or for good, and ends its sessions at once. Throws `forbidden` for anybody
 * but an admin, for oneself, other admins and the platform's accounts; `missing`; `invalid` for a time that is over, for
 * an empty reason and for a report about somebody else.
 */
export async function suspendUser(scope: SignedScope, act: PersonAct & Suspension): Promise<void> {
  requireAdmin(scope)
  const { userId, reportId, until } = act
  const reason = checkedText('reason', act.reason)
  if (userId === scope.viewer.id) throw new Failure('forbidden', 'You can not suspend yourself')
  if (until !== null && until <= scope.now) throw invalid('until', 'until must be in the future')
  await transact(scope, async (open) => {
    await suspendAccount(open, userId, { until, reason })
    await actBecauseOf(open, reportId, userId)
    const details = { until: until?.toISOString() ?? null }
    await audit(open, { act: 'suspendUser', subjectId: userId, reportId, details })
  })
  await scope.presence.gone(userId)
}

/** Lets a suspended person in again. Throws `forbidden`, `missing`, `invalid`, and `conflict` for who is not suspended. */
export async function unsuspendUser(scope: SignedScope, { userId, reportId }: PersonAct): Promise<void> {
  requireAdmin(scope)
  await transact(scope, async (open) => {
    await unsuspendAccount(open, userId)
    await actBecauseOf(open, reportId, userId)
    await audit(open, { act: 'unsuspendUser', subjectId: userId, reportId })
  })
}
