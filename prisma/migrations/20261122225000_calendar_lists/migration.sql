-- migration: steps

-- step
-- Revisions: caches keep what was made of a row until its revision changes, so no change may leave it as it is.
ALTER TABLE "CalendarEvent" ADD COLUMN     "revision" INTEGER NOT NULL DEFAULT 1;

CREATE TRIGGER raise_revision BEFORE UPDATE ON "CalendarEvent" FOR EACH ROW EXECUTE FUNCTION raise_revision();

-- step: concurrently
-- The dates of a series in their order.
CREATE INDEX CONCURRENTLY "CalendarEvent_seriesId_startsAt_id_idx" ON "CalendarEvent"("seriesId", "startsAt", "id");

-- step: concurrently
-- What strangers can find: those that are live at a time, and those of a category, a tag or many followers.
CREATE INDEX CONCURRENTLY "CalendarEvent_live" ON "CalendarEvent" USING GIST (tstzrange("startsAt", "endsAt"))
  WHERE "accessType" = 'public' AND kind <> 'series' AND NOT "isDraft" AND "deletedAt" IS NULL;

-- step: concurrently
CREATE INDEX CONCURRENTLY "CalendarEvent_category" ON "CalendarEvent" (category, "startsAt", id)
  WHERE "accessType" = 'public' AND kind <> 'series' AND NOT "isDraft" AND "deletedAt" IS NULL;

-- step: concurrently
CREATE INDEX CONCURRENTLY "CalendarEvent_tags" ON "CalendarEvent" USING GIN (tags)
  WHERE "accessType" = 'public' AND kind <> 'series' AND NOT "isDraft" AND "deletedAt" IS NULL;

-- step: concurrently
CREATE INDEX CONCURRENTLY "CalendarEvent_followed" ON "CalendarEvent" ("interestCount") WHERE "interestCount" > 0;
