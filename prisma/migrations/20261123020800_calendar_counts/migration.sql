-- migration: steps

-- step: concurrently
-- Dates of series that people follow by themselves, which few do, so that they are found among many followed events.
CREATE INDEX CONCURRENTLY "CalendarEvent_followedDates" ON "CalendarEvent" ("interestCount")
  WHERE "interestCount" > 0 AND "accessType" = 'public' AND kind = 'occurrence' AND NOT "isDraft" AND "deletedAt" IS NULL;

-- step: concurrently
-- With the group, published events of groups that a search finds are counted by the index alone.
DROP INDEX CONCURRENTLY IF EXISTS "CalendarEvent_published";

-- step: concurrently
CREATE INDEX CONCURRENTLY "CalendarEvent_published" ON "CalendarEvent" ("startsAt", id) INCLUDE ("groupId")
  WHERE "accessType" = 'public' AND kind <> 'series' AND NOT "isDraft" AND "deletedAt" IS NULL;
