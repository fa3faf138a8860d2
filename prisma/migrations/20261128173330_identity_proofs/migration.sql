-- migration: steps

-- step
ALTER TABLE "Account" ADD COLUMN     "emailReplacedAt" TIMESTAMPTZ(3),
ADD COLUMN     "formerEmail" TEXT,
ADD COLUMN     "recoveryCodesShownAt" TIMESTAMPTZ(3);

-- step: concurrently
CREATE INDEX CONCURRENTLY "Account_emailReplacedAt_idx" ON "Account"("emailReplacedAt");
