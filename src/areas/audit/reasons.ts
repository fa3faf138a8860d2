import { invalid } from '../../kernel/failure.ts'
import type { TextBounds } from '../../kernel/inputFaults.ts'
import { characterCount, isBlank } from '../../kernel/texts.ts'

/** Characters of the reason of an act. */
export const REASON_BOUNDS = { min: 1, max: 500 } satisfies TextBounds

/** The reason of an act of the staff, trimmed, for its audit entry. Throws `invalid` for a blank or too long one. */
export function parseReason(untrimmed: string): string {
  const { min, max } = REASON_BOUNDS
  const reason = untrimmed.trim()
  if (isBlank(reason)) throw invalid('reason', 'reason must not be empty', { reason: 'too_short', min })
  if (characterCount(reason) > max)
    throw invalid('reason', `reason must have at most ${max} characters`, { reason: 'too_long', max })
  return reason
}
