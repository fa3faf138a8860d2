-- CreateTable
CREATE TABLE "File" (
    "id" TEXT NOT NULL,
    "ownerId" TEXT NOT NULL,
    "name" TEXT NOT NULL,
    "mimeType" TEXT NOT NULL,
    "extension" TEXT NOT NULL,
    "tags" TEXT[] DEFAULT ARRAY[]::TEXT[],
    "animationStyle" TEXT,
    "frames" INTEGER,
    "framesOverTime" INTEGER,
    "loopStyle" TEXT,
    "maskTag" TEXT,
    "createdAt" TIMESTAMPTZ(3) NOT NULL,
    "updatedAt" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "File_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "FileVersion" (
    "fileId" TEXT NOT NULL,
    "version" INTEGER NOT NULL,
    "createdAt" TIMESTAMPTZ(3) NOT NULL,
    "deletedAt" TIMESTAMPTZ(3),

    CONSTRAINT "FileVersion_pkey" PRIMARY KEY ("fileId","version")
);

-- CreateTable
CREATE TABLE "FileData" (
    "fileId" TEXT NOT NULL,
    "version" INTEGER NOT NULL,
    "type" TEXT NOT NULL,
    "category" TEXT NOT NULL,
    "status" TEXT NOT NULL,
    "fileName" TEXT NOT NULL,
    "contentType" TEXT NOT NULL,
    "md5" TEXT NOT NULL,
    "sizeInBytes" BIGINT NOT NULL,
    "uploadRef" TEXT,
    "startedAt" TIMESTAMPTZ(3),
    "blobKey" TEXT,
    "completedAt" TIMESTAMPTZ(3),

    CONSTRAINT "FileData_pkey" PRIMARY KEY ("fileId","version","type")
);

-- CreateTable
CREATE TABLE "FileThumbnail" (
    "fileId" TEXT NOT NULL,
    "version" INTEGER NOT NULL,
    "size" INTEGER NOT NULL,
    "blobKey" TEXT NOT NULL,
    "contentType" TEXT NOT NULL,
    "sizeInBytes" INTEGER NOT NULL,

    CONSTRAINT "FileThumbnail_pkey" PRIMARY KEY ("fileId","version","size")
);

-- CreateTable
CREATE TABLE "FileAnalysis" (
    "fileId" TEXT NOT NULL,
    "version" INTEGER NOT NULL,
    "success" BOOLEAN NOT NULL,
    "reason" TEXT NOT NULL DEFAULT '',
    "engineVersion" TEXT NOT NULL DEFAULT '',
    "md5" TEXT NOT NULL,
    "fileSize" BIGINT NOT NULL,
    "uncompressedSize" BIGINT NOT NULL DEFAULT 0,
    "createdAt" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "FileAnalysis_pkey" PRIMARY KEY ("fileId","version")
);

-- CreateTable
CREATE TABLE "AssetReview" (
    "id" TEXT NOT NULL,
    "fileId" TEXT NOT NULL,
    "version" INTEGER NOT NULL,
    "reviewNotes" TEXT NOT NULL DEFAULT '',
    "createdAt" TIMESTAMPTZ(3) NOT NULL,
    "updatedAt" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "AssetReview_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "Agreement" (
    "id" TEXT NOT NULL,
    "userId" TEXT NOT NULL,
    "agreementCode" TEXT NOT NULL,
    "contentId" TEXT NOT NULL,
    "version" INTEGER NOT NULL,
    "fullText" TEXT NOT NULL,
    "createdAt" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "Agreement_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "AdminAssetBundle" (
    "id" TEXT NOT NULL,
    "authorId" TEXT NOT NULL,
    "assetType" TEXT NOT NULL,
    "name" TEXT NOT NULL,
    "description" TEXT NOT NULL,
    "imageUrl" TEXT NOT NULL,
    "thumbnailImageUrl" TEXT NOT NULL,
    "releaseStatus" TEXT NOT NULL,
    "tags" TEXT[] DEFAULT ARRAY[]::TEXT[],
    "unityPackageUrl" TEXT,
    "unityPackages" JSONB NOT NULL,
    "createdAt" TIMESTAMPTZ(3) NOT NULL,
    "updatedAt" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "AdminAssetBundle_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "GalleryFileOrder" (
    "galleryId" TEXT NOT NULL,
    "fileId" TEXT NOT NULL,
    "position" INTEGER NOT NULL,

    CONSTRAINT "GalleryFileOrder_pkey" PRIMARY KEY ("galleryId","fileId")
);

-- CreateTable
CREATE TABLE "Instance" (
    "location" TEXT NOT NULL,
    "worldId" TEXT NOT NULL,
    "instanceId" TEXT NOT NULL,
    "name" TEXT NOT NULL,
    "type" TEXT NOT NULL,
    "ownerId" TEXT,
    "creatorId" TEXT NOT NULL,
    "region" TEXT NOT NULL,
    "canRequestInvite" BOOLEAN NOT NULL DEFAULT false,
    "groupAccessType" TEXT,
    "roleIds" TEXT[] DEFAULT ARRAY[]::TEXT[],
    "ageGate" BOOLEAN NOT NULL DEFAULT false,
    "strict" BOOLEAN NOT NULL DEFAULT false,
    "queueEnabled" BOOLEAN NOT NULL DEFAULT false,
    "displayName" TEXT,
    "calendarEntryId" TEXT,
    "contentSettings" JSONB NOT NULL DEFAULT '{}',
    "playerPersistenceEnabled" BOOLEAN,
    "instancePersistenceEnabled" BOOLEAN,
    "nonce" TEXT,
    "shortName" TEXT,
    "secureName" TEXT NOT NULL,
    "capacity" INTEGER NOT NULL,
    "recommendedCapacity" INTEGER NOT NULL,
    "createdAt" TIMESTAMPTZ(3) NOT NULL,
    "closedAt" TIMESTAMPTZ(3),
    "hardClose" BOOLEAN NOT NULL DEFAULT false,
    "emptySince" TIMESTAMPTZ(3),

    CONSTRAINT "Instance_pkey" PRIMARY KEY ("location")
);

-- CreateTable
CREATE TABLE "Occupant" (
    "userId" TEXT NOT NULL,
    "location" TEXT NOT NULL,
    "platform" TEXT NOT NULL,
    "joinedAt" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "Occupant_pkey" PRIMARY KEY ("userId")
);

-- CreateTable
CREATE TABLE "RecentLocation" (
    "userId" TEXT NOT NULL,
    "location" TEXT NOT NULL,
    "at" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "RecentLocation_pkey" PRIMARY KEY ("userId","location")
);

-- CreateTable
CREATE TABLE "Print" (
    "id" TEXT NOT NULL,
    "authorId" TEXT NOT NULL,
    "ownerId" TEXT NOT NULL,
    "fileId" TEXT NOT NULL,
    "version" INTEGER NOT NULL DEFAULT 1,
    "note" TEXT NOT NULL DEFAULT '',
    "worldId" TEXT NOT NULL DEFAULT '',
    "worldName" TEXT NOT NULL DEFAULT '',
    "timestamp" TIMESTAMPTZ(3) NOT NULL,
    "createdAt" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "Print_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "Prop" (
    "id" TEXT NOT NULL,
    "authorId" TEXT NOT NULL,
    "name" TEXT NOT NULL,
    "description" TEXT NOT NULL,
    "imageUrl" TEXT NOT NULL,
    "imageFileId" TEXT,
    "releaseStatus" TEXT NOT NULL,
    "spawnType" INTEGER NOT NULL,
    "worldPlacementMask" INTEGER NOT NULL,
    "maxCountPerUser" INTEGER NOT NULL DEFAULT 1,
    "tags" TEXT[] DEFAULT ARRAY[]::TEXT[],
    "unityPackageUrl" TEXT,
    "deletedAt" TIMESTAMPTZ(3),
    "createdAt" TIMESTAMPTZ(3) NOT NULL,
    "updatedAt" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "Prop_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "PropPackage" (
    "propId" TEXT NOT NULL,
    "platform" TEXT NOT NULL,
    "variant" TEXT NOT NULL DEFAULT 'standard',
    "unityVersion" TEXT NOT NULL,
    "assetVersion" INTEGER NOT NULL,
    "assetUrl" TEXT NOT NULL,
    "assetFileId" TEXT,
    "propSignature" TEXT NOT NULL DEFAULT '',

    CONSTRAINT "PropPackage_pkey" PRIMARY KEY ("propId","platform","variant")
);

-- CreateTable
CREATE TABLE "World" (
    "id" TEXT NOT NULL,
    "authorId" TEXT NOT NULL,
    "name" TEXT NOT NULL,
    "nameKey" TEXT NOT NULL,
    "description" TEXT NOT NULL DEFAULT '',
    "capacity" INTEGER NOT NULL,
    "recommendedCapacity" INTEGER NOT NULL,
    "imageUrl" TEXT NOT NULL,
    "imageFileId" TEXT,
    "previewYoutubeId" TEXT,
    "releaseStatus" TEXT NOT NULL,
    "featured" BOOLEAN NOT NULL DEFAULT false,
    "tags" TEXT[] DEFAULT ARRAY[]::TEXT[],
    "urlList" TEXT[] DEFAULT ARRAY[]::TEXT[],
    "version" INTEGER NOT NULL DEFAULT 1,
    "metadata" JSONB NOT NULL DEFAULT '{}',
    "contentSettings" JSONB NOT NULL DEFAULT '{}',
    "labsPublicationDate" TIMESTAMPTZ(3),
    "publicationDate" TIMESTAMPTZ(3),
    "deletedAt" TIMESTAMPTZ(3),
    "createdAt" TIMESTAMPTZ(3) NOT NULL,
    "updatedAt" TIMESTAMPTZ(3) NOT NULL,
    "visits" INTEGER NOT NULL DEFAULT 0,
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

    CONSTRAINT "World_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "UnityPackage" (
    "id" TEXT NOT NULL,
    "worldId" TEXT NOT NULL,
    "platform" TEXT NOT NULL,
    "unityVersion" TEXT NOT NULL,
    "unitySortNumber" BIGINT NOT NULL,
    "assetVersion" INTEGER NOT NULL,
    "assetUrl" TEXT NOT NULL,
    "assetFileId" TEXT,
    "variant" TEXT NOT NULL DEFAULT 'standard',
    "worldSignature" TEXT,
    "createdAt" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "UnityPackage_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "WorldVisitor" (
    "userId" TEXT NOT NULL,
    "worldId" TEXT NOT NULL,
    "visits" INTEGER NOT NULL,
    "lastAt" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "WorldVisitor_pkey" PRIMARY KEY ("userId","worldId")
);

-- CreateTable
CREATE TABLE "WorldVisit" (
    "id" BIGSERIAL NOT NULL,
    "worldId" TEXT NOT NULL,
    "userId" TEXT NOT NULL,
    "at" TIMESTAMPTZ(3) NOT NULL,
    "counted" BOOLEAN NOT NULL DEFAULT false,

    CONSTRAINT "WorldVisit_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "WorldPersistence" (
    "userId" TEXT NOT NULL,
    "worldId" TEXT NOT NULL,
    "data" JSONB NOT NULL,
    "updatedAt" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "WorldPersistence_pkey" PRIMARY KEY ("userId","worldId")
);

-- CreateTable
CREATE TABLE "Feedback" (
    "id" TEXT NOT NULL,
    "commenterId" TEXT NOT NULL,
    "contentId" TEXT NOT NULL,
    "contentType" TEXT NOT NULL,
    "contentVersion" INTEGER,
    "contentAuthorId" TEXT NOT NULL,
    "contentName" TEXT NOT NULL DEFAULT '',
    "description" TEXT,
    "reason" TEXT NOT NULL,
    "type" TEXT NOT NULL,
    "tags" TEXT[] DEFAULT ARRAY[]::TEXT[],
    "createdAt" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "Feedback_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "Favorite" (
    "id" TEXT NOT NULL,
    "userId" TEXT NOT NULL,
    "type" TEXT NOT NULL,
    "favoriteId" TEXT NOT NULL,
    "group" TEXT NOT NULL,
    "createdAt" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "Favorite_pkey" PRIMARY KEY ("id")
);

-- CreateIndex
CREATE INDEX "File_ownerId_createdAt_id_idx" ON "File"("ownerId", "createdAt", "id");

-- CreateIndex
CREATE INDEX "FileData_blobKey_idx" ON "FileData"("blobKey");

-- CreateIndex
CREATE INDEX "FileData_uploadRef_idx" ON "FileData"("uploadRef");

-- CreateIndex
CREATE INDEX "FileThumbnail_blobKey_idx" ON "FileThumbnail"("blobKey");

-- CreateIndex
CREATE UNIQUE INDEX "AssetReview_fileId_version_key" ON "AssetReview"("fileId", "version");

-- CreateIndex
CREATE UNIQUE INDEX "Agreement_userId_agreementCode_contentId_version_key" ON "Agreement"("userId", "agreementCode", "contentId", "version");

-- CreateIndex
CREATE INDEX "AdminAssetBundle_authorId_idx" ON "AdminAssetBundle"("authorId");

-- CreateIndex
CREATE INDEX "GalleryFileOrder_galleryId_position_idx" ON "GalleryFileOrder"("galleryId", "position");

-- CreateIndex
CREATE UNIQUE INDEX "Instance_shortName_key" ON "Instance"("shortName");

-- CreateIndex
CREATE UNIQUE INDEX "Instance_secureName_key" ON "Instance"("secureName");

-- CreateIndex
CREATE INDEX "Instance_worldId_emptySince_idx" ON "Instance"("worldId", "emptySince");

-- CreateIndex
CREATE INDEX "Instance_ownerId_idx" ON "Instance"("ownerId");

-- CreateIndex
CREATE INDEX "Instance_creatorId_idx" ON "Instance"("creatorId");

-- CreateIndex
CREATE INDEX "Instance_emptySince_idx" ON "Instance"("emptySince");

-- CreateIndex
CREATE INDEX "Occupant_location_joinedAt_idx" ON "Occupant"("location", "joinedAt");

-- CreateIndex
CREATE INDEX "RecentLocation_userId_at_idx" ON "RecentLocation"("userId", "at" DESC);

-- CreateIndex
CREATE INDEX "Print_ownerId_createdAt_id_idx" ON "Print"("ownerId", "createdAt", "id");

-- CreateIndex
CREATE INDEX "Print_authorId_idx" ON "Print"("authorId");

-- CreateIndex
CREATE INDEX "Print_fileId_idx" ON "Print"("fileId");

-- CreateIndex
CREATE INDEX "Prop_authorId_createdAt_id_idx" ON "Prop"("authorId", "createdAt", "id");

-- CreateIndex
CREATE INDEX "World_authorId_releaseStatus_updatedAt_id_idx" ON "World"("authorId", "releaseStatus", "updatedAt", "id");

-- CreateIndex
CREATE INDEX "World_releaseStatus_popularity_id_nameKey_idx" ON "World"("releaseStatus", "popularity", "id", "nameKey");

-- CreateIndex
CREATE INDEX "World_releaseStatus_heat_id_idx" ON "World"("releaseStatus", "heat", "id");

-- CreateIndex
CREATE INDEX "World_releaseStatus_favorites_id_idx" ON "World"("releaseStatus", "favorites", "id");

-- CreateIndex
CREATE INDEX "World_releaseStatus_createdAt_id_idx" ON "World"("releaseStatus", "createdAt", "id");

-- CreateIndex
CREATE INDEX "World_releaseStatus_updatedAt_id_idx" ON "World"("releaseStatus", "updatedAt", "id");

-- CreateIndex
CREATE INDEX "World_releaseStatus_labsPublicationDate_id_idx" ON "World"("releaseStatus", "labsPublicationDate", "id");

-- CreateIndex
CREATE INDEX "World_releaseStatus_publicationDate_id_idx" ON "World"("releaseStatus", "publicationDate", "id");

-- CreateIndex
CREATE INDEX "World_releaseStatus_nameKey_id_idx" ON "World"("releaseStatus", "nameKey", "id");

-- CreateIndex
CREATE INDEX "World_releaseStatus_trust_id_idx" ON "World"("releaseStatus", "trust", "id");

-- CreateIndex
CREATE INDEX "World_releaseStatus_magic_id_idx" ON "World"("releaseStatus", "magic", "id");

-- CreateIndex
CREATE INDEX "World_releaseStatus_relevance_id_idx" ON "World"("releaseStatus", "relevance", "id");

-- CreateIndex
CREATE INDEX "World_releaseStatus_reportCount_id_idx" ON "World"("releaseStatus", "reportCount", "id");

-- CreateIndex
CREATE INDEX "World_releaseStatus_reportScore_id_idx" ON "World"("releaseStatus", "reportScore", "id");

-- CreateIndex
CREATE INDEX "World_releaseStatus_shuffleKey_id_idx" ON "World"("releaseStatus", "shuffleKey", "id");

-- CreateIndex
CREATE INDEX "World_search" ON "World" USING GIN ("nameKey" gin_trgm_ops);

-- CreateIndex
CREATE INDEX "World_tags_idx" ON "World" USING GIN ("tags");

-- CreateIndex
CREATE UNIQUE INDEX "UnityPackage_worldId_platform_variant_key" ON "UnityPackage"("worldId", "platform", "variant");

-- CreateIndex
CREATE INDEX "WorldVisitor_userId_lastAt_idx" ON "WorldVisitor"("userId", "lastAt" DESC);

-- CreateIndex
CREATE INDEX "WorldVisitor_worldId_idx" ON "WorldVisitor"("worldId");

-- CreateIndex
CREATE INDEX "WorldVisit_counted_id_idx" ON "WorldVisit"("counted", "id");

-- CreateIndex
CREATE INDEX "WorldVisit_at_worldId_idx" ON "WorldVisit"("at", "worldId");

-- CreateIndex
CREATE INDEX "Feedback_contentAuthorId_createdAt_id_idx" ON "Feedback"("contentAuthorId", "createdAt", "id");

-- CreateIndex
CREATE INDEX "Feedback_commenterId_idx" ON "Feedback"("commenterId");

-- CreateIndex
CREATE INDEX "Favorite_userId_type_group_createdAt_id_idx" ON "Favorite"("userId", "type", "group", "createdAt", "id");

-- CreateIndex
CREATE INDEX "Favorite_type_favoriteId_idx" ON "Favorite"("type", "favoriteId");

-- CreateIndex
CREATE UNIQUE INDEX "Favorite_userId_type_favoriteId_key" ON "Favorite"("userId", "type", "favoriteId");

-- AddForeignKey
ALTER TABLE "File" ADD CONSTRAINT "File_ownerId_fkey" FOREIGN KEY ("ownerId") REFERENCES "User"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "FileVersion" ADD CONSTRAINT "FileVersion_fileId_fkey" FOREIGN KEY ("fileId") REFERENCES "File"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "FileData" ADD CONSTRAINT "FileData_fileId_version_fkey" FOREIGN KEY ("fileId", "version") REFERENCES "FileVersion"("fileId", "version") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "FileThumbnail" ADD CONSTRAINT "FileThumbnail_fileId_version_fkey" FOREIGN KEY ("fileId", "version") REFERENCES "FileVersion"("fileId", "version") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "FileAnalysis" ADD CONSTRAINT "FileAnalysis_fileId_version_fkey" FOREIGN KEY ("fileId", "version") REFERENCES "FileVersion"("fileId", "version") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "AssetReview" ADD CONSTRAINT "AssetReview_fileId_version_fkey" FOREIGN KEY ("fileId", "version") REFERENCES "FileVersion"("fileId", "version") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "Agreement" ADD CONSTRAINT "Agreement_userId_fkey" FOREIGN KEY ("userId") REFERENCES "User"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "AdminAssetBundle" ADD CONSTRAINT "AdminAssetBundle_authorId_fkey" FOREIGN KEY ("authorId") REFERENCES "User"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "Instance" ADD CONSTRAINT "Instance_worldId_fkey" FOREIGN KEY ("worldId") REFERENCES "World"("id") ON DELETE RESTRICT ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "Instance" ADD CONSTRAINT "Instance_creatorId_fkey" FOREIGN KEY ("creatorId") REFERENCES "User"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "Occupant" ADD CONSTRAINT "Occupant_userId_fkey" FOREIGN KEY ("userId") REFERENCES "User"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "Occupant" ADD CONSTRAINT "Occupant_location_fkey" FOREIGN KEY ("location") REFERENCES "Instance"("location") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "RecentLocation" ADD CONSTRAINT "RecentLocation_userId_fkey" FOREIGN KEY ("userId") REFERENCES "User"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "Print" ADD CONSTRAINT "Print_authorId_fkey" FOREIGN KEY ("authorId") REFERENCES "User"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "Print" ADD CONSTRAINT "Print_ownerId_fkey" FOREIGN KEY ("ownerId") REFERENCES "User"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "Print" ADD CONSTRAINT "Print_fileId_fkey" FOREIGN KEY ("fileId") REFERENCES "File"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "Prop" ADD CONSTRAINT "Prop_authorId_fkey" FOREIGN KEY ("authorId") REFERENCES "User"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "PropPackage" ADD CONSTRAINT "PropPackage_propId_fkey" FOREIGN KEY ("propId") REFERENCES "Prop"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "World" ADD CONSTRAINT "World_authorId_fkey" FOREIGN KEY ("authorId") REFERENCES "User"("id") ON DELETE RESTRICT ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "UnityPackage" ADD CONSTRAINT "UnityPackage_worldId_fkey" FOREIGN KEY ("worldId") REFERENCES "World"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "WorldVisitor" ADD CONSTRAINT "WorldVisitor_userId_fkey" FOREIGN KEY ("userId") REFERENCES "User"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "WorldVisitor" ADD CONSTRAINT "WorldVisitor_worldId_fkey" FOREIGN KEY ("worldId") REFERENCES "World"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "WorldPersistence" ADD CONSTRAINT "WorldPersistence_userId_fkey" FOREIGN KEY ("userId") REFERENCES "User"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "Feedback" ADD CONSTRAINT "Feedback_commenterId_fkey" FOREIGN KEY ("commenterId") REFERENCES "User"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "Feedback" ADD CONSTRAINT "Feedback_contentAuthorId_fkey" FOREIGN KEY ("contentAuthorId") REFERENCES "User"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "Favorite" ADD CONSTRAINT "Favorite_userId_fkey" FOREIGN KEY ("userId") REFERENCES "User"("id") ON DELETE CASCADE ON UPDATE CASCADE;
