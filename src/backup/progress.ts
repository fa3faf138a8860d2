import type { Log } from '../kernel/log.ts'

/** Tells how far a command is, as a line for people. */
export type Tell = (line: string) => void

const TELL_INTERVAL = 5_000

/** Calls `tell` with a line of its own at most every 5 seconds. */
export function slowly(tell: Tell): (line: () => string) => void {
  let next = performance.now() + TELL_INTERVAL
  return (line) => {
    if (performance.now() < next) return
    next = performance.now() + TELL_INTERVAL
    tell(line())
  }
}

const UNITS = ['B', 'kB', 'MB', 'GB', 'TB']

/** Bytes as text for people: `3.4 MB`. */
export function sizeText(bytes: number): string {
  const power = Math.min(UNITS.length - 1, Math.floor(Math.log10(Math.max(1, bytes)) / 3))
  return `${(bytes / 1_000 ** power).toFixed(power === 0 ? 0 : 1)} ${UNITS[power]}`
}

/** A count with its noun: `1 file`, `2 files`. */
export const countText = (count: number, noun: string): string => `${count} ${noun}${count === 1 ? '' : 's'}`

/** A log whose messages are told with their fields: `migration begins: migration 2026_first, number 1 of 2`. */
export function logTo(tell: Tell): Log {
  const line = (fields: object, message = '') => {
    const parts = Object.entries(fields).map(([name, value]) => `${name} ${textOf(value)}`)
    tell(parts.length > 0 ? `${message}: ${parts.join(', ')}` : message)
  }
  return { debug() {}, info: line, warn: line, error: line }
}

const textOf = (value: unknown) => (typeof value === 'string' ? value : JSON.stringify(value))
