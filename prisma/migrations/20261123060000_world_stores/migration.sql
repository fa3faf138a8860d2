-- migration: steps

-- step
ALTER TABLE "World" ADD COLUMN     "storeId" TEXT;

-- step: reconnect

-- step: batches of "Store" by "id"
-- Records of worlds name the stores that everybody can see.
UPDATE "World" AS w SET "storeId" = s.id FROM "Store" AS s
WHERE s.id > $1 AND s.id <= $2 AND s."worldId" = w.id AND s.status = 'public' AND w."deletedAt" IS NULL;
