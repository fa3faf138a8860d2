-- migration: steps

-- step
CREATE TABLE "ProfileTheme" (
    "id" TEXT NOT NULL,
    "userId" TEXT NOT NULL,
    "name" TEXT NOT NULL,
    "buttonColor" TEXT NOT NULL,
    "iconColor" TEXT NOT NULL,
    "subtextColor" TEXT NOT NULL,
    "createdAt" TIMESTAMPTZ(3) NOT NULL,
    "updatedAt" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "ProfileTheme_pkey" PRIMARY KEY ("id")
);

CREATE TABLE "TutorialCompletion" (
    "userId" TEXT NOT NULL,
    "key" TEXT NOT NULL,
    "completedAt" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "TutorialCompletion_pkey" PRIMARY KEY ("userId","key")
);

CREATE INDEX "ProfileTheme_userId_id_idx" ON "ProfileTheme"("userId", "id");

ALTER TABLE "ProfileTheme" ADD CONSTRAINT "ProfileTheme_userId_fkey" FOREIGN KEY ("userId") REFERENCES "User"("id") ON DELETE CASCADE ON UPDATE CASCADE;

ALTER TABLE "TutorialCompletion" ADD CONSTRAINT "TutorialCompletion_userId_fkey" FOREIGN KEY ("userId") REFERENCES "User"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- step
ALTER TABLE "User" ADD COLUMN     "backgroundGradientBottom" TEXT NOT NULL DEFAULT '',
ADD COLUMN     "backgroundGradientTop" TEXT NOT NULL DEFAULT '',
ADD COLUMN     "backgroundTextureId" TEXT NOT NULL DEFAULT '',
ADD COLUMN     "backgroundType" TEXT NOT NULL DEFAULT 'default',
ADD COLUMN     "bannerColor" TEXT NOT NULL DEFAULT '',
ADD COLUMN     "bannerCustomUrl" TEXT NOT NULL DEFAULT '',
ADD COLUMN     "themeId" TEXT;

-- step: concurrently
CREATE INDEX CONCURRENTLY "User_themeId_idx" ON "User"("themeId");

-- step
ALTER TABLE "User" ADD CONSTRAINT "User_themeId_fkey" FOREIGN KEY ("themeId") REFERENCES "ProfileTheme"("id") ON DELETE SET NULL ON UPDATE CASCADE NOT VALID;

-- step
ALTER TABLE "User" VALIDATE CONSTRAINT "User_themeId_fkey";

-- step: batches of "User" by "id"
-- The banner stays when another type of banner is chosen.
UPDATE "User" SET "bannerCustomUrl" = "bannerUrl" WHERE "bannerType" = 'customImage' AND "bannerUrl" <> '' AND id > $1 AND id <= $2;
