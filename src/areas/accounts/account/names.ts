import unhomoglyph from 'unhomoglyph'
import { invalid } from '../../../kernel/failure.ts'
import type { TextBounds } from '../../../kernel/inputFaults.ts'
import type { Scope } from '../../../kernel/scope.ts'
import { characterCount, isBlank } from '../../../kernel/texts.ts'
import { type NameColumn, readNamesWithoutSkeleton, writeSkeletons } from '../queries.ts'

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

/** Column values that store a username: the name, its comparison key and its skeleton. */
export function usernameFields(text: string) {
  const username = cleanName(text)
  return { username, usernameKey: nameKey(username), usernameSkeleton: nameSkeleton(username) }
}

/** Column values that store a display name: the name, its comparison key and its skeleton. */
export function displayNameFields(text: string) {
  const displayName = cleanName(text)
  return { displayName, displayNameKey: nameKey(displayName), displayNameSkeleton: nameSkeleton(displayName) }
}

/** Column values that store the name of a world or an avatar: the name and its comparison key. Throws `invalid` for a blank one. */
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
/** Characters of a username or display name. */
export const NAME_BOUNDS: TextBounds = { min: 4, max: 15, pattern: NAME }

const NAME_RULE = '4 to 15 letters, digits, spaces, dots, dashes or underscores, each word of one script'

/** Throws `invalid` unless the text of a field is a valid username or display name; nothing is no text to check. */
export function assertValidName(field: string, text: string | undefined): void {
  const { min, max } = NAME_BOUNDS
  if (text !== undefined && !isValidName(text))
    throw invalid(field, `${field}: ${NAME_RULE}`, { reason: 'invalid_characters', min, max })
}

/**
 * Whether a text is a valid username or display name: 4 to 15 letters with their combining marks, digits, spaces, dots,
 * dashes and underscores, of which no word mixes scripts.
 */
export function isValidName(text: string): boolean {
  const name = cleanName(text)
  const length = characterCount(name)
  return (
    length >= NAME_BOUNDS.min &&
    length <= NAME_BOUNDS.max &&
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

/** Scripts in modern use, by their names in Unicode. Letters of all others count as one more script. */
const SCRIPTS =
  'Adlam Arabic Armenian Balinese Bengali Bopomofo Canadian_Aboriginal Cherokee Cyrillic Devanagari Ethiopic Georgian Greek Gujarati Gurmukhi Han Hangul Hebrew Hiragana Javanese Kannada Katakana Khmer Lao Latin Lisu Malayalam Mongolian Myanmar Nko Oriya Sinhala Sundanese Syriac Tamil Telugu Thaana Thai Tibetan Tifinagh Vai Yi'.split(
    ' ',
  )

/** Scripts that are written together in Japanese, Chinese and Korean, by the level Highly Restrictive of TR 39. */
const COMBINATIONS = [
  ['Latin', 'Han', 'Hiragana', 'Katakana'],
  ['Latin', 'Han', 'Bopomofo'],
  ['Latin', 'Han', 'Hangul'],
]

const lettersOf = (scripts: readonly string[]) => scripts.map((script) => `\\p{Script_Extensions=${script}}`).join('')

/** Digits and accents that belong to no script. */
const SHARED = String.raw`\p{Script_Extensions=Common}\p{Script=Inherited}`

const PATTERNS = [
  ...[...COMBINATIONS, ...SCRIPTS.map((script) => [script])].map(
    (scripts) => new RegExp(`^[${SHARED}${lettersOf(scripts)}]*$`, 'u'),
  ),
  new RegExp(`^[^${lettersOf(SCRIPTS)}]*$`, 'u'),
]

/** Whether all letters of a word are of one script, or of scripts that are written together. */
const isOfOneScript = (word: string): boolean => PATTERNS.some((pattern) => pattern.test(word))

const BATCH_SIZE = 1_000

/**
 * Stores the skeletons of names that were stored without. Of people whose names look alike the first keeps its skeleton,
 * the others get their id, which is no skeleton of a valid name. Runs at each start; safe on several nodes at once.
 */
export async function fillNameSkeletons(scope: Scope): Promise<void> {
  for (const column of ['username', 'displayName'] as const) while ((await fillBatch(scope, column)) > 0) {}
}

async function fillBatch(scope: Scope, column: NameColumn): Promise<number> {
  const people = await readNamesWithoutSkeleton(scope, column, BATCH_SIZE)
  const taken = new Set<string>()
  const skeletons = people.map(({ id, name }) => {
    const skeleton = nameSkeleton(name)
    const isFirst = !taken.has(skeleton)
    taken.add(skeleton)
    return { id, skeleton: isFirst ? skeleton : id }
  })
  if (people.length > 0) await writeSkeletons(scope, column, skeletons)
  return people.length
}
