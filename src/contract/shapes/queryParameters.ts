import { z } from 'zod'

const MAX_ROWS = 100
const DEFAULT_ROWS = 60
/** Maximum of PostgreSQL's integer. */
const MAX_OFFSET = 2_147_483_647

const isWholeNumber = (text: string) => /^\d+$/.test(text)

/** Parses a query parameter, which is always a text, as a number. `parse` returns null for an invalid one. */
const numberText = (parse: (text: string) => number | null, errorMessage: (text: string) => string) =>
  z.string().transform((text, context) => {
    const value = parse(text)
    if (value === null) context.addIssue({ code: 'custom', message: errorMessage(text) })
    return value ?? z.NEVER
  })

const parseInteger = (text: string) => (text.trim() !== '' && Number.isSafeInteger(Number(text)) ? Number(text) : null)

/** An integer query parameter. */
export const integerText = (field: string) =>
  numberText(parseInteger, (text) => `${field} must be an integer: '${text}'`).meta({ type: 'integer' })

/** A boolean query parameter, in any case: Python writes `True`. */
export const booleanText = (field: string) =>
  z
    .stringbool({ truthy: ['true'], falsy: ['false'], error: `${field} must be true or false` })
    .meta({ type: 'boolean' })

/** PostgreSQL reads no other years in the format of the driver. */
export const isCommonYear = (text: string) => {
  const year = new Date(text).getUTCFullYear()
  return year >= 1 && year <= 9_999
}

/** A query parameter that is a date and time. */
export const timeText = (field: string) =>
  z.iso
    .datetime({ offset: true, error: `${field} must be a date and time of ISO 8601` })
    .refine(isCommonYear, `${field} must be a date and time of the years 1 to 9999`)

const rowCountMeta = (max: number) => ({
  type: 'integer' as const,
  minimum: 1,
  maximum: max,
  description: 'Number of objects to list.',
})

/** Number of objects to list, from 1 to `max`. Legacy clients expect these error messages. */
export const rowCount = (max: number, name: string) =>
  numberText(
    (text) => (isWholeNumber(text) && Number(text) >= 1 && Number(text) <= max ? Number(text) : null),
    (text) =>
      isWholeNumber(text) && Number(text) > max
        ? `${name}=${text} is much too high, the most is ${max}`
        : `${name} must be a positive integer: '${text}'`,
  ).meta(rowCountMeta(max))

/** Number of objects to list, 60 by default. */
const pageSize = (max: number, name = 'n') =>
  rowCount(max, name)
    .default(DEFAULT_ROWS)
    .meta({ ...rowCountMeta(max), default: DEFAULT_ROWS })

/** Number of objects to skip, capped at the maximum of the database. */
export const offset = numberText(
  (text) => (isWholeNumber(text) ? Math.min(Number(text), MAX_OFFSET) : null),
  (text) => `offset must be an integer of 0 or more: '${text}'`,
)
  .default(0)
  .meta({ type: 'integer', minimum: 0, default: 0, description: 'Number of objects to skip.' })

/** Query parameters of a paged list. */
export const pageQuery = { n: pageSize(MAX_ROWS), offset }

/** Legacy clients request this many favorites at once. */
const MAX_FAVORITE_ROWS = 300

/** Query parameters of a paged list of favorites. */
export const favoritePageQuery = { n: pageSize(MAX_FAVORITE_ROWS), offset }

/** Splits a text at its commas; undefined if nothing is left. */
export function splitList(text: string | undefined): string[] | undefined {
  const parts = text
    ?.split(',')
    .map((part) => part.trim())
    .filter(Boolean)
  return parts && parts.length > 0 ? parts : undefined
}

/** The page that `pageQuery` selects. */
export const pageOf = ({ n, offset }: { n: number; offset: number }) => ({ limit: n, offset })

/** Query parameters of a list that is documented with `limit` only, while legacy clients use `n` and `offset`. */
export const limitQuery = { limit: pageSize(MAX_ROWS, 'limit'), n: rowCount(MAX_ROWS, 'n').optional(), offset }

/** The page that `limitQuery` selects. */
export const pageOfLimit = ({ limit, n, offset }: { limit: number; n?: number | undefined; offset: number }) => ({
  limit: n ?? limit,
  offset,
})
