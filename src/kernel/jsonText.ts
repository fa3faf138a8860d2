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

/** The members of a JSON object, without its braces, to be joined with others by `jsonObject`. */
export const jsonMembers = (record: object): string => JSON.stringify(record).slice(1, -1)

/** The text of a JSON object with these members, each of which is not empty. */
export const jsonObject = (members: readonly string[]): string => `{${members.join(',')}}`

/** The JSON of a record before and after the value of a member. The values before it must be plain, as objects may have such a member. */
export function jsonAroundMember<R extends object>(record: R, member: keyof R & string): readonly [string, string] {
  const [text, name, value] = [JSON.stringify(record), `${JSON.stringify(member)}:`, JSON.stringify(record[member])]
  const at = text.indexOf(name) + name.length
  return [text.slice(0, at), text.slice(at + value.length)]
}

export const jsonArray = (texts: readonly string[]): string => `[${texts.join(',')}]`

/** Bytes that these texts take in memory: V8 stores a character in two bytes if any of the text is beyond Latin-1. */
export const bytesOfTexts = (texts: readonly string[]): number =>
  texts.reduce((sum, text) => sum + text.length * (/[^\0-\xff]/.test(text) ? 2 : 1), 0)
