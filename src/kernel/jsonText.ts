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
