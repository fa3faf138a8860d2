-- What one person has sent to another is read with each boop and each block, however many notifications the two have.
CREATE INDEX "Notification_senderId_receiverId_type_idx" ON "Notification"("senderId", "receiverId", "type");
DROP INDEX "Notification_senderId_idx";
