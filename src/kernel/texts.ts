/** Number of characters of a text: an emoji is one, though JavaScript's `length` counts two. */
export const characterCount = (text: string): number => [...text].length

/** Characters that show nothing, among them the Braille pattern without dots. */
const INVISIBLE = /[\p{White_Space}\p{Default_Ignorable_Code_Point}\p{Cc}\p{Cf}\p{Cs}\u2800]/gu

/** Whether a text is empty, or of spaces and invisible characters alone. */
export const isBlank = (text: string): boolean => text.replace(INVISIBLE, '') === ''

/**
 * The form in which passwords are hashed, by the profile OpaqueString of RFC 8265: keyboards of several systems send
 * different code points for one character.
 */
export const opaqueText = (password: string): string => password.replace(/\p{Zs}/gu, ' ').normalize('NFC')

/** Dashes, also those that keyboards in other languages type: the minus sign and the Japanese long vowel mark. */
const DASH = /[\p{Pd}\u2212\u30fc]/gu

/** A code that somebody types, with plain digits, letters and dashes, and without spaces and invisible characters. */
export const typedCode = (text: string): string =>
  text
    .normalize('NFKC')
    .replace(INVISIBLE, '')
    .replace(DASH, '-')
    .replace(/\p{Nd}/gu, plainDigit)

const isDigit = (codePoint: number) => codePoint >= 0 && /\p{Nd}/u.test(String.fromCodePoint(codePoint))

/** The digit 0 to 9 of any script: each has its ten digits in a row. */
function plainDigit(digit: string): string {
  const codePoint = digit.codePointAt(0) ?? 0
  let value = 0
  while (value < 9 && isDigit(codePoint - value - 1)) value += 1
  return String(value)
}

/** A record that is written as JSON already, and is sent as it is. `R` is the type that its text parses to. */
export class JsonText<R> {
  /** Only a type: instances do not have it. */
  declare readonly parsed: R
  readonly text: string
  constructor(text: string) {
    this.text = text
  }
}

/** The JSON of a value, which may be written already. */
export const jsonTextOf = (value: unknown): string => (value instanceof JsonText ? value.text : JSON.stringify(value))

type Parsed<V> = V extends JsonText<infer R> ? R : V

/** The JSON of an object, some of whose members may be written already. */
export const jsonTextOfMembers = <M extends object>(members: M): JsonText<{ [K in keyof M]: Parsed<M[K]> }> =>
  new JsonText(
    `{${Object.entries(members)
      .map(([name, value]) => `${JSON.stringify(name)}:${jsonTextOf(value)}`)
      .join(',')}}`,
  )
