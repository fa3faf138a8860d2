import type { ViewerScope } from '../../../kernel/scope.ts'

/** More than these are common, and are found soon in the order of a list. */
const MAX_EVENTS = 3_000

/**
 * Whether few events have one of the tags, as far as PostgreSQL knows, which counts the frequency of tags in a sample now and
 * then: counting the events of a common tag would take longer than listing some. Tags that the sample lacks are rare. One
 * statement, or none.
 */
export async function hasRareTags({ sql }: ViewerScope, tags: readonly string[]): Promise<boolean> {
  if (tags.length === 0) return false
  const [known] = await sql<{ readonly events: number }>`
    SELECT coalesce(sum(known.frequency), 0) * (SELECT reltuples FROM pg_class WHERE oid = '"CalendarEvent"'::regclass) AS events
    FROM pg_stats AS statistics
      CROSS JOIN unnest(statistics.most_common_elems::text::text[], statistics.most_common_elem_freqs) AS known (tag, frequency)
    WHERE statistics.schemaname = current_schema() AND statistics.tablename = 'CalendarEvent' AND statistics.attname = 'tags'
      AND known.tag = ANY(${tags})`
  return (known?.events ?? 0) <= MAX_EVENTS
}
