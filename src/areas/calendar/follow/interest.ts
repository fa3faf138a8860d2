import { textList } from '../../../kernel/database.ts'
import { createRowLoader } from '../../../kernel/rowLoader.ts'
import type { ViewerScope } from '../../../kernel/scope.ts'

const FOLLOWING = `
  SELECT asked.key AS id FROM unnest(${['$1', '$2', '$3', '$4'].map(textList)}) AS asked (key, "userId", "eventId", "headId")
  WHERE EXISTS (
    SELECT FROM "CalendarFollow" AS follow JOIN "CalendarEvent" AS event ON event.id = follow."eventId"
    WHERE follow."userId" = asked."userId" AND follow."isFollowing"
      AND (event.id IN (asked."eventId", asked."headId") OR event."seriesId" = asked."eventId")
  ) AND NOT EXISTS (
    SELECT FROM "CalendarFollow" WHERE "eventId" = asked."eventId" AND "userId" = asked."userId" AND NOT "isFollowing"
  )`

/** Calls of one turn of the event loop share a statement. */
const loadFollowing = createRowLoader<{ readonly id: string }>(({ read }, keys) => {
  const parts = keys.map((key) => key.split(' '))
  const column = (at: number) => parts.map((part) => part[at] ?? '')
  return read('calendar following', FOLLOWING, [keys, column(0), column(1), column(2)])
})

/**
 * Whether the viewer follows an event, by itself or by its series `headId`, or, of a series, one of its dates, and does not
 * mute it.
 */
export const isFollowing = async (
  scope: ViewerScope,
  { eventId, headId }: { readonly eventId: string; readonly headId: string },
): Promise<boolean> => (await loadFollowing(scope, `${scope.viewer.id} ${eventId} ${headId}`)) !== null
