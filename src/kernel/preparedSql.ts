import type { Prisma } from '../generated/prisma/client.ts'

/** Stands for a value while the text of a statement is made. */
class Placeholder {
  readonly key: string
  constructor(key: string) {
    this.key = key
  }
}

export interface PreparedSql {
  readonly text: string
  readonly values: readonly unknown[]
}

/**
 * A statement whose text is made at its first use, with one parameter for each value: to make it for every call costs
 * more than many a statement needs besides. `make` gets placeholders, which it can only put into the statement. Throws for
 * a value that is not a placeholder, as it would be the same for all callers. Callers pass the values in one object or in
 * several, the same values in each place for every call: V8 takes microseconds to spread objects into a new one.
 */
export function prepareSql<Values extends object>(
  make: (values: Values) => Prisma.Sql,
): (...parts: readonly object[]) => PreparedSql {
  let made: { readonly text: string; readonly places: readonly Place[] } | undefined
  return (...parts) => {
    made ??= makeOnce(make, parts)
    return { text: made.text, values: made.places.map(({ part, key }) => Object(parts[part])[key]) }
  }
}

/** The place of a value: its key in one of the objects. */
interface Place {
  readonly part: number
  readonly key: string
}

function makeOnce<Values>(make: (values: Values) => Prisma.Sql, parts: readonly object[]) {
  const placeholders = new Proxy({}, { get: (_, key) => new Placeholder(String(key)) })
  const { strings, values } = make(Object(placeholders))
  const used = values.map(keyOf)
  const keys = [...new Set(used)]
  const text = strings.reduce((before, part, at) => `${before}$${keys.indexOf(used[at - 1] ?? '') + 1}${part}`)
  return { text, places: keys.map((key) => placeOf(parts, key)) }
}

function placeOf(parts: readonly object[], key: string): Place {
  const part = parts.findIndex((values) => key in values)
  if (part < 0) throw new Error(`a prepared statement has no value for ${key}`)
  return { part, key }
}

function keyOf(value: unknown): string {
  if (value instanceof Placeholder) return value.key
  throw new Error(`a prepared statement has a value that is not one of its placeholders: ${JSON.stringify(value)}`)
}
