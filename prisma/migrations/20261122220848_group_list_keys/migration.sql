-- Revisions: caches keep what was made of a row until its revision changes, so no change may leave it as it is.
ALTER TABLE "Group" ADD COLUMN     "revision" INTEGER NOT NULL DEFAULT 1;
ALTER TABLE "GroupMember" ADD COLUMN     "revision" INTEGER NOT NULL DEFAULT 1,
ADD COLUMN     "roleIds" TEXT[] DEFAULT ARRAY[]::TEXT[];

-- The holders of a role are listed in the order of their joining.
ALTER TABLE "GroupMemberRole" ADD COLUMN     "joinedAt" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
ADD COLUMN     "memberId" TEXT NOT NULL DEFAULT '';

UPDATE "GroupMemberRole" AS held SET "joinedAt" = member."joinedAt", "memberId" = member.id
FROM "GroupMember" AS member
WHERE member."groupId" = held."groupId" AND member."userId" = held."userId" AND member."joinedAt" IS NOT NULL;

UPDATE "GroupMember" AS member SET "roleIds" = held.ids
FROM (SELECT "groupId", "userId", array_agg("roleId") AS ids FROM "GroupMemberRole" GROUP BY 1, 2) AS held
WHERE held."groupId" = member."groupId" AND held."userId" = member."userId";

CREATE INDEX "GroupMemberRole_roleId_joinedAt_memberId_userId_idx" ON "GroupMemberRole"("roleId", "joinedAt", "memberId", "userId");
CREATE INDEX "GroupMember_withoutRole" ON "GroupMember" ("groupId", "joinedAt", id) INCLUDE ("userId", visibility)
  WHERE status = 'member' AND "roleIds" = '{}';

CREATE TRIGGER raise_revision BEFORE UPDATE ON "Group" FOR EACH ROW EXECUTE FUNCTION raise_revision();
CREATE TRIGGER raise_revision BEFORE UPDATE ON "GroupMember" FOR EACH ROW EXECUTE FUNCTION raise_revision();

-- Records of groups contain their roles and galleries.
CREATE FUNCTION raise_revision_of_group() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF TG_OP <> 'INSERT' THEN
    UPDATE "Group" SET revision = revision WHERE id = OLD."groupId";
  END IF;
  IF TG_OP = 'INSERT' OR TG_OP = 'UPDATE' AND NEW."groupId" <> OLD."groupId" THEN
    UPDATE "Group" SET revision = revision WHERE id = NEW."groupId";
  END IF;
  RETURN NULL;
END
$$;

CREATE TRIGGER raise_revision_of_group AFTER INSERT OR UPDATE OR DELETE ON "GroupRole"
  FOR EACH ROW EXECUTE FUNCTION raise_revision_of_group();
CREATE TRIGGER raise_revision_of_group AFTER INSERT OR UPDATE OR DELETE ON "GroupGallery"
  FOR EACH ROW EXECUTE FUNCTION raise_revision_of_group();

-- A held role has the time of joining and the id of its member, by which its holders are listed.
CREATE FUNCTION copy_keys_of_member() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
  member record;
BEGIN
  SELECT id, "joinedAt" INTO member FROM "GroupMember" WHERE "groupId" = NEW."groupId" AND "userId" = NEW."userId";
  IF member."joinedAt" IS NOT NULL THEN
    NEW."memberId" := member.id;
    NEW."joinedAt" := member."joinedAt";
  END IF;
  RETURN NEW;
END
$$;

CREATE TRIGGER copy_keys_of_member BEFORE INSERT ON "GroupMemberRole" FOR EACH ROW EXECUTE FUNCTION copy_keys_of_member();

CREATE FUNCTION copy_keys_to_held_roles() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  UPDATE "GroupMemberRole" SET "joinedAt" = NEW."joinedAt" WHERE "groupId" = NEW."groupId" AND "userId" = NEW."userId";
  RETURN NULL;
END
$$;

CREATE TRIGGER copy_keys_to_held_roles AFTER UPDATE OF "joinedAt" ON "GroupMember"
  FOR EACH ROW WHEN (OLD."joinedAt" IS DISTINCT FROM NEW."joinedAt" AND NEW."joinedAt" IS NOT NULL)
  EXECUTE FUNCTION copy_keys_to_held_roles();

-- A membership has the ids of its roles. Of many memberships, all are changed by one statement.
CREATE FUNCTION add_role_ids() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  UPDATE "GroupMember" AS member SET "roleIds" = member."roleIds" || changed.ids
  FROM (SELECT "groupId", "userId", array_agg("roleId") AS ids FROM changed_roles GROUP BY 1, 2) AS changed
  WHERE member."groupId" = changed."groupId" AND member."userId" = changed."userId";
  RETURN NULL;
END
$$;

CREATE FUNCTION remove_role_ids() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  UPDATE "GroupMember" AS member
  SET "roleIds" = ARRAY(SELECT held FROM unnest(member."roleIds") AS held WHERE held <> ALL(changed.ids))
  FROM (SELECT "groupId", "userId", array_agg("roleId") AS ids FROM changed_roles GROUP BY 1, 2) AS changed
  WHERE member."groupId" = changed."groupId" AND member."userId" = changed."userId";
  RETURN NULL;
END
$$;

CREATE TRIGGER add_role_ids AFTER INSERT ON "GroupMemberRole" REFERENCING NEW TABLE AS changed_roles
  FOR EACH STATEMENT EXECUTE FUNCTION add_role_ids();
CREATE TRIGGER remove_role_ids AFTER DELETE ON "GroupMemberRole" REFERENCING OLD TABLE AS changed_roles
  FOR EACH STATEMENT EXECUTE FUNCTION remove_role_ids();
