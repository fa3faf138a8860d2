import { invalid } from '../../kernel/failure.ts'

const LONGEST = 2_000

/** What an admin writes, without the space around it. Throws `invalid` for nothing and for too much. */
export function checkedText(field: string, given: string): string {
  const text = given.trim()
  if (text === '') throw invalid(field, `${field} must not be empty`)
  if (text.length > LONGEST) throw invalid(field, `${field} must have at most ${LONGEST} characters`)
  return text
}
