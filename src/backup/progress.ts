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
