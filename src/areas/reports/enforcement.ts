import { Failure, invalid, userNotFound } from '../../kernel/failure.ts'
import { isId, type ModerationReportId, type UserId } from '../../kernel/ids.ts'
import { type InputRule, tellingAllFaults } from '../../kernel/inputFaults.ts'
import type { Scope, ViewerScope } from '../../kernel/scope.ts'
import type { InTransaction, ViewerTransaction } from '../../kernel/transaction.ts'
import { type Suspension, suspendAccount, unsuspendAccount } from '../accounts/account/suspensions.ts'
import { staffAct } from '../audit/staffAct.ts'
import { type NotificationDraft, sendNotifications } from '../notifications/send.ts'
import { lockExistingUsers, lockUser } from '../users/locks.ts'
import { canBeShown, hideLocked, lockBeforeReport, noteHiding, type ShownId, showLocked } from './content/hide.ts'
import { reportEnforced } from './events.ts'
import { lockReport } from './policy.ts'
import { parseAdminText } from './reports.ts'
import { assertResponsible, findResponsible, type Responsible } from './responsible.ts'
import { markLifted, recordSanction } from './sanctions.ts'

/** The content that an admin acts upon, and the report that led to the act. */
interface ContentAction {
  readonly contentId: string
  readonly reportId?: ModerationReportId | undefined
}

/**
 * Warns a person, the author of a world or an avatar or the owner of a group by a notification. Throws `forbidden` unless an admin acts, `missing`,
 * `invalid` for an empty text, other kinds of content, and a report about somebody else.
 */
export const warnUser = (scope: ViewerScope, warning: Warning): Promise<void> =>
  tellingAllFaults(
    () => warningRules(scope, warning),
    () => sendWarning(scope, warning),
  )

interface Warning extends ContentAction {
  readonly message: string
}

/** The rules for what is given of a warning. */
export const warningRules = (scope: ViewerScope, { message, ...act }: Partial<Warning>): InputRule[] => [
  () => message !== undefined && parseAdminText('message', message),
  ...contentRules(scope, act),
]

async function sendWarning(scope: ViewerScope, act: Warning): Promise<void> {
  const message = parseAdminText('message', act.message)
  await staffAct(scope, 'warnUser', async (tx) => {
    const { contentId, reportId } = act
    const { userId, contentName } = await assertResponsible(tx, contentId)
    const [receiverId] = await lockExistingUsers(tx, [userId])
    if (!receiverId) throw userNotFound(userId)
    await linkToReport(tx, reportId, receiverId)
    const told = { userId: receiverId, contentId, contentName, reason: message, reportId }
    const { id: sanctionId } = await recordSanction(tx, { ...told, kind: 'warning' })
    await sendNotifications(tx, [warningDraft({ receiverId, contentId, message, sanctionId })])
    return { subjectId: receiverId, reportId, details: { contentId, sanctionId } }
  })
}

interface Told {
  readonly receiverId: UserId
  readonly contentId: string
  readonly message: string
  readonly sanctionId: string
}

/** What notices of the staff to a person have in common. */
const noticeDraft = ({ receiverId, contentId, message }: Told) => ({
  type: 'moderation.notice' as const,
  receiverId,
  senderId: null,
  category: 'moderation',
  message,
  data: { contentId },
  subjectId: contentId,
  requireSeen: true,
})

const warningDraft = (told: Told): NotificationDraft => ({
  ...noticeDraft(told),
  title: 'A warning from the moderators',
  facts: { written: 'message', sanctionId: told.sanctionId },
})

const hidingDraft = (told: Told, subjectName: string): NotificationDraft => ({
  ...noticeDraft(told),
  title: 'The moderators have hidden something of yours',
  facts: {
    occasion: 'content_hidden',
    subjectName,
    sanctionId: told.sanctionId,
    ...(told.message !== '' && { written: 'message' }),
  },
})

interface Hiding extends ContentAction {
  /** Explanation to the person; omitted for none. */
  readonly reason?: string | undefined
}

/**
 * Hides a world from all but its author and the staff and removes its occupants, hides an avatar from all but its author and
 * the staff, whose wearers get another one, hides a group from all but its members and the staff, a prop, a picture or a print
 * from all but its owner and the staff, makes a draft of an event, or empties the texts and images of a profile. Tells the
 * person responsible. Throws `forbidden` unless staff acts, `missing`, `invalid` for other kinds of
 * content and for a report about somebody else, `conflict` for what is hidden already.
 */
export const hideContent = (scope: ViewerScope, act: Hiding): Promise<void> =>
  tellingAllFaults(
    () => hidingRules(scope, act),
    () =>
      moderateContent(scope, 'hideContent', act, async (tx, responsible) => {
        await hideLocked(tx, act.contentId)
        await tellOfHiding(tx, act, responsible)
      }),
  )

/** The rules for what is given to hide content. */
export const hidingRules = (scope: ViewerScope, { reason, ...act }: Partial<Hiding>): InputRule[] => [
  () => reason !== undefined && parseAdminText('reason', reason),
  ...contentRules(scope, act),
]

async function tellOfHiding(tx: ViewerTransaction, act: Hiding, responsible: Responsible): Promise<void> {
  const { userId, contentName } = responsible
  const { contentId, reportId } = act
  const reason = act.reason === undefined ? '' : parseAdminText('reason', act.reason)
  await noteHiding(tx, { contentId, reason })
  if (userId === tx.viewer.id) return
  const told = { userId, contentId, contentName, reason, reportId }
  const { id: sanctionId } = await recordSanction(tx, { ...told, kind: 'hidden_content' })
  await sendNotifications(tx, [
    hidingDraft({ receiverId: userId, contentId, message: reason, sanctionId }, contentName),
  ])
}

/**
 * Shows hidden content again. Throws what hideContent throws, and `invalid` for a profile, which cannot be
 * restored.
 */
export const showContent = (scope: ViewerScope, act: ContentAction): Promise<void> =>
  tellingAllFaults(
    () => [() => parseShownId(act), ...contentRules(scope, act)],
    () =>
      moderateContent(scope, 'showContent', act, async (tx) => {
        await showLocked(tx, parseShownId(act))
        await markLifted(tx, { kind: 'hidden_content', contentId: act.contentId })
      }),
  )

function parseShownId({ contentId }: ContentAction): ShownId {
  if (canBeShown(contentId)) return contentId
  throw invalid('contentId', 'contentId: only content can be shown again', 'not_supported')
}

/** The rules for what is given of an act upon content. */
export const contentRules = (scope: ViewerScope, { contentId, reportId }: Partial<ContentAction>): InputRule[] => [
  () => contentId !== undefined && assertResponsible(scope, contentId),
  async () => {
    const responsible = contentId === undefined ? null : await findResponsible(scope, contentId)
    if (responsible !== null) await assertReportAbout(scope, reportId, responsible.userId)
  },
]

async function moderateContent(
  scope: ViewerScope,
  act: 'hideContent' | 'showContent',
  { contentId, reportId }: ContentAction,
  work: (tx: ViewerTransaction, responsible: Responsible) => Promise<void>,
): Promise<void> {
  await staffAct(scope, act, async (tx) => {
    const responsible = await assertResponsible(tx, contentId)
    const { userId } = responsible
    // People, groups and events are locked before reports.
    if (isId('user', contentId)) await lockUser(tx, contentId)
    else await lockExistingUsers(tx, [userId])
    await lockBeforeReport(tx, contentId)
    await linkToReport(tx, reportId, userId)
    await work(tx, responsible)
    return { subjectId: contentId, aboutId: userId, reportId }
  })
}

interface UserAction {
  readonly userId: UserId
  readonly reportId?: ModerationReportId | undefined
}

/**
 * Suspends an account, for good if `until` is null, and ends its sessions. Throws `forbidden` unless an admin acts, and
 * for admins and accounts of the platform; `missing`; `invalid` for a time in the past, an empty reason and a report about
 * somebody else.
 */
export const suspendUser = (scope: ViewerScope, act: UserAction & Suspension): Promise<void> =>
  tellingAllFaults(
    () => suspensionRules(scope, act),
    () => suspendValidUser(scope, act),
  )

/** The rules for what is given of a suspension. */
export const suspensionRules = (
  scope: ViewerScope,
  { userId, reportId, until = null, reason }: Partial<UserAction & Suspension>,
): InputRule[] => [
  () => reason !== undefined && parseAdminText('reason', reason),
  () => assertAhead(scope, until),
  () => userId !== undefined && assertReportAbout(scope, reportId, userId),
]

function assertAhead({ now }: Scope, until: Date | null): void {
  if (until !== null && until <= now) throw invalid('until', 'until must be in the future', 'in_past')
}

async function suspendValidUser(scope: ViewerScope, act: UserAction & Suspension): Promise<void> {
  const { userId, reportId, until } = act
  const reason = parseAdminText('reason', act.reason)
  if (userId === scope.viewer.id)
    throw new Failure('forbidden', 'You can not suspend yourself', { reason: 'self_suspension' })
  assertAhead(scope, until)
  await staffAct(scope, 'suspendUser', async (tx) => {
    await suspendAccount(tx, userId, { until, reason })
    await linkToReport(tx, reportId, userId)
    const { contentName } = await assertResponsible(tx, userId)
    const told = { userId, contentId: userId, contentName, reason, reportId, endsAt: until }
    const { id: sanctionId } = await recordSanction(tx, { ...told, kind: 'suspension' })
    return { subjectId: userId, reportId, details: { until: until?.toISOString() ?? null, sanctionId } }
  })
  await scope.presence.forget(userId)
}

/** Lifts a suspension. Throws `forbidden`, `missing`, `invalid`, and `conflict` if the account is not suspended. */
export const unsuspendUser = (scope: ViewerScope, { userId, reportId }: UserAction): Promise<void> =>
  staffAct(scope, 'unsuspendUser', async (tx) => {
    await unsuspendAccount(tx, userId)
    await linkToReport(tx, reportId, userId)
    await markLifted(tx, { kind: 'suspension', contentId: userId })
    return { subjectId: userId, reportId }
  })

/** Throws `invalid` for a report about somebody else. */
async function assertReportAbout({ db }: Scope, reportId: ModerationReportId | undefined, userId: UserId) {
  const report = reportId && (await db.moderationReport.findUnique({ where: { id: reportId } }))
  if (report) await assertIsAbout({ db }, report.contentId, userId)
}

async function assertIsAbout(scope: Pick<Scope, 'db'>, reportedId: string, userId: UserId): Promise<void> {
  const responsible = await findResponsible(scope, reportedId)
  if (responsible !== null && responsible.userId !== userId)
    throw invalid('reportId', 'reportId: this report is about somebody else', 'unknown_reference')
}

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
  await assertIsAbout(tx, contentId, userId)
  await tx.db.moderationReport.update({ where: { id: reportId }, data: { updatedAt: tx.now } })
  tx.emit(reportEnforced(reportId))
}
