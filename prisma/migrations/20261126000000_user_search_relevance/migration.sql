-- migration: steps

-- step: concurrently
-- Names compare by code points, whatever the locale of the server: then those that begin with a text are a range of an index.
-- Each index is built in that order before the column changes, so that the change finds and keeps it.
CREATE UNIQUE INDEX CONCURRENTLY "User_displayNameKey_by_code" ON "User"("displayNameKey" COLLATE "C");

-- step
DROP INDEX "User_displayNameKey_key";
ALTER INDEX "User_displayNameKey_by_code" RENAME TO "User_displayNameKey_key";

-- step: concurrently
CREATE INDEX CONCURRENTLY "User_search_by_code" ON "User" USING GIN ("displayNameKey" COLLATE "C" gin_trgm_ops);

-- step
DROP INDEX "User_search";
ALTER INDEX "User_search_by_code" RENAME TO "User_search";

-- step: concurrently
CREATE INDEX CONCURRENTLY "User_displayNameKey_by_code" ON "User"("displayNameKey" COLLATE "C", id, "erasedAt");

-- step
DROP INDEX "User_displayNameKey_id_erasedAt_idx";
ALTER INDEX "User_displayNameKey_by_code" RENAME TO "User_displayNameKey_id_erasedAt_idx";

-- step
ALTER TABLE "User" ALTER COLUMN "displayNameKey" TYPE text COLLATE "C";

-- step: reconnect

-- step
-- The change of type has dropped the statistics by which searches are planned.
ANALYZE "User" ("displayNameKey");
