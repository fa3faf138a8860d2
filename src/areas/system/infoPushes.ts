import { createHash } from 'node:crypto'
import type { InfoPush, Prisma } from '../../generated/prisma/client.ts'
import { isStaff } from '../../kernel/access.ts'
import { type ConditionalChange, changedSince, ifUnchanged } from '../../kernel/changedSince.ts'
import { Failure, invalid } from '../../kernel/failure.ts'
import {
  assertEntries,
  type InputRule,
  type JsonValidator,
  tellingAllFaults,
  validatedJson,
} from '../../kernel/inputFaults.ts'
import { storedUrlsIn } from '../../kernel/ownUrls.ts'
import type { Scope } from '../../kernel/scope.ts'
import { characterCount, isBlank } from '../../kernel/texts.ts'
import { isUniqueViolation } from '../../kernel/transaction.ts'
import { staffAct } from '../audit/staffAct.ts'
import { infoPushesChanged } from './events.ts'
import { visibleInfoPushes } from './policy.ts'

/** Fields of an information notice. Omitted ones keep their value, or the default of a new notice. */
interface InfoPushChange {
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
  /** Its id. */
  readonly slug: string
  readonly data: unknown
}

const MAX_SHOWN = 100
const MAX_TAGS = 50
const MAX_TAG_LENGTH = 100
const MAX_PRIORITY = 1_000_000
const SLUG_PATTERN = /^[a-z0-9][a-z0-9_-]{0,99}$/
const RELEASE_STATUSES = ['public', 'private', 'hidden']

/** Reads the notices shown now that have any tag of `include`, or any tags if it is null, and every tag of `require`. */
export async function readInfoPushes(
  { db, now }: Scope,
  { include, require }: { include: readonly string[] | null; require: readonly string[] },
): Promise<InfoPush[]> {
  if (include?.length === 0) return []
  const included = include ? { tags: { hasSome: [...include] } } : {}
  return db.infoPush.findMany({
    where: { AND: [visibleInfoPushes(now), included, { tags: { hasEvery: [...require] } }] },
    orderBy: [{ priority: 'desc' }, { id: 'asc' }],
    take: MAX_SHOWN,
  })
}

/** Notices by their slugs: those shown now; all for admins. */
export const findInfoPushes = (scope: Scope, slugs: readonly string[]): Promise<InfoPush[]> =>
  scope.db.infoPush.findMany({
    where: { id: { in: [...slugs] }, AND: isStaff(scope, 'operations') ? [] : [visibleInfoPushes(scope.now)] },
  })

/** Throws `forbidden` unless the viewer is an admin, `invalid` for invalid fields, `conflict` if the slug exists. */
export const createInfoPush = (scope: Scope, notice: NewInfoPush, validate: JsonValidator): Promise<InfoPush> =>
  tellingAllFaults(
    () => newInfoPushRules(scope, notice, validate),
    () => createValidNotice(scope, notice, validate),
  )

/** The rules for what is given of a new notice. */
export const newInfoPushRules = (scope: Scope, notice: Partial<NewInfoPush>, validate: JsonValidator): InputRule[] => {
  const { slug } = notice
  return [
    () => slug !== undefined && assertSlug(slug),
    () => slug !== undefined && assertSlugIsFree(scope, slug),
    ...noticeRules(notice, validate),
  ]
}

async function assertSlugIsFree({ db }: Scope, id: string): Promise<void> {
  if ((await db.infoPush.count({ where: { id } })) > 0) throw slugTaken()
}

const slugTaken = () =>
  new Failure('conflict', 'slug: this notice exists already', { reason: 'already_exists', field: 'slug' })

function assertSlug(id: string): void {
  if (!SLUG_PATTERN.test(id))
    throw invalid('slug', 'slug: 1 to 100 lower case letters, digits, dashes, underscores', {
      reason: 'invalid_characters',
      min: 1,
      max: 100,
    })
}

/** The rules for what is given of a notice. */
const noticeRules = (notice: InfoPushChange, validate: JsonValidator): InputRule[] => [
  () => notice.data !== undefined && validatedJson('data', notice.data, validate),
  () => assertStatus(notice),
  () => assertPriority(notice),
  () => parseTags(notice.tags ?? []),
  () => assertDateOrder(notice.startDate ?? null, notice.endDate ?? null),
]

async function createValidNotice(scope: Scope, notice: NewInfoPush, validate: JsonValidator): Promise<InfoPush> {
  assertSlug(notice.slug)
  const data = validatedJson('data', notice.data, validate)
  const fields = { tags: [], ...parseFields(notice), data: storedUrlsIn(scope, data), hash: hashOf(data) }
  assertDateOrder(fields.startDate ?? null, fields.endDate ?? null)
  return staffAct(scope, 'createInfoPush', async ({ db, now, emit }) => {
    const result = await db.infoPush.create({ data: { id: notice.slug, ...fields, createdAt: now, updatedAt: now } })
    emit(infoPushesChanged(notice.slug))
    return { subjectId: notice.slug, result }
  }).catch((error: unknown) => {
    throw isUniqueViolation(error) ? slugTaken() : error
  })
}

/**
 * Throws `forbidden` unless staff with `operations` acts, `invalid` for invalid fields, `missing` for an unknown slug, and
 * `conflict` for a notice that was changed since.
 */
export const updateInfoPush = (
  scope: Scope,
  change: InfoPushChange & ConditionalChange & { id: string },
  validate: JsonValidator,
): Promise<InfoPush> =>
  tellingAllFaults(
    () => infoPushUpdateRules(scope, change, validate),
    () => applyNoticeChange(scope, change, validate),
  )

/** The rules for changes of a notice; dates that stay are those of the notice. */
export async function infoPushUpdateRules(
  { db }: Scope,
  { id, ...change }: InfoPushChange & { readonly id?: string },
  validate: JsonValidator,
): Promise<InputRule[]> {
  const select = { startDate: true, endDate: true } as const
  const dates = id === undefined ? null : await db.infoPush.findUnique({ where: { id }, select })
  return noticeRules({ ...dates, ...change }, validate)
}

async function applyNoticeChange(
  scope: Scope,
  { id, ...change }: InfoPushChange & ConditionalChange & { id: string },
  validate: JsonValidator,
): Promise<InfoPush> {
  const data = change.data === undefined ? undefined : validatedJson('data', change.data, validate)
  const fields = {
    ...parseFields(change),
    ...(data !== undefined && { data: storedUrlsIn(scope, data), hash: hashOf(data) }),
  }
  return staffAct(scope, 'updateInfoPush', async ({ db, now, emit }) => {
    const where = { id, ...ifUnchanged(change) }
    const { count } = await db.infoPush.updateMany({ where, data: { ...fields, updatedAt: now } })
    if (count === 0) throw (await db.infoPush.count({ where: { id } })) > 0 ? changedSince() : infoPushNotFound()
    const changed = await db.infoPush.findUniqueOrThrow({ where: { id } })
    assertDateOrder(changed.startDate, changed.endDate)
    emit(infoPushesChanged(id))
    return { subjectId: id, result: changed }
  })
}

export const deleteInfoPush = (scope: Scope, id: string): Promise<void> =>
  staffAct(scope, 'deleteInfoPush', async ({ db, emit }) => {
    const { count } = await db.infoPush.deleteMany({ where: { id } })
    if (count === 0) throw infoPushNotFound()
    emit(infoPushesChanged(id))
    return { subjectId: id }
  })

const infoPushNotFound = () => new Failure('missing', 'Information notice not found', { reason: 'info_push_not_found' })

function parseFields(change: InfoPushChange) {
  assertStatus(change)
  assertPriority(change)
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

function assertStatus({ releaseStatus = 'public' }: InfoPushChange) {
  if (!RELEASE_STATUSES.includes(releaseStatus)) {
    throw invalid('releaseStatus', `releaseStatus: one of ${RELEASE_STATUSES.join(', ')}`, 'unknown_value')
  }
}

function assertPriority({ priority = 0 }: InfoPushChange) {
  if (!Number.isInteger(priority) || Math.abs(priority) > MAX_PRIORITY) {
    throw invalid('priority', `priority: an integer from -${MAX_PRIORITY} to ${MAX_PRIORITY}`, {
      reason: 'unknown_value',
      min: -MAX_PRIORITY,
      max: MAX_PRIORITY,
    })
  }
}

/** Checks tags, which can't contain commas because REST separates them by commas. */
function parseTags(tags: readonly string[]): string[] {
  const message = `tags: at most ${MAX_TAGS} texts of 1 to ${MAX_TAG_LENGTH} characters without a comma`
  if (tags.length > MAX_TAGS) throw invalid('tags', message, { reason: 'too_many_entries', max: MAX_TAGS })
  const isValid = (tag: string) =>
    !isBlank(tag) && characterCount(tag) <= MAX_TAG_LENGTH && !/[,\0]/.test(tag) && tag.trim() === tag
  assertEntries(tags, { field: 'tags', isValid, message, reason: 'invalid_characters' })
  return [...new Set(tags)]
}

function assertDateOrder(startDate: Date | null, endDate: Date | null) {
  if (startDate && endDate && startDate >= endDate)
    throw invalid('endDate', 'endDate: must be after the start', 'wrong_order')
}

/** Clients use the hash to tell whether they have shown this content before. */
const hashOf = (data: Prisma.InputJsonValue) => createHash('sha256').update(JSON.stringify(data)).digest('hex')
