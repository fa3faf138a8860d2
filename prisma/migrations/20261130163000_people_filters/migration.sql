-- migration: steps

-- step: concurrently
CREATE INDEX CONCURRENTLY "User_lastLoginAt_id_idx" ON "User"("lastLoginAt", "id");

-- step: concurrently
CREATE INDEX CONCURRENTLY "LoginPlace_address_idx" ON "LoginPlace"("address");

-- step: concurrently
CREATE INDEX CONCURRENTLY "Session_address_idx" ON "Session"("address");

-- step: concurrently
CREATE INDEX CONCURRENTLY "Account_emailVerified_userId_idx" ON "Account"("emailVerified", "userId");

-- step: concurrently
-- Those who have enabled time-based codes are few.
CREATE INDEX CONCURRENTLY "Account_two_factor" ON "Account"("userId") WHERE "totpEnabledAt" IS NOT NULL;

-- step: concurrently
-- Counts the open reports about each person without reading the reports.
CREATE INDEX CONCURRENTLY "ModerationReport_open_content" ON "ModerationReport"("contentId") WHERE status = 'open';
