-- migration: steps

-- step
CREATE TABLE "GroupWithOnlineMembers" (
    "groupId" TEXT NOT NULL,

    CONSTRAINT "GroupWithOnlineMembers_pkey" PRIMARY KEY ("groupId")
);
ALTER TABLE "GroupWithOnlineMembers" ADD CONSTRAINT "GroupWithOnlineMembers_groupId_fkey"
  FOREIGN KEY ("groupId") REFERENCES "Group"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- step: batches of "Group" by "id"
INSERT INTO "GroupWithOnlineMembers" ("groupId")
SELECT id FROM "Group" WHERE id > $1 AND id <= $2 AND "onlineMemberCount" <> 0 ON CONFLICT ("groupId") DO NOTHING;

-- step: concurrently
-- Finds what was uploaded since the last analysis.
CREATE INDEX CONCURRENTLY "FileData_uploaded" ON "FileData"("completedAt") WHERE type = 'file' AND status = 'complete';
