-- migration: steps

-- step
-- CreateTable
CREATE TABLE "ReportSubject" (
    "id" TEXT NOT NULL,
    "contentId" TEXT NOT NULL,
    "kind" TEXT NOT NULL,
    "contentName" TEXT NOT NULL,
    "authorId" TEXT,
    "reportCount" INTEGER NOT NULL,
    "reporterCount" INTEGER NOT NULL,
    "weight" INTEGER NOT NULL,
    "assigneeId" TEXT,
    "types" TEXT[],
    "categories" TEXT[],
    "oldestAt" TIMESTAMPTZ(3) NOT NULL,
    "newestAt" TIMESTAMPTZ(3) NOT NULL,

CONSTRAINT "ReportSubject_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "ReporterRecord" (
    "userId" TEXT NOT NULL,
    "closedCount" INTEGER NOT NULL,
    "actedCount" INTEGER NOT NULL,

CONSTRAINT "ReporterRecord_pkey" PRIMARY KEY ("userId")
);

-- CreateTable
CREATE TABLE "StaffNote" (
    "id" TEXT NOT NULL,
    "userId" TEXT NOT NULL,
    "authorId" TEXT,
    "text" TEXT NOT NULL,
    "createdAt" TIMESTAMPTZ(3) NOT NULL,

CONSTRAINT "StaffNote_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "CannedReason" (
    "id" TEXT NOT NULL,
    "kind" TEXT NOT NULL,
    "title" TEXT NOT NULL,
    "text" TEXT NOT NULL,
    "createdAt" TIMESTAMPTZ(3) NOT NULL,
    "updatedAt" TIMESTAMPTZ(3) NOT NULL,

CONSTRAINT "CannedReason_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "Sanction" (
    "id" TEXT NOT NULL,
    "userId" TEXT NOT NULL,
    "kind" TEXT NOT NULL,
    "contentId" TEXT NOT NULL,
    "contentName" TEXT NOT NULL,
    "reason" TEXT NOT NULL,
    "reportId" TEXT,
    "imposedById" TEXT,
    "createdAt" TIMESTAMPTZ(3) NOT NULL,
    "endsAt" TIMESTAMPTZ(3),
    "liftedAt" TIMESTAMPTZ(3),

CONSTRAINT "Sanction_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "Appeal" (
    "id" TEXT NOT NULL,
    "sanctionId" TEXT NOT NULL,
    "userId" TEXT NOT NULL,
    "text" TEXT NOT NULL,
    "status" TEXT NOT NULL DEFAULT 'open',
    "decision" TEXT,
    "decidedById" TEXT,
    "createdAt" TIMESTAMPTZ(3) NOT NULL,
    "decidedAt" TIMESTAMPTZ(3),

CONSTRAINT "Appeal_pkey" PRIMARY KEY ("id")
);

-- CreateIndex
CREATE UNIQUE INDEX "ReportSubject_contentId_key" ON "ReportSubject"("contentId");

-- CreateIndex
CREATE INDEX "ReportSubject_weight_id_idx" ON "ReportSubject"("weight" DESC, "id" DESC);

-- CreateIndex
CREATE INDEX "ReportSubject_newestAt_id_idx" ON "ReportSubject"("newestAt" DESC, "id" DESC);

-- CreateIndex
CREATE INDEX "ReportSubject_oldestAt_id_idx" ON "ReportSubject"("oldestAt" DESC, "id" DESC);

-- CreateIndex
CREATE INDEX "ReportSubject_assigneeId_idx" ON "ReportSubject"("assigneeId");

-- CreateIndex
CREATE INDEX "StaffNote_userId_createdAt_id_idx" ON "StaffNote"("userId", "createdAt" DESC, "id" DESC);

-- CreateIndex
CREATE INDEX "StaffNote_authorId_idx" ON "StaffNote"("authorId");

-- CreateIndex
CREATE INDEX "CannedReason_kind_title_id_idx" ON "CannedReason"("kind", "title", "id");

-- CreateIndex
CREATE INDEX "Sanction_userId_createdAt_id_idx" ON "Sanction"("userId", "createdAt" DESC, "id" DESC);

-- CreateIndex
CREATE INDEX "Sanction_contentId_kind_idx" ON "Sanction"("contentId", "kind");

-- CreateIndex
CREATE INDEX "Sanction_imposedById_idx" ON "Sanction"("imposedById");

-- CreateIndex
CREATE UNIQUE INDEX "Appeal_sanctionId_key" ON "Appeal"("sanctionId");

-- CreateIndex
CREATE INDEX "Appeal_status_createdAt_id_idx" ON "Appeal"("status", "createdAt" DESC, "id" DESC);

-- CreateIndex
CREATE INDEX "Appeal_userId_idx" ON "Appeal"("userId");

-- CreateIndex
CREATE INDEX "Appeal_decidedById_idx" ON "Appeal"("decidedById");

-- AddForeignKey
ALTER TABLE "ReporterRecord" ADD CONSTRAINT "ReporterRecord_userId_fkey" FOREIGN KEY ("userId") REFERENCES "User"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "StaffNote" ADD CONSTRAINT "StaffNote_userId_fkey" FOREIGN KEY ("userId") REFERENCES "User"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "StaffNote" ADD CONSTRAINT "StaffNote_authorId_fkey" FOREIGN KEY ("authorId") REFERENCES "User"("id") ON DELETE SET NULL ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "Sanction" ADD CONSTRAINT "Sanction_userId_fkey" FOREIGN KEY ("userId") REFERENCES "User"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "Sanction" ADD CONSTRAINT "Sanction_imposedById_fkey" FOREIGN KEY ("imposedById") REFERENCES "User"("id") ON DELETE SET NULL ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "Appeal" ADD CONSTRAINT "Appeal_sanctionId_fkey" FOREIGN KEY ("sanctionId") REFERENCES "Sanction"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "Appeal" ADD CONSTRAINT "Appeal_userId_fkey" FOREIGN KEY ("userId") REFERENCES "User"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "Appeal" ADD CONSTRAINT "Appeal_decidedById_fkey" FOREIGN KEY ("decidedById") REFERENCES "User"("id") ON DELETE SET NULL ON UPDATE CASCADE;

-- step
ALTER TABLE "ModerationReport" ADD COLUMN     "authorId" TEXT,
ADD COLUMN     "outcome" TEXT,
ADD COLUMN     "weight" INTEGER NOT NULL DEFAULT 10;

-- step: concurrently
CREATE INDEX CONCURRENTLY "ModerationReport_authorId_createdAt_id_idx" ON "ModerationReport"("authorId", "createdAt" DESC, "id" DESC)

-- step: concurrently
CREATE INDEX CONCURRENTLY "ModerationReport_status_weight_id_idx" ON "ModerationReport"("status", "weight" DESC, "id" DESC)

-- step: concurrently
CREATE INDEX CONCURRENTLY "ModerationReport_contentId_status_idx" ON "ModerationReport"("contentId", "status")

-- step: concurrently
DROP INDEX CONCURRENTLY IF EXISTS "ModerationReport_contentId_idx"

-- step
-- Who is responsible for content: the person, the author of a world, an avatar or a prop, the owner of a group or a print.
CREATE OR REPLACE FUNCTION author_of_reported(content TEXT) RETURNS TEXT LANGUAGE sql STABLE AS $$
  SELECT CASE split_part(content, '_', 1)
    WHEN 'wrld' THEN (SELECT "authorId" FROM "World" WHERE id = content)
    WHEN 'avtr' THEN (SELECT "authorId" FROM "Avatar" WHERE id = content)
    WHEN 'grp' THEN (SELECT "ownerId" FROM "Group" WHERE id = content)
    WHEN 'prop' THEN (SELECT "authorId" FROM "Prop" WHERE id = content)
    WHEN 'prnt' THEN (SELECT "ownerId" FROM "Print" WHERE id = content)
    ELSE (SELECT id FROM "User" WHERE id = content AND "erasedAt" IS NULL)
  END
$$;

CREATE OR REPLACE FUNCTION kind_of_reported(content TEXT) RETURNS TEXT LANGUAGE sql IMMUTABLE AS $$
  SELECT CASE split_part(content, '_', 1)
    WHEN 'wrld' THEN 'world' WHEN 'avtr' THEN 'avatar' WHEN 'grp' THEN 'group'
    WHEN 'prop' THEN 'prop' WHEN 'prnt' THEN 'print' ELSE 'user'
  END
$$;

-- Nodes of the release before do not know the author.
CREATE OR REPLACE FUNCTION fill_report_author() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  NEW."authorId" := COALESCE(NEW."authorId", author_of_reported(NEW."contentId"));
  RETURN NEW;
END
$$;

CREATE OR REPLACE TRIGGER fill_author BEFORE INSERT ON "ModerationReport"
  FOR EACH ROW EXECUTE FUNCTION fill_report_author();

-- step: batches of "ModerationReport" by "contentId"
UPDATE "ModerationReport" SET "authorId" = author_of_reported("contentId")
WHERE "contentId" > $1 AND "contentId" <= $2 AND "authorId" IS NULL;

-- step
-- Computes the entry of one subject anew from the open reports about it, which an index finds.
CREATE OR REPLACE FUNCTION refresh_report_subject(content TEXT) RETURNS void LANGUAGE plpgsql AS $$
BEGIN
  -- Each statement after the lock sees the reports that its previous holder has committed.
  PERFORM pg_advisory_xact_lock(hashtextextended('reportSubject ' || content, 0));
  DELETE FROM "ReportSubject" WHERE "contentId" = content
    AND NOT EXISTS (SELECT FROM "ModerationReport" WHERE "contentId" = content AND status = 'open');
  INSERT INTO "ReportSubject" AS subject ("id", "contentId", "kind", "contentName", "authorId", "reportCount",
    "reporterCount", "weight", "assigneeId", "types", "categories", "oldestAt", "newestAt")
  SELECT 'rsub_' || gen_random_uuid(), content, kind_of_reported(content), latest."contentName", latest."authorId",
    about.*
  FROM (
    SELECT sum(of_one.reports), count(*), sum(of_one.heaviest),
      (array_agg(of_one.assignee ORDER BY of_one.newest DESC) FILTER (WHERE of_one.assignee IS NOT NULL))[1],
      (SELECT array_agg(DISTINCT type) FROM "ModerationReport" WHERE "contentId" = content AND status = 'open'),
      (SELECT array_agg(DISTINCT category) FROM "ModerationReport" WHERE "contentId" = content AND status = 'open'),
      min(of_one.oldest), max(of_one.newest)
    FROM (
      SELECT count(*) AS reports, max(weight) AS heaviest, min("createdAt") AS oldest, max("createdAt") AS newest,
        max("assigneeId") AS assignee
      FROM "ModerationReport" WHERE "contentId" = content AND status = 'open'
      GROUP BY coalesce("reporterId", id)
    ) of_one
    HAVING count(*) > 0
  ) about
  CROSS JOIN LATERAL (
    SELECT "contentName", "authorId" FROM "ModerationReport" WHERE "contentId" = content AND status = 'open'
    ORDER BY "createdAt" DESC, id DESC LIMIT 1
  ) latest
  ON CONFLICT ("contentId") DO UPDATE SET "contentName" = EXCLUDED."contentName", "authorId" = EXCLUDED."authorId",
    "reportCount" = EXCLUDED."reportCount", "reporterCount" = EXCLUDED."reporterCount", "weight" = EXCLUDED."weight",
    "assigneeId" = EXCLUDED."assigneeId", "types" = EXCLUDED."types", "categories" = EXCLUDED."categories",
    "oldestAt" = EXCLUDED."oldestAt", "newestAt" = EXCLUDED."newestAt";
END
$$;

CREATE OR REPLACE FUNCTION follow_report() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  PERFORM refresh_report_subject(COALESCE(NEW."contentId", OLD."contentId"));
  RETURN NULL;
END
$$;

CREATE OR REPLACE TRIGGER follow_new_report AFTER INSERT OR DELETE ON "ModerationReport"
  FOR EACH ROW EXECUTE FUNCTION follow_report();

CREATE OR REPLACE TRIGGER follow_changed_report
  AFTER UPDATE OF "status", "assigneeId", "reporterId", "weight", "contentName", "authorId" ON "ModerationReport"
  FOR EACH ROW WHEN (OLD.status = 'open' OR NEW.status = 'open') EXECUTE FUNCTION follow_report();

-- step: batches of "ModerationReport" by "contentId"
SELECT refresh_report_subject("contentId") FROM (
  SELECT DISTINCT "contentId" FROM "ModerationReport"
  WHERE "contentId" > $1 AND "contentId" <= $2 AND status = 'open' ORDER BY "contentId"
) subjects;

-- step: batches of "Account" by "userId"
-- Suspensions in force can be appealed against, too.
INSERT INTO "Sanction" ("id", "userId", "kind", "contentId", "contentName", "reason", "createdAt", "endsAt")
SELECT 'sanc_' || gen_random_uuid(), account."userId", 'suspension', account."userId", person."displayName",
  account."suspensionReason", account."suspendedAt", account."suspendedUntil"
FROM "Account" account JOIN "User" person ON person.id = account."userId"
WHERE account."userId" > $1 AND account."userId" <= $2 AND account."suspendedAt" IS NOT NULL;
