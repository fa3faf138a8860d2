-- AlterTable
ALTER TABLE "World" ADD COLUMN     "storeId" TEXT;

-- Records of worlds name the stores that everybody can see.
UPDATE "World" AS w SET "storeId" = s.id FROM "Store" AS s
WHERE s."worldId" = w.id AND s.status = 'public' AND w."deletedAt" IS NULL;
