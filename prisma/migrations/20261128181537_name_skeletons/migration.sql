-- migration: steps

-- step
ALTER TABLE "User" ADD COLUMN     "displayNameSkeleton" TEXT,
ADD COLUMN     "usernameSkeleton" TEXT;

-- step: concurrently
CREATE UNIQUE INDEX CONCURRENTLY "User_usernameSkeleton_key" ON "User"("usernameSkeleton");

-- step: concurrently
CREATE UNIQUE INDEX CONCURRENTLY "User_displayNameSkeleton_key" ON "User"("displayNameSkeleton");
