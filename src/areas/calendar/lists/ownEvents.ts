import type { OffsetPage } from '../../../kernel/page.ts'
import type { ViewerScope } from '../../../kernel/scope.ts'
import { featuredList, followedList, ownList } from './eventLists.ts'
import { listedSpan, type MonthPage } from './groupEvents.ts'
import { readVersionPage, type VersionPage } from './recordPages.ts'
import { type EventSearch, searchList } from './search.ts'
import { readStanding } from './viewerFacts.ts'

const LISTS = { mine: ownList, followed: followedList, featured: featuredList } as const

/** Lists of all groups: of those of the viewer with what they follow, of what they follow, and of featured events. */
export type EventSource = keyof typeof LISTS

/** A page of events that the viewer sees, by start. Two statements. */
export async function readEvents(
  scope: ViewerScope,
  source: EventSource,
  { month, page }: MonthPage,
): Promise<VersionPage> {
  const standing = await readStanding(scope)
  return readVersionPage(scope, LISTS[source](standing, listedSpan(scope, month)), page)
}

/** A page of the events that a search finds, by start. Two statements. */
export async function searchEvents(scope: ViewerScope, search: EventSearch, page: OffsetPage): Promise<VersionPage> {
  const standing = await readStanding(scope)
  return readVersionPage(scope, searchList(scope, standing, search), page)
}
