-- migration: steps

-- step
-- CreateTable
CREATE TABLE "InventoryTemplate" (
    "id" TEXT NOT NULL,
    "authorId" TEXT,
    "status" TEXT NOT NULL,
    "name" TEXT NOT NULL,
    "description" TEXT NOT NULL,
    "imageUrl" TEXT NOT NULL,
    "itemType" TEXT NOT NULL,
    "flags" TEXT[] DEFAULT ARRAY[]::TEXT[],
    "tags" TEXT[] DEFAULT ARRAY[]::TEXT[],
    "collections" TEXT[] DEFAULT ARRAY[]::TEXT[],
    "metadata" JSONB NOT NULL DEFAULT '{}',
    "defaultAttributes" JSONB NOT NULL DEFAULT '{}',
    "quantifiable" BOOLEAN NOT NULL DEFAULT false,
    "global" BOOLEAN NOT NULL DEFAULT false,
    "createdAt" TIMESTAMPTZ(3) NOT NULL,
    "updatedAt" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "InventoryTemplate_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "InventoryItem" (
    "id" TEXT NOT NULL,
    "holderId" TEXT NOT NULL,
    "templateId" TEXT NOT NULL,
    "quantity" INTEGER NOT NULL DEFAULT 1,
    "stackKey" TEXT,
    "expiryDate" TIMESTAMPTZ(3),
    "equipSlot" TEXT,
    "userAttributes" JSONB NOT NULL DEFAULT '{}',
    "isSeen" BOOLEAN NOT NULL DEFAULT false,
    "isArchived" BOOLEAN NOT NULL DEFAULT false,
    "cloneOfId" TEXT,
    "source" TEXT NOT NULL,
    "fileId" TEXT,
    "createdAt" TIMESTAMPTZ(3) NOT NULL,
    "updatedAt" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "InventoryItem_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "InventoryDrop" (
    "id" TEXT NOT NULL,
    "authorId" TEXT NOT NULL,
    "name" TEXT NOT NULL,
    "templateIds" TEXT[],
    "tags" TEXT[] DEFAULT ARRAY[]::TEXT[],
    "targetGroup" TEXT NOT NULL,
    "startDropDate" TIMESTAMPTZ(3) NOT NULL,
    "endDropDate" TIMESTAMPTZ(3) NOT NULL,
    "dropExpiryDate" TIMESTAMPTZ(3),
    "isDisabled" BOOLEAN NOT NULL DEFAULT false,
    "notificationDetails" JSONB NOT NULL DEFAULT '{}',
    "createdAt" TIMESTAMPTZ(3) NOT NULL,
    "updatedAt" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "InventoryDrop_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "InventoryGrant" (
    "id" TEXT NOT NULL,
    "source" TEXT NOT NULL,
    "userId" TEXT NOT NULL,
    "templateIds" TEXT[],
    "quantity" INTEGER NOT NULL,
    "expiryDate" TIMESTAMPTZ(3),
    "givenAt" TIMESTAMPTZ(3),
    "usedAt" TIMESTAMPTZ(3),
    "createdAt" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "InventoryGrant_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "InventoryGrantItem" (
    "grantId" TEXT NOT NULL,
    "itemId" TEXT NOT NULL,
    "quantity" INTEGER NOT NULL,

    CONSTRAINT "InventoryGrantItem_pkey" PRIMARY KEY ("grantId","itemId")
);

-- CreateIndex
CREATE INDEX "InventoryTemplate_authorId_idx" ON "InventoryTemplate"("authorId");

-- CreateIndex
CREATE INDEX "InventoryTemplate_createdAt_id_idx" ON "InventoryTemplate"("createdAt", "id");

-- CreateIndex
CREATE UNIQUE INDEX "InventoryItem_stackKey_key" ON "InventoryItem"("stackKey");

-- CreateIndex
CREATE UNIQUE INDEX "InventoryItem_fileId_key" ON "InventoryItem"("fileId");

-- CreateIndex
CREATE INDEX "InventoryItem_holderId_createdAt_id_idx" ON "InventoryItem"("holderId", "createdAt", "id");

-- CreateIndex
CREATE INDEX "InventoryItem_holderId_templateId_idx" ON "InventoryItem"("holderId", "templateId");

-- CreateIndex
CREATE INDEX "InventoryItem_templateId_idx" ON "InventoryItem"("templateId");

-- CreateIndex
CREATE INDEX "InventoryItem_expiryDate_idx" ON "InventoryItem"("expiryDate");

-- CreateIndex
CREATE UNIQUE INDEX "InventoryItem_holderId_equipSlot_key" ON "InventoryItem"("holderId", "equipSlot");

-- CreateIndex
CREATE INDEX "InventoryDrop_endDropDate_idx" ON "InventoryDrop"("endDropDate");

-- CreateIndex
CREATE INDEX "InventoryDrop_createdAt_id_idx" ON "InventoryDrop"("createdAt", "id");

-- CreateIndex
CREATE INDEX "InventoryDrop_authorId_idx" ON "InventoryDrop"("authorId");

-- CreateIndex
CREATE INDEX "InventoryGrant_userId_createdAt_idx" ON "InventoryGrant"("userId", "createdAt");

-- CreateIndex
CREATE INDEX "InventoryGrant_expiryDate_idx" ON "InventoryGrant"("expiryDate");

-- CreateIndex
CREATE UNIQUE INDEX "InventoryGrant_source_userId_key" ON "InventoryGrant"("source", "userId");

-- CreateIndex
CREATE INDEX "InventoryGrantItem_itemId_idx" ON "InventoryGrantItem"("itemId");

-- AddForeignKey
ALTER TABLE "InventoryTemplate" ADD CONSTRAINT "InventoryTemplate_authorId_fkey" FOREIGN KEY ("authorId") REFERENCES "User"("id") ON DELETE RESTRICT ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "InventoryItem" ADD CONSTRAINT "InventoryItem_holderId_fkey" FOREIGN KEY ("holderId") REFERENCES "User"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "InventoryItem" ADD CONSTRAINT "InventoryItem_templateId_fkey" FOREIGN KEY ("templateId") REFERENCES "InventoryTemplate"("id") ON DELETE RESTRICT ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "InventoryItem" ADD CONSTRAINT "InventoryItem_fileId_fkey" FOREIGN KEY ("fileId") REFERENCES "File"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "InventoryDrop" ADD CONSTRAINT "InventoryDrop_authorId_fkey" FOREIGN KEY ("authorId") REFERENCES "User"("id") ON DELETE RESTRICT ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "InventoryGrant" ADD CONSTRAINT "InventoryGrant_userId_fkey" FOREIGN KEY ("userId") REFERENCES "User"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "InventoryGrantItem" ADD CONSTRAINT "InventoryGrantItem_grantId_fkey" FOREIGN KEY ("grantId") REFERENCES "InventoryGrant"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "InventoryGrantItem" ADD CONSTRAINT "InventoryGrantItem_itemId_fkey" FOREIGN KEY ("itemId") REFERENCES "InventoryItem"("id") ON DELETE CASCADE ON UPDATE CASCADE;

ALTER TABLE "InventoryItem" ADD CONSTRAINT "InventoryItem_quantity_check" CHECK ("quantity" >= 1);
ALTER TABLE "InventoryGrant" ADD CONSTRAINT "InventoryGrant_quantity_check" CHECK ("quantity" >= 1);
ALTER TABLE "InventoryGrantItem" ADD CONSTRAINT "InventoryGrantItem_quantity_check" CHECK ("quantity" >= 1);

-- What the emoji and stickers of people are made of.
INSERT INTO "InventoryTemplate" ("id", "status", "name", "description", "imageUrl", "itemType", "flags", "createdAt", "updatedAt")
SELECT 'invt_00000000-0000-4000-8000-00000000000' || kind."number", 'live', kind."name", '', '', kind."itemType", ARRAY['ugc'], now(), now()
FROM (VALUES (1, 'Emoji', 'emoji'), (2, 'Animated emoji', 'emoji'), (3, 'Sticker', 'sticker')) AS kind("number", "name", "itemType");

-- Each emoji and sticker is an item of its owner, with the UUID of the file. It goes with the file by its foreign key.
CREATE FUNCTION inventory_template_of_file(tags text[]) RETURNS text LANGUAGE sql IMMUTABLE AS $$
  SELECT 'invt_00000000-0000-4000-8000-00000000000' || CASE
    WHEN 'emojianimated' = ANY (tags) THEN '2' WHEN 'emoji' = ANY (tags) THEN '1' WHEN 'sticker' = ANY (tags) THEN '3' END
$$;

CREATE FUNCTION add_inventory_item_of_file() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  INSERT INTO "InventoryItem" ("id", "holderId", "templateId", "source", "fileId", "createdAt", "updatedAt")
  VALUES (overlay(NEW."id" PLACING 'inv_' FROM 1 FOR 5), NEW."ownerId", inventory_template_of_file(NEW."tags"), 'file', NEW."id", NEW."createdAt", NEW."updatedAt");
  RETURN NULL;
END
$$;

-- step
CREATE TRIGGER add_inventory_item AFTER INSERT ON "File" FOR EACH ROW
  WHEN (inventory_template_of_file(NEW."tags") IS NOT NULL) EXECUTE FUNCTION add_inventory_item_of_file();

-- step: batches of "File" by "id"
INSERT INTO "InventoryItem" ("id", "holderId", "templateId", "source", "fileId", "createdAt", "updatedAt")
SELECT overlay("id" PLACING 'inv_' FROM 1 FOR 5), "ownerId", inventory_template_of_file("tags"), 'file', "id", "createdAt", "updatedAt"
FROM "File" WHERE inventory_template_of_file("tags") IS NOT NULL
  AND "id" > $1 AND "id" <= $2
ON CONFLICT ("fileId") DO NOTHING;
