-- migration: steps

-- step
ALTER TABLE "GroupDelivery" ADD COLUMN     "audience" TEXT NOT NULL DEFAULT 'announcement',
ADD COLUMN     "notificationType" TEXT NOT NULL DEFAULT 'group.announcement';

-- step: concurrently
-- Copies of a notification to many people, which go with what it tells of: an announcement, a post or an event.
DROP INDEX CONCURRENTLY IF EXISTS "Notification_groupCopies";

-- step: concurrently
CREATE INDEX CONCURRENTLY "Notification_copies" ON "Notification" ("relatedNotificationsId", type, "receiverId")
  WHERE "relatedNotificationsId" IS NOT NULL;
