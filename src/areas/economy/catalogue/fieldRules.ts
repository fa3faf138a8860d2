import { type InputPath, invalid } from '../../../kernel/failure.ts'
import { assertDistinct, assertEntries, type InputRule } from '../../../kernel/inputFaults.ts'
import { characterCount, isBlank } from '../../../kernel/texts.ts'

/** Least and greatest value or length. */
interface Bounds {
  readonly min: number
  readonly max: number
}

export const DISPLAY_NAME: Bounds = { min: 1, max: 64 }
export const DESCRIPTION: Bounds = { min: 0, max: 2_000 }

/** Throws `invalid` unless a text, without the spaces around it, has a length within bounds. Nothing is no text to check. */
export function assertLength(field: string, text: string | undefined, bounds: Bounds): void {
  if (text === undefined) return
  const length = isBlank(text) ? 0 : characterCount(text.trim())
  const message = `${field} must have ${bounds.min} to ${bounds.max} characters`
  if (length < bounds.min) throw invalid(field, message, { reason: 'too_short', ...bounds })
  if (length > bounds.max) throw invalid(field, message, { reason: 'too_long', ...bounds })
}

/** Throws `invalid` unless a number is within bounds. Nothing is no number to check. */
export function assertRange(field: string | InputPath, value: number | null | undefined, bounds: Bounds): void {
  if (value === null || value === undefined) return
  const [name = ''] = typeof field === 'string' ? [field] : field
  const message = `${name} must be a number from ${bounds.min} to ${bounds.max}`
  if (value < bounds.min) throw invalid(field, message, { reason: 'too_small', ...bounds })
  if (value > bounds.max) throw invalid(field, message, { reason: 'too_large', ...bounds })
}

/** Throws `invalid` unless a list has at most `max` entries, each once. */
export function assertList(field: string, entries: readonly string[] | undefined, max: number): void {
  if (entries === undefined) return
  if (entries.length > max)
    throw invalid(field, `${field} must have at most ${max} entries`, { reason: 'too_many_entries', max })
  assertDistinct(field, entries, `${field} must not name an entry twice`)
}

const MAX_TAGS = 10
const TAG = /^[a-z0-9][a-z0-9_-]{0,49}$/

/** The rules for tags of products, listings and stores. */
export const tagRules = (tags: readonly string[] | undefined): InputRule[] => [
  () => assertList('tags', tags, MAX_TAGS),
  () =>
    assertEntries(tags ?? [], {
      field: 'tags',
      isValid: (tag) => TAG.test(tag),
      message: 'tags must have 1 to 50 characters of a to z, 0 to 9, - and _',
      reason: 'invalid_characters',
    }),
]
