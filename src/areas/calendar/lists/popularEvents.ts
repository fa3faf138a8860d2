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
/** Each has an index of its own, which tells without the rows whether there are more than so many. */
const EVENTS = Prisma.raw(`"CalendarEvent" WHERE ${PUBLISHED} AND kind <> 'series'`)
const DATES = Prisma.raw(`"CalendarEvent" WHERE ${PUBLISHED} AND kind = 'occurrence'`)
const SERIES = Prisma.raw(`"CalendarEvent" WHERE "interestCount" > 0 AND kind = 'series'`)

/** Among which events those with so many followers are; null if that is not worth knowing. One statement, or none. */
export async function readPopularEvents({ sql }: ViewerScope, count: number): Promise<PopularEvents | null> {
  if (count <= 0) return null
  const countOfDate = ofDate(count)
  const countOfSeries = count - countOfDate
  const [popular] = await sql<PopularEvents>`
    WITH few AS MATERIALIZED (
      SELECT NOT EXISTS (SELECT FROM ${EVENTS} AND "interestCount" >= ${count} OFFSET ${MAX_EVENTS})
        AND NOT EXISTS (SELECT FROM ${DATES} AND "interestCount" >= ${countOfDate} OFFSET ${MAX_EVENTS})
        AND NOT EXISTS (SELECT FROM ${SERIES} AND "interestCount" > ${countOfSeries} OFFSET ${MAX_SERIES}) AS "areFew"
    )
    SELECT ARRAY(
        SELECT id FROM ${EVENTS} AND "interestCount" >= ${count}
        UNION ALL SELECT id FROM ${DATES} AND "interestCount" >= ${countOfDate} AND "interestCount" < ${count}
      ) AS ids, ARRAY(SELECT id FROM ${SERIES} AND "interestCount" > ${countOfSeries}) AS "seriesIds"
    FROM few WHERE "areFew"`
  return popular ?? null
}

const SHOWN_INTEREST = Prisma.raw(`e."interestCount" + coalesce(
  (SELECT series."interestCount" FROM "CalendarEvent" AS series WHERE series.id = e."seriesId"), 0)`)

/** Events that so many people follow, by themselves or by their series. */
export const interestSql = (count: number): Prisma.Sql => Prisma.sql`${SHOWN_INTEREST} >= ${count}`
