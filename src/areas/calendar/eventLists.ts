import { invalid } from '../../kernel/failure.ts'
import type { GroupId } from '../../kernel/ids.ts'
import type { SqlList } from '../../kernel/list/pageSql.ts'
import type { OffsetPage } from '../../kernel/page.ts'
import type { ViewerScope } from '../../kernel/scope.ts'
import { nameKey } from '../accounts/account/names.ts'
import { readGroupAccess } from '../groups/access.ts'
import { listedSpan, startOfDay } from './period.ts'
import type { CalendarStanding } from './policy.ts'
import {
  type EventPage,
  featuredList,
  followedList,
  foundList,
  groupList,
  MAX_FOUND,
  ownList,
  readStanding,
  readVersions,
} from './queries.ts'

/** Lists of all groups: of those of the viewer with what they follow, of what they follow, and of featured events. */
export const EVENT_LISTS = { mine: ownList, followed: followedList, featured: featuredList } as const

export type EventSource = keyof typeof EVENT_LISTS

/** Which page of a list to read; null for no month. */
export interface MonthPage {
  readonly month: Date | null
  readonly page: OffsetPage
}

/** A page of events that the viewer sees, by start. */
export async function readEvents(
  scope: ViewerScope,
  source: EventSource,
  { month, page }: MonthPage,
): Promise<EventPage> {
  const standing = await readStanding(scope)
  return readVersions(scope, EVENT_LISTS[source](standing, listedSpan(scope, month)), page)
}

/** The events of a group that the viewer sees, by start. Throws `missing` for a group that the viewer can't see. */
export async function readGroupEvents(
  scope: ViewerScope,
  groupId: GroupId,
  { month, page }: MonthPage,
): Promise<EventPage> {
  const access = await readGroupAccess(scope, groupId)
  return readVersions(scope, groupList(access, listedSpan(scope, month)), page)
}

/** What to look for among events that are live, begin today, or are to come. */
interface EventSearch {
  /** A part of the title, description, tags or name of the group. */
  readonly term: string
  /** Hours from UTC to the clock by which the current day is meant. */
  readonly utcOffset: number
  /** Whether an admin finds events of all groups rather than those that they see as a person. Ignored for others. */
  readonly isInternal: boolean
}

/** Events that a search finds among those that the viewer sees. Throws `invalid` for a term of spaces. */
export function searchList(
  { now }: Pick<ViewerScope, 'now'>,
  standing: CalendarStanding,
  { term, utcOffset, isInternal }: EventSearch,
): SqlList {
  const key = nameKey(term)
  if (key === '') throw invalid('searchTerm', 'searchTerm must have 1 to 100 characters', 'required')
  const asPerson = { ...standing, isAdmin: standing.isAdmin && isInternal }
  return foundList(asPerson, { key, now, startOfDay: startOfDay(now, utcOffset) })
}

/** A page of the events that a search finds, by start. */
export async function searchEvents(
  scope: ViewerScope,
  search: EventSearch,
  { limit, offset }: OffsetPage,
): Promise<EventPage> {
  const list = searchList(scope, await readStanding(scope), search)
  return readVersions(scope, list, { offset, limit: Math.max(0, Math.min(limit, MAX_FOUND - offset)) })
}
