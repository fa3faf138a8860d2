-- Text search by trigrams. A trusted extension: the owner of the database may create it.
CREATE EXTENSION IF NOT EXISTS pg_trgm;

-- CreateTable
CREATE TABLE "Account" (
    "userId" TEXT NOT NULL,
    "email" TEXT,
    "emailKey" TEXT,
    "emailVerified" BOOLEAN NOT NULL DEFAULT false,
    "pendingEmail" TEXT,
    "passwordHash" TEXT,
    "birthday" DATE,
    "acceptedTOSVersion" INTEGER NOT NULL DEFAULT 0,
    "acceptedPrivacyVersion" INTEGER NOT NULL DEFAULT 0,
    "unsubscribe" BOOLEAN NOT NULL DEFAULT true,
    "contentFilters" TEXT[],
    "isBoopingEnabled" BOOLEAN NOT NULL DEFAULT true,
    "hasSharedConnectionsOptOut" BOOLEAN NOT NULL DEFAULT false,
    "hasDiscordFriendsOptOut" BOOLEAN NOT NULL DEFAULT false,
    "hasLoggedInFromClient" BOOLEAN NOT NULL DEFAULT false,
    "totpSecret" TEXT,
    "totpEnabledAt" TIMESTAMPTZ(3),
    "totpPendingSecret" TEXT,
    "totpLastStep" INTEGER NOT NULL DEFAULT 0,
    "recoveryBatch" TEXT,
    "trustGeneration" INTEGER NOT NULL DEFAULT 0,
    "deletionAt" TIMESTAMPTZ(3),
    "deletionLog" JSONB NOT NULL DEFAULT '[]',

    CONSTRAINT "Account_pkey" PRIMARY KEY ("userId")
);

-- CreateTable
CREATE TABLE "Session" (
    "id" TEXT NOT NULL,
    "userId" TEXT NOT NULL,
    "tokenHash" TEXT NOT NULL,
    "createdAt" TIMESTAMPTZ(3) NOT NULL,
    "lastUsedAt" TIMESTAMPTZ(3) NOT NULL,
    "expiresAt" TIMESTAMPTZ(3) NOT NULL,
    "owes" TEXT[],
    "address" TEXT NOT NULL,
    "userAgent" TEXT NOT NULL,

    CONSTRAINT "Session_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "RecoveryCode" (
    "userId" TEXT NOT NULL,
    "codeHash" TEXT NOT NULL,
    "position" INTEGER NOT NULL,
    "usedAt" TIMESTAMPTZ(3),

    CONSTRAINT "RecoveryCode_pkey" PRIMARY KEY ("userId","codeHash")
);

-- CreateTable
CREATE TABLE "EmailCode" (
    "id" TEXT NOT NULL,
    "userId" TEXT NOT NULL,
    "sessionId" TEXT,
    "address" TEXT NOT NULL,
    "codeHash" TEXT NOT NULL,
    "linkHash" TEXT NOT NULL,
    "createdAt" TIMESTAMPTZ(3) NOT NULL,
    "expiresAt" TIMESTAMPTZ(3) NOT NULL,
    "usedAt" TIMESTAMPTZ(3),

    CONSTRAINT "EmailCode_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "EmailToken" (
    "id" TEXT NOT NULL,
    "userId" TEXT NOT NULL,
    "email" TEXT NOT NULL,
    "tokenHash" TEXT NOT NULL,
    "createdAt" TIMESTAMPTZ(3) NOT NULL,
    "expiresAt" TIMESTAMPTZ(3) NOT NULL,
    "usedAt" TIMESTAMPTZ(3),

    CONSTRAINT "EmailToken_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "LoginPlace" (
    "userId" TEXT NOT NULL,
    "address" TEXT NOT NULL,
    "lastUsedAt" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "LoginPlace_pkey" PRIMARY KEY ("userId","address")
);

-- CreateTable
CREATE TABLE "ConfigEntry" (
    "key" TEXT NOT NULL,
    "value" JSONB NOT NULL,
    "updatedAt" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "ConfigEntry_pkey" PRIMARY KEY ("key")
);

-- CreateTable
CREATE TABLE "InfoPush" (
    "id" TEXT NOT NULL,
    "isEnabled" BOOLEAN NOT NULL DEFAULT true,
    "releaseStatus" TEXT NOT NULL DEFAULT 'public',
    "priority" INTEGER NOT NULL DEFAULT 0,
    "tags" TEXT[],
    "data" JSONB NOT NULL,
    "hash" TEXT NOT NULL,
    "startDate" TIMESTAMPTZ(3),
    "endDate" TIMESTAMPTZ(3),
    "createdAt" TIMESTAMPTZ(3) NOT NULL,
    "updatedAt" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "InfoPush_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "Permission" (
    "id" TEXT NOT NULL,
    "name" TEXT NOT NULL,
    "displayName" TEXT NOT NULL,
    "description" TEXT NOT NULL,
    "type" TEXT NOT NULL DEFAULT 'permission',
    "data" JSONB NOT NULL DEFAULT '{}',
    "ownerId" TEXT NOT NULL,
    "createdAt" TIMESTAMPTZ(3) NOT NULL,
    "updatedAt" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "Permission_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "PermissionGrant" (
    "userId" TEXT NOT NULL,
    "permissionId" TEXT NOT NULL,
    "grantedAt" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "PermissionGrant_pkey" PRIMARY KEY ("userId","permissionId")
);

-- CreateTable
CREATE TABLE "FrontendAsset" (
    "kind" TEXT NOT NULL,
    "variant" TEXT NOT NULL,
    "branch" TEXT NOT NULL,
    "content" TEXT NOT NULL,
    "updatedAt" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "FrontendAsset_pkey" PRIMARY KEY ("kind","variant","branch")
);

-- CreateTable
CREATE UNLOGGED TABLE "Presence" (
    "userId" TEXT NOT NULL,
    "lastSeen" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "Presence_pkey" PRIMARY KEY ("userId")
);

-- CreateTable
CREATE TABLE "Outbox" (
    "id" BIGSERIAL NOT NULL,
    "topic" TEXT NOT NULL,
    "subject" TEXT NOT NULL,
    "ids" JSONB NOT NULL,
    "createdAt" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "Outbox_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "User" (
    "id" TEXT NOT NULL,
    "username" TEXT NOT NULL,
    "usernameKey" TEXT NOT NULL,
    "displayName" TEXT NOT NULL,
    "displayNameKey" TEXT NOT NULL,
    "createdAt" TIMESTAMPTZ(3) NOT NULL,
    "updatedAt" TIMESTAMPTZ(3) NOT NULL,
    "admin" BOOLEAN NOT NULL DEFAULT false,
    "developerType" TEXT NOT NULL DEFAULT 'none',
    "bio" TEXT NOT NULL DEFAULT '',
    "bioLinks" TEXT[],
    "pronouns" TEXT NOT NULL DEFAULT '',
    "pronounsHistory" TEXT[],
    "status" TEXT NOT NULL DEFAULT 'active',
    "statusDescription" TEXT NOT NULL DEFAULT '',
    "statusHistory" TEXT[],
    "statusFirstTime" BOOLEAN NOT NULL DEFAULT true,
    "tags" TEXT[],
    "userIcon" TEXT NOT NULL DEFAULT '',
    "profilePicOverride" TEXT NOT NULL DEFAULT '',
    "bannerType" TEXT NOT NULL DEFAULT '',
    "bannerUrl" TEXT NOT NULL DEFAULT '',
    "currentAvatar" TEXT NOT NULL,
    "currentAvatarImageUrl" TEXT NOT NULL DEFAULT '',
    "currentAvatarThumbnailImageUrl" TEXT NOT NULL DEFAULT '',
    "currentAvatarTags" TEXT[],
    "homeLocation" TEXT NOT NULL DEFAULT '',
    "allowAvatarCopying" BOOLEAN NOT NULL DEFAULT false,
    "ageVerificationStatus" TEXT NOT NULL DEFAULT 'hidden',
    "ageVerified" BOOLEAN NOT NULL DEFAULT false,
    "lastLoginAt" TIMESTAMPTZ(3),
    "lastActivityAt" TIMESTAMPTZ(3),
    "lastMobileAt" TIMESTAMPTZ(3),
    "lastPlatform" TEXT NOT NULL DEFAULT '',
    "erasedAt" TIMESTAMPTZ(3),

    CONSTRAINT "User_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "PastDisplayName" (
    "id" TEXT NOT NULL,
    "userId" TEXT NOT NULL,
    "displayName" TEXT NOT NULL,
    "updatedAt" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "PastDisplayName_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "Badge" (
    "id" TEXT NOT NULL,
    "name" TEXT NOT NULL,
    "description" TEXT NOT NULL,
    "imageUrl" TEXT NOT NULL,
    "createdAt" TIMESTAMPTZ(3) NOT NULL,
    "updatedAt" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "Badge_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "UserBadge" (
    "userId" TEXT NOT NULL,
    "badgeId" TEXT NOT NULL,
    "showcased" BOOLEAN NOT NULL DEFAULT false,
    "hidden" BOOLEAN NOT NULL DEFAULT false,
    "assignedAt" TIMESTAMPTZ(3) NOT NULL,
    "updatedAt" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "UserBadge_pkey" PRIMARY KEY ("userId","badgeId")
);

-- CreateTable
CREATE TABLE "UserNote" (
    "id" TEXT NOT NULL,
    "userId" TEXT NOT NULL,
    "targetUserId" TEXT NOT NULL,
    "note" TEXT NOT NULL,
    "createdAt" TIMESTAMPTZ(3) NOT NULL,
    "updatedAt" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "UserNote_pkey" PRIMARY KEY ("id")
);

-- CreateIndex
CREATE UNIQUE INDEX "Account_emailKey_key" ON "Account"("emailKey");

-- CreateIndex
CREATE INDEX "Account_deletionAt_idx" ON "Account"("deletionAt");

-- CreateIndex
CREATE UNIQUE INDEX "Session_tokenHash_key" ON "Session"("tokenHash");

-- CreateIndex
CREATE INDEX "Session_userId_createdAt_id_idx" ON "Session"("userId", "createdAt", "id");

-- CreateIndex
CREATE INDEX "Session_expiresAt_idx" ON "Session"("expiresAt");

-- CreateIndex
CREATE UNIQUE INDEX "EmailCode_linkHash_key" ON "EmailCode"("linkHash");

-- CreateIndex
CREATE INDEX "EmailCode_userId_sessionId_idx" ON "EmailCode"("userId", "sessionId");

-- CreateIndex
CREATE INDEX "EmailCode_expiresAt_idx" ON "EmailCode"("expiresAt");

-- CreateIndex
CREATE UNIQUE INDEX "EmailToken_tokenHash_key" ON "EmailToken"("tokenHash");

-- CreateIndex
CREATE INDEX "EmailToken_userId_idx" ON "EmailToken"("userId");

-- CreateIndex
CREATE INDEX "EmailToken_expiresAt_idx" ON "EmailToken"("expiresAt");

-- CreateIndex
CREATE INDEX "InfoPush_priority_id_idx" ON "InfoPush"("priority" DESC, "id");

-- CreateIndex
CREATE INDEX "InfoPush_tags_idx" ON "InfoPush" USING GIN ("tags");

-- CreateIndex
CREATE UNIQUE INDEX "Permission_name_key" ON "Permission"("name");

-- CreateIndex
CREATE INDEX "Permission_ownerId_idx" ON "Permission"("ownerId");

-- CreateIndex
CREATE INDEX "PermissionGrant_permissionId_idx" ON "PermissionGrant"("permissionId");

-- CreateIndex
CREATE INDEX "Presence_lastSeen_idx" ON "Presence"("lastSeen");

-- CreateIndex
CREATE UNIQUE INDEX "User_usernameKey_key" ON "User"("usernameKey");

-- CreateIndex
CREATE UNIQUE INDEX "User_displayNameKey_key" ON "User"("displayNameKey");

-- CreateIndex
CREATE INDEX "User_search" ON "User" USING GIN ("displayNameKey" gin_trgm_ops);

-- CreateIndex
CREATE INDEX "User_createdAt_id_idx" ON "User"("createdAt", "id");

-- CreateIndex
CREATE INDEX "PastDisplayName_userId_updatedAt_idx" ON "PastDisplayName"("userId", "updatedAt");

-- CreateIndex
CREATE UNIQUE INDEX "Badge_name_key" ON "Badge"("name");

-- CreateIndex
CREATE INDEX "UserBadge_badgeId_idx" ON "UserBadge"("badgeId");

-- CreateIndex
CREATE INDEX "UserNote_userId_updatedAt_id_idx" ON "UserNote"("userId", "updatedAt" DESC, "id" DESC);

-- CreateIndex
CREATE INDEX "UserNote_targetUserId_idx" ON "UserNote"("targetUserId");

-- CreateIndex
CREATE UNIQUE INDEX "UserNote_userId_targetUserId_key" ON "UserNote"("userId", "targetUserId");

-- AddForeignKey
ALTER TABLE "Account" ADD CONSTRAINT "Account_userId_fkey" FOREIGN KEY ("userId") REFERENCES "User"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "Session" ADD CONSTRAINT "Session_userId_fkey" FOREIGN KEY ("userId") REFERENCES "User"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "RecoveryCode" ADD CONSTRAINT "RecoveryCode_userId_fkey" FOREIGN KEY ("userId") REFERENCES "Account"("userId") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "EmailCode" ADD CONSTRAINT "EmailCode_userId_fkey" FOREIGN KEY ("userId") REFERENCES "Account"("userId") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "EmailToken" ADD CONSTRAINT "EmailToken_userId_fkey" FOREIGN KEY ("userId") REFERENCES "Account"("userId") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "LoginPlace" ADD CONSTRAINT "LoginPlace_userId_fkey" FOREIGN KEY ("userId") REFERENCES "Account"("userId") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "Permission" ADD CONSTRAINT "Permission_ownerId_fkey" FOREIGN KEY ("ownerId") REFERENCES "User"("id") ON DELETE RESTRICT ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "PermissionGrant" ADD CONSTRAINT "PermissionGrant_userId_fkey" FOREIGN KEY ("userId") REFERENCES "User"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "PermissionGrant" ADD CONSTRAINT "PermissionGrant_permissionId_fkey" FOREIGN KEY ("permissionId") REFERENCES "Permission"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "PastDisplayName" ADD CONSTRAINT "PastDisplayName_userId_fkey" FOREIGN KEY ("userId") REFERENCES "User"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "UserBadge" ADD CONSTRAINT "UserBadge_userId_fkey" FOREIGN KEY ("userId") REFERENCES "User"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "UserBadge" ADD CONSTRAINT "UserBadge_badgeId_fkey" FOREIGN KEY ("badgeId") REFERENCES "Badge"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "UserNote" ADD CONSTRAINT "UserNote_userId_fkey" FOREIGN KEY ("userId") REFERENCES "User"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "UserNote" ADD CONSTRAINT "UserNote_targetUserId_fkey" FOREIGN KEY ("targetUserId") REFERENCES "User"("id") ON DELETE CASCADE ON UPDATE CASCADE;
