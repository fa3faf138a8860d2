import { invalid } from '../../../kernel/failure.ts'
import type { InputRule } from '../../../kernel/inputFaults.ts'
import { characterCount } from '../../../kernel/texts.ts'

/** Most cents of a price, and most tokens. */
const MAX_NUMBER = 100_000_000
const MAX_DESCRIPTION = 1_000
/** Length of an id of an external store. */
const MAX_STORE_ID = 200
const SLUG = /^[a-z0-9][a-z0-9_.-]{0,99}$/

/** The rule of the slug of a bundle or plan. */
export const slugRule =
  (id: string | undefined): InputRule =>
  () => {
    if (id !== undefined && !SLUG.test(id))
      throw invalid('id', 'id: 1 to 100 lower case letters, digits, dots, dashes, underscores', 'malformed')
  }

/** The rule of a number of cents, tokens, or a rank; what is not given is right. */
export const numberRule =
  (field: string, value: number | null | undefined, min = 0): InputRule =>
  () => {
    if (value == null) return
    if (value < min) throw invalid(field, `${field}: at least ${min}`, { reason: 'too_small', min })
    if (value > MAX_NUMBER)
      throw invalid(field, `${field}: at most ${MAX_NUMBER}`, { reason: 'too_large', max: MAX_NUMBER })
  }

/** The rules of texts: ids of external stores, and the description, which has more characters. */
export const textRules = (texts: Readonly<Record<string, string | undefined>>): InputRule[] =>
  Object.entries(texts).map(([field, text]) => () => {
    const max = field === 'description' ? MAX_DESCRIPTION : MAX_STORE_ID
    if (text !== undefined && (characterCount(text) > max || text.includes('\0')))
      throw invalid(field, `${field}: at most ${max} characters`, { reason: 'too_long', max })
  })
