-- The order of a gallery is kept for each owner of files: places of files that are gone have none.
DELETE FROM "GalleryFileOrder" WHERE NOT EXISTS (SELECT 1 FROM "File" WHERE "id" = "fileId");

-- DropIndex
DROP INDEX "GalleryFileOrder_galleryId_position_idx";

-- CreateIndex
CREATE INDEX "GalleryFileOrder_fileId_idx" ON "GalleryFileOrder"("fileId");

-- AddForeignKey
ALTER TABLE "GalleryFileOrder" ADD CONSTRAINT "GalleryFileOrder_fileId_fkey" FOREIGN KEY ("fileId") REFERENCES "File"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- CreateTable
CREATE TABLE "FreedContent" (
    "kind" TEXT NOT NULL,
    "name" TEXT NOT NULL,
    "freedAt" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "FreedContent_pkey" PRIMARY KEY ("kind","name")
);

-- Rows are deleted in many ways, cascades among them: the database itself notes whose content nothing may refer to now.
CREATE FUNCTION "note_freed_blob"() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF OLD."blobKey" IS NOT NULL THEN
    INSERT INTO "FreedContent" ("kind", "name", "freedAt") VALUES ('blob', OLD."blobKey", now()) 
      ON CONFLICT ("kind", "name") DO UPDATE SET "freedAt" = now();
  END IF;
  RETURN NULL;
END $$;

CREATE FUNCTION "note_freed_upload"() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF OLD."uploadRef" IS NOT NULL THEN
    INSERT INTO "FreedContent" ("kind", "name", "freedAt") VALUES ('upload', OLD."uploadRef", now()) 
      ON CONFLICT ("kind", "name") DO UPDATE SET "freedAt" = now();
  END IF;
  RETURN NULL;
END $$;

CREATE TRIGGER "FileData_freed_blob" AFTER DELETE ON "FileData"
  FOR EACH ROW EXECUTE FUNCTION "note_freed_blob"();

CREATE TRIGGER "FileData_freed_upload" AFTER DELETE ON "FileData"
  FOR EACH ROW EXECUTE FUNCTION "note_freed_upload"();

CREATE TRIGGER "FileThumbnail_freed_blob" AFTER DELETE ON "FileThumbnail"
  FOR EACH ROW EXECUTE FUNCTION "note_freed_blob"();

-- Numbers of engine versions are counted as clients do: year, minor, patch and stage (f 000, p 010), without the build.
CREATE FUNCTION pg_temp.clients_sort(old BIGINT) RETURNS BIGINT LANGUAGE sql AS $$
  SELECT CASE WHEN old = 0 THEN 0 ELSE old / 1000 * 1000 + (ARRAY[-20, -10, 0, 10])[(old % 1000 / 100 + 1)::int] END
$$;

UPDATE "UnityPackage" SET "unitySortNumber" = pg_temp.clients_sort("unitySortNumber");
UPDATE "World" SET "minUnitySort" = pg_temp.clients_sort("minUnitySort"),
  "maxUnitySort" = pg_temp.clients_sort("maxUnitySort");
