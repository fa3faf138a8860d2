-- migration: steps

-- step: concurrently
-- What one person has sent to another is read with each boop and each block, however many notifications the two have.
CREATE INDEX CONCURRENTLY "Notification_senderId_receiverId_type_idx" ON "Notification"("senderId", "receiverId", "type");

-- step: concurrently
DROP INDEX CONCURRENTLY IF EXISTS "Notification_senderId_idx";
