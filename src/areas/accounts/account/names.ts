import unhomoglyph from 'unhomoglyph'
import { invalid } from '../../../kernel/failure.ts'
import { characterCount, isBlank } from '../../../kernel/texts.ts'
import { isOfOneScript } from './nameScripts.ts'

/** The form in which names and e-mail addresses are compared: NFKC and lower case. */
export const nameKey = (text: string) => text.normalize('NFKC').trim().toLowerCase()

/**
 * The skeleton of a name by Unicode TR 39, in lower case: names that look alike have the same one, such as `demo_ada` and
 * a name with the Cyrillic `а`.
 */
export const nameSkeleton = (name: string): string =>
  unhomoglyph(name.normalize('NFKC').trim().normalize('NFD')).normalize('NFD').toLowerCase()

/** A name as it is stored: in NFC and without spaces around it. */
export const cleanName = (text: string) => text.normalize('NFC').trim()

/** The columns for the username of a person. */
export function usernameFields(text: string) {
  const username = cleanName(text)
  return { username, usernameKey: nameKey(username), usernameSkeleton: nameSkeleton(username) }
}

/** The columns for the display name of a person. */
export function displayNameFields(text: string) {
  const displayName = cleanName(text)
  return { displayName, displayNameKey: nameKey(displayName), displayNameSkeleton: nameSkeleton(displayName) }
}

/** The columns for the name of a world or an avatar. Throws `invalid` for a blank one. */
export function contentNameFields(text: string) {
  const name = text.trim()
  if (isBlank(name)) throw invalid('name', 'name must not be empty', { reason: 'too_short', min: 1 })
  return { name, nameKey: nameKey(name) }
}

const NAME = /^[\p{L}\p{N}](?:[\p{L}\p{M}\p{N} ._-]*[\p{L}\p{M}\p{N}._-])?$/u
/** Invisible characters: a name with them looks like the name without them. */
const INVISIBLE = /\p{Default_Ignorable_Code_Point}/u
/** Accents in NFD that are piled up to reach into other lines, or repeated, which looks like one. */
const PILED_ACCENTS = /\p{Script=Inherited}{4}|(\p{Mn})\1/u
const MIN_NAME_LENGTH = 4
const MAX_NAME_LENGTH = 15

export const NAME_RULE = '4 to 15 letters, digits, spaces, dots, dashes or underscores, each word of one script'

/**
 * Whether a text is a valid username or display name: 4 to 15 letters with their combining marks, digits, spaces, dots,
 * dashes and underscores, of which no word mixes scripts.
 */
export function isValidName(text: string): boolean {
  const name = cleanName(text)
  const length = characterCount(name)
  return (
    length >= MIN_NAME_LENGTH &&
    length <= MAX_NAME_LENGTH &&
    NAME.test(name) &&
    !INVISIBLE.test(name) &&
    !PILED_ACCENTS.test(name.normalize('NFD')) &&
    !/ {2}/.test(name) &&
    name
      .normalize('NFKC')
      .split(/[ ._-]/)
      .every(isOfOneScript)
  )
}

/** `ad******@example.org`: enough to recognise one's own address, too little to learn another's. */
export function obfuscateEmail(email: string | null): string {
  if (!email) return ''
  const at = email.lastIndexOf('@')
  return `${email.slice(0, Math.min(2, at))}${'*'.repeat(Math.max(1, at - 2))}${email.slice(at)}`
}
