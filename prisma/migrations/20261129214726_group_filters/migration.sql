-- migration: steps

-- step: concurrently
CREATE INDEX CONCURRENTLY "Group_tags_idx" ON "Group" USING GIN ("tags");

-- step: concurrently
CREATE INDEX CONCURRENTLY "Group_languages_idx" ON "Group" USING GIN ("languages");
