-- migration: steps

-- step: concurrently
-- Published events, and series, which many people follow: by an index each, as a rare number of followers is looked up.
DROP INDEX CONCURRENTLY IF EXISTS "CalendarEvent_followed";

-- step: concurrently
CREATE INDEX CONCURRENTLY "CalendarEvent_followed" ON "CalendarEvent" ("interestCount")
  WHERE "interestCount" > 0 AND "accessType" = 'public' AND kind <> 'series' AND NOT "isDraft" AND "deletedAt" IS NULL;

-- step: concurrently
CREATE INDEX CONCURRENTLY "CalendarEvent_followedSeries" ON "CalendarEvent" ("interestCount")
  WHERE "interestCount" > 0 AND kind = 'series';

-- step: concurrently
-- What is live is also searched by members.
DROP INDEX CONCURRENTLY IF EXISTS "CalendarEvent_live";

-- step: concurrently
CREATE INDEX CONCURRENTLY "CalendarEvent_live" ON "CalendarEvent" USING GIST (tstzrange("startsAt", "endsAt"))
  WHERE kind <> 'series' AND NOT "isDraft" AND "deletedAt" IS NULL;
