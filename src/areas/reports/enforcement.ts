import { Failure, invalid, userNotFound } from '../../kernel/failure.ts'
import { isId, type ModerationReportId, trusted, type UserId } from '../../kernel/ids.ts'
import type { Scope, ViewerScope } from '../../kernel/scope.ts'
import type { InTransaction } from '../../kernel/transaction.ts'
import { type Suspension, suspendAccount, unsuspendAccount } from '../accounts/account/suspensions.ts'
import { adminAct } from '../audit/adminAct.ts'
import { removeOccupantsOfWorld } from '../instances/close.ts'
import { type NotificationDraft, sendNotifications } from '../notifications/send.ts'
import { lockExistingUsers, lockUser } from '../users/locks.ts'
import { resetProfile } from '../users/profile/profile.ts'
import { worldNotFound } from '../worlds/policy.ts'
import { hideWorld, showWorld } from '../worlds/world/publish.ts'
import { reportEnforced } from './events.ts'
import { lockReport } from './policy.ts'
import { parseAdminText } from './reports.ts'

/** The content that an admin acts upon, and the report that led to the act. */
interface ContentAction {
  readonly contentId: string
  readonly reportId?: ModerationReportId | undefined
}

/**
 * Warns a person, or the author of a world, by a notification. Throws `forbidden` unless an admin acts, `missing`,
 * `invalid` for an empty text, other kinds of content, and a report about somebody else.
 */
export async function warnUser(scope: ViewerScope, act: ContentAction & { readonly message: string }): Promise<void> {
  const message = parseAdminText('message', act.message)
  await adminAct(scope, 'warnUser', async (tx) => {
    const { contentId, reportId } = act
    const userId = await assertResponsibleUser(tx, contentId)
    const [receiverId] = await lockExistingUsers(tx, [userId])
    if (!receiverId) throw userNotFound(userId)
    await linkToReport(tx, reportId, receiverId)
    await sendNotifications(tx, [warningDraft(receiverId, contentId, message)])
    return { subjectId: receiverId, reportId, details: { contentId } }
  })
}

const warningDraft = (receiverId: UserId, contentId: string, message: string): NotificationDraft => ({
  type: 'moderation.notice',
  receiverId,
  senderId: null,
  category: 'moderation',
  title: 'A warning from the moderators',
  message,
  data: { contentId },
  requireSeen: true,
})

/**
 * Hides a world from all but its author and admins and removes its occupants, or empties the texts and images of a
 * profile. Throws `forbidden` unless an admin acts, `missing`, `invalid` for other kinds of content and for a report about
 * somebody else, `conflict` for a world that is hidden already.
 */
export const hideContent = (scope: ViewerScope, act: ContentAction): Promise<void> =>
  moderateContent(scope, 'hideContent', act, async (tx) => {
    const { contentId } = act
    if (isId('user', contentId)) return resetProfile(tx, contentId)
    if (!isId('world', contentId)) throw contentNotSupported()
    await hideWorld(tx, contentId)
    await removeOccupantsOfWorld(tx, contentId)
  })

/** Shows a hidden world again. Throws what hideContent throws, and `invalid` for a profile, which cannot be restored. */
export const showContent = (scope: ViewerScope, act: ContentAction): Promise<void> =>
  moderateContent(scope, 'showContent', act, async (tx) => {
    const { contentId } = act
    if (!isId('world', contentId))
      throw invalid('contentId', 'contentId: only worlds can be shown again', 'not_supported')
    await showWorld(tx, contentId)
  })

const moderateContent = (
  scope: ViewerScope,
  act: 'hideContent' | 'showContent',
  { contentId, reportId }: ContentAction,
  work: (tx: ViewerScope & InTransaction) => Promise<void>,
): Promise<void> =>
  adminAct(scope, act, async (tx) => {
    const userId = await assertResponsibleUser(tx, contentId)
    if (isId('user', contentId)) await lockUser(tx, contentId)
    await linkToReport(tx, reportId, userId)
    await work(tx)
    return { subjectId: contentId, reportId }
  })

interface UserAction {
  readonly userId: UserId
  readonly reportId?: ModerationReportId | undefined
}

/**
 * Suspends an account, for good if `until` is null, and ends its sessions. Throws `forbidden` unless an admin acts, and
 * for admins and accounts of the platform; `missing`; `invalid` for a time in the past, an empty reason and a report about
 * somebody else.
 */
export async function suspendUser(scope: ViewerScope, act: UserAction & Suspension): Promise<void> {
  const { userId, reportId, until } = act
  const reason = parseAdminText('reason', act.reason)
  if (userId === scope.viewer.id)
    throw new Failure('forbidden', 'You can not suspend yourself', { reason: 'self_suspension' })
  if (until !== null && until <= scope.now) throw invalid('until', 'until must be in the future', 'in_past')
  await adminAct(scope, 'suspendUser', async (tx) => {
    await suspendAccount(tx, userId, { until, reason })
    await linkToReport(tx, reportId, userId)
    return { subjectId: userId, reportId, details: { until: until?.toISOString() ?? null } }
  })
  await scope.presence.forget(userId)
}

/** Lifts a suspension. Throws `forbidden`, `missing`, `invalid`, and `conflict` if the account is not suspended. */
export const unsuspendUser = (scope: ViewerScope, { userId, reportId }: UserAction): Promise<void> =>
  adminAct(scope, 'unsuspendUser', async (tx) => {
    await unsuspendAccount(tx, userId)
    await linkToReport(tx, reportId, userId)
    return { subjectId: userId, reportId }
  })

/** The user responsible for content: the owner of a profile, the author of a world; null for other kinds of content. */
async function findResponsibleUser({ db }: InTransaction, contentId: string): Promise<UserId | null> {
  if (isId('user', contentId)) return contentId
  if (!isId('world', contentId)) return null
  const world = await db.world.findUnique({ where: { id: contentId } })
  if (!world) throw worldNotFound(contentId)
  return trusted<'user'>(world.authorId)
}

/** The user responsible for content. Throws `missing`, and `invalid` for content that is no person or world. */
async function assertResponsibleUser(tx: InTransaction, contentId: string): Promise<UserId> {
  const userId = await findResponsibleUser(tx, contentId)
  if (userId === null) throw contentNotSupported()
  return userId
}

const contentNotSupported = () =>
  invalid('contentId', 'contentId: only people and worlds can be acted upon yet', 'not_supported')

/**
 * Locks a report and records that an admin acts upon a user because of it. Throws `missing`, and `invalid` for a report
 * about somebody else.
 */
async function linkToReport(
  tx: Scope & InTransaction,
  reportId: ModerationReportId | undefined,
  userId: UserId,
): Promise<void> {
  if (reportId === undefined) return
  const { contentId } = await lockReport(tx, reportId)
  const responsibleId = await findResponsibleUser(tx, contentId)
  if (responsibleId !== null && responsibleId !== userId)
    throw invalid('reportId', 'reportId: this report is about somebody else', 'unknown_reference')
  await tx.db.moderationReport.update({ where: { id: reportId }, data: { updatedAt: tx.now } })
  tx.emit(reportEnforced(reportId))
}
