import { createHash } from 'node:crypto'
import type { InfoPush, Prisma } from '../../generated/prisma/client.ts'
import { Failure, invalid } from '../../kernel/failure.ts'
import type { Scope } from '../../kernel/scope.ts'
import { isDuplicate, transact } from '../../kernel/transaction.ts'
import { audit } from '../accounts/audit.ts'
import { requireAdmin } from '../accounts/policy.ts'
import { infoPushChanged } from './events.ts'
import { checkedJson, type Fault } from './json.ts'
import { visibleInfoPushes } from './policy.ts'

/** What an admin says about a notice; what is left out stays as it is, or as the data model has it. */
export interface InfoPushChange {
  readonly isEnabled?: boolean
  /** `public`, `private` or `hidden`. */
  readonly releaseStatus?: string
  /** Higher comes first. */
  readonly priority?: number
  readonly tags?: readonly string[]
  /** What the notice shows: an InfoPushData of the wire. */
  readonly data?: unknown
  /** Shown from this moment; null for no such limit. */
  readonly startDate?: Date | null
  /** Shown until this moment; null for no such limit. */
  readonly endDate?: Date | null
}

export interface NewInfoPush extends InfoPushChange {
  /** A slug. */
  readonly id: string
  readonly data: unknown
}

const MOST_SHOWN = 100
const MOST_TAGS = 50
const LONGEST_TAG = 100
const LARGEST_PRIORITY = 1_000_000
const SLUG = /^[a-z0-9][a-z0-9_-]{0,99}$/
const RELEASES = ['public', 'private', 'hidden']

/** The notices of now that carry any tag of `include` and every tag of `require`; none without `include`. */
export async function readInfoPushes(
  { db, now }: Scope,
  { include, require }: { include: readonly string[]; require: readonly string[] },
): Promise<InfoPush[]> {
  if (include.length === 0) return []
  return db.infoPush.findMany({
    where: { AND: [visibleInfoPushes(now), { tags: { hasSome: [...include] } }, { tags: { hasEvery: [...require] } }] },
    orderBy: [{ priority: 'desc' }, { id: 'asc' }],
    take: MOST_SHOWN,
  })
}

/** Throws `forbidden` for anybody but an admin, `invalid` for malformed input, `conflict` when the slug is taken. */
export async function createInfoPush(scope: Scope, notice: NewInfoPush, fault: Fault): Promise<InfoPush> {
  requireAdmin(scope)
  if (!SLUG.test(notice.id)) throw invalid('id', 'id: 1 to 100 lower case letters, digits, dashes, underscores')
  const data = checkedJson('data', notice.data, fault)
  const fields = { tags: [], ...checkedFields(notice), data, hash: hashOf(data) }
  checkDates(fields.startDate ?? null, fields.endDate ?? null)
  return transact(scope, async (open) => {
    const { db, now, emit } = open
    emit(infoPushChanged(notice.id))
    await audit(open, { act: 'createInfoPush', subjectId: notice.id })
    return db.infoPush.create({ data: { id: notice.id, ...fields, createdAt: now, updatedAt: now } })
  }).catch((error: unknown) => {
    if (isDuplicate(error)) throw new Failure('conflict', 'id: this notice exists already', { field: 'id' })
    throw error
  })
}

/** Throws `missing` when there is no such notice; otherwise as createInfoPush. */
export async function updateInfoPush(
  scope: Scope,
  { id, ...change }: InfoPushChange & { id: string },
  fault: Fault,
): Promise<InfoPush> {
  requireAdmin(scope)
  const data = change.data === undefined ? undefined : checkedJson('data', change.data, fault)
  const fields = { ...checkedFields(change), ...(data !== undefined && { data, hash: hashOf(data) }) }
  return transact(scope, async (open) => {
    const { db, now, emit } = open
    const { count } = await db.infoPush.updateMany({ where: { id }, data: { ...fields, updatedAt: now } })
    if (count === 0) throw noSuchNotice()
    const changed = await db.infoPush.findUniqueOrThrow({ where: { id } })
    checkDates(changed.startDate, changed.endDate)
    emit(infoPushChanged(id))
    await audit(open, { act: 'updateInfoPush', subjectId: id })
    return changed
  })
}

export async function deleteInfoPush(scope: Scope, id: string): Promise<void> {
  requireAdmin(scope)
  await transact(scope, async (open) => {
    const { count } = await open.db.infoPush.deleteMany({ where: { id } })
    if (count === 0) throw noSuchNotice()
    open.emit(infoPushChanged(id))
    await audit(open, { act: 'deleteInfoPush', subjectId: id })
  })
}

const noSuchNotice = () => new Failure('missing', 'Information notice not found')

function checkedFields(change: InfoPushChange) {
  checkRank(change)
  const { isEnabled, releaseStatus, priority, tags, startDate, endDate } = change
  return {
    ...(isEnabled !== undefined && { isEnabled }),
    ...(releaseStatus !== undefined && { releaseStatus }),
    ...(priority !== undefined && { priority }),
    ...(tags !== undefined && { tags: checkedTags(tags) }),
    ...(startDate !== undefined && { startDate }),
    ...(endDate !== undefined && { endDate }),
  }
}

function checkRank({ releaseStatus = 'public', priority = 0 }: InfoPushChange) {
  if (!RELEASES.includes(releaseStatus)) {
    throw invalid('releaseStatus', `releaseStatus: one of ${RELEASES.join(', ')}`)
  }
  if (!Number.isInteger(priority) || Math.abs(priority) > LARGEST_PRIORITY) {
    throw invalid('priority', `priority: an integer from -${LARGEST_PRIORITY} to ${LARGEST_PRIORITY}`)
  }
}

/** A comma separates tags in the query that asks for them. */
function checkedTags(tags: readonly string[]): string[] {
  const isTag = (tag: string) => tag.length > 0 && tag.length <= LONGEST_TAG && !/[,\0]/.test(tag) && tag.trim() === tag
  if (tags.length <= MOST_TAGS && tags.every(isTag)) return [...new Set(tags)]
  throw invalid('tags', `tags: at most ${MOST_TAGS} texts of 1 to ${LONGEST_TAG} characters without a comma`)
}

function checkDates(startDate: Date | null, endDate: Date | null) {
  if (startDate && endDate && startDate >= endDate) throw invalid('endDate', 'endDate: not after startDate')
}

/** Tells clients whether they have shown this text already. */
const hashOf = (data: Prisma.InputJsonValue) => createHash('sha256').update(JSON.stringify(data)).digest('hex')
