-- migration: steps

-- step: concurrently
-- Copies of an announcement or post of a group, which go when it is deleted.
CREATE INDEX CONCURRENTLY "Notification_groupCopies" ON "Notification" ("relatedNotificationsId", "receiverId")
  WHERE type = 'group.announcement';
