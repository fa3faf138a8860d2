import { invalid } from '../../../kernel/failure.ts'

/** The form in which names and e-mail addresses are compared: NFKC and lower case. */
export const nameKey = (text: string) => text.normalize('NFKC').trim().toLowerCase()

/** The columns for the name of a world or an avatar. Throws `invalid` for a blank one. */
export function contentNameFields(text: string) {
  const name = text.trim()
  if (name === '') throw invalid('name', 'name must not be empty', { reason: 'too_short', min: 1 })
  return { name, nameKey: nameKey(name) }
}

const NAME = /^[\p{L}\p{N}](?:[\p{L}\p{N} ._-]*[\p{L}\p{N}._-])?$/u
/** Invisible characters: a name with them looks like the name without them. */
const INVISIBLE = /\p{Default_Ignorable_Code_Point}/u
const MIN_NAME_LENGTH = 4
const MAX_NAME_LENGTH = 15

/** Whether a text is a valid username or display name: 4 to 15 letters, digits, spaces, dots, dashes, underscores. */
export function isValidName(text: string): boolean {
  const length = [...text].length
  return (
    length >= MIN_NAME_LENGTH &&
    length <= MAX_NAME_LENGTH &&
    NAME.test(text) &&
    !INVISIBLE.test(text) &&
    !/ {2}/.test(text)
  )
}
