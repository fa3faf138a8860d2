-- migration: steps

-- step
ALTER TABLE "Instance" ADD COLUMN     "eventClosesAt" TIMESTAMPTZ(3);

-- step: reconnect

-- step: concurrently
-- Instances that move with their events.
CREATE INDEX CONCURRENTLY "Instance_calendarEntryId" ON "Instance" ("calendarEntryId") WHERE "calendarEntryId" IS NOT NULL;
