-- AlterTable
ALTER TABLE "Account" ADD COLUMN     "emailReplacedAt" TIMESTAMPTZ(3),
ADD COLUMN     "formerEmail" TEXT,
ADD COLUMN     "recoveryCodesShownAt" TIMESTAMPTZ(3);

-- CreateIndex
CREATE INDEX "Account_emailReplacedAt_idx" ON "Account"("emailReplacedAt");
