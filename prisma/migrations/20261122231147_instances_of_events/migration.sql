-- AlterTable
ALTER TABLE "Instance" ADD COLUMN     "eventClosesAt" TIMESTAMPTZ(3);

-- Instances that move with their events.
CREATE INDEX "Instance_calendarEntryId" ON "Instance" ("calendarEntryId") WHERE "calendarEntryId" IS NOT NULL;
