-- AlterTable
ALTER TABLE "Account" ADD COLUMN     "suspendedAt" TIMESTAMPTZ(3),
ADD COLUMN     "suspendedUntil" TIMESTAMPTZ(3),
ADD COLUMN     "suspensionReason" TEXT NOT NULL DEFAULT '';

-- AlterTable
ALTER TABLE "Friendship" ADD COLUMN     "blocked" BOOLEAN NOT NULL DEFAULT false;

-- AlterTable
ALTER TABLE "World" ADD COLUMN     "hiddenFrom" TEXT;

-- CreateTable
CREATE TABLE "AuditEntry" (
    "id" TEXT NOT NULL,
    "at" TIMESTAMPTZ(3) NOT NULL,
    "actorId" TEXT,
    "act" TEXT NOT NULL,
    "subjectId" TEXT NOT NULL,
    "reportId" TEXT,
    "details" JSONB NOT NULL DEFAULT '{}',

    CONSTRAINT "AuditEntry_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "FavoriteGroup" (
    "id" TEXT NOT NULL,
    "userId" TEXT NOT NULL,
    "type" TEXT NOT NULL,
    "name" TEXT NOT NULL,
    "displayName" TEXT NOT NULL,
    "visibility" TEXT NOT NULL DEFAULT 'private',
    "tags" TEXT[] DEFAULT ARRAY[]::TEXT[],
    "updatedAt" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "FavoriteGroup_pkey" PRIMARY KEY ("userId","type","name")
);

-- CreateTable
CREATE TABLE "InviteMessage" (
    "userId" TEXT NOT NULL,
    "messageType" TEXT NOT NULL,
    "slot" INTEGER NOT NULL,
    "message" TEXT NOT NULL,
    "updatedAt" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "InviteMessage_pkey" PRIMARY KEY ("userId","messageType","slot")
);

-- CreateTable
CREATE TABLE "PlayerModeration" (
    "id" TEXT NOT NULL,
    "sourceUserId" TEXT NOT NULL,
    "targetUserId" TEXT NOT NULL,
    "type" TEXT NOT NULL,
    "matter" TEXT NOT NULL,
    "createdAt" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "PlayerModeration_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "GlobalAvatarModeration" (
    "userId" TEXT NOT NULL,
    "targetAvatarId" TEXT NOT NULL,
    "type" TEXT NOT NULL,
    "createdAt" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "GlobalAvatarModeration_pkey" PRIMARY KEY ("userId","targetAvatarId","type")
);

-- CreateTable
CREATE TABLE "ModerationReport" (
    "id" TEXT NOT NULL,
    "reporterId" TEXT,
    "type" TEXT NOT NULL,
    "category" TEXT NOT NULL,
    "reason" TEXT NOT NULL,
    "contentId" TEXT NOT NULL,
    "contentName" TEXT NOT NULL,
    "contentThumbnailImageUrl" TEXT,
    "description" TEXT NOT NULL DEFAULT '',
    "details" JSONB NOT NULL DEFAULT '{}',
    "status" TEXT NOT NULL DEFAULT 'open',
    "openKey" TEXT,
    "assigneeId" TEXT,
    "closeReason" TEXT,
    "closedById" TEXT,
    "closedAt" TIMESTAMPTZ(3),
    "createdAt" TIMESTAMPTZ(3) NOT NULL,
    "updatedAt" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "ModerationReport_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "ReportNote" (
    "id" TEXT NOT NULL,
    "reportId" TEXT NOT NULL,
    "authorId" TEXT,
    "text" TEXT NOT NULL,
    "createdAt" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "ReportNote_pkey" PRIMARY KEY ("id")
);

-- CreateIndex
CREATE UNIQUE INDEX "FavoriteGroup_id_key" ON "FavoriteGroup"("id");

-- CreateIndex
CREATE INDEX "AuditEntry_at_id_idx" ON "AuditEntry"("at" DESC, "id" DESC);

-- CreateIndex
CREATE INDEX "AuditEntry_actorId_at_id_idx" ON "AuditEntry"("actorId", "at" DESC, "id" DESC);

-- CreateIndex
CREATE INDEX "AuditEntry_subjectId_at_id_idx" ON "AuditEntry"("subjectId", "at" DESC, "id" DESC);

-- CreateIndex
CREATE INDEX "AuditEntry_act_at_id_idx" ON "AuditEntry"("act", "at" DESC, "id" DESC);

-- CreateIndex
CREATE INDEX "AuditEntry_reportId_at_id_idx" ON "AuditEntry"("reportId", "at" DESC, "id" DESC);

-- CreateIndex
CREATE INDEX "PlayerModeration_targetUserId_type_idx" ON "PlayerModeration"("targetUserId", "type");

-- CreateIndex
CREATE INDEX "PlayerModeration_sourceUserId_id_idx" ON "PlayerModeration"("sourceUserId", "id" DESC);

-- CreateIndex
CREATE UNIQUE INDEX "PlayerModeration_sourceUserId_targetUserId_matter_key" ON "PlayerModeration"("sourceUserId", "targetUserId", "matter");

-- CreateIndex
CREATE INDEX "GlobalAvatarModeration_userId_createdAt_targetAvatarId_idx" ON "GlobalAvatarModeration"("userId", "createdAt" DESC, "targetAvatarId" DESC);

-- CreateIndex
CREATE UNIQUE INDEX "ModerationReport_openKey_key" ON "ModerationReport"("openKey");

-- CreateIndex
CREATE INDEX "ModerationReport_status_createdAt_id_idx" ON "ModerationReport"("status", "createdAt" DESC, "id" DESC);

-- CreateIndex
CREATE INDEX "ModerationReport_type_createdAt_id_idx" ON "ModerationReport"("type", "createdAt" DESC, "id" DESC);

-- CreateIndex
CREATE INDEX "ModerationReport_createdAt_id_idx" ON "ModerationReport"("createdAt" DESC, "id" DESC);

-- CreateIndex
CREATE INDEX "ModerationReport_reporterId_createdAt_id_idx" ON "ModerationReport"("reporterId", "createdAt" DESC, "id" DESC);

-- CreateIndex
CREATE INDEX "ModerationReport_assigneeId_idx" ON "ModerationReport"("assigneeId");

-- CreateIndex
CREATE INDEX "ModerationReport_closedById_idx" ON "ModerationReport"("closedById");

-- CreateIndex
CREATE INDEX "ModerationReport_contentId_idx" ON "ModerationReport"("contentId");

-- CreateIndex
CREATE INDEX "ReportNote_reportId_createdAt_id_idx" ON "ReportNote"("reportId", "createdAt", "id");

-- CreateIndex
CREATE INDEX "ReportNote_authorId_idx" ON "ReportNote"("authorId");

-- AddForeignKey
ALTER TABLE "FavoriteGroup" ADD CONSTRAINT "FavoriteGroup_userId_fkey" FOREIGN KEY ("userId") REFERENCES "User"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "InviteMessage" ADD CONSTRAINT "InviteMessage_userId_fkey" FOREIGN KEY ("userId") REFERENCES "User"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "PlayerModeration" ADD CONSTRAINT "PlayerModeration_sourceUserId_fkey" FOREIGN KEY ("sourceUserId") REFERENCES "User"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "PlayerModeration" ADD CONSTRAINT "PlayerModeration_targetUserId_fkey" FOREIGN KEY ("targetUserId") REFERENCES "User"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "GlobalAvatarModeration" ADD CONSTRAINT "GlobalAvatarModeration_userId_fkey" FOREIGN KEY ("userId") REFERENCES "User"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "ModerationReport" ADD CONSTRAINT "ModerationReport_reporterId_fkey" FOREIGN KEY ("reporterId") REFERENCES "User"("id") ON DELETE SET NULL ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "ModerationReport" ADD CONSTRAINT "ModerationReport_assigneeId_fkey" FOREIGN KEY ("assigneeId") REFERENCES "User"("id") ON DELETE SET NULL ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "ModerationReport" ADD CONSTRAINT "ModerationReport_closedById_fkey" FOREIGN KEY ("closedById") REFERENCES "User"("id") ON DELETE SET NULL ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "ReportNote" ADD CONSTRAINT "ReportNote_reportId_fkey" FOREIGN KEY ("reportId") REFERENCES "ModerationReport"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "ReportNote" ADD CONSTRAINT "ReportNote_authorId_fkey" FOREIGN KEY ("authorId") REFERENCES "User"("id") ON DELETE SET NULL ON UPDATE CASCADE;

-- What is written in the audit log stays: rows are added, never changed nor removed.
CREATE FUNCTION "refuse_change"() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  RAISE EXCEPTION '% is append-only', TG_TABLE_NAME USING ERRCODE = 'insufficient_privilege';
END $$;

CREATE TRIGGER "AuditEntry_append_only" BEFORE UPDATE OR DELETE ON "AuditEntry"
  FOR EACH ROW EXECUTE FUNCTION "refuse_change"();

CREATE TRIGGER "AuditEntry_no_truncate" BEFORE TRUNCATE ON "AuditEntry"
  FOR EACH STATEMENT EXECUTE FUNCTION "refuse_change"();
