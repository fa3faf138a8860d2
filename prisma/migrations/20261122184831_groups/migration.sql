-- CreateTable
CREATE TABLE "Group" (
    "id" TEXT NOT NULL,
    "name" TEXT NOT NULL,
    "nameKey" TEXT NOT NULL,
    "shortCode" TEXT NOT NULL,
    "discriminator" TEXT NOT NULL,
    "description" TEXT NOT NULL DEFAULT '',
    "rules" TEXT,
    "links" TEXT[] DEFAULT ARRAY[]::TEXT[],
    "languages" TEXT[] DEFAULT ARRAY[]::TEXT[],
    "tags" TEXT[] DEFAULT ARRAY[]::TEXT[],
    "iconId" TEXT,
    "bannerId" TEXT,
    "privacy" TEXT NOT NULL DEFAULT 'default',
    "joinState" TEXT NOT NULL DEFAULT 'open',
    "allowGroupJoinPrompt" BOOLEAN NOT NULL DEFAULT true,
    "isVerified" BOOLEAN NOT NULL DEFAULT false,
    "storeId" TEXT,
    "ownerId" TEXT,
    "memberCount" INTEGER NOT NULL DEFAULT 0,
    "onlineMemberCount" INTEGER NOT NULL DEFAULT 0,
    "lastPostCreatedAt" TIMESTAMPTZ(3),
    "codeChangedAt" TIMESTAMPTZ(3),
    "transferTargetId" TEXT,
    "transferExpiresAt" TIMESTAMPTZ(3),
    "hiddenAt" TIMESTAMPTZ(3),
    "deletedAt" TIMESTAMPTZ(3),
    "purgeAt" TIMESTAMPTZ(3),
    "createdAt" TIMESTAMPTZ(3) NOT NULL,
    "updatedAt" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "Group_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "GroupCode" (
    "shortCode" TEXT NOT NULL,
    "discriminator" TEXT NOT NULL,
    "groupId" TEXT NOT NULL,

    CONSTRAINT "GroupCode_pkey" PRIMARY KEY ("shortCode","discriminator")
);

-- CreateTable
CREATE TABLE "GroupRole" (
    "id" TEXT NOT NULL,
    "groupId" TEXT NOT NULL,
    "name" TEXT NOT NULL,
    "description" TEXT NOT NULL DEFAULT '',
    "permissions" TEXT[] DEFAULT ARRAY[]::TEXT[],
    "order" INTEGER NOT NULL,
    "kind" TEXT,
    "isSelfAssignable" BOOLEAN NOT NULL DEFAULT false,
    "isAddedOnJoin" BOOLEAN NOT NULL DEFAULT false,
    "requiresTwoFactor" BOOLEAN NOT NULL DEFAULT false,
    "requiresPurchase" BOOLEAN NOT NULL DEFAULT false,
    "createdAt" TIMESTAMPTZ(3) NOT NULL,
    "updatedAt" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "GroupRole_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "GroupMember" (
    "id" TEXT NOT NULL,
    "groupId" TEXT NOT NULL,
    "userId" TEXT NOT NULL,
    "status" TEXT NOT NULL,
    "createdAt" TIMESTAMPTZ(3) NOT NULL,
    "joinedAt" TIMESTAMPTZ(3),
    "bannedAt" TIMESTAMPTZ(3),
    "invitedById" TEXT,
    "invitedAt" TIMESTAMPTZ(3),
    "requestedAt" TIMESTAMPTZ(3),
    "rejectedAt" TIMESTAMPTZ(3),
    "requestBlockedAt" TIMESTAMPTZ(3),
    "userBlockedAt" TIMESTAMPTZ(3),
    "acceptedById" TEXT,
    "isRepresenting" BOOLEAN NOT NULL DEFAULT false,
    "visibility" TEXT NOT NULL DEFAULT 'visible',
    "isSubscribedToAnnouncements" BOOLEAN NOT NULL DEFAULT true,
    "isSubscribedToEventAnnouncements" BOOLEAN NOT NULL DEFAULT true,
    "hasJoinedFromPurchase" BOOLEAN NOT NULL DEFAULT false,
    "managerNotes" TEXT NOT NULL DEFAULT '',
    "lastPostReadAt" TIMESTAMPTZ(3),

    CONSTRAINT "GroupMember_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "GroupMemberRole" (
    "roleId" TEXT NOT NULL,
    "userId" TEXT NOT NULL,
    "groupId" TEXT NOT NULL,

    CONSTRAINT "GroupMemberRole_pkey" PRIMARY KEY ("roleId","userId")
);

-- CreateTable
CREATE TABLE "GroupAnnouncement" (
    "id" TEXT NOT NULL,
    "groupId" TEXT NOT NULL,
    "authorId" TEXT,
    "title" TEXT NOT NULL,
    "text" TEXT,
    "imageId" TEXT,
    "createdAt" TIMESTAMPTZ(3) NOT NULL,
    "updatedAt" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "GroupAnnouncement_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "GroupPost" (
    "id" TEXT NOT NULL,
    "groupId" TEXT NOT NULL,
    "authorId" TEXT,
    "editorId" TEXT,
    "title" TEXT NOT NULL,
    "text" TEXT NOT NULL,
    "imageId" TEXT,
    "roleIds" TEXT[] DEFAULT ARRAY[]::TEXT[],
    "visibility" TEXT NOT NULL,
    "notifiedAt" TIMESTAMPTZ(3),
    "createdAt" TIMESTAMPTZ(3) NOT NULL,
    "updatedAt" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "GroupPost_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "GroupGallery" (
    "id" TEXT NOT NULL,
    "groupId" TEXT NOT NULL,
    "name" TEXT NOT NULL,
    "description" TEXT NOT NULL DEFAULT '',
    "membersOnly" BOOLEAN NOT NULL DEFAULT false,
    "restrictsView" BOOLEAN NOT NULL DEFAULT false,
    "roleIdsToView" TEXT[] DEFAULT ARRAY[]::TEXT[],
    "roleIdsToSubmit" TEXT[] DEFAULT ARRAY[]::TEXT[],
    "roleIdsToAutoApprove" TEXT[] DEFAULT ARRAY[]::TEXT[],
    "roleIdsToManage" TEXT[] DEFAULT ARRAY[]::TEXT[],
    "createdAt" TIMESTAMPTZ(3) NOT NULL,
    "updatedAt" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "GroupGallery_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "GroupGalleryImage" (
    "id" TEXT NOT NULL,
    "groupId" TEXT NOT NULL,
    "galleryId" TEXT NOT NULL,
    "fileId" TEXT NOT NULL,
    "position" INTEGER NOT NULL DEFAULT 0,
    "submittedById" TEXT,
    "approvedById" TEXT,
    "approvedAt" TIMESTAMPTZ(3),
    "createdAt" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "GroupGalleryImage_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "GroupAuditEntry" (
    "id" TEXT NOT NULL,
    "groupId" TEXT NOT NULL,
    "actorId" TEXT,
    "eventType" TEXT NOT NULL,
    "targetId" TEXT,
    "description" TEXT NOT NULL,
    "data" JSONB NOT NULL DEFAULT '{}',
    "createdAt" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "GroupAuditEntry_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "GroupDelivery" (
    "id" TEXT NOT NULL,
    "groupId" TEXT NOT NULL,
    "sourceId" TEXT NOT NULL,
    "kind" TEXT NOT NULL,
    "content" JSONB NOT NULL DEFAULT '{}',
    "cursor" TEXT NOT NULL DEFAULT '',
    "createdAt" TIMESTAMPTZ(3) NOT NULL,
    "finishedAt" TIMESTAMPTZ(3),

    CONSTRAINT "GroupDelivery_pkey" PRIMARY KEY ("id")
);

-- CreateIndex
CREATE INDEX "Group_ownerId_idx" ON "Group"("ownerId");

-- CreateIndex
CREATE INDEX "Group_transferTargetId_idx" ON "Group"("transferTargetId");

-- CreateIndex
CREATE INDEX "Group_memberCount_id_idx" ON "Group"("memberCount" DESC, "id");

-- CreateIndex
CREATE INDEX "Group_deletedAt_purgeAt_idx" ON "Group"("deletedAt", "purgeAt");

-- CreateIndex
CREATE UNIQUE INDEX "Group_shortCode_discriminator_key" ON "Group"("shortCode", "discriminator");

-- Roles change places within a transaction, so their order is checked at its end.
ALTER TABLE "GroupRole" ADD CONSTRAINT "GroupRole_groupId_order_key" UNIQUE ("groupId", "order") DEFERRABLE INITIALLY DEFERRED;

-- CreateIndex
CREATE INDEX "GroupMember_userId_status_idx" ON "GroupMember"("userId", "status");

-- CreateIndex
CREATE INDEX "GroupMember_groupId_status_joinedAt_id_idx" ON "GroupMember"("groupId", "status", "joinedAt", "id");

-- CreateIndex
CREATE INDEX "GroupMember_groupId_status_requestedAt_id_idx" ON "GroupMember"("groupId", "status", "requestedAt", "id");

-- CreateIndex
CREATE INDEX "GroupMember_groupId_status_invitedAt_id_idx" ON "GroupMember"("groupId", "status", "invitedAt", "id");

-- CreateIndex
CREATE INDEX "GroupMember_groupId_status_bannedAt_id_idx" ON "GroupMember"("groupId", "status", "bannedAt", "id");

-- CreateIndex
CREATE INDEX "GroupMember_invitedById_idx" ON "GroupMember"("invitedById");

-- CreateIndex
CREATE INDEX "GroupMember_acceptedById_idx" ON "GroupMember"("acceptedById");

-- CreateIndex
CREATE UNIQUE INDEX "GroupMember_groupId_userId_key" ON "GroupMember"("groupId", "userId");

-- CreateIndex
CREATE INDEX "GroupMemberRole_groupId_userId_idx" ON "GroupMemberRole"("groupId", "userId");

-- CreateIndex
CREATE UNIQUE INDEX "GroupAnnouncement_groupId_key" ON "GroupAnnouncement"("groupId");

-- CreateIndex
CREATE INDEX "GroupAnnouncement_authorId_idx" ON "GroupAnnouncement"("authorId");

-- CreateIndex
CREATE INDEX "GroupPost_groupId_createdAt_id_idx" ON "GroupPost"("groupId", "createdAt" DESC, "id" DESC);

-- CreateIndex
CREATE INDEX "GroupPost_authorId_idx" ON "GroupPost"("authorId");

-- CreateIndex
CREATE INDEX "GroupPost_editorId_idx" ON "GroupPost"("editorId");

-- CreateIndex
CREATE INDEX "GroupGallery_groupId_createdAt_id_idx" ON "GroupGallery"("groupId", "createdAt", "id");

-- CreateIndex
CREATE INDEX "GroupGalleryImage_galleryId_position_createdAt_id_idx" ON "GroupGalleryImage"("galleryId", "position", "createdAt", "id");

-- CreateIndex
CREATE INDEX "GroupGalleryImage_submittedById_idx" ON "GroupGalleryImage"("submittedById");

-- CreateIndex
CREATE INDEX "GroupGalleryImage_approvedById_idx" ON "GroupGalleryImage"("approvedById");

-- CreateIndex
CREATE UNIQUE INDEX "GroupGalleryImage_galleryId_fileId_key" ON "GroupGalleryImage"("galleryId", "fileId");

-- CreateIndex
CREATE INDEX "GroupAuditEntry_groupId_id_idx" ON "GroupAuditEntry"("groupId", "id" DESC);

-- CreateIndex
CREATE INDEX "GroupAuditEntry_groupId_eventType_id_idx" ON "GroupAuditEntry"("groupId", "eventType", "id" DESC);

-- CreateIndex
CREATE INDEX "GroupAuditEntry_groupId_actorId_id_idx" ON "GroupAuditEntry"("groupId", "actorId", "id" DESC);

-- CreateIndex
CREATE INDEX "GroupAuditEntry_groupId_targetId_id_idx" ON "GroupAuditEntry"("groupId", "targetId", "id" DESC);

-- CreateIndex
CREATE INDEX "GroupAuditEntry_createdAt_idx" ON "GroupAuditEntry"("createdAt");

-- CreateIndex
CREATE INDEX "GroupDelivery_groupId_idx" ON "GroupDelivery"("groupId");

-- CreateIndex
CREATE INDEX "GroupDelivery_sourceId_idx" ON "GroupDelivery"("sourceId");

-- CreateIndex
CREATE INDEX "GroupDelivery_finishedAt_id_idx" ON "GroupDelivery"("finishedAt", "id");

-- AddForeignKey
ALTER TABLE "Group" ADD CONSTRAINT "Group_ownerId_fkey" FOREIGN KEY ("ownerId") REFERENCES "User"("id") ON DELETE SET NULL ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "Group" ADD CONSTRAINT "Group_transferTargetId_fkey" FOREIGN KEY ("transferTargetId") REFERENCES "User"("id") ON DELETE SET NULL ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "GroupRole" ADD CONSTRAINT "GroupRole_groupId_fkey" FOREIGN KEY ("groupId") REFERENCES "Group"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "GroupMember" ADD CONSTRAINT "GroupMember_groupId_fkey" FOREIGN KEY ("groupId") REFERENCES "Group"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "GroupMember" ADD CONSTRAINT "GroupMember_userId_fkey" FOREIGN KEY ("userId") REFERENCES "User"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "GroupMember" ADD CONSTRAINT "GroupMember_invitedById_fkey" FOREIGN KEY ("invitedById") REFERENCES "User"("id") ON DELETE SET NULL ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "GroupMember" ADD CONSTRAINT "GroupMember_acceptedById_fkey" FOREIGN KEY ("acceptedById") REFERENCES "User"("id") ON DELETE SET NULL ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "GroupMemberRole" ADD CONSTRAINT "GroupMemberRole_roleId_fkey" FOREIGN KEY ("roleId") REFERENCES "GroupRole"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "GroupMemberRole" ADD CONSTRAINT "GroupMemberRole_groupId_userId_fkey" FOREIGN KEY ("groupId", "userId") REFERENCES "GroupMember"("groupId", "userId") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "GroupAnnouncement" ADD CONSTRAINT "GroupAnnouncement_groupId_fkey" FOREIGN KEY ("groupId") REFERENCES "Group"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "GroupAnnouncement" ADD CONSTRAINT "GroupAnnouncement_authorId_fkey" FOREIGN KEY ("authorId") REFERENCES "User"("id") ON DELETE SET NULL ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "GroupPost" ADD CONSTRAINT "GroupPost_groupId_fkey" FOREIGN KEY ("groupId") REFERENCES "Group"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "GroupPost" ADD CONSTRAINT "GroupPost_authorId_fkey" FOREIGN KEY ("authorId") REFERENCES "User"("id") ON DELETE SET NULL ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "GroupPost" ADD CONSTRAINT "GroupPost_editorId_fkey" FOREIGN KEY ("editorId") REFERENCES "User"("id") ON DELETE SET NULL ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "GroupGallery" ADD CONSTRAINT "GroupGallery_groupId_fkey" FOREIGN KEY ("groupId") REFERENCES "Group"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "GroupGalleryImage" ADD CONSTRAINT "GroupGalleryImage_galleryId_fkey" FOREIGN KEY ("galleryId") REFERENCES "GroupGallery"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "GroupGalleryImage" ADD CONSTRAINT "GroupGalleryImage_submittedById_fkey" FOREIGN KEY ("submittedById") REFERENCES "User"("id") ON DELETE SET NULL ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "GroupGalleryImage" ADD CONSTRAINT "GroupGalleryImage_approvedById_fkey" FOREIGN KEY ("approvedById") REFERENCES "User"("id") ON DELETE SET NULL ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "GroupAuditEntry" ADD CONSTRAINT "GroupAuditEntry_groupId_fkey" FOREIGN KEY ("groupId") REFERENCES "Group"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "GroupDelivery" ADD CONSTRAINT "GroupDelivery_groupId_fkey" FOREIGN KEY ("groupId") REFERENCES "Group"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- Searches by a part of the name.
CREATE INDEX "Group_search" ON "Group" USING GIN ("nameKey" gin_trgm_ops);

-- The rules of a group that hold whatever the order of concurrent acts.
ALTER TABLE "Group" ADD CONSTRAINT "Group_memberCount_check" CHECK ("memberCount" BETWEEN 0 AND 100000);
ALTER TABLE "GroupMember" ADD CONSTRAINT "GroupMember_status_check"
  CHECK (status IN ('none', 'requested', 'invited', 'member', 'banned') AND (status = 'member') = ("joinedAt" IS NOT NULL));
ALTER TABLE "GroupMember" ADD CONSTRAINT "GroupMember_userBlockedAt_check"
  CHECK ("userBlockedAt" IS NULL OR status <> 'member');
ALTER TABLE "GroupMember" ADD CONSTRAINT "GroupMember_isRepresenting_check" CHECK (NOT "isRepresenting" OR status = 'member');
CREATE UNIQUE INDEX "GroupMember_represented" ON "GroupMember" ("userId") WHERE "isRepresenting";
CREATE UNIQUE INDEX "GroupRole_kind" ON "GroupRole" ("groupId", kind) WHERE kind IS NOT NULL;

-- Pages deep in the list of members are found in the index alone.
CREATE INDEX "GroupMember_joined" ON "GroupMember" ("groupId", "joinedAt", id) INCLUDE ("userId", visibility) WHERE status = 'member';
-- What a person blocked, and whose requests a group blocks.
CREATE INDEX "GroupMember_userBlocked" ON "GroupMember" ("userId", "userBlockedAt") WHERE "userBlockedAt" IS NOT NULL;
CREATE INDEX "GroupMember_requestBlocked" ON "GroupMember" ("groupId", "requestBlockedAt", id) WHERE "requestBlockedAt" IS NOT NULL;

-- The audit log of a group is append-only: entries go with their group or after a year, and only an erasure of an account
-- changes texts.
CREATE FUNCTION guard_group_audit_entry() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF TG_OP = 'UPDATE' AND current_setting('plaza.erasure', true) = 'on' THEN RETURN NEW; END IF;
  IF TG_OP = 'DELETE' AND (OLD."createdAt" < now() - interval '365 days'
    OR NOT EXISTS (SELECT FROM "Group" WHERE id = OLD."groupId" AND "deletedAt" IS NULL)) THEN RETURN OLD; END IF;
  RAISE EXCEPTION 'entries of the audit log of a group are never changed';
END
$$;
CREATE TRIGGER guard_group_audit_entry BEFORE UPDATE OR DELETE ON "GroupAuditEntry"
  FOR EACH ROW EXECUTE FUNCTION guard_group_audit_entry();
