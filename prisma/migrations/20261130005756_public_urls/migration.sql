-- CreateTable
CREATE TABLE "PublicUrl" (
    "url" TEXT NOT NULL,
    "lastStartAt" TIMESTAMPTZ(3),
    "pathsStoredFrom" TIMESTAMPTZ(3) NOT NULL,
    "convertedAt" TIMESTAMPTZ(3),

    CONSTRAINT "PublicUrl_pkey" PRIMARY KEY ("url")
);
