import { Prisma } from '../../../generated/prisma/client.ts'
import type { ViewerScope } from '../../../kernel/scope.ts'

/** The few events that many people follow, among which those with a number of followers are. */
export interface PopularEvents {
  readonly ids: readonly string[]
  readonly seriesIds: readonly string[]
}

/** More than these are common, and are found soon in the order of a list. */
const MAX_EVENTS = 3_000
const MAX_SERIES = 1_000

/** Few people follow one date of a series: those of the others that do not follow the date follow the series. */
const ofDate = (count: number) => Math.ceil(count / 10)

const PUBLISHED = `"interestCount" > 0 AND "accessType" = 'public' AND NOT "isDraft" AND "deletedAt" IS NULL`
const EVENTS = `"CalendarEvent" WHERE ${PUBLISHED} AND kind <> 'series'`
const DATES = `"CalendarEvent" WHERE ${PUBLISHED} AND kind = 'occurrence'`
const SERIES = `"CalendarEvent" WHERE "interestCount" > 0 AND kind = 'series'`

/** Each has an index of its own, which tells without the rows whether there are more than so many. */
const POPULAR = `
  WITH few AS MATERIALIZED (
    SELECT NOT EXISTS (SELECT FROM ${EVENTS} AND "interestCount" >= $2::int OFFSET $3)
      AND NOT EXISTS (SELECT FROM ${DATES} AND "interestCount" >= $1::int OFFSET $3)
      AND NOT EXISTS (SELECT FROM ${SERIES} AND "interestCount" > $2::int - $1::int OFFSET $4) AS "areFew"
  )
  SELECT ARRAY(
      SELECT id FROM ${EVENTS} AND "interestCount" >= $2::int
      UNION ALL SELECT id FROM ${DATES} AND "interestCount" >= $1::int AND "interestCount" < $2::int
    ) AS ids, ARRAY(SELECT id FROM ${SERIES} AND "interestCount" > $2::int - $1::int) AS "seriesIds"
  FROM few WHERE "areFew"`

/** Among which events those with so many followers are; null if that is not worth knowing. One statement, or none. */
export async function readPopularEvents({ read }: ViewerScope, count: number): Promise<PopularEvents | null> {
  if (count <= 0) return null
  const [popular] = await read<PopularEvents>(null, POPULAR, [ofDate(count), count, MAX_EVENTS, MAX_SERIES])
  return popular ?? null
}

const SHOWN_INTEREST = Prisma.raw(`e."interestCount" + coalesce(
  (SELECT series."interestCount" FROM "CalendarEvent" AS series WHERE series.id = e."seriesId"), 0)`)

/** Events that so many people follow, by themselves or by their series. */
export const interestSql = (count: number): Prisma.Sql => Prisma.sql`${SHOWN_INTEREST} >= ${count}`
