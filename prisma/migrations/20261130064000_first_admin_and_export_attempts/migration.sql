-- migration: steps

-- step
ALTER TABLE "DataExport" ADD COLUMN     "nextAttemptAt" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP;

-- step: concurrently
-- Anybody asks whether there is an admin, which would take a read of all people on a server without one.
CREATE INDEX CONCURRENTLY "User_admins" ON "User" ("id") WHERE admin AND "erasedAt" IS NULL;
