-- migration: steps

-- step
-- Numbers that stand for the words that searches filter by: the first 64 bits of their MD5.
CREATE FUNCTION content_filter_keys(tags TEXT[], platforms TEXT[], featured BOOLEAN) RETURNS BIGINT[]
    LANGUAGE sql IMMUTABLE PARALLEL SAFE
    RETURN ARRAY(
        SELECT ('x' || left(md5(word), 16))::bit(64)::bigint FROM (
            SELECT unnest(tags) AS word
            UNION ALL SELECT 'platform ' || platform FROM unnest(platforms) AS platform
            UNION ALL SELECT 'is featured' WHERE featured
        ) AS words
    );

-- CreateTable
CREATE TABLE "Avatar" (
    "id" TEXT NOT NULL,
    "authorId" TEXT NOT NULL,
    "name" TEXT NOT NULL,
    "nameKey" TEXT NOT NULL,
    "description" TEXT NOT NULL DEFAULT '',
    "imageUrl" TEXT NOT NULL,
    "imageFileId" TEXT,
    "releaseStatus" TEXT NOT NULL,
    "hiddenFrom" TEXT,
    "featured" BOOLEAN NOT NULL DEFAULT false,
    "searchable" BOOLEAN NOT NULL DEFAULT false,
    "listStatus" TEXT NOT NULL GENERATED ALWAYS AS (
        CASE WHEN "releaseStatus" = 'public' AND ("featured" OR "searchable") THEN 'listed' ELSE "releaseStatus" END
    ) STORED,
    "tags" TEXT[] DEFAULT ARRAY[]::TEXT[],
    "version" INTEGER NOT NULL DEFAULT 1,
    "primaryStyleId" TEXT,
    "secondaryStyleId" TEXT,
    "publicationDate" TIMESTAMPTZ(3),
    "deletedAt" TIMESTAMPTZ(3),
    "createdAt" TIMESTAMPTZ(3) NOT NULL,
    "updatedAt" TIMESTAMPTZ(3) NOT NULL,
    "wearersDueAt" TIMESTAMPTZ(3),
    "favorites" INTEGER NOT NULL DEFAULT 0,
    "popularity" INTEGER NOT NULL DEFAULT 0,
    "heat" INTEGER NOT NULL DEFAULT 0,
    "trust" INTEGER NOT NULL DEFAULT 0,
    "magic" INTEGER NOT NULL DEFAULT 0,
    "relevance" INTEGER NOT NULL DEFAULT 0,
    "reportCount" INTEGER NOT NULL DEFAULT 0,
    "reportScore" INTEGER NOT NULL DEFAULT 0,
    "shuffleKey" INTEGER NOT NULL,
    "platforms" TEXT[] DEFAULT ARRAY[]::TEXT[],
    "minUnitySort" BIGINT NOT NULL DEFAULT 0,
    "maxUnitySort" BIGINT NOT NULL DEFAULT 0,
    "filterKeys" BIGINT[] NOT NULL GENERATED ALWAYS AS (content_filter_keys("tags", "platforms", "featured")) STORED,
    "brevity" INTEGER NOT NULL GENERATED ALWAYS AS (-char_length("nameKey")) STORED,

    CONSTRAINT "Avatar_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "AvatarPackage" (
    "id" TEXT NOT NULL,
    "avatarId" TEXT NOT NULL,
    "platform" TEXT NOT NULL,
    "variant" TEXT NOT NULL DEFAULT 'standard',
    "unityVersion" TEXT NOT NULL,
    "unitySortNumber" BIGINT NOT NULL,
    "assetVersion" INTEGER NOT NULL,
    "assetUrl" TEXT,
    "assetFileId" TEXT,
    "performanceRating" TEXT NOT NULL DEFAULT 'None',
    "ratedAt" TIMESTAMPTZ(3),
    "impostorizerVersion" TEXT,
    "createdAt" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "AvatarPackage_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "AvatarStyle" (
    "id" TEXT NOT NULL,
    "name" TEXT NOT NULL,

    CONSTRAINT "AvatarStyle_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "AvatarWear" (
    "avatarId" TEXT NOT NULL,
    "userId" TEXT NOT NULL,
    "lastAt" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "AvatarWear_pkey" PRIMARY KEY ("avatarId","userId")
);

-- CreateTable
CREATE TABLE "ImpostorJob" (
    "id" TEXT NOT NULL,
    "avatarId" TEXT NOT NULL,
    "requesterId" TEXT NOT NULL,
    "state" TEXT NOT NULL DEFAULT 'QUEUED',
    "openKey" TEXT,
    "tries" INTEGER NOT NULL DEFAULT 0,
    "leasedUntil" TIMESTAMPTZ(3),
    "leaseKey" TEXT,
    "startedAt" TIMESTAMPTZ(3),
    "endedAt" TIMESTAMPTZ(3),
    "error" TEXT NOT NULL DEFAULT '',
    "createdAt" TIMESTAMPTZ(3) NOT NULL,
    "updatedAt" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "ImpostorJob_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "Reward" (
    "id" TEXT NOT NULL,
    "codeHash" TEXT NOT NULL,
    "name" TEXT NOT NULL,
    "templateIds" TEXT[],
    "quantity" INTEGER NOT NULL DEFAULT 1,
    "badgeIds" TEXT[],
    "tokens" INTEGER NOT NULL DEFAULT 0,
    "planId" TEXT,
    "subscriptionDays" INTEGER,
    "permissionIds" TEXT[],
    "maxRedemptions" INTEGER,
    "redemptions" INTEGER NOT NULL DEFAULT 0,
    "beginsAt" TIMESTAMPTZ(3) NOT NULL,
    "endsAt" TIMESTAMPTZ(3),
    "disabledAt" TIMESTAMPTZ(3),
    "createdAt" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "Reward_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "RewardRedemption" (
    "rewardId" TEXT NOT NULL,
    "userId" TEXT NOT NULL,
    "at" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "RewardRedemption_pkey" PRIMARY KEY ("rewardId","userId")
);

-- CreateIndex
CREATE INDEX "Avatar_authorId_releaseStatus_updatedAt_id_idx" ON "Avatar"("authorId", "releaseStatus", "updatedAt", "id");

-- CreateIndex
CREATE INDEX "Avatar_by_popularity" ON "Avatar"("listStatus", "popularity", "id", "authorId", "nameKey", "filterKeys", "minUnitySort", "maxUnitySort");

-- CreateIndex
CREATE INDEX "Avatar_by_heat" ON "Avatar"("listStatus", "heat", "id", "authorId", "nameKey", "filterKeys", "minUnitySort", "maxUnitySort");

-- CreateIndex
CREATE INDEX "Avatar_by_favorites" ON "Avatar"("listStatus", "favorites", "id", "authorId", "nameKey", "filterKeys", "minUnitySort", "maxUnitySort");

-- CreateIndex
CREATE INDEX "Avatar_by_createdAt" ON "Avatar"("listStatus", "createdAt", "id", "authorId", "nameKey", "filterKeys", "minUnitySort", "maxUnitySort");

-- CreateIndex
CREATE INDEX "Avatar_by_updatedAt" ON "Avatar"("listStatus", "updatedAt", "id", "authorId", "nameKey", "filterKeys", "minUnitySort", "maxUnitySort");

-- CreateIndex
CREATE INDEX "Avatar_by_publicationDate" ON "Avatar"("listStatus", "publicationDate", "id", "authorId", "nameKey", "filterKeys", "minUnitySort", "maxUnitySort");

-- CreateIndex
CREATE INDEX "Avatar_by_nameKey" ON "Avatar"("listStatus", "nameKey", "id", "authorId", "filterKeys", "minUnitySort", "maxUnitySort");

-- CreateIndex
CREATE INDEX "Avatar_by_trust" ON "Avatar"("listStatus", "trust", "id", "authorId", "nameKey", "filterKeys", "minUnitySort", "maxUnitySort");

-- CreateIndex
CREATE INDEX "Avatar_by_magic" ON "Avatar"("listStatus", "magic", "id", "authorId", "nameKey", "filterKeys", "minUnitySort", "maxUnitySort");

-- CreateIndex
CREATE INDEX "Avatar_by_relevance" ON "Avatar"("listStatus", "relevance", "id", "authorId", "nameKey", "filterKeys", "minUnitySort", "maxUnitySort");

-- CreateIndex
CREATE INDEX "Avatar_by_reportCount" ON "Avatar"("listStatus", "reportCount", "id", "authorId", "nameKey", "filterKeys", "minUnitySort", "maxUnitySort");

-- CreateIndex
CREATE INDEX "Avatar_by_reportScore" ON "Avatar"("listStatus", "reportScore", "id", "authorId", "nameKey", "filterKeys", "minUnitySort", "maxUnitySort");

-- CreateIndex
CREATE INDEX "Avatar_by_shuffleKey" ON "Avatar"("listStatus", "shuffleKey", "id", "authorId", "nameKey", "filterKeys", "minUnitySort", "maxUnitySort");

-- CreateIndex
CREATE INDEX "Avatar_by_brevity" ON "Avatar"("listStatus", "brevity", "id", "authorId", "nameKey", "filterKeys", "minUnitySort", "maxUnitySort");

-- CreateIndex
CREATE INDEX "Avatar_search" ON "Avatar" USING GIN ("nameKey" gin_trgm_ops);

-- CreateIndex
CREATE INDEX "Avatar_filterKeys_idx" ON "Avatar" USING GIN ("filterKeys");

-- CreateIndex
CREATE INDEX "Avatar_imageFileId_idx" ON "Avatar"("imageFileId");

-- CreateIndex
CREATE INDEX "Avatar_wearersDueAt_idx" ON "Avatar"("wearersDueAt");

-- CreateIndex
CREATE INDEX "Avatar_primaryStyleId_idx" ON "Avatar"("primaryStyleId");

-- CreateIndex
CREATE INDEX "Avatar_secondaryStyleId_idx" ON "Avatar"("secondaryStyleId");

-- CreateIndex
CREATE INDEX "AvatarPackage_assetFileId_idx" ON "AvatarPackage"("assetFileId");

-- CreateIndex
CREATE INDEX "AvatarPackage_ratedAt_id_idx" ON "AvatarPackage"("ratedAt", "id");

-- CreateIndex
CREATE UNIQUE INDEX "AvatarPackage_avatarId_platform_variant_key" ON "AvatarPackage"("avatarId", "platform", "variant");

-- CreateIndex
CREATE UNIQUE INDEX "AvatarStyle_name_key" ON "AvatarStyle"("name");

-- CreateIndex
CREATE INDEX "AvatarWear_userId_idx" ON "AvatarWear"("userId");

-- CreateIndex
CREATE INDEX "AvatarWear_lastAt_avatarId_idx" ON "AvatarWear"("lastAt", "avatarId");

-- CreateIndex
CREATE UNIQUE INDEX "ImpostorJob_openKey_key" ON "ImpostorJob"("openKey");

-- CreateIndex
CREATE INDEX "ImpostorJob_avatarId_createdAt_id_idx" ON "ImpostorJob"("avatarId", "createdAt", "id");

-- CreateIndex
CREATE INDEX "ImpostorJob_requesterId_createdAt_idx" ON "ImpostorJob"("requesterId", "createdAt");

-- CreateIndex
CREATE INDEX "ImpostorJob_state_createdAt_id_idx" ON "ImpostorJob"("state", "createdAt", "id");

-- CreateIndex
CREATE INDEX "ImpostorJob_state_endedAt_idx" ON "ImpostorJob"("state", "endedAt");

-- CreateIndex
CREATE UNIQUE INDEX "Reward_codeHash_key" ON "Reward"("codeHash");

-- CreateIndex
CREATE INDEX "Reward_createdAt_id_idx" ON "Reward"("createdAt", "id");

-- CreateIndex
CREATE INDEX "RewardRedemption_userId_idx" ON "RewardRedemption"("userId");

-- AddForeignKey
ALTER TABLE "Avatar" ADD CONSTRAINT "Avatar_authorId_fkey" FOREIGN KEY ("authorId") REFERENCES "User"("id") ON DELETE RESTRICT ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "Avatar" ADD CONSTRAINT "Avatar_primaryStyleId_fkey" FOREIGN KEY ("primaryStyleId") REFERENCES "AvatarStyle"("id") ON DELETE RESTRICT ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "Avatar" ADD CONSTRAINT "Avatar_secondaryStyleId_fkey" FOREIGN KEY ("secondaryStyleId") REFERENCES "AvatarStyle"("id") ON DELETE RESTRICT ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "AvatarPackage" ADD CONSTRAINT "AvatarPackage_avatarId_fkey" FOREIGN KEY ("avatarId") REFERENCES "Avatar"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "AvatarWear" ADD CONSTRAINT "AvatarWear_avatarId_fkey" FOREIGN KEY ("avatarId") REFERENCES "Avatar"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "AvatarWear" ADD CONSTRAINT "AvatarWear_userId_fkey" FOREIGN KEY ("userId") REFERENCES "User"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "ImpostorJob" ADD CONSTRAINT "ImpostorJob_avatarId_fkey" FOREIGN KEY ("avatarId") REFERENCES "Avatar"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "ImpostorJob" ADD CONSTRAINT "ImpostorJob_requesterId_fkey" FOREIGN KEY ("requesterId") REFERENCES "User"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "RewardRedemption" ADD CONSTRAINT "RewardRedemption_rewardId_fkey" FOREIGN KEY ("rewardId") REFERENCES "Reward"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "RewardRedemption" ADD CONSTRAINT "RewardRedemption_userId_fkey" FOREIGN KEY ("userId") REFERENCES "User"("id") ON DELETE CASCADE ON UPDATE CASCADE;

ALTER TABLE "Avatar" ADD CONSTRAINT "Avatar_releaseStatus_check" CHECK ("releaseStatus" IN ('public', 'private', 'hidden'));
ALTER TABLE "ImpostorJob" ADD CONSTRAINT "ImpostorJob_state_check" CHECK ("state" IN ('QUEUED', 'RUNNING', 'DONE', 'FAILED'));
-- An open job keeps others of its avatar from being opened.
ALTER TABLE "ImpostorJob" ADD CONSTRAINT "ImpostorJob_openKey_check"
  CHECK (("state" IN ('QUEUED', 'RUNNING')) = ("openKey" IS NOT NULL) AND ("openKey" IS NULL OR "openKey" = "avatarId"));
ALTER TABLE "Reward" ADD CONSTRAINT "Reward_redemptions_check"
  CHECK ("redemptions" >= 0 AND ("maxRedemptions" IS NULL OR "redemptions" <= "maxRedemptions"));

-- The styles that every installation has.
INSERT INTO "AvatarStyle" ("id", "name")
SELECT 'avst_00000000-0000-4000-8000-0000000000' || lpad(style."number"::text, 2, '0'), style."name"
FROM unnest(ARRAY['Furry', 'Animal', 'Object', 'Human', 'Robot', 'Anime', 'Realistic', 'Cartoon', 'Sci-Fi', 'Fantasy', 'Pop Culture', 'Fashion'])
  WITH ORDINALITY AS style("name", "number");

-- step
ALTER TABLE "Product" ADD COLUMN     "avatarIds" TEXT[] DEFAULT ARRAY[]::TEXT[],
ADD COLUMN     "templateIds" TEXT[] DEFAULT ARRAY[]::TEXT[];

-- step
ALTER TABLE "File" ADD COLUMN     "avatarId" TEXT,
ADD COLUMN     "galleryPosition" INTEGER NOT NULL DEFAULT 0;

-- step
ALTER TABLE "User" ADD COLUMN     "fallbackAvatar" TEXT NOT NULL DEFAULT 'avtr_00000000-0000-4000-8000-000000000001';

-- step: concurrently
CREATE INDEX CONCURRENTLY "File_avatarId_galleryPosition_createdAt_id_idx" ON "File"("avatarId", "galleryPosition", "createdAt", "id");

-- step: concurrently
CREATE INDEX CONCURRENTLY "Product_avatarIds_idx" ON "Product" USING GIN ("avatarIds");

-- step: concurrently
CREATE INDEX CONCURRENTLY "Product_templateIds_idx" ON "Product" USING GIN ("templateIds");

-- step: concurrently
CREATE INDEX CONCURRENTLY "User_currentAvatar_id_idx" ON "User"("currentAvatar", "id");

-- step: concurrently
CREATE INDEX CONCURRENTLY "User_fallbackAvatar_id_idx" ON "User"("fallbackAvatar", "id");

-- step
ALTER TABLE "File" ADD CONSTRAINT "File_avatarId_fkey" FOREIGN KEY ("avatarId") REFERENCES "Avatar"("id") ON DELETE SET NULL ON UPDATE CASCADE NOT VALID;

-- step
ALTER TABLE "File" VALIDATE CONSTRAINT "File_avatarId_fkey";

-- step: batches of "User" by "id"
-- Accounts had no avatars to choose from, so all of them wear the platform's.
UPDATE "User" SET "currentAvatar" = 'avtr_00000000-0000-4000-8000-000000000001'
WHERE id > $1 AND id <= $2 AND "currentAvatar" <> 'avtr_00000000-0000-4000-8000-000000000001';
