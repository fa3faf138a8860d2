-- CreateTable
CREATE TABLE "ServerKey" (
    "id" INTEGER NOT NULL,
    "fingerprint" TEXT NOT NULL,
    "formerKeys" TEXT[] DEFAULT ARRAY[]::TEXT[],
    "setAt" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "ServerKey_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "Backup" (
    "id" TEXT NOT NULL,
    "target" TEXT NOT NULL,
    "startedAt" TIMESTAMPTZ(3) NOT NULL,
    "aliveAt" TIMESTAMPTZ(3) NOT NULL,
    "finishedAt" TIMESTAMPTZ(3),
    "sizeInBytes" BIGINT,
    "failure" TEXT,

    CONSTRAINT "Backup_pkey" PRIMARY KEY ("id")
);

-- CreateIndex
CREATE INDEX "Backup_finishedAt_idx" ON "Backup"("finishedAt");

-- CreateIndex
CREATE INDEX "Backup_aliveAt_idx" ON "Backup"("aliveAt");
