import { createHash } from 'node:crypto'
import type { InfoPush, Prisma } from '../../generated/prisma/client.ts'
import { Failure, invalid } from '../../kernel/failure.ts'
import type { Scope } from '../../kernel/scope.ts'
import { isUniqueViolation } from '../../kernel/transaction.ts'
import { adminAct } from '../audit/adminAct.ts'
import { type JsonValidator, validatedJson } from './jsonValidation.ts'
import { visibleInfoPushes } from './policy.ts'

/** Fields of an information notice. Omitted ones keep their value, or the default of a new notice. */
export interface InfoPushChange {
  readonly isEnabled?: boolean
  /** `public`, `private` or `hidden`. */
  readonly releaseStatus?: string
  /** Higher priorities come first. */
  readonly priority?: number
  readonly tags?: readonly string[]
  /** An InfoPushData of the REST API. */
  readonly data?: unknown
  /** Shown from this time; null for no limit. */
  readonly startDate?: Date | null
  /** Shown until this time; null for no limit. */
  readonly endDate?: Date | null
}

export interface NewInfoPush extends InfoPushChange {
  /** A slug. */
  readonly id: string
  readonly data: unknown
}

const MAX_SHOWN = 100
const MAX_TAGS = 50
const MAX_TAG_LENGTH = 100
const MAX_PRIORITY = 1_000_000
const SLUG_PATTERN = /^[a-z0-9][a-z0-9_-]{0,99}$/
const RELEASE_STATUSES = ['public', 'private', 'hidden']

/** Reads the notices shown now that have any tag of `include` and every tag of `require`. */
export async function readInfoPushes(
  { db, now }: Scope,
  { include, require }: { include: readonly string[]; require: readonly string[] },
): Promise<InfoPush[]> {
  if (include.length === 0) return []
  return db.infoPush.findMany({
    where: { AND: [visibleInfoPushes(now), { tags: { hasSome: [...include] } }, { tags: { hasEvery: [...require] } }] },
    orderBy: [{ priority: 'desc' }, { id: 'asc' }],
    take: MAX_SHOWN,
  })
}

/** Throws `forbidden` unless the viewer is an admin, `invalid` for invalid fields, `conflict` if the slug exists. */
export async function createInfoPush(scope: Scope, notice: NewInfoPush, validate: JsonValidator): Promise<InfoPush> {
  if (!SLUG_PATTERN.test(notice.id)) throw invalid('id', 'id: 1 to 100 lower case letters, digits, dashes, underscores')
  const data = validatedJson('data', notice.data, validate)
  const fields = { tags: [], ...parseFields(notice), data, hash: hashOf(data) }
  assertDateOrder(fields.startDate ?? null, fields.endDate ?? null)
  return adminAct(scope, 'createInfoPush', async ({ db, now }) => {
    const result = await db.infoPush.create({ data: { id: notice.id, ...fields, createdAt: now, updatedAt: now } })
    return { subjectId: notice.id, result }
  }).catch((error: unknown) => {
    if (isUniqueViolation(error)) throw new Failure('conflict', 'id: this notice exists already', { field: 'id' })
    throw error
  })
}

/** Throws `forbidden` unless the viewer is an admin, `invalid` for invalid fields, `missing` for an unknown slug. */
export async function updateInfoPush(
  scope: Scope,
  { id, ...change }: InfoPushChange & { id: string },
  validate: JsonValidator,
): Promise<InfoPush> {
  const data = change.data === undefined ? undefined : validatedJson('data', change.data, validate)
  const fields = { ...parseFields(change), ...(data !== undefined && { data, hash: hashOf(data) }) }
  return adminAct(scope, 'updateInfoPush', async ({ db, now }) => {
    const { count } = await db.infoPush.updateMany({ where: { id }, data: { ...fields, updatedAt: now } })
    if (count === 0) throw infoPushNotFound()
    const changed = await db.infoPush.findUniqueOrThrow({ where: { id } })
    assertDateOrder(changed.startDate, changed.endDate)
    return { subjectId: id, result: changed }
  })
}

export const deleteInfoPush = (scope: Scope, id: string): Promise<void> =>
  adminAct(scope, 'deleteInfoPush', async ({ db }) => {
    const { count } = await db.infoPush.deleteMany({ where: { id } })
    if (count === 0) throw infoPushNotFound()
    return { subjectId: id }
  })

const infoPushNotFound = () => new Failure('missing', 'Information notice not found')

function parseFields(change: InfoPushChange) {
  assertStatusAndPriority(change)
  const { isEnabled, releaseStatus, priority, tags, startDate, endDate } = change
  return {
    ...(isEnabled !== undefined && { isEnabled }),
    ...(releaseStatus !== undefined && { releaseStatus }),
    ...(priority !== undefined && { priority }),
    ...(tags !== undefined && { tags: parseTags(tags) }),
    ...(startDate !== undefined && { startDate }),
    ...(endDate !== undefined && { endDate }),
  }
}

function assertStatusAndPriority({ releaseStatus = 'public', priority = 0 }: InfoPushChange) {
  if (!RELEASE_STATUSES.includes(releaseStatus)) {
    throw invalid('releaseStatus', `releaseStatus: one of ${RELEASE_STATUSES.join(', ')}`)
  }
  if (!Number.isInteger(priority) || Math.abs(priority) > MAX_PRIORITY) {
    throw invalid('priority', `priority: an integer from -${MAX_PRIORITY} to ${MAX_PRIORITY}`)
  }
}

/** Checks tags, which can't contain commas because REST separates them by commas. */
function parseTags(tags: readonly string[]): string[] {
  const isTag = (tag: string) =>
    tag.length > 0 && tag.length <= MAX_TAG_LENGTH && !/[,\0]/.test(tag) && tag.trim() === tag
  if (tags.length <= MAX_TAGS && tags.every(isTag)) return [...new Set(tags)]
  throw invalid('tags', `tags: at most ${MAX_TAGS} texts of 1 to ${MAX_TAG_LENGTH} characters without a comma`)
}

function assertDateOrder(startDate: Date | null, endDate: Date | null) {
  if (startDate && endDate && startDate >= endDate) throw invalid('endDate', 'endDate: not after startDate')
}

/** Clients use the hash to tell whether they have shown this content before. */
const hashOf = (data: Prisma.InputJsonValue) => createHash('sha256').update(JSON.stringify(data)).digest('hex')
