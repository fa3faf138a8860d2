/** The form in which names and e-mail addresses are compared: NFKC and lower case. */
export const nameKey = (text: string) => text.normalize('NFKC').trim().toLowerCase()

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
