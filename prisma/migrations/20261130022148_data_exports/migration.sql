-- CreateTable
CREATE TABLE "DataExport" (
    "id" TEXT NOT NULL,
    "userId" TEXT NOT NULL,
    "requestedAt" TIMESTAMPTZ(3) NOT NULL,
    "finishedAt" TIMESTAMPTZ(3),
    "blobKey" TEXT,
    "sizeInBytes" BIGINT,
    "expiresAt" TIMESTAMPTZ(3) NOT NULL,
    "failure" TEXT,

    CONSTRAINT "DataExport_pkey" PRIMARY KEY ("id")
);

-- CreateIndex
CREATE UNIQUE INDEX "DataExport_userId_key" ON "DataExport"("userId");

-- CreateIndex
CREATE INDEX "DataExport_expiresAt_idx" ON "DataExport"("expiresAt");

-- CreateIndex
CREATE INDEX "DataExport_blobKey_idx" ON "DataExport"("blobKey");

-- AddForeignKey
ALTER TABLE "DataExport" ADD CONSTRAINT "DataExport_userId_fkey" FOREIGN KEY ("userId") REFERENCES "User"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- The archive goes with its row.
CREATE TRIGGER "DataExport_freed_blob" AFTER DELETE ON "DataExport"
  FOR EACH ROW EXECUTE FUNCTION "note_freed_blob"();
