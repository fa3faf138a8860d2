-- CreateTable
CREATE TABLE "CalendarEvent" (
    "id" TEXT NOT NULL,
    "groupId" TEXT NOT NULL,
    "kind" TEXT NOT NULL,
    "seriesId" TEXT,
    "originalStartsAt" TIMESTAMPTZ(3),
    "localStartsAt" TEXT,
    "startsAt" TIMESTAMPTZ(3) NOT NULL,
    "endsAt" TIMESTAMPTZ(3) NOT NULL,
    "isException" BOOLEAN NOT NULL DEFAULT false,
    "isExtra" BOOLEAN NOT NULL DEFAULT false,
    "sequence" INTEGER NOT NULL DEFAULT 0,
    "title" TEXT NOT NULL,
    "description" TEXT NOT NULL,
    "searchKey" TEXT NOT NULL,
    "category" TEXT NOT NULL,
    "accessType" TEXT NOT NULL,
    "isDraft" BOOLEAN NOT NULL DEFAULT false,
    "featured" BOOLEAN NOT NULL DEFAULT false,
    "tags" TEXT[] DEFAULT ARRAY[]::TEXT[],
    "languages" TEXT[] DEFAULT ARRAY[]::TEXT[],
    "platforms" TEXT[] DEFAULT ARRAY[]::TEXT[],
    "roleIds" TEXT[] DEFAULT ARRAY[]::TEXT[],
    "imageId" TEXT,
    "hostEarlyJoinMinutes" INTEGER NOT NULL DEFAULT 60,
    "guestEarlyJoinMinutes" INTEGER NOT NULL DEFAULT 5,
    "closeInstanceAfterEndMinutes" INTEGER NOT NULL DEFAULT 5,
    "usesInstanceOverflow" BOOLEAN NOT NULL DEFAULT false,
    "recurrence" JSONB,
    "expandedUntil" TIMESTAMPTZ(3),
    "interestCount" INTEGER NOT NULL DEFAULT 0,
    "notifiesOnPublishing" BOOLEAN NOT NULL DEFAULT false,
    "notifiedAt" TIMESTAMPTZ(3),
    "authorId" TEXT,
    "deletedAt" TIMESTAMPTZ(3),
    "createdAt" TIMESTAMPTZ(3) NOT NULL,
    "updatedAt" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "CalendarEvent_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "CalendarFollow" (
    "eventId" TEXT NOT NULL,
    "userId" TEXT NOT NULL,
    "isFollowing" BOOLEAN NOT NULL,
    "createdAt" TIMESTAMPTZ(3) NOT NULL,
    "updatedAt" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "CalendarFollow_pkey" PRIMARY KEY ("eventId","userId")
);

-- CreateTable
CREATE TABLE "CalendarReminder" (
    "eventId" TEXT NOT NULL,
    "startsAt" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "CalendarReminder_pkey" PRIMARY KEY ("eventId","startsAt")
);

-- CreateIndex
CREATE INDEX "CalendarEvent_groupId_startsAt_id_idx" ON "CalendarEvent"("groupId", "startsAt", "id");

-- CreateIndex
CREATE INDEX "CalendarEvent_search" ON "CalendarEvent" USING GIN ("searchKey" gin_trgm_ops);

-- CreateIndex
CREATE INDEX "CalendarEvent_languages" ON "CalendarEvent" USING GIN ("languages");

-- CreateIndex
CREATE INDEX "CalendarEvent_authorId_idx" ON "CalendarEvent"("authorId");

-- CreateIndex
CREATE INDEX "CalendarEvent_imageId_idx" ON "CalendarEvent"("imageId");

-- CreateIndex
CREATE INDEX "CalendarEvent_deletedAt_idx" ON "CalendarEvent"("deletedAt");

-- CreateIndex
CREATE UNIQUE INDEX "CalendarEvent_seriesId_originalStartsAt_key" ON "CalendarEvent"("seriesId", "originalStartsAt");

-- CreateIndex
CREATE INDEX "CalendarFollow_userId_isFollowing_idx" ON "CalendarFollow"("userId", "isFollowing");

-- AddForeignKey
ALTER TABLE "CalendarEvent" ADD CONSTRAINT "CalendarEvent_groupId_fkey" FOREIGN KEY ("groupId") REFERENCES "Group"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "CalendarEvent" ADD CONSTRAINT "CalendarEvent_seriesId_fkey" FOREIGN KEY ("seriesId") REFERENCES "CalendarEvent"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "CalendarEvent" ADD CONSTRAINT "CalendarEvent_authorId_fkey" FOREIGN KEY ("authorId") REFERENCES "User"("id") ON DELETE SET NULL ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "CalendarFollow" ADD CONSTRAINT "CalendarFollow_eventId_fkey" FOREIGN KEY ("eventId") REFERENCES "CalendarEvent"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "CalendarFollow" ADD CONSTRAINT "CalendarFollow_userId_fkey" FOREIGN KEY ("userId") REFERENCES "User"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "CalendarReminder" ADD CONSTRAINT "CalendarReminder_eventId_fkey" FOREIGN KEY ("eventId") REFERENCES "CalendarEvent"("id") ON DELETE CASCADE ON UPDATE CASCADE;

ALTER TABLE "CalendarEvent"
  ADD CONSTRAINT "CalendarEvent_times" CHECK ("endsAt" > "startsAt"),
  ADD CONSTRAINT "CalendarEvent_kind" CHECK (kind IN ('single', 'series', 'occurrence')),
  ADD CONSTRAINT "CalendarEvent_series" CHECK (
    (kind = 'occurrence') = ("seriesId" IS NOT NULL AND "originalStartsAt" IS NOT NULL)
    AND (kind = 'series') = (recurrence IS NOT NULL)
  ),
  -- Followers of a single event or a series are counted; those of an occurrence are a difference, which may be negative.
  ADD CONSTRAINT "CalendarEvent_interest" CHECK (kind = 'occurrence' OR "interestCount" >= 0);

-- What strangers can find: pages of discovery read it in its order.
CREATE INDEX "CalendarEvent_published" ON "CalendarEvent" ("startsAt", id)
  WHERE "accessType" = 'public' AND kind <> 'series' AND NOT "isDraft" AND "deletedAt" IS NULL;
CREATE INDEX "CalendarEvent_featured" ON "CalendarEvent" ("startsAt", id)
  WHERE featured AND "accessType" = 'public' AND kind <> 'series' AND NOT "isDraft" AND "deletedAt" IS NULL;
-- Series of which dates are still to be made.
CREATE INDEX "CalendarEvent_expanding" ON "CalendarEvent" ("expandedUntil", id)
  WHERE kind = 'series' AND "deletedAt" IS NULL AND "expandedUntil" IS NOT NULL;
-- What begins soon, for reminders.
CREATE INDEX "CalendarEvent_starting" ON "CalendarEvent" ("startsAt", id)
  WHERE kind <> 'series' AND NOT "isDraft" AND "deletedAt" IS NULL;
