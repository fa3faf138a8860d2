import type { CannedReason } from '../../generated/prisma/client.ts'
import { assertStaff } from '../../kernel/access.ts'
import { type ConditionalChange, changedSince, ifUnchanged } from '../../kernel/changedSince.ts'
import { Failure, invalid } from '../../kernel/failure.ts'
import { type CannedReasonId, newId } from '../../kernel/ids.ts'
import type { InputRule } from '../../kernel/inputFaults.ts'
import type { ViewerScope } from '../../kernel/scope.ts'
import { characterCount, isBlank } from '../../kernel/texts.ts'
import { staffAct } from '../audit/staffAct.ts'
import { parseAdminText } from './reports.ts'

/** Acts for which the staff can choose a text. */
export const CANNED_REASON_KINDS = ['close', 'warn', 'suspend', 'hide'] as const
export type CannedReasonKind = (typeof CANNED_REASON_KINDS)[number]

/** They are read together. */
const MAX_CANNED_REASONS = 200
const MAX_TITLE_LENGTH = 80

export interface NewCannedReason {
  readonly kind: CannedReasonKind
  /** What the staff chooses it by. */
  readonly title: string
  readonly text: string
}

/** The rules for what is given of a text. */
export const cannedReasonRules = (_scope: unknown, { title, text }: Partial<NewCannedReason>): InputRule[] => [
  () => title !== undefined && parseTitle(title),
  () => text !== undefined && parseAdminText('text', text),
]

function parseTitle(untrimmed: string): string {
  const title = untrimmed.trim()
  if (isBlank(title)) throw invalid('title', 'title must not be empty', { reason: 'too_short', min: 1 })
  if (characterCount(title) > MAX_TITLE_LENGTH)
    throw invalid('title', `title: at most ${MAX_TITLE_LENGTH} characters`, {
      reason: 'too_long',
      max: MAX_TITLE_LENGTH,
    })
  return title
}

const notFound = () => new Failure('missing', 'There is no such canned reason', { reason: 'canned_reason_not_found' })

/**
 * Writes a text that the staff can choose. Throws `forbidden` unless staff with `reports` or `configuration` acts, `invalid`,
 * and `conflict` if there are 200.
 */
export async function createCannedReason(
  scope: ViewerScope,
  { kind, ...texts }: NewCannedReason,
): Promise<CannedReason> {
  const data = { kind, title: parseTitle(texts.title), text: parseAdminText('text', texts.text) }
  return staffAct(scope, 'createCannedReason', async ({ db, now }) => {
    if ((await db.cannedReason.count()) >= MAX_CANNED_REASONS)
      throw new Failure('conflict', `There are at most ${MAX_CANNED_REASONS}`, { reason: 'limit_reached' })
    const id = newId('cannedReason', now)
    const result = await db.cannedReason.create({ data: { ...data, id, createdAt: now, updatedAt: now } })
    return { subjectId: id, details: { title: data.title }, result }
  })
}

interface CannedReasonChange extends ConditionalChange {
  readonly id: CannedReasonId
  /** Omitted to keep it, as the text. */
  readonly title?: string | undefined
  readonly text?: string | undefined
}

/** Changes a text that the staff can choose. Throws `forbidden`, `missing`, `invalid`, `conflict`. */
export async function updateCannedReason(
  scope: ViewerScope,
  { id, title, text, ...guard }: CannedReasonChange,
): Promise<CannedReason> {
  const change = {
    ...(title !== undefined && { title: parseTitle(title) }),
    ...(text !== undefined && { text: parseAdminText('text', text) }),
  }
  return staffAct(scope, 'updateCannedReason', async ({ db, now }) => {
    const where = { id, ...ifUnchanged(guard) }
    const { count } = await db.cannedReason.updateMany({ where, data: { ...change, updatedAt: now } })
    if (count === 0) throw (await db.cannedReason.count({ where: { id } })) > 0 ? changedSince() : notFound()
    return { subjectId: id, result: await db.cannedReason.findUniqueOrThrow({ where: { id } }) }
  })
}

/** Deletes a text that the staff can choose. Throws `forbidden`, `missing`. */
export const deleteCannedReason = (scope: ViewerScope, id: CannedReasonId): Promise<void> =>
  staffAct(scope, 'deleteCannedReason', async ({ db }) => {
    const { count } = await db.cannedReason.deleteMany({ where: { id } })
    if (count === 0) throw notFound()
    return { subjectId: id }
  })

/** The texts for an act, or for all, by title. Throws `forbidden` unless staff acts that can use them. */
export async function readCannedReasons(scope: ViewerScope, kind: CannedReasonKind | null): Promise<CannedReason[]> {
  assertStaff(scope, 'reports', 'people', 'content', 'configuration')
  return scope.db.cannedReason.findMany({
    where: kind === null ? {} : { kind },
    orderBy: [{ kind: 'asc' }, { title: 'asc' }, { id: 'asc' }],
    take: MAX_CANNED_REASONS,
  })
}
