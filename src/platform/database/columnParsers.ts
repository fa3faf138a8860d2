import { types } from 'pg'

/** Parses the text that PostgreSQL sends for a value. */
export type ColumnParser = (text: string) => unknown

const { INT8, TIMESTAMPTZ } = types.builtins
/** The type text[], which the driver does not name. */
const TEXT_ARRAY: number = 1009

const ownParsers: Readonly<Record<number, ColumnParser>> = {
  [INT8]: BigInt,
  [TIMESTAMPTZ]: withFallback(parseTime, types.getTypeParser(TIMESTAMPTZ, 'text')),
  [TEXT_ARRAY]: withFallback(parseTexts, types.getTypeParser(TEXT_ARRAY, 'text')),
}

/**
 * Returns the parser of a PostgreSQL type. Timestamps and text arrays have parsers that are faster than those of the driver,
 * which parse only the values that these reject.
 */
export const columnParserOf = (type: number): ColumnParser => ownParsers[type] ?? types.getTypeParser(type, 'text')

function withFallback<T>(parse: (text: string) => T | null, fallback: ColumnParser): ColumnParser {
  return (text) => parse(text) ?? fallback(text)
}

/** `2026-11-29 04:05:06.789+00`, as sessions in UTC send times between the years 1000 and 9999. */
const USUAL_TIME = /^\d{4}-\d\d-\d\d \d\d:\d\d:\d\d(\.\d+)?\+00$/

function parseTime(text: string): Date | null {
  return USUAL_TIME.test(text) ? new Date(`${text.slice(0, 10)}T${text.slice(11, -3)}Z`) : null
}

/** Texts that PostgreSQL quotes, and NULL, are left to the driver. */
function parseTexts(text: string): string[] | null {
  if (text === '{}') return []
  return text.includes('"') || text.includes('NULL') ? null : text.slice(1, -1).split(',')
}
