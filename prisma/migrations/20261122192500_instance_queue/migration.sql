-- CreateTable
CREATE TABLE "InstanceQueueEntry" (
    "userId" TEXT NOT NULL,
    "location" TEXT NOT NULL,
    "number" BIGSERIAL NOT NULL,
    "hasPriority" BOOLEAN NOT NULL DEFAULT false,
    "queuedAt" TIMESTAMPTZ(3) NOT NULL,
    "keptUntil" TIMESTAMPTZ(3),

    CONSTRAINT "InstanceQueueEntry_pkey" PRIMARY KEY ("userId")
);

-- CreateTable
CREATE TABLE "InstanceKick" (
    "location" TEXT NOT NULL,
    "userId" TEXT NOT NULL,
    "until" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "InstanceKick_pkey" PRIMARY KEY ("location","userId")
);

-- CreateIndex
CREATE INDEX "InstanceQueueEntry_location_hasPriority_number_idx" ON "InstanceQueueEntry"("location", "hasPriority" DESC, "number");

-- CreateIndex
CREATE INDEX "InstanceQueueEntry_keptUntil_idx" ON "InstanceQueueEntry"("keptUntil");

-- CreateIndex
CREATE INDEX "InstanceKick_userId_idx" ON "InstanceKick"("userId");

-- CreateIndex
CREATE INDEX "InstanceKick_until_idx" ON "InstanceKick"("until");

-- AddForeignKey
ALTER TABLE "InstanceQueueEntry" ADD CONSTRAINT "InstanceQueueEntry_userId_fkey" FOREIGN KEY ("userId") REFERENCES "User"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "InstanceQueueEntry" ADD CONSTRAINT "InstanceQueueEntry_location_fkey" FOREIGN KEY ("location") REFERENCES "Instance"("location") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "InstanceKick" ADD CONSTRAINT "InstanceKick_location_fkey" FOREIGN KEY ("location") REFERENCES "Instance"("location") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "InstanceKick" ADD CONSTRAINT "InstanceKick_userId_fkey" FOREIGN KEY ("userId") REFERENCES "User"("id") ON DELETE CASCADE ON UPDATE CASCADE;
