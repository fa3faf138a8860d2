-- AlterTable
ALTER TABLE "UserBadge" ADD COLUMN     "id" TEXT NOT NULL DEFAULT ('ubdg_'::text || (gen_random_uuid())::text);

-- CreateIndex
CREATE UNIQUE INDEX "UserBadge_id_key" ON "UserBadge"("id");

-- CreateIndex
CREATE INDEX "User_username_search" ON "User" USING GIN ("usernameKey" gin_trgm_ops);

-- CreateIndex
CREATE INDEX "Account_suspendedAt_userId_idx" ON "Account"("suspendedAt", "userId");

-- CreateIndex
CREATE INDEX "Account_email_search" ON "Account" USING GIN ("emailKey" gin_trgm_ops);
