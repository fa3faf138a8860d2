-- migration: steps

-- step
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

-- step
CREATE TRIGGER "FileData_freed_blob" AFTER DELETE ON "FileData"
  FOR EACH ROW EXECUTE FUNCTION "note_freed_blob"();

CREATE TRIGGER "FileData_freed_upload" AFTER DELETE ON "FileData"
  FOR EACH ROW EXECUTE FUNCTION "note_freed_upload"();

-- step
CREATE TRIGGER "FileThumbnail_freed_blob" AFTER DELETE ON "FileThumbnail"
  FOR EACH ROW EXECUTE FUNCTION "note_freed_blob"();

-- step
-- Numbers of engine versions are counted as clients do: year, minor, patch and stage (f 000, p 010), without the build. Release
-- 0.1 counted a 0, b 100, f 200 and p 300, and added the build. Drop the triggers when it can't run beside this any more.
CREATE OR REPLACE FUNCTION unity_sort_of_release_0_1(number BIGINT) RETURNS BIGINT LANGUAGE sql IMMUTABLE PARALLEL SAFE AS $$
  SELECT CASE WHEN number % 1000 BETWEEN 100 AND 399 THEN number / 1000 * 1000 + (number % 1000 / 100 - 2) * 10 ELSE number END
$$;

CREATE OR REPLACE FUNCTION accept_package_of_release_0_1() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  NEW."unitySortNumber" := unity_sort_of_release_0_1(NEW."unitySortNumber");
  RETURN NEW;
END
$$;

CREATE OR REPLACE FUNCTION accept_world_of_release_0_1() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  NEW."minUnitySort" := unity_sort_of_release_0_1(NEW."minUnitySort");
  NEW."maxUnitySort" := unity_sort_of_release_0_1(NEW."maxUnitySort");
  RETURN NEW;
END
$$;

-- step
CREATE OR REPLACE TRIGGER accept_release_0_1 BEFORE INSERT OR UPDATE OF "unitySortNumber" ON "UnityPackage"
  FOR EACH ROW WHEN (NEW."unitySortNumber" % 1000 BETWEEN 100 AND 399) EXECUTE FUNCTION accept_package_of_release_0_1();

-- step
CREATE OR REPLACE TRIGGER accept_release_0_1 BEFORE INSERT OR UPDATE OF "minUnitySort", "maxUnitySort" ON "World"
  FOR EACH ROW WHEN (NEW."minUnitySort" % 1000 BETWEEN 100 AND 399 OR NEW."maxUnitySort" % 1000 BETWEEN 100 AND 399)
  EXECUTE FUNCTION accept_world_of_release_0_1();

-- step: batches of "UnityPackage" by "id"
UPDATE "UnityPackage" SET "unitySortNumber" = CASE
  WHEN "unitySortNumber" % 1000 < 100 THEN "unitySortNumber" / 1000 * 1000 - 20
  ELSE unity_sort_of_release_0_1("unitySortNumber") END
WHERE id > $1 AND id <= $2
  AND ("unitySortNumber" % 1000 BETWEEN 100 AND 399 OR "unitySortNumber" % 1000 < 100 AND "unityVersion" ~ '^[0-9.]+a');

-- step: batches of "World" by "id"
UPDATE "World" AS w SET "minUnitySort" = p.least, "maxUnitySort" = p.greatest
FROM (
  SELECT "worldId", min("unitySortNumber") AS least, max("unitySortNumber") AS greatest
  FROM "UnityPackage" WHERE "worldId" > $1 AND "worldId" <= $2 GROUP BY "worldId"
) AS p
WHERE w.id > $1 AND w.id <= $2 AND p."worldId" = w.id AND (w."minUnitySort", w."maxUnitySort") <> (p.least, p.greatest);
