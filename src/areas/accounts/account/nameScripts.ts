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
export const isOfOneScript = (word: string): boolean => PATTERNS.some((pattern) => pattern.test(word))
