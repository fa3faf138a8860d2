-- migration: steps

-- step
-- Revisions: caches keep what was made of a row until its revision changes, so no change may leave it as it is.
CREATE FUNCTION raise_revision() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  NEW.revision := OLD.revision + 1;
  RETURN NEW;
END
$$;

-- step
ALTER TABLE "Notification" ADD COLUMN     "revision" INTEGER NOT NULL DEFAULT 1;
CREATE TRIGGER raise_revision BEFORE UPDATE ON "Notification" FOR EACH ROW EXECUTE FUNCTION raise_revision();

-- Release 0.1 writes null to each column that it does not know. Drop this when it can't run beside this one any more.
CREATE FUNCTION accept_notification_of_release_0_1() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  NEW.revision := 1;
  RETURN NEW;
END
$$;

CREATE TRIGGER accept_release_0_1 BEFORE INSERT ON "Notification"
  FOR EACH ROW WHEN (NEW.revision IS NULL) EXECUTE FUNCTION accept_notification_of_release_0_1();

-- step: reconnect

-- step
ALTER TABLE "User" ADD COLUMN     "revision" INTEGER NOT NULL DEFAULT 1;
CREATE TRIGGER raise_revision BEFORE UPDATE ON "User" FOR EACH ROW EXECUTE FUNCTION raise_revision();

-- step
ALTER TABLE "World" ADD COLUMN     "revision" INTEGER NOT NULL DEFAULT 1;
CREATE TRIGGER raise_revision BEFORE UPDATE ON "World" FOR EACH ROW EXECUTE FUNCTION raise_revision();

-- step: reconnect

-- step
-- Records of worlds contain their packages.
CREATE FUNCTION raise_revision_of_packaged_world() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF TG_OP <> 'INSERT' THEN
    UPDATE "World" SET revision = revision WHERE id = OLD."worldId";
  END IF;
  IF TG_OP = 'INSERT' OR TG_OP = 'UPDATE' AND NEW."worldId" <> OLD."worldId" THEN
    UPDATE "World" SET revision = revision WHERE id = NEW."worldId";
  END IF;
  RETURN NULL;
END
$$;

CREATE TRIGGER raise_revision_of_world AFTER INSERT OR UPDATE OR DELETE ON "UnityPackage"
  FOR EACH ROW EXECUTE FUNCTION raise_revision_of_packaged_world();

-- step
-- Records of worlds contain the name of their author.
CREATE FUNCTION raise_revision_of_own_worlds() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  UPDATE "World" SET revision = revision WHERE "authorId" = NEW.id;
  RETURN NULL;
END
$$;

CREATE TRIGGER raise_revision_of_worlds AFTER UPDATE ON "User"
  FOR EACH ROW WHEN (OLD."displayName" IS DISTINCT FROM NEW."displayName") EXECUTE FUNCTION raise_revision_of_own_worlds();
