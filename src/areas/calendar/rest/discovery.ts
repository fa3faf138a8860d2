import type { z } from 'zod'
import type { calendarListRows } from '../../../contract/calendar.ts'
import { CalendarEventCategory } from '../../../contract/shapes/calendarEvent.ts'
import { splitList } from '../../../contract/shapes/queryParameters.ts'
import { invalid } from '../../../kernel/failure.ts'
import { characterCount } from '../../../kernel/texts.ts'
import type { DiscoveryFilter } from '../lists/discoveryConditions.ts'

type Query = Omit<z.output<typeof calendarListRows.discoverCalendarEvents.query>, 'n' | 'nextCursor'>

/** The filter of a request, which counts only on the first page. Throws `invalid` for unknown categories and too many tags. */
export const discoveryFilterOf = (query: Query): DiscoveryFilter => ({
  scope: query.scope,
  categories: categoriesOf(query.categories),
  tags: tagsOf(query.tags),
  featured: query.featuredResults,
  nonFeatured: query.nonFeaturedResults,
  personalized: query.personalizedResults,
  minimumInterestCount: bounded(query.minimumInterestCount ?? 0, MAX_COUNT),
  minimumRemainingMinutes: bounded(query.minimumRemainingMinutes ?? 0, MAX_MINUTES),
  upcomingOffsetMinutes:
    query.upcomingOffsetMinutes === undefined ? null : bounded(query.upcomingOffsetMinutes, MAX_MINUTES),
})

/** Maximum of PostgreSQL's integer. */
const MAX_COUNT = 2_147_483_647
/** Ten years: no event is further ahead. */
const MAX_MINUTES = 10 * 366 * 24 * 60

/** More than there is means as much as there is. */
const bounded = (value: number, max: number) => Math.min(Math.max(value, 0), max)

function categoriesOf(text: string | undefined): string[] {
  const categories = [...new Set(splitList(text))]
  const unknown = categories.find((category) => !CalendarEventCategory.safeParse(category).success)
  if (unknown !== undefined) throw invalid('categories', `categories must be known: not '${unknown}'`, 'unknown_value')
  return categories
}

const MAX_TAGS = 20
const MAX_TAG_LENGTH = 100

/** The cursors of later pages contain them. */
function tagsOf(text: string | undefined): string[] {
  const tags = [...new Set(splitList(text))]
  if (tags.length > MAX_TAGS)
    throw invalid('tags', `tags must have at most ${MAX_TAGS} entries`, { reason: 'too_many_entries', max: MAX_TAGS })
  if (tags.some((tag) => characterCount(tag) > MAX_TAG_LENGTH))
    throw invalid('tags', `tags must have at most ${MAX_TAG_LENGTH} characters each`, {
      reason: 'too_long',
      max: MAX_TAG_LENGTH,
    })
  return tags
}
