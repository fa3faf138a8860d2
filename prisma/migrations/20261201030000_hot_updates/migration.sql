-- migration: steps

-- Rows that are written often find room on their page, so that no index is written with them.
-- step
ALTER TABLE "User" SET (fillfactor = 90);

-- step
ALTER TABLE "Session" SET (fillfactor = 90);

-- step
ALTER TABLE "World" SET (fillfactor = 90);

-- step
ALTER TABLE "Group" SET (fillfactor = 90);

-- step
ALTER TABLE "FeedHead" SET (fillfactor = 70);

-- step: concurrently
-- Nothing looks for visits that are counted by their number, and they are nearly all.
CREATE INDEX CONCURRENTLY "WorldVisit_uncounted" ON "WorldVisit"("id") WHERE NOT counted;

-- step: concurrently
DROP INDEX CONCURRENTLY IF EXISTS "WorldVisit_counted_id_idx";

-- step: concurrently
-- The job that tidies the catalogue looks for groups with a store and for roles that are sold, of which there are few.
CREATE INDEX CONCURRENTLY "Group_with_store" ON "Group"("storeId") WHERE "storeId" IS NOT NULL;

-- step: concurrently
CREATE INDEX CONCURRENTLY "GroupRole_sold" ON "GroupRole"("id") WHERE "requiresPurchase";
