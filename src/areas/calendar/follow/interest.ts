import { createRowLoader } from '../../../kernel/rowLoader.ts'
import type { ViewerScope } from '../../../kernel/scope.ts'

/** Calls of one turn of the event loop share a statement. */
const loadFollowing = createRowLoader<{ readonly id: string }>(({ sql }, keys) => {
  const parts = keys.map((key) => key.split(' '))
  const column = (at: number) => parts.map((part) => part[at] ?? '')
  return sql`
    SELECT asked.key AS id
    FROM unnest(${keys}::text[], ${column(0)}::text[], ${column(1)}::text[], ${column(2)}::text[])
      AS asked (key, "userId", "eventId", "headId")
    WHERE EXISTS (
      SELECT FROM "CalendarFollow" AS follow JOIN "CalendarEvent" AS event ON event.id = follow."eventId"
      WHERE follow."userId" = asked."userId" AND follow."isFollowing"
        AND (event.id IN (asked."eventId", asked."headId") OR event."seriesId" = asked."eventId")
    ) AND NOT EXISTS (
      SELECT FROM "CalendarFollow" WHERE "eventId" = asked."eventId" AND "userId" = asked."userId" AND NOT "isFollowing"
    )`
})

/**
 * Whether the viewer follows an event, by itself or by its series `headId`, or, of a series, one of its dates, and does not
 * mute it.
 */
export const isFollowing = async (
  scope: ViewerScope,
  { eventId, headId }: { readonly eventId: string; readonly headId: string },
): Promise<boolean> => (await loadFollowing(scope, `${scope.viewer.id} ${eventId} ${headId}`)) !== null
