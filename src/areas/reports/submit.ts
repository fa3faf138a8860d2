import type { ModerationReport, Prisma } from '../../generated/prisma/client.ts'
import { assertBelowCap } from '../../kernel/caps.ts'
import { invalid, userNotFound } from '../../kernel/failure.ts'
import {
  type AvatarId,
  type GroupId,
  type Id,
  isId,
  newId,
  type PropId,
  type UserId,
  type WorldId,
} from '../../kernel/ids.ts'
import { type InputRule, tellingAllFaults } from '../../kernel/inputFaults.ts'
import { lookUp } from '../../kernel/maps.ts'
import { storedUrl } from '../../kernel/ownUrls.ts'
import type { RateLimit } from '../../kernel/rateLimit.ts'
import type { Scope, ViewerScope } from '../../kernel/scope.ts'
import { type InTransaction, transact } from '../../kernel/transaction.ts'
import { thumbnailUrl } from '../../kernel/webUrls.ts'
import { avatarNotFound, seeAvatar } from '../avatars/policy.ts'
import { groupImageUrl, readGroupAccess } from '../groups/access.ts'
import { readProp } from '../props/props.ts'
import { lockUser } from '../users/locks.ts'
import { loadPublicUser } from '../users/queries.ts'
import { worldNotFound } from '../worlds/policy.ts'
import { findReadableWorld } from '../worlds/world/read.ts'
import { reportSubmitted } from './events.ts'
import { readReportOptions } from './reportOptions.ts'
import { openKeyOf } from './reports.ts'
import { weightOf } from './weights.ts'

/** A report to submit. */
interface NewReport extends ReportOption {
  readonly contentId: string
  readonly description?: string | undefined
  /** Circumstances as the REST API names them. */
  readonly details?: object | undefined
}

/** Open reports that one person can have submitted. */
const MOST_OPEN_REPORTS = 200
const SUBMISSION_LIMIT: RateLimit = { name: 'submit-report', points: 20, window: 60 * 60 }

/**
 * Submits a report. Returns the existing one if the viewer has an open report with equal type, content, category and
 * reason. Throws `invalid` for choices that the client configuration does not offer, for ids of other kinds and for the
 * viewer; `missing` for content that the viewer cannot see; `conflict` with 200 open reports, `exhausted` after 20 reports
 * in an hour.
 */
export const submitModerationReport = (scope: ViewerScope, report: NewReport): Promise<ModerationReport> =>
  tellingAllFaults(
    () => reportRules(scope, report),
    () => submitValidReport(scope, report),
  )

/** The rules for what is given of the choices and the content of a report. */
export function reportRules(scope: ViewerScope, report: Partial<NewReport>): InputRule[] {
  const { type, category, reason, contentId } = report
  return [
    () => type !== undefined && assertReportOption(scope, { type, category, reason }),
    () => type !== undefined && contentId !== undefined && assertNotOneself(scope, parseContentId(type, contentId)),
  ]
}

function assertNotOneself({ viewer }: ViewerScope, contentId: string): void {
  if (contentId === viewer.id) throw invalid('contentId', 'contentId: you can not report yourself', 'self_target')
}

async function submitValidReport(scope: ViewerScope, report: NewReport): Promise<ModerationReport> {
  await scope.limits.take(SUBMISSION_LIMIT, scope.viewer.id)
  await assertReportOption(scope, report)
  const contentId = parseContentId(report.type, report.contentId)
  assertNotOneself(scope, contentId)
  const content = await readContentSummary(scope, contentId)
  return transact(scope, async (tx) => {
    // The lock makes a concurrent erasure of the reporter's account see the report.
    await lockUser(tx, tx.viewer.id)
    return createReportOnce(tx, report, content)
  })
}

/** Retries because an existing report can be closed between the two statements. */
async function createReportOnce(
  tx: ViewerScope & InTransaction,
  report: NewReport,
  content: ContentSummary,
): Promise<ModerationReport> {
  const openKey = openKeyOf(tx.viewer.id, report)
  if (!(await tx.db.moderationReport.findUnique({ where: { openKey }, select: { id: true } }))) {
    const open = { reporterId: tx.viewer.id, status: 'open' }
    assertBelowCap(await tx.db.moderationReport.count({ where: open }), MOST_OPEN_REPORTS, 'open reports')
  }
  const weight = await weightOf(tx, tx.viewer.id, report)
  for (;;) {
    const row = { ...reportRow(tx, report, content), weight }
    const { count } = await tx.db.moderationReport.createMany({ data: [{ ...row, openKey }], skipDuplicates: true })
    if (count === 1) tx.emit(reportSubmitted(row.id))
    const open = await tx.db.moderationReport.findUnique({ where: { openKey } })
    if (open) return open
  }
}

const reportRow = (scope: ViewerScope, report: NewReport, content: ContentSummary) => ({
  id: newId('moderationReport', scope.now),
  reporterId: scope.viewer.id,
  type: report.type,
  category: report.category,
  reason: report.reason,
  contentId: report.contentId,
  contentName: content.name,
  contentThumbnailImageUrl: content.thumbnailUrl && storedUrl(scope, content.thumbnailUrl),
  description: report.description ?? '',
  details: toJson(report.details ?? {}),
  createdAt: scope.now,
  updatedAt: scope.now,
})

/** A JSON object without undefined members. */
const toJson = (details: object): Prisma.InputJsonObject => JSON.parse(JSON.stringify(details))

interface ReportOption {
  readonly type: string
  readonly category: string
  readonly reason: string
}

type GivenOption = Pick<ReportOption, 'type'> & { readonly [K in 'category' | 'reason']: string | undefined }

/** Throws `invalid` for a choice that the client configuration does not offer. */
async function assertReportOption(scope: Scope, { type, category, reason }: GivenOption): Promise<void> {
  const option = (await readReportOptions(scope)).find(({ name }) => name === type)
  if (!option) throw invalid('type', `type: nothing can be reported as '${type}'`, 'unknown_value')
  if (category === undefined) return
  const reasons = option.categories.find(({ name }) => name === category)?.reasons
  if (!reasons) throw invalid('category', `category: '${category}' is none of the type '${type}'`, 'unknown_value')
  if (reason !== undefined && !reasons.some(({ name }) => name === reason))
    throw invalid('reason', `reason: '${reason}' is none of the category '${category}'`, 'unknown_value')
}

interface ContentSummary {
  readonly name: string
  readonly thumbnailUrl: string | null
}

export type ContentKind = 'user' | 'world' | 'avatar' | 'group' | 'prop' | 'print'

export const CONTENT_KINDS: readonly ContentKind[] = ['user', 'world', 'avatar', 'group', 'prop', 'print']

/** Kinds of ids of the predefined types. Admins can configure further types, which accept all kinds. */
const KIND_BY_REPORT_TYPE: Readonly<Record<string, ContentKind>> = {
  avatar: 'avatar',
  behavior: 'user',
  group: 'group',
  prop: 'prop',
  user: 'user',
  world: 'world',
}

const contentKindsOf = (type: string): readonly ContentKind[] => {
  const kind = lookUp(KIND_BY_REPORT_TYPE, type)
  return kind ? [kind] : CONTENT_KINDS
}

/** Of these kinds, those that can be reported by a type that the client configuration offers. */
export async function reportableKinds(scope: Scope, kinds: readonly string[]): Promise<ContentKind[]> {
  const offered = new Set((await readReportOptions(scope)).flatMap(({ name }) => contentKindsOf(name)))
  return [...offered].filter((kind) => kinds.includes(kind))
}

/** Parses the id of content. Throws `invalid` for a kind that does not fit the type. */
function parseContentId(type: string, text: string): Id<ContentKind> {
  for (const kind of contentKindsOf(type)) if (isId(kind, text)) return text
  throw invalid('contentId', `contentId must be the id of what the type '${type}' is about: '${text}'`, 'not_an_id')
}

/**
 * Name and image of content. Throws `missing` for what the viewer cannot see. Empty for prints: they have no name, and people
 * who see one in a world cannot read it.
 */
async function readContentSummary(scope: ViewerScope, id: Id<ContentKind>): Promise<ContentSummary> {
  if (isId('user', id)) return readUserSummary(scope, id)
  if (isId('world', id)) return readWorldSummary(scope, id)
  if (isId('avatar', id)) return readAvatarSummary(scope, id)
  if (isId('group', id)) return readGroupSummary(scope, id)
  if (isId('prop', id)) return readPropSummary(scope, id)
  return { name: '', thumbnailUrl: null }
}

async function readUserSummary(scope: ViewerScope, id: UserId): Promise<ContentSummary> {
  const user = await loadPublicUser(scope, id)
  if (!user) throw userNotFound(id)
  const image = user.userIcon || user.profilePicOverride || user.currentAvatarThumbnailImageUrl
  return { name: user.displayName, thumbnailUrl: image || null }
}

async function readWorldSummary(scope: ViewerScope, id: WorldId): Promise<ContentSummary> {
  const world = await findReadableWorld(scope, id)
  if (!world || world.deletedAt) throw worldNotFound(id)
  return { name: world.name, thumbnailUrl: thumbnailUrl(scope, world.imageUrl) }
}

async function readAvatarSummary(scope: ViewerScope, id: AvatarId): Promise<ContentSummary> {
  const { row } = await seeAvatar(scope, id)
  if (row.deletedAt !== null) throw avatarNotFound()
  return { name: row.name, thumbnailUrl: thumbnailUrl(scope, row.imageUrl) }
}

async function readGroupSummary(scope: ViewerScope, id: GroupId): Promise<ContentSummary> {
  const { group } = await readGroupAccess(scope, id)
  return { name: group.name, thumbnailUrl: groupImageUrl(scope, 'icon', group.iconId) }
}

async function readPropSummary(scope: ViewerScope, id: PropId): Promise<ContentSummary> {
  const { name, imageUrl } = await readProp(scope, id)
  return { name, thumbnailUrl: thumbnailUrl(scope, imageUrl) }
}
