-- AlterTable
ALTER TABLE "User" ADD COLUMN     "displayNameSkeleton" TEXT,
ADD COLUMN     "usernameSkeleton" TEXT;

-- CreateIndex
CREATE UNIQUE INDEX "User_usernameSkeleton_key" ON "User"("usernameSkeleton");

-- CreateIndex
CREATE UNIQUE INDEX "User_displayNameSkeleton_key" ON "User"("displayNameSkeleton");
