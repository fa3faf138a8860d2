import { builder } from '../builder.ts'

/** The words of a value in capitals, joined by underscores: `NOT_STARTED` for `notStarted` and for `not-started`. */
const capitalized = (value: string) =>
  value
    .replaceAll(/([a-z0-9])([A-Z])/g, '$1_$2')
    .replaceAll(/[^a-zA-Z0-9]+/g, '_')
    .toUpperCase()

/**
 * An enum of the schema by the descriptions of its values. A value is named by its words in capitals, unless `names` has
 * another name for it.
 */
export function enumOf<V extends string>(
  name: string,
  description: string,
  descriptions: Readonly<Record<V, string>>,
  names?: Readonly<Partial<Record<V, string>>>,
) {
  const values: Record<string, { value: V; description: string }> = {}
  for (const value in descriptions)
    values[names?.[value] ?? capitalized(value)] = { value, description: descriptions[value] }
  return builder.enumType(name, { description, values })
}
