-- migration: steps

-- step: concurrently
CREATE INDEX CONCURRENTLY "ModerationReport_updatedAt_id_idx" ON "ModerationReport"("updatedAt" DESC, "id" DESC);
