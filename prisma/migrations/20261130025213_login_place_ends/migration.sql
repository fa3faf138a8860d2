-- migration: steps

-- step: concurrently
CREATE INDEX CONCURRENTLY "LoginPlace_lastUsedAt_idx" ON "LoginPlace"("lastUsedAt");
