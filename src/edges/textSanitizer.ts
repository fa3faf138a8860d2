/**
 * Whether any value or member name of an input matches. Passes each with its nesting level, one level after the other, until
 * one does. Iterative, because the input may be nested deeper than the call stack allows.
 */
export function someValue(input: unknown, isMatch: (value: unknown, level: number) => boolean): boolean {
  let values: readonly unknown[] = [input]
  for (let level = 1; values.length > 0; level++) {
    if (values.some((value) => isMatch(value, level))) return true
    values = membersOf(values)
  }
  return false
}

function membersOf(values: readonly unknown[]): unknown[] {
  const members: unknown[] = []
  for (const value of values) if (isContainer(value)) addMembers(members, value)
  return members
}

const isContainer = (value: unknown): value is object =>
  typeof value === 'object' && value !== null && !Buffer.isBuffer(value)

function addMembers(values: unknown[], container: object): void {
  if (Array.isArray(container)) for (const value of container) values.push(value)
  else for (const key of Object.keys(container)) values.push(key, Reflect.get(container, key))
}

/** Whether any text contains a zero byte, which PostgreSQL can't store. */
export const hasZeroByte = (value: unknown) =>
  someValue(value, (each) => typeof each === 'string' && each.includes('\0'))

/** Whether a value is a text with a lone surrogate, which UTF-8 can't encode. */
export const isTextWithLoneSurrogate = (value: unknown) => typeof value === 'string' && !value.isWellFormed()

/** Replaces each lone surrogate in the texts of an input by U+FFFD, in place. */
export function replaceLoneSurrogates(value: unknown): void {
  if (!someValue(value, isTextWithLoneSurrogate)) return
  someValue(value, (each) => {
    if (isContainer(each)) replaceIn(each)
    return false
  })
}

function replaceIn(container: object): void {
  for (const [key, value] of Object.entries(container).filter((member) => member.some(isTextWithLoneSurrogate))) {
    Reflect.deleteProperty(container, key)
    const replaced = typeof value === 'string' ? value.toWellFormed() : value
    Object.defineProperty(container, key.toWellFormed(), {
      value: replaced,
      configurable: true,
      enumerable: true,
      writable: true,
    })
  }
}
