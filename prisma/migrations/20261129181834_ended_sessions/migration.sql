-- CreateTable
CREATE TABLE "EndedSession" (
    "tokenHash" TEXT NOT NULL,
    "sessionId" TEXT NOT NULL,
    "userId" TEXT,
    "reason" TEXT NOT NULL,
    "endedAt" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "EndedSession_pkey" PRIMARY KEY ("tokenHash")
);

-- CreateIndex
CREATE UNIQUE INDEX "EndedSession_sessionId_key" ON "EndedSession"("sessionId");

-- CreateIndex
CREATE INDEX "EndedSession_userId_endedAt_idx" ON "EndedSession"("userId", "endedAt");

-- CreateIndex
CREATE INDEX "EndedSession_endedAt_idx" ON "EndedSession"("endedAt");
