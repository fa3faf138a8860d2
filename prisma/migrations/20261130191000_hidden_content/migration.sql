-- migration: steps

-- step
CREATE TABLE "HiddenContent" (
    "id" TEXT NOT NULL,
    "contentId" TEXT NOT NULL,
    "kind" TEXT NOT NULL,
    "hiddenById" TEXT,
    "reason" TEXT NOT NULL DEFAULT '',
    "hiddenAt" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "HiddenContent_pkey" PRIMARY KEY ("id")
);
CREATE UNIQUE INDEX "HiddenContent_contentId_key" ON "HiddenContent"("contentId");
CREATE INDEX "HiddenContent_hiddenAt_id_idx" ON "HiddenContent"("hiddenAt" DESC, "id" DESC);
CREATE INDEX "HiddenContent_kind_hiddenAt_id_idx" ON "HiddenContent"("kind", "hiddenAt" DESC, "id" DESC);
CREATE INDEX "HiddenContent_hiddenById_hiddenAt_id_idx" ON "HiddenContent"("hiddenById", "hiddenAt" DESC, "id" DESC);
ALTER TABLE "HiddenContent" ADD CONSTRAINT "HiddenContent_hiddenById_fkey" FOREIGN KEY ("hiddenById") REFERENCES "User"("id") ON DELETE SET NULL ON UPDATE CASCADE;

-- step
ALTER TABLE "Prop" ADD COLUMN "hiddenFrom" TEXT;

-- step
ALTER TABLE "File" ADD COLUMN "hiddenAt" TIMESTAMPTZ(3);

-- step
ALTER TABLE "CalendarEvent" ADD COLUMN "hiddenFrom" TEXT;

-- step
-- Enters content that is hidden, and takes it out once it is shown again or deleted. The act that hides it adds who and why.
CREATE OR REPLACE FUNCTION follow_hiding() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
  content JSONB := to_jsonb(NEW);
  content_kind TEXT := TG_ARGV[0];
  content_id TEXT := NEW.id;
  is_hidden BOOLEAN := COALESCE(content ->> 'hiddenFrom', content ->> 'hiddenAt') IS NOT NULL
    AND content ->> 'deletedAt' IS NULL;
BEGIN
  IF content_kind = 'picture' THEN
    SELECT id, 'print' INTO content_id, content_kind FROM "Print" WHERE "fileId" = NEW.id
    UNION ALL SELECT NEW.id, 'picture' LIMIT 1;
  ELSIF content_kind = 'event' AND EXISTS (
    SELECT FROM "CalendarEvent" WHERE id = content ->> 'seriesId' AND "hiddenFrom" IS NOT NULL
  ) THEN
    -- The dates of a hidden series are hidden with it.
    is_hidden := false;
  END IF;
  IF is_hidden THEN
    INSERT INTO "HiddenContent" ("id", "contentId", "kind", "hiddenAt")
    VALUES ('hidc_' || gen_random_uuid(), content_id, content_kind, now())
    ON CONFLICT ("contentId") DO NOTHING;
  ELSE
    DELETE FROM "HiddenContent" WHERE "contentId" = content_id;
  END IF;
  RETURN NULL;
END
$$;

CREATE OR REPLACE FUNCTION forget_hiding() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  DELETE FROM "HiddenContent" WHERE "contentId" = OLD.id;
  RETURN NULL;
END
$$;

-- step
CREATE OR REPLACE TRIGGER follow_hiding AFTER UPDATE OF "hiddenFrom", "deletedAt" ON "World" FOR EACH ROW
  WHEN (OLD."hiddenFrom" IS NOT NULL OR NEW."hiddenFrom" IS NOT NULL) EXECUTE FUNCTION follow_hiding('world');

-- step
CREATE OR REPLACE TRIGGER follow_hiding AFTER UPDATE OF "hiddenFrom", "deletedAt" ON "Avatar" FOR EACH ROW
  WHEN (OLD."hiddenFrom" IS NOT NULL OR NEW."hiddenFrom" IS NOT NULL) EXECUTE FUNCTION follow_hiding('avatar');

-- step
CREATE OR REPLACE TRIGGER follow_hiding AFTER UPDATE OF "hiddenAt", "deletedAt" ON "Group" FOR EACH ROW
  WHEN (OLD."hiddenAt" IS NOT NULL OR NEW."hiddenAt" IS NOT NULL) EXECUTE FUNCTION follow_hiding('group');
CREATE OR REPLACE TRIGGER forget_hiding AFTER DELETE ON "Group" FOR EACH ROW
  WHEN (OLD."hiddenAt" IS NOT NULL) EXECUTE FUNCTION forget_hiding();

-- step
CREATE OR REPLACE TRIGGER follow_hiding AFTER UPDATE OF "hiddenFrom", "deletedAt" ON "Prop" FOR EACH ROW
  WHEN (OLD."hiddenFrom" IS NOT NULL OR NEW."hiddenFrom" IS NOT NULL) EXECUTE FUNCTION follow_hiding('prop');

-- step
CREATE OR REPLACE TRIGGER follow_hiding AFTER UPDATE OF "hiddenFrom", "deletedAt" ON "CalendarEvent" FOR EACH ROW
  WHEN (OLD."hiddenFrom" IS NOT NULL OR NEW."hiddenFrom" IS NOT NULL) EXECUTE FUNCTION follow_hiding('event');
CREATE OR REPLACE TRIGGER forget_hiding AFTER DELETE ON "CalendarEvent" FOR EACH ROW
  WHEN (OLD."hiddenFrom" IS NOT NULL) EXECUTE FUNCTION forget_hiding();

-- step
CREATE OR REPLACE TRIGGER follow_hiding AFTER UPDATE OF "hiddenAt" ON "File" FOR EACH ROW
  WHEN (OLD."hiddenAt" IS DISTINCT FROM NEW."hiddenAt") EXECUTE FUNCTION follow_hiding('picture');
CREATE OR REPLACE TRIGGER forget_hiding AFTER DELETE ON "File" FOR EACH ROW
  WHEN (OLD."hiddenAt" IS NOT NULL) EXECUTE FUNCTION forget_hiding();

-- step
CREATE OR REPLACE TRIGGER forget_hiding AFTER DELETE ON "Print" FOR EACH ROW EXECUTE FUNCTION forget_hiding();

-- step: batches of "World" by "id"
INSERT INTO "HiddenContent" ("id", "contentId", "kind", "hiddenById", "reason", "hiddenAt")
SELECT 'hidc_' || gen_random_uuid(), c.id, 'world', person.id, COALESCE(told.reason, ''), COALESCE(entry.at, c."updatedAt")
FROM "World" c
LEFT JOIN LATERAL (
  SELECT at, "actorId" FROM "AuditEntry" WHERE "subjectId" = c.id AND act = 'hideContent' ORDER BY at DESC, id DESC LIMIT 1
) entry ON true
LEFT JOIN "User" person ON person.id = entry."actorId"
LEFT JOIN LATERAL (
  SELECT reason FROM "Sanction" WHERE "contentId" = c.id AND kind = 'hidden_content' ORDER BY "createdAt" DESC LIMIT 1
) told ON true
WHERE c.id > $1 AND c.id <= $2 AND c."hiddenFrom" IS NOT NULL AND c."deletedAt" IS NULL
ON CONFLICT ("contentId") DO NOTHING;

-- step: batches of "Avatar" by "id"
INSERT INTO "HiddenContent" ("id", "contentId", "kind", "hiddenById", "reason", "hiddenAt")
SELECT 'hidc_' || gen_random_uuid(), c.id, 'avatar', person.id, COALESCE(told.reason, ''), COALESCE(entry.at, c."updatedAt")
FROM "Avatar" c
LEFT JOIN LATERAL (
  SELECT at, "actorId" FROM "AuditEntry" WHERE "subjectId" = c.id AND act = 'hideContent' ORDER BY at DESC, id DESC LIMIT 1
) entry ON true
LEFT JOIN "User" person ON person.id = entry."actorId"
LEFT JOIN LATERAL (
  SELECT reason FROM "Sanction" WHERE "contentId" = c.id AND kind = 'hidden_content' ORDER BY "createdAt" DESC LIMIT 1
) told ON true
WHERE c.id > $1 AND c.id <= $2 AND c."hiddenFrom" IS NOT NULL AND c."deletedAt" IS NULL
ON CONFLICT ("contentId") DO NOTHING;

-- step: batches of "Group" by "id"
INSERT INTO "HiddenContent" ("id", "contentId", "kind", "hiddenById", "reason", "hiddenAt")
SELECT 'hidc_' || gen_random_uuid(), c.id, 'group', person.id, COALESCE(told.reason, ''), c."hiddenAt"
FROM "Group" c
LEFT JOIN LATERAL (
  SELECT "actorId" FROM "AuditEntry" WHERE "subjectId" = c.id AND act = 'hideContent' ORDER BY at DESC, id DESC LIMIT 1
) entry ON true
LEFT JOIN "User" person ON person.id = entry."actorId"
LEFT JOIN LATERAL (
  SELECT reason FROM "Sanction" WHERE "contentId" = c.id AND kind = 'hidden_content' ORDER BY "createdAt" DESC LIMIT 1
) told ON true
WHERE c.id > $1 AND c.id <= $2 AND c."hiddenAt" IS NOT NULL AND c."deletedAt" IS NULL
ON CONFLICT ("contentId") DO NOTHING;

-- step: concurrently
CREATE INDEX CONCURRENTLY "World_createdAt_id_idx" ON "World"("createdAt", "id");

-- step: concurrently
CREATE INDEX CONCURRENTLY "World_updatedAt_id_idx" ON "World"("updatedAt", "id");

-- step: concurrently
CREATE INDEX CONCURRENTLY "Avatar_createdAt_id_idx" ON "Avatar"("createdAt", "id");

-- step: concurrently
CREATE INDEX CONCURRENTLY "Avatar_updatedAt_id_idx" ON "Avatar"("updatedAt", "id");

-- step: concurrently
CREATE INDEX CONCURRENTLY "Group_createdAt_id_idx" ON "Group"("createdAt", "id");

-- step: concurrently
CREATE INDEX CONCURRENTLY "Group_updatedAt_id_idx" ON "Group"("updatedAt", "id");

-- step: concurrently
-- Groups that the platform has verified are few.
CREATE INDEX CONCURRENTLY "Group_verified" ON "Group"("createdAt", "id") WHERE "isVerified";

-- step: concurrently
CREATE INDEX CONCURRENTLY "Prop_createdAt_id_idx" ON "Prop"("createdAt", "id");

-- step: concurrently
CREATE INDEX CONCURRENTLY "Prop_updatedAt_id_idx" ON "Prop"("updatedAt", "id");

-- step: concurrently
CREATE INDEX CONCURRENTLY "CalendarEvent_createdAt_id_idx" ON "CalendarEvent"("createdAt", "id");

-- step: concurrently
CREATE INDEX CONCURRENTLY "Print_createdAt_id_idx" ON "Print"("createdAt", "id");

-- step: concurrently
-- Lists the latest pictures without reading assets.
CREATE INDEX CONCURRENTLY "File_images" ON "File"("createdAt", "id") WHERE "mimeType" LIKE 'image/%';

-- step: concurrently
CREATE INDEX CONCURRENTLY "AssetReview_createdAt_id_idx" ON "AssetReview"("createdAt", "id");

-- step: concurrently
CREATE INDEX CONCURRENTLY "AdminAssetBundle_createdAt_id_idx" ON "AdminAssetBundle"("createdAt", "id");
