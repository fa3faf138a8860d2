-- migration: steps

-- step
ALTER TABLE "UserBadge" ADD COLUMN "id" TEXT;
ALTER TABLE "UserBadge" ALTER COLUMN "id" SET DEFAULT ('ubdg_'::text || (gen_random_uuid())::text);

-- step: batches of "UserBadge" by "userId"
UPDATE "UserBadge" SET "id" = DEFAULT WHERE "userId" > $1 AND "userId" <= $2 AND "id" IS NULL;

-- step
ALTER TABLE "UserBadge" ADD CONSTRAINT "UserBadge_id_not_null" CHECK ("id" IS NOT NULL) NOT VALID;

-- step
ALTER TABLE "UserBadge" VALIDATE CONSTRAINT "UserBadge_id_not_null";

-- step
ALTER TABLE "UserBadge" ALTER COLUMN "id" SET NOT NULL;
ALTER TABLE "UserBadge" DROP CONSTRAINT "UserBadge_id_not_null";

-- step: concurrently
CREATE UNIQUE INDEX CONCURRENTLY "UserBadge_id_key" ON "UserBadge"("id");

-- step: concurrently
CREATE INDEX CONCURRENTLY "User_username_search" ON "User" USING GIN ("usernameKey" gin_trgm_ops);

-- step: concurrently
CREATE INDEX CONCURRENTLY "Account_suspendedAt_userId_idx" ON "Account"("suspendedAt", "userId");

-- step: concurrently
CREATE INDEX CONCURRENTLY "Account_email_search" ON "Account" USING GIN ("emailKey" gin_trgm_ops);
