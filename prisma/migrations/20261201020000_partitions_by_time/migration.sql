-- migration: steps

-- step: concurrently
-- The key of a table in partitions by time contains the time.
CREATE UNIQUE INDEX CONCURRENTLY "FeedEntry_other_pkey" ON "FeedEntry"("userId", "seq", "at");

-- step
-- The table goes on as the partition of all that has no other one. The job of partitions gives it an end.
ALTER TABLE "FeedEntry" RENAME TO "FeedEntry_other";
ALTER TABLE "FeedEntry_other" DROP CONSTRAINT "FeedEntry_pkey";
ALTER TABLE "FeedEntry_other" ADD CONSTRAINT "FeedEntry_other_pkey" PRIMARY KEY USING INDEX "FeedEntry_other_pkey";
ALTER INDEX "FeedEntry_at_idx" RENAME TO "FeedEntry_other_at_idx";
CREATE TABLE "FeedEntry" (
    "userId" TEXT NOT NULL,
    "seq" BIGINT NOT NULL,
    "kind" TEXT NOT NULL,
    "type" TEXT NOT NULL,
    "notificationIds" TEXT[] DEFAULT ARRAY[]::TEXT[],
    "at" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "FeedEntry_pkey" PRIMARY KEY ("userId","seq","at")
) PARTITION BY RANGE ("at");
ALTER TABLE "FeedEntry" ATTACH PARTITION "FeedEntry_other" DEFAULT;

-- step
ALTER TABLE "AuditEntry" RENAME TO "AuditEntry_other";
ALTER TABLE "AuditEntry_other" RENAME CONSTRAINT "AuditEntry_pkey" TO "AuditEntry_other_pkey";
ALTER INDEX "AuditEntry_at_id_idx" RENAME TO "AuditEntry_other_at_id_idx";
ALTER INDEX "AuditEntry_actorId_at_id_idx" RENAME TO "AuditEntry_other_actorId_at_id_idx";
ALTER INDEX "AuditEntry_subjectId_at_id_idx" RENAME TO "AuditEntry_other_subjectId_at_id_idx";
ALTER INDEX "AuditEntry_act_at_id_idx" RENAME TO "AuditEntry_other_act_at_id_idx";
ALTER INDEX "AuditEntry_reportId_at_id_idx" RENAME TO "AuditEntry_other_reportId_at_id_idx";
CREATE TABLE "AuditEntry" (
    "id" TEXT NOT NULL,
    "at" TIMESTAMPTZ(3) NOT NULL,
    "actorId" TEXT,
    "act" TEXT NOT NULL,
    "subjectId" TEXT NOT NULL,
    "reportId" TEXT,
    "details" JSONB NOT NULL DEFAULT '{}',

    CONSTRAINT "AuditEntry_pkey" PRIMARY KEY ("id")
) PARTITION BY RANGE ("id");
CREATE INDEX "AuditEntry_at_id_idx" ON "AuditEntry"("at" DESC, "id" DESC);
CREATE INDEX "AuditEntry_actorId_at_id_idx" ON "AuditEntry"("actorId", "at" DESC, "id" DESC);
CREATE INDEX "AuditEntry_subjectId_at_id_idx" ON "AuditEntry"("subjectId", "at" DESC, "id" DESC);
CREATE INDEX "AuditEntry_act_at_id_idx" ON "AuditEntry"("act", "at" DESC, "id" DESC);
CREATE INDEX "AuditEntry_reportId_at_id_idx" ON "AuditEntry"("reportId", "at" DESC, "id" DESC);
-- The table's own triggers give way to those of all partitions.
DROP TRIGGER "AuditEntry_append_only" ON "AuditEntry_other";
DROP TRIGGER "AuditEntry_no_truncate" ON "AuditEntry_other";
CREATE TRIGGER "AuditEntry_append_only" BEFORE UPDATE OR DELETE ON "AuditEntry"
  FOR EACH ROW EXECUTE FUNCTION "refuse_change"();
CREATE TRIGGER "AuditEntry_no_truncate" BEFORE TRUNCATE ON "AuditEntry"
  FOR EACH STATEMENT EXECUTE FUNCTION "refuse_change"();
ALTER TABLE "AuditEntry" ATTACH PARTITION "AuditEntry_other" DEFAULT;
