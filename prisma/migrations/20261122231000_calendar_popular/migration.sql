-- Published events, and series, which many people follow: by an index each, as a rare number of followers is looked up.
DROP INDEX "CalendarEvent_followed";
CREATE INDEX "CalendarEvent_followed" ON "CalendarEvent" ("interestCount")
  WHERE "interestCount" > 0 AND "accessType" = 'public' AND kind <> 'series' AND NOT "isDraft" AND "deletedAt" IS NULL;
CREATE INDEX "CalendarEvent_followedSeries" ON "CalendarEvent" ("interestCount")
  WHERE "interestCount" > 0 AND kind = 'series';

-- What is live is also searched by members.
DROP INDEX "CalendarEvent_live";
CREATE INDEX "CalendarEvent_live" ON "CalendarEvent" USING GIST (tstzrange("startsAt", "endsAt"))
  WHERE kind <> 'series' AND NOT "isDraft" AND "deletedAt" IS NULL;
