import { Failure, invalid, userNotFound } from '../../kernel/failure.ts'
import {
  type AvatarId,
  type GroupId,
  isId,
  type ModerationReportId,
  trusted,
  type UserId,
  type WorldId,
} from '../../kernel/ids.ts'
import { type InputRule, tellingAllFaults } from '../../kernel/inputFaults.ts'
import type { Scope, ViewerScope } from '../../kernel/scope.ts'
import type { InTransaction, ViewerTransaction } from '../../kernel/transaction.ts'
import { type Suspension, suspendAccount, unsuspendAccount } from '../accounts/account/suspensions.ts'
import { adminAct } from '../audit/adminAct.ts'
import { hideAvatar, showAvatar } from '../avatars/avatar/update.ts'
import { avatarNotFound } from '../avatars/policy.ts'
import { hideGroup, showGroup } from '../groups/group/update.ts'
import { lockGroup } from '../groups/locks.ts'
import { groupNotFound } from '../groups/policy.ts'
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
  subjectId: contentId,
  facts: { written: 'message' },
  requireSeen: true,
})

/**
 * Hides a world from all but its author and admins and removes its occupants, hides an avatar from all but its author and
 * admins, whose wearers get another one, hides a group from all but its members and admins, or empties the texts and images of a profile. Throws `forbidden` unless an admin acts, `missing`, `invalid` for
 * other kinds of content and for a report about somebody else, `conflict` for what is hidden already.
 */
export const hideContent = (scope: ViewerScope, act: ContentAction): Promise<void> =>
  tellingAllFaults(
    () => contentRules(scope, act),
    () => moderateContent(scope, 'hideContent', act, (tx) => hideLocked(tx, act)),
  )

async function hideLocked(tx: ViewerTransaction, { contentId }: ContentAction): Promise<void> {
  if (isId('user', contentId)) await resetProfile(tx, contentId)
  else if (isId('group', contentId)) await hideGroup(tx, contentId)
  else if (isId('avatar', contentId)) await hideAvatar(tx, contentId)
  else if (isId('world', contentId)) await hideWorldWithOccupants(tx, contentId)
  else throw contentNotSupported()
}

async function hideWorldWithOccupants(tx: ViewerTransaction, id: WorldId): Promise<void> {
  await hideWorld(tx, id)
  await removeOccupantsOfWorld(tx, id)
}

/**
 * Shows a hidden world, avatar or group again. Throws what hideContent throws, and `invalid` for a profile, which cannot be
 * restored.
 */
export const showContent = (scope: ViewerScope, act: ContentAction): Promise<void> =>
  tellingAllFaults(
    () => [() => parseShownId(act), ...contentRules(scope, act)],
    () =>
      moderateContent(scope, 'showContent', act, async (tx) => {
        const id = parseShownId(act)
        if (isId('group', id)) await showGroup(tx, id)
        else if (isId('avatar', id)) await showAvatar(tx, id)
        else await showWorld(tx, id)
      }),
  )

function parseShownId({ contentId }: ContentAction): WorldId | AvatarId | GroupId {
  if (isId('world', contentId) || isId('avatar', contentId) || isId('group', contentId)) return contentId
  throw invalid('contentId', 'contentId: only worlds, avatars and groups can be shown again', 'not_supported')
}

/** The rules for what is given of an act upon content. */
export const contentRules = (scope: ViewerScope, { contentId, reportId }: Partial<ContentAction>): InputRule[] => [
  () => contentId !== undefined && assertResponsibleUser(scope, contentId),
  async () => {
    const userId = contentId === undefined ? null : await findResponsibleUser(scope, contentId)
    if (userId !== null) await assertReportAbout(scope, reportId, userId)
  },
]

async function moderateContent(
  scope: ViewerScope,
  act: 'hideContent' | 'showContent',
  { contentId, reportId }: ContentAction,
  work: (tx: ViewerTransaction) => Promise<void>,
): Promise<void> {
  await adminAct(scope, act, async (tx) => {
    const userId = await assertResponsibleUser(tx, contentId)
    // People and groups are locked before reports.
    if (isId('user', contentId)) await lockUser(tx, contentId)
    if (isId('group', contentId)) await lockGroup(tx, contentId)
    await linkToReport(tx, reportId, userId)
    await work(tx)
    return { subjectId: contentId, reportId }
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

/** The user responsible for content: the owner of a profile or group, the author of a world or an avatar; null for other kinds. */
async function findResponsibleUser({ db }: Pick<Scope, 'db'>, contentId: string): Promise<UserId | null> {
  if (isId('user', contentId)) return contentId
  if (isId('group', contentId)) return findGroupOwner({ db }, contentId)
  if (isId('avatar', contentId)) return findAvatarAuthor({ db }, contentId)
  if (!isId('world', contentId)) return null
  const world = await db.world.findUnique({ where: { id: contentId } })
  if (!world) throw worldNotFound(contentId)
  return trusted<'user'>(world.authorId)
}

/** Throws `missing` for an unknown avatar. */
async function findAvatarAuthor({ db }: Pick<Scope, 'db'>, id: AvatarId): Promise<UserId> {
  const avatar = await db.avatar.findUnique({ where: { id }, select: { authorId: true } })
  if (!avatar) throw avatarNotFound()
  return trusted<'user'>(avatar.authorId)
}

/** Throws `missing` for an unknown or deleted group. */
async function findGroupOwner({ db }: Pick<Scope, 'db'>, id: GroupId): Promise<UserId> {
  const group = await db.group.findFirst({ where: { id, deletedAt: null }, select: { ownerId: true } })
  if (!group?.ownerId) throw groupNotFound()
  return trusted<'user'>(group.ownerId)
}

/** The user responsible for content. Throws `missing`, and `invalid` for content that is no person, world, avatar or group. */
async function assertResponsibleUser(scope: Pick<Scope, 'db'>, contentId: string): Promise<UserId> {
  const userId = await findResponsibleUser(scope, contentId)
  if (userId === null) throw contentNotSupported()
  return userId
}

const contentNotSupported = () =>
  invalid('contentId', 'contentId: only people, worlds, avatars and groups can be acted upon yet', 'not_supported')

/** Throws `invalid` for a report about somebody else. */
async function assertReportAbout({ db }: Scope, reportId: ModerationReportId | undefined, userId: UserId) {
  const report = reportId && (await db.moderationReport.findUnique({ where: { id: reportId } }))
  if (report) await assertIsAbout({ db }, report.contentId, userId)
}

async function assertIsAbout(scope: Pick<Scope, 'db'>, reportedId: string, userId: UserId): Promise<void> {
  const responsibleId = await findResponsibleUser(scope, reportedId)
  if (responsibleId !== null && responsibleId !== userId)
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
