import { z } from 'zod'

const MOST_ROWS = 100
const USUAL_ROWS = 60
/** No list is longer, and PostgreSQL counts rows no further in one integer. */
const LAST_OFFSET = 2_147_483_647

const isWholeNumber = (text: string) => /^\d+$/.test(text)

/** An integer in a query, where every value arrives as text. */
export const integer = (field: string) =>
  z
    .string()
    .transform((text, context) => {
      const value = Number(text)
      if (text.trim() !== '' && Number.isSafeInteger(value)) return value
      context.addIssue({ code: 'custom', message: `${field} must be an integer: '${text}'` })
      return z.NEVER
    })
    .meta({ type: 'integer' })

/** A yes or no in a query. */
export const flag = (field: string) =>
  z
    .enum(['true', 'false'], { error: `${field} must be true or false` })
    .transform((text) => text === 'true')
    .meta({ type: 'boolean' })

/** How many objects are wanted: 1 to `most`. The texts are those that clients of the platform know. */
const rowCount = (most: number, name: string) =>
  z
    .string()
    .transform((text, context) => {
      const value = isWholeNumber(text) ? Number(text) : 0
      if (value >= 1 && value <= most) return value
      const message =
        value > most
          ? `${name}=${text} is much too high, the most is ${most}`
          : `${name} must be a positive integer: '${text}'`
      context.addIssue({ code: 'custom', message })
      return z.NEVER
    })
    .meta({ type: 'integer', minimum: 1, maximum: most })

/** The same with the usual number where nothing is said. */
export const pageSize = (most: number, name = 'n') =>
  rowCount(most, name).default(USUAL_ROWS).meta({ type: 'integer', minimum: 1, maximum: most, default: USUAL_ROWS })

/** How many objects are skipped. One beyond the end of every list answers as the end does. */
export const offset = z
  .string()
  .transform((text, context) => {
    if (isWholeNumber(text)) return Math.min(Number(text), LAST_OFFSET)
    context.addIssue({ code: 'custom', message: `offset must be an integer of 0 or more: '${text}'` })
    return z.NEVER
  })
  .default(0)
  .meta({ type: 'integer', minimum: 0, default: 0 })

/** The query of a paged list; spread into the row's query object. */
export const paged = { n: pageSize(MOST_ROWS), offset }

/** Shipped clients ask for so many favorites at once. */
const MOST_FAVORITES = 300

/** The same for lists of favorites. */
export const pagedFavorites = { n: pageSize(MOST_FAVORITES), offset }

/** The parts of a text between its commas; nothing for none. */
export function partsOf(text: string | undefined): string[] | undefined {
  const parts = text
    ?.split(',')
    .map((part) => part.trim())
    .filter(Boolean)
  return parts && parts.length > 0 ? parts : undefined
}

/** What a paged query asks for, in the words of the areas. */
export const pageOf = ({ n, offset }: { n: number; offset: number }) => ({ limit: n, offset })

/** The query of a list that is documented with a `limit` alone, while shipped clients page through it. */
export const limited = {
  limit: pageSize(MOST_ROWS, 'limit'),
  n: rowCount(MOST_ROWS, 'n').optional(),
  offset,
}

/** What such a query asks for, in the words of the areas. */
export const limitedPageOf = ({ limit, n, offset }: { limit: number; n?: number | undefined; offset: number }) => ({
  limit: n ?? limit,
  offset,
})
