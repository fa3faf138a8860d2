-- CreateIndex
CREATE INDEX "ModerationReport_updatedAt_id_idx" ON "ModerationReport"("updatedAt" DESC, "id" DESC);
