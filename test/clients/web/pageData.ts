/** The value at a path of names and positions; undefined where there is none. */
export const at = (data: unknown, ...path: readonly (string | number)[]): unknown =>
  path.reduce<unknown>((value, step) => Object(value)[step], data)

/** The list at a path; empty where there is none. */
export const listAt = (data: unknown, ...path: readonly (string | number)[]): readonly unknown[] => {
  const value = at(data, ...path)
  return Array.isArray(value) ? value : []
}

/** The ids of the objects in a connection. */
export const idsIn = (connection: unknown): unknown[] =>
  listAt(connection, 'edges').map((edge) => at(edge, 'node', 'id'))
