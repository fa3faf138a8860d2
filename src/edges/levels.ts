/**
 * All values of what was sent, level by level, the names of members among them: by steps, not by calls, for it may be
 * nested deeper than calls can be.
 */
export function* levelsOf(value: unknown): Generator<readonly unknown[]> {
  for (let level = [value]; level.length > 0; level = level.flatMap(membersOf)) yield level
}

function membersOf(value: unknown): unknown[] {
  if (typeof value !== 'object' || value === null || Buffer.isBuffer(value)) return []
  return Array.isArray(value) ? value : Object.entries(value).flat()
}

/** Whether there is a zero byte in any text: PostgreSQL has no place for one. */
export function holdsZero(value: unknown): boolean {
  for (const level of levelsOf(value)) if (level.some(isZero)) return true
  return false
}

const isZero = (value: unknown) => typeof value === 'string' && value.includes('\0')

const HALF = /\p{Surrogate}/u
const HALVES = new RegExp(HALF, 'gu')

/** Whether there is half a pair of surrogates in any text: no text holds one once it is written down, and no JSON may. */
export function holdsHalf(value: unknown): boolean {
  for (const level of levelsOf(value)) if (level.some(isHalf)) return true
  return false
}

const isHalf = (value: unknown) => typeof value === 'string' && HALF.test(value)

/** Puts U+FFFD, as texts in UTF-8 have it, in the place of each half pair in what was read. */
export function mendHalves(value: unknown): void {
  if (!holdsHalf(value)) return
  for (const level of levelsOf(value)) for (const each of level.filter(isContainer)) mend(each)
}

const isContainer = (value: unknown): value is object =>
  typeof value === 'object' && value !== null && !Buffer.isBuffer(value)

const whole = (text: string) => text.replace(HALVES, '\ufffd')

function mend(container: object): void {
  for (const [key, value] of Object.entries(container).filter((member) => member.some(isHalf))) {
    Reflect.deleteProperty(container, key)
    const mended = typeof value === 'string' ? whole(value) : value
    Object.defineProperty(container, whole(key), {
      value: mended,
      configurable: true,
      enumerable: true,
      writable: true,
    })
  }
}
