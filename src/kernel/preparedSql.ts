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
 * a value that is not a placeholder, as it would be the same for all callers.
 */
export function prepareSql<Values extends object>(
  make: (values: Values) => Prisma.Sql,
): (values: Values) => PreparedSql {
  let made: { readonly text: string; readonly keys: readonly string[] } | undefined
  return (values) => {
    made ??= makeOnce(make)
    const given = Object(values)
    return { text: made.text, values: made.keys.map((key) => given[key]) }
  }
}

function makeOnce<Values>(make: (values: Values) => Prisma.Sql) {
  const placeholders = new Proxy({}, { get: (_, key) => new Placeholder(String(key)) })
  const { strings, values } = make(Object(placeholders))
  const used = values.map(keyOf)
  const keys = [...new Set(used)]
  const text = strings.reduce((before, part, at) => `${before}$${keys.indexOf(used[at - 1] ?? '') + 1}${part}`)
  return { text, keys }
}

function keyOf(value: unknown): string {
  if (value instanceof Placeholder) return value.key
  throw new Error(`a prepared statement has a value that is not one of its placeholders: ${JSON.stringify(value)}`)
}
