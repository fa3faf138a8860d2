/**
 * The value of a key in a table; undefined for a key that the table does not have itself. A text of a client can be the
 * name of a property that all objects have, such as `constructor`.
 */
export const lookUp = <V>(table: Readonly<Record<string, V>>, key: string): V | undefined =>
  Object.hasOwn(table, key) ? table[key] : undefined
