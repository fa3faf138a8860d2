-- CreateIndex
CREATE INDEX "GroupAuditEntry_actorId_idx" ON "GroupAuditEntry"("actorId");

-- CreateIndex
CREATE INDEX "GroupAuditEntry_targetId_idx" ON "GroupAuditEntry"("targetId");
