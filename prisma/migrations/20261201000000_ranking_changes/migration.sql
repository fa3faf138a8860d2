-- migration: steps

-- step
CREATE TABLE "JobProgress" (
    "name" TEXT NOT NULL,
    "at" TIMESTAMPTZ(3) NOT NULL,
    "position" BIGINT NOT NULL DEFAULT 0,

    CONSTRAINT "JobProgress_pkey" PRIMARY KEY ("name")
);

CREATE TABLE "RankingChange" (
    "kind" TEXT NOT NULL,
    "id" BIGSERIAL NOT NULL,
    "contentId" TEXT NOT NULL,

    CONSTRAINT "RankingChange_pkey" PRIMARY KEY ("kind","id")
);

-- step
-- Rows are never merged: a change that is committed after the job has read brings a row of its own.
CREATE OR REPLACE FUNCTION note_created_content() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  INSERT INTO "RankingChange" ("kind", "contentId") VALUES (TG_ARGV[0], NEW.id);
  RETURN NULL;
END
$$;

CREATE OR REPLACE FUNCTION note_favorited_content() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF TG_OP <> 'INSERT' AND OLD.type IN ('world', 'avatar') THEN
    INSERT INTO "RankingChange" ("kind", "contentId") VALUES (OLD.type, OLD."favoriteId");
  END IF;
  IF TG_OP <> 'DELETE' AND NEW.type IN ('world', 'avatar') THEN
    INSERT INTO "RankingChange" ("kind", "contentId") VALUES (NEW.type, NEW."favoriteId");
  END IF;
  RETURN NULL;
END
$$;

CREATE OR REPLACE FUNCTION note_reported_content() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF TG_OP <> 'INSERT' AND OLD.type IN ('world', 'avatar') THEN
    INSERT INTO "RankingChange" ("kind", "contentId") VALUES (OLD.type, OLD."contentId");
  END IF;
  IF TG_OP <> 'DELETE' AND NEW.type IN ('world', 'avatar') THEN
    INSERT INTO "RankingChange" ("kind", "contentId") VALUES (NEW.type, NEW."contentId");
  END IF;
  RETURN NULL;
END
$$;

CREATE OR REPLACE FUNCTION trust_tags(tags TEXT[]) RETURNS BOOLEAN[] LANGUAGE sql IMMUTABLE AS $$
  SELECT ARRAY['system_trust_basic' = ANY(tags), 'system_trust_known' = ANY(tags), 'system_trust_trusted' = ANY(tags),
    'system_trust_veteran' = ANY(tags)]
$$;

CREATE OR REPLACE FUNCTION note_content_of_trusted() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  INSERT INTO "RankingChange" ("kind", "contentId")
  SELECT 'world', id FROM "World" WHERE "authorId" = NEW.id
  UNION ALL SELECT 'avatar', id FROM "Avatar" WHERE "authorId" = NEW.id;
  RETURN NULL;
END
$$;

-- step
CREATE OR REPLACE TRIGGER note_created_content AFTER INSERT ON "World"
  FOR EACH ROW EXECUTE FUNCTION note_created_content('world');

-- step
CREATE OR REPLACE TRIGGER note_created_content AFTER INSERT ON "Avatar"
  FOR EACH ROW EXECUTE FUNCTION note_created_content('avatar');

-- step
CREATE OR REPLACE TRIGGER note_favorited_content AFTER INSERT OR DELETE OR UPDATE OF "type", "favoriteId" ON "Favorite"
  FOR EACH ROW EXECUTE FUNCTION note_favorited_content();

-- step
CREATE OR REPLACE TRIGGER note_reported_content
  AFTER INSERT OR DELETE OR UPDATE OF "status", "type", "contentId", "reporterId" ON "ModerationReport"
  FOR EACH ROW EXECUTE FUNCTION note_reported_content();

-- step
CREATE OR REPLACE TRIGGER note_content_of_trusted AFTER UPDATE OF "tags" ON "User"
  FOR EACH ROW WHEN (trust_tags(OLD.tags) IS DISTINCT FROM trust_tags(NEW.tags)) EXECUTE FUNCTION note_content_of_trusted();

-- step: concurrently
CREATE INDEX CONCURRENTLY "WorldVisit_userId_idx" ON "WorldVisit"("userId");

-- step: batches of "World" by "id"
INSERT INTO "RankingChange" ("kind", "contentId") SELECT 'world', id FROM "World" WHERE id > $1 AND id <= $2;

-- step: batches of "Avatar" by "id"
INSERT INTO "RankingChange" ("kind", "contentId") SELECT 'avatar', id FROM "Avatar" WHERE id > $1 AND id <= $2;
