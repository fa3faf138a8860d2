/** The members of an input that were given. To a client, null and leaving out are the same. */
export function given<T extends object>(input: T): { [K in keyof T]?: NonNullable<T[K]> } {
  const members: (readonly unknown[])[] = Object.entries(input).filter(
    ([, value]) => value !== null && value !== undefined,
  )
  return Object.fromEntries(members)
}
