-- Presence by node and door takes the place of the moment last seen; whoever is here is noted anew.
DROP TABLE "Presence";
CREATE UNLOGGED TABLE "Presence" (
    "userId" TEXT NOT NULL,
    "node" TEXT NOT NULL,
    "via" TEXT NOT NULL,
    "until" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "Presence_pkey" PRIMARY KEY ("userId", "node", "via")
);

-- CreateTable
CREATE TABLE "Friendship" (
    "userId" TEXT NOT NULL,
    "friendId" TEXT NOT NULL,
    "key" TEXT NOT NULL,
    "createdAt" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "Friendship_pkey" PRIMARY KEY ("userId","friendId")
);

-- CreateTable
CREATE TABLE "Notification" (
    "id" TEXT NOT NULL,
    "type" TEXT NOT NULL,
    "receiverId" TEXT NOT NULL,
    "senderId" TEXT,
    "friendPair" TEXT,
    "title" TEXT NOT NULL DEFAULT '',
    "titleKey" TEXT,
    "message" TEXT NOT NULL DEFAULT '',
    "messageKey" TEXT,
    "details" JSONB NOT NULL DEFAULT '{}',
    "data" JSONB NOT NULL DEFAULT '{}',
    "category" TEXT NOT NULL DEFAULT '',
    "imageUrl" TEXT,
    "link" TEXT NOT NULL DEFAULT '',
    "linkText" TEXT NOT NULL DEFAULT '',
    "linkTextKey" TEXT,
    "responses" JSONB NOT NULL DEFAULT '[]',
    "canReply" BOOLEAN NOT NULL DEFAULT false,
    "canDelete" BOOLEAN NOT NULL DEFAULT true,
    "requireSeen" BOOLEAN NOT NULL DEFAULT false,
    "ignoreDND" BOOLEAN NOT NULL DEFAULT false,
    "relatedNotificationsId" TEXT,
    "createdAt" TIMESTAMPTZ(3) NOT NULL,
    "updatedAt" TIMESTAMPTZ(3) NOT NULL,
    "expiryAfterSeen" INTEGER,
    "expiresAt" TIMESTAMPTZ(3),
    "seenAt" TIMESTAMPTZ(3),
    "hiddenAt" TIMESTAMPTZ(3),
    "respondedAt" TIMESTAMPTZ(3),

    CONSTRAINT "Notification_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "FeedHead" (
    "userId" TEXT NOT NULL,
    "seq" BIGINT NOT NULL,

    CONSTRAINT "FeedHead_pkey" PRIMARY KEY ("userId")
);

-- CreateTable
CREATE TABLE "FeedEntry" (
    "userId" TEXT NOT NULL,
    "seq" BIGINT NOT NULL,
    "kind" TEXT NOT NULL,
    "type" TEXT NOT NULL,
    "notificationIds" TEXT[] DEFAULT ARRAY[]::TEXT[],
    "at" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "FeedEntry_pkey" PRIMARY KEY ("userId","seq")
);

-- CreateTable
CREATE TABLE "Broadcast" (
    "id" TEXT NOT NULL,
    "senderId" TEXT NOT NULL,
    "type" TEXT NOT NULL,
    "title" TEXT NOT NULL,
    "message" TEXT NOT NULL,
    "category" TEXT NOT NULL DEFAULT '',
    "imageUrl" TEXT,
    "link" TEXT NOT NULL DEFAULT '',
    "linkText" TEXT NOT NULL DEFAULT '',
    "canReply" BOOLEAN NOT NULL DEFAULT false,
    "canDelete" BOOLEAN NOT NULL DEFAULT true,
    "requireSeen" BOOLEAN NOT NULL DEFAULT false,
    "expiresAt" TIMESTAMPTZ(3),
    "receiverIds" TEXT[] DEFAULT ARRAY[]::TEXT[],
    "cursor" TEXT NOT NULL DEFAULT '',
    "sent" INTEGER NOT NULL DEFAULT 0,
    "createdAt" TIMESTAMPTZ(3) NOT NULL,
    "finishedAt" TIMESTAMPTZ(3),

    CONSTRAINT "Broadcast_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE UNLOGGED TABLE "PresenceNode" (
    "node" TEXT NOT NULL,
    "beatAt" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "PresenceNode_pkey" PRIMARY KEY ("node")
);

-- CreateTable
CREATE UNLOGGED TABLE "PresenceTold" (
    "userId" TEXT NOT NULL,
    "standing" TEXT NOT NULL,

    CONSTRAINT "PresenceTold_pkey" PRIMARY KEY ("userId")
);

-- CreateIndex
CREATE INDEX "Friendship_friendId_idx" ON "Friendship"("friendId");

-- CreateIndex
CREATE UNIQUE INDEX "Notification_friendPair_key" ON "Notification"("friendPair");

-- CreateIndex
CREATE INDEX "Notification_receiverId_hiddenAt_createdAt_id_idx" ON "Notification"("receiverId", "hiddenAt", "createdAt" DESC, "id" DESC);

-- CreateIndex
CREATE INDEX "Notification_senderId_idx" ON "Notification"("senderId");

-- CreateIndex
CREATE INDEX "Notification_expiresAt_idx" ON "Notification"("expiresAt");

-- CreateIndex
CREATE INDEX "FeedEntry_at_idx" ON "FeedEntry"("at");

-- CreateIndex
CREATE INDEX "Broadcast_senderId_idx" ON "Broadcast"("senderId");

-- CreateIndex
CREATE INDEX "Broadcast_finishedAt_idx" ON "Broadcast"("finishedAt");

-- CreateIndex
CREATE INDEX "Presence_node_idx" ON "Presence"("node");

-- CreateIndex
CREATE INDEX "Presence_until_idx" ON "Presence"("until");

-- AddForeignKey
ALTER TABLE "Friendship" ADD CONSTRAINT "Friendship_userId_fkey" FOREIGN KEY ("userId") REFERENCES "User"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "Friendship" ADD CONSTRAINT "Friendship_friendId_fkey" FOREIGN KEY ("friendId") REFERENCES "User"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "Notification" ADD CONSTRAINT "Notification_receiverId_fkey" FOREIGN KEY ("receiverId") REFERENCES "User"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "Notification" ADD CONSTRAINT "Notification_senderId_fkey" FOREIGN KEY ("senderId") REFERENCES "User"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "Broadcast" ADD CONSTRAINT "Broadcast_senderId_fkey" FOREIGN KEY ("senderId") REFERENCES "User"("id") ON DELETE CASCADE ON UPDATE CASCADE;
