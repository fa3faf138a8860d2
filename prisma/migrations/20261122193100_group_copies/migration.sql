-- Copies of an announcement or post of a group, which go when it is deleted.
CREATE INDEX "Notification_groupCopies" ON "Notification" ("relatedNotificationsId", "receiverId")
  WHERE type = 'group.announcement';
