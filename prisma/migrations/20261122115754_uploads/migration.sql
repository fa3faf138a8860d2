-- CreateTable
CREATE TABLE "Upload" (
    "id" TEXT NOT NULL,
    "ownerId" TEXT NOT NULL,
    "purpose" TEXT NOT NULL,
    "fileName" TEXT NOT NULL,
    "mimeType" TEXT NOT NULL,
    "sizeInBytes" BIGINT NOT NULL,
    "uploadRef" TEXT NOT NULL,
    "blobKey" TEXT,
    "md5" TEXT,
    "createdAt" TIMESTAMPTZ(3) NOT NULL,
    "expiresAt" TIMESTAMPTZ(3) NOT NULL,
    "usedAt" TIMESTAMPTZ(3),

    CONSTRAINT "Upload_pkey" PRIMARY KEY ("id")
);

-- CreateIndex
CREATE INDEX "Upload_ownerId_idx" ON "Upload"("ownerId");

-- CreateIndex
CREATE INDEX "Upload_expiresAt_idx" ON "Upload"("expiresAt");

-- CreateIndex
CREATE INDEX "Upload_blobKey_idx" ON "Upload"("blobKey");

-- CreateIndex
CREATE INDEX "Upload_uploadRef_idx" ON "Upload"("uploadRef");

-- AddForeignKey
ALTER TABLE "Upload" ADD CONSTRAINT "Upload_ownerId_fkey" FOREIGN KEY ("ownerId") REFERENCES "User"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- The bytes of an upload are free when it expires, and when a file has taken them or an image was made of them.
CREATE TRIGGER "Upload_freed_blob" AFTER DELETE ON "Upload"
  FOR EACH ROW EXECUTE FUNCTION "note_freed_blob"();

CREATE TRIGGER "Upload_used_blob" AFTER UPDATE OF "blobKey" ON "Upload"
  FOR EACH ROW WHEN (OLD."blobKey" IS DISTINCT FROM NEW."blobKey") EXECUTE FUNCTION "note_freed_blob"();

CREATE TRIGGER "Upload_freed_upload" AFTER DELETE ON "Upload"
  FOR EACH ROW EXECUTE FUNCTION "note_freed_upload"();
