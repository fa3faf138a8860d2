/** A time of the server (ISO 8601) in the person's own zone, such as “Nov 29, 2026, 5:40 PM”. */
export const formatDateTime = (language: string, time: string) =>
  new Intl.DateTimeFormat(language, { dateStyle: 'medium', timeStyle: 'short' }).format(new Date(time))

/** A day, such as “Nov 29, 2026”. */
export const formatDate = (language: string, time: string) =>
  new Intl.DateTimeFormat(language, { dateStyle: 'medium' }).format(new Date(time))

/** A number as the language writes it, such as 12,345. */
export const formatNumber = (language: string, value: number) => new Intl.NumberFormat(language).format(value)

const BYTE_UNITS = ['byte', 'kilobyte', 'megabyte', 'gigabyte', 'terabyte'] as const

/** A size, such as “3.4 MB”. */
export function formatBytes(language: string, bytes: number): string {
  const power = Math.min(BYTE_UNITS.length - 1, Math.floor(Math.log10(Math.max(1, bytes)) / 3))
  const style = { style: 'unit', unit: BYTE_UNITS[power] ?? 'byte', maximumFractionDigits: 1 } as const
  return new Intl.NumberFormat(language, style).format(bytes / 1_000 ** power)
}

/** Units of time with their length in seconds, the longest first. */
const UNITS = [
  ['year', 31_536_000],
  ['month', 2_592_000],
  ['week', 604_800],
  ['day', 86_400],
  ['hour', 3_600],
  ['minute', 60],
  ['second', 1],
] as const

/** How far a time is from now (milliseconds), such as “5 minutes ago” or “in 2 days”. */
export function formatAgo(language: string, time: string, now: number): string {
  const seconds = (new Date(time).getTime() - now) / 1_000
  const [unit, length] = UNITS.find(([, unitLength]) => Math.abs(seconds) >= unitLength) ?? ['second', 1]
  return new Intl.RelativeTimeFormat(language, { numeric: 'auto' }).format(Math.trunc(seconds / length), unit)
}

/** The name of a language (ISO 639 code), such as “German”. */
export const formatLanguage = (language: string, code: string): string =>
  new Intl.DisplayNames(language, { type: 'language', fallback: 'code' }).of(code) ?? code
