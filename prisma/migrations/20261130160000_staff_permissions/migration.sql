-- CreateTable
CREATE TABLE "StaffGrant" (
    "userId" TEXT NOT NULL,
    "permission" TEXT NOT NULL,
    "grantedById" TEXT,
    "grantedAt" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "StaffGrant_pkey" PRIMARY KEY ("userId","permission")
);

-- CreateIndex
CREATE INDEX "StaffGrant_grantedById_idx" ON "StaffGrant"("grantedById");

-- AddForeignKey
ALTER TABLE "StaffGrant" ADD CONSTRAINT "StaffGrant_userId_fkey" FOREIGN KEY ("userId") REFERENCES "User"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "StaffGrant" ADD CONSTRAINT "StaffGrant_grantedById_fkey" FOREIGN KEY ("grantedById") REFERENCES "User"("id") ON DELETE SET NULL ON UPDATE CASCADE;
