-- migration: steps

-- step: concurrently
CREATE INDEX CONCURRENTLY "WorldVisit_worldId_userId_idx" ON "WorldVisit"("worldId", "userId");

-- step: batches of "WorldVisit" by "id"
-- Of the counted visits of a person to a world only the latest is kept.
DELETE FROM "WorldVisit" AS old USING "WorldVisit" AS later
WHERE old.id > $1 AND old.id <= $2
  AND old.counted AND later.counted AND later."worldId" = old."worldId" AND later."userId" = old."userId"
  AND (later.at, later.id) > (old.at, old.id);
