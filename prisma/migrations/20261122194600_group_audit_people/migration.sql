-- migration: steps

-- step: concurrently
CREATE INDEX CONCURRENTLY "GroupAuditEntry_actorId_idx" ON "GroupAuditEntry"("actorId");

-- step: concurrently
CREATE INDEX CONCURRENTLY "GroupAuditEntry_targetId_idx" ON "GroupAuditEntry"("targetId");
