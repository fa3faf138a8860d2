import { Prisma } from '../../../generated/prisma/client.ts'
import { addMilliseconds, DAY, HOUR } from '../../../kernel/clock.ts'
import { invalid } from '../../../kernel/failure.ts'
import { escapeLikePattern } from '../../../kernel/likePattern.ts'
import type { ViewerScope } from '../../../kernel/scope.ts'
import { nameKey } from '../../accounts/account/names.ts'
import { OPEN_GROUP, PUBLISHED, visibleParts } from './conditions.ts'
import type { EventListSql } from './eventLists.ts'
import type { CalendarStanding } from './viewerFacts.ts'

/** What to look for among events that are live, begin today, or are to come. */
export interface EventSearch {
  /** A part of the title, description, tags or name of the group. */
  readonly term: string
  /** Hours from UTC to the clock by which the current day is meant. */
  readonly utcOffset: number
  /** Whether an admin finds events of all groups rather than those that they see as a person. Ignored for others. */
  readonly isInternal: boolean
}

/** A frequent word is in more events than anybody pages through, and than can be counted at once. */
const MAX_COUNTED = 10_000

/** Events that a search finds among those that the viewer sees. Throws `invalid` for a term of spaces. */
export function searchList(
  { now }: Pick<ViewerScope, 'now'>,
  standing: CalendarStanding,
  { term, utcOffset, isInternal }: EventSearch,
): EventListSql {
  const key = nameKey(term)
  if (key === '') throw invalid('searchTerm', 'searchTerm must have 1 to 100 characters', 'required')
  const pattern = `%${escapeLikePattern(key)}%`
  const isNamed = Prisma.sql`g."nameKey" LIKE ${pattern}`
  const isTold = Prisma.sql`e."searchKey" LIKE ${pattern}`
  const day = startOfDay(now, utcOffset)
  const isNext = Prisma.sql`e."startsAt" >= ${day}::timestamptz`
  const goesOn = Prisma.sql`e."startsAt" < ${day}::timestamptz AND tstzrange(e."startsAt", e."endsAt") @> ${now}::timestamptz`
  const seen = visibleParts({ ...standing, isAdmin: standing.isAdmin && isInternal })
  const select = (condition: Prisma.Sql) => seen.map((visible) => selectSql(Prisma.sql`${condition} AND ${visible}`))
  // Nothing is in two parts. Each has an index of its own; few events go on at a time.
  const others = [
    ...select(Prisma.sql`${isNext} AND ${isTold} AND NOT ${isNamed}`),
    ...select(Prisma.sql`${goesOn} AND (${isNamed} OR ${isTold})`),
  ]
  const parts = [...select(Prisma.sql`${isNext} AND ${isNamed}`), ...others]
  // What all see is counted by its index alone if it is many.
  const counted = [
    selectSql(Prisma.sql`${isNext} AND ${isNamed} AND ${PUBLISHED} AND ${OPEN_GROUP}`),
    ...select(
      Prisma.sql`${isNext} AND ${isNamed} AND NOT (e."accessType" = 'public' AND NOT e."isDraft" AND ${OPEN_GROUP})`,
    ),
    ...others,
  ]
  return { sql: Prisma.join(parts, ' UNION ALL '), long: { parts, counted, most: MAX_COUNTED } }
}

const selectSql = (condition: Prisma.Sql) => Prisma.sql`
  SELECT e.id, e."startsAt" FROM "CalendarEvent" AS e JOIN "Group" AS g ON g.id = e."groupId" WHERE ${condition}`

/** The start of the day on a clock that is so many hours ahead of UTC. */
function startOfDay(now: Date, utcOffset: number): Date {
  const local = addMilliseconds(now, utcOffset * HOUR)
  const intoDay = ((local.getTime() % DAY) + DAY) % DAY
  return addMilliseconds(now, -intoDay)
}
