/**
 * All values and member names of an input, one nesting level at a time. Iterative, because the input may be nested
 * deeper than the call stack allows.
 */
export function* valuesByDepth(value: unknown): Generator<readonly unknown[]> {
  for (let level = [value]; level.length > 0; level = level.flatMap(childValues)) yield level
}

function childValues(value: unknown): unknown[] {
  if (typeof value !== 'object' || value === null || Buffer.isBuffer(value)) return []
  return Array.isArray(value) ? value : Object.entries(value).flat()
}

/** Whether any text contains a zero byte, which PostgreSQL can't store. */
export const hasZeroByte = (value: unknown) =>
  someValue(value, (each) => typeof each === 'string' && each.includes('\0'))

function someValue(value: unknown, isMatch: (value: unknown) => boolean): boolean {
  for (const level of valuesByDepth(value)) if (level.some(isMatch)) return true
  return false
}

const LONE_SURROGATE = /\p{Surrogate}/u
const LONE_SURROGATES = new RegExp(LONE_SURROGATE, 'gu')

/** Whether any text contains a lone surrogate, which UTF-8 can't encode. */
export const hasLoneSurrogate = (value: unknown) => someValue(value, isTextWithLoneSurrogate)

const isTextWithLoneSurrogate = (value: unknown) => typeof value === 'string' && LONE_SURROGATE.test(value)

/** Replaces each lone surrogate in the texts of an input by U+FFFD, in place. */
export function replaceLoneSurrogates(value: unknown): void {
  if (!hasLoneSurrogate(value)) return
  for (const level of valuesByDepth(value)) for (const container of level.filter(isContainer)) replaceIn(container)
}

const isContainer = (value: unknown): value is object =>
  typeof value === 'object' && value !== null && !Buffer.isBuffer(value)

const wellFormed = (text: string) => text.replace(LONE_SURROGATES, '\ufffd')

function replaceIn(container: object): void {
  for (const [key, value] of Object.entries(container).filter((member) => member.some(isTextWithLoneSurrogate))) {
    Reflect.deleteProperty(container, key)
    const replaced = typeof value === 'string' ? wellFormed(value) : value
    Object.defineProperty(container, wellFormed(key), {
      value: replaced,
      configurable: true,
      enumerable: true,
      writable: true,
    })
  }
}
