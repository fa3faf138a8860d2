-- migration: steps

-- step
ALTER TABLE "PermissionGrant" ADD COLUMN "source" TEXT NOT NULL DEFAULT 'admin';

-- step: concurrently
CREATE UNIQUE INDEX CONCURRENTLY "PermissionGrant_new_pkey" ON "PermissionGrant"("userId", "permissionId", "source");

-- step
ALTER TABLE "PermissionGrant" DROP CONSTRAINT "PermissionGrant_pkey",
ADD CONSTRAINT "PermissionGrant_pkey" PRIMARY KEY USING INDEX "PermissionGrant_new_pkey";

-- step: concurrently
CREATE INDEX CONCURRENTLY "PermissionGrant_source_idx" ON "PermissionGrant"("source");

-- step
-- CreateTable
CREATE TABLE "LedgerAccount" (
    "id" TEXT NOT NULL,
    "code" TEXT NOT NULL,
    "ownerId" TEXT,
    "floor" BIGINT,
    "posted" BIGINT NOT NULL DEFAULT 0,
    "held" BIGINT NOT NULL DEFAULT 0,
    "createdAt" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "LedgerAccount_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "LedgerTransfer" (
    "id" BIGSERIAL NOT NULL,
    "key" TEXT NOT NULL,
    "kind" TEXT NOT NULL,
    "reversesId" BIGINT,
    "actorId" TEXT,
    "purchaseId" TEXT,
    "transactionId" TEXT,
    "memo" TEXT NOT NULL DEFAULT '',
    "at" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "LedgerTransfer_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "LedgerEntry" (
    "id" BIGSERIAL NOT NULL,
    "transferId" BIGINT NOT NULL,
    "accountId" TEXT NOT NULL,
    "amount" BIGINT NOT NULL,
    "after" BIGINT NOT NULL DEFAULT 0,

    CONSTRAINT "LedgerEntry_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "LedgerHold" (
    "id" TEXT NOT NULL,
    "key" TEXT NOT NULL,
    "accountId" TEXT NOT NULL,
    "amount" BIGINT NOT NULL,
    "state" TEXT NOT NULL DEFAULT 'open',
    "until" TIMESTAMPTZ(3),
    "createdAt" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "LedgerHold_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "EconomyProfile" (
    "userId" TEXT NOT NULL,
    "tosVersion" TEXT,
    "tosAcceptedAt" TIMESTAMPTZ(3),
    "blockedAt" TIMESTAMPTZ(3),
    "blockedReason" TEXT NOT NULL DEFAULT '',
    "debt" BIGINT NOT NULL DEFAULT 0,
    "externalStoreId" TEXT,
    "updatedAt" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "EconomyProfile_pkey" PRIMARY KEY ("userId")
);

-- CreateTable
CREATE TABLE "TokenBundle" (
    "id" TEXT NOT NULL,
    "tokens" INTEGER NOT NULL,
    "amount" INTEGER NOT NULL,
    "description" TEXT NOT NULL,
    "imageUrl" TEXT NOT NULL DEFAULT '',
    "steamItemId" TEXT NOT NULL DEFAULT '',
    "oculusSku" TEXT NOT NULL DEFAULT '',
    "appleProductId" TEXT NOT NULL DEFAULT '',
    "googleProductId" TEXT NOT NULL DEFAULT '',
    "isActive" BOOLEAN NOT NULL DEFAULT true,
    "createdAt" TIMESTAMPTZ(3) NOT NULL,
    "updatedAt" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "TokenBundle_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "SubscriptionPlan" (
    "id" TEXT NOT NULL,
    "amount" INTEGER NOT NULL,
    "period" TEXT NOT NULL,
    "tier" INTEGER NOT NULL,
    "licenseGroupId" TEXT NOT NULL,
    "priceTokens" INTEGER,
    "description" TEXT NOT NULL,
    "steamItemId" TEXT NOT NULL DEFAULT '',
    "oculusSku" TEXT NOT NULL DEFAULT '',
    "appleProductId" TEXT NOT NULL DEFAULT '',
    "googleProductId" TEXT NOT NULL DEFAULT '',
    "googlePlanId" TEXT NOT NULL DEFAULT '',
    "picoSku" TEXT NOT NULL DEFAULT '',
    "isActive" BOOLEAN NOT NULL DEFAULT true,
    "createdAt" TIMESTAMPTZ(3) NOT NULL,
    "updatedAt" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "SubscriptionPlan_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "LicenseGroup" (
    "id" TEXT NOT NULL,
    "name" TEXT NOT NULL,
    "description" TEXT NOT NULL DEFAULT '',
    "changedAt" TIMESTAMPTZ(3),
    "createdAt" TIMESTAMPTZ(3) NOT NULL,
    "updatedAt" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "LicenseGroup_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "LicenseGroupMember" (
    "licenseGroupId" TEXT NOT NULL,
    "forType" TEXT NOT NULL,
    "forId" TEXT NOT NULL,
    "forAction" TEXT NOT NULL DEFAULT 'have',

    CONSTRAINT "LicenseGroupMember_pkey" PRIMARY KEY ("licenseGroupId","forType","forId","forAction")
);

-- CreateTable
CREATE TABLE "LicenseGrant" (
    "id" TEXT NOT NULL,
    "userId" TEXT NOT NULL,
    "forType" TEXT NOT NULL,
    "forId" TEXT NOT NULL,
    "forAction" TEXT NOT NULL DEFAULT 'have',
    "source" TEXT NOT NULL,
    "until" TIMESTAMPTZ(3),
    "createdAt" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "LicenseGrant_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "PaymentTransaction" (
    "id" TEXT NOT NULL,
    "key" TEXT,
    "inputHash" TEXT,
    "buyerId" TEXT NOT NULL,
    "itemType" TEXT NOT NULL,
    "itemId" TEXT NOT NULL,
    "item" JSONB NOT NULL,
    "tokens" INTEGER NOT NULL DEFAULT 0,
    "quantity" INTEGER NOT NULL DEFAULT 1,
    "receiverId" TEXT,
    "isBulkGift" BOOLEAN NOT NULL DEFAULT false,
    "amount" INTEGER NOT NULL,
    "currency" TEXT NOT NULL,
    "status" TEXT NOT NULL,
    "provider" TEXT NOT NULL,
    "providerRef" TEXT,
    "checkoutUrl" TEXT,
    "isSandbox" BOOLEAN NOT NULL DEFAULT false,
    "error" TEXT,
    "details" JSONB NOT NULL DEFAULT '{}',
    "createdAt" TIMESTAMPTZ(3) NOT NULL,
    "updatedAt" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "PaymentTransaction_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "PaymentEvent" (
    "id" TEXT NOT NULL,
    "provider" TEXT NOT NULL,
    "eventId" TEXT NOT NULL,
    "type" TEXT NOT NULL,
    "transactionId" TEXT NOT NULL,
    "payload" JSONB NOT NULL,
    "occurredAt" TIMESTAMPTZ(3) NOT NULL,
    "receivedAt" TIMESTAMPTZ(3) NOT NULL,
    "state" TEXT NOT NULL DEFAULT 'waiting',
    "attempts" INTEGER NOT NULL DEFAULT 0,
    "nextAttemptAt" TIMESTAMPTZ(3) NOT NULL,
    "settledAt" TIMESTAMPTZ(3),
    "error" TEXT,

    CONSTRAINT "PaymentEvent_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "UserSubscription" (
    "id" TEXT NOT NULL,
    "userId" TEXT NOT NULL,
    "planId" TEXT NOT NULL,
    "transactionId" TEXT,
    "tier" INTEGER NOT NULL,
    "amount" INTEGER NOT NULL,
    "period" TEXT NOT NULL,
    "description" TEXT NOT NULL,
    "status" TEXT NOT NULL,
    "isGift" BOOLEAN NOT NULL DEFAULT false,
    "isBulkGift" BOOLEAN NOT NULL DEFAULT false,
    "giverId" TEXT,
    "isRecurring" BOOLEAN NOT NULL DEFAULT false,
    "store" TEXT NOT NULL,
    "startsAt" TIMESTAMPTZ(3) NOT NULL,
    "expiresAt" TIMESTAMPTZ(3) NOT NULL,
    "paidUntil" TIMESTAMPTZ(3) NOT NULL,
    "cancelledAt" TIMESTAMPTZ(3),
    "cancelRequestedAt" TIMESTAMPTZ(3),
    "createdAt" TIMESTAMPTZ(3) NOT NULL,
    "updatedAt" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "UserSubscription_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "Product" (
    "id" TEXT NOT NULL,
    "sellerId" TEXT NOT NULL,
    "productType" TEXT NOT NULL,
    "displayName" TEXT NOT NULL,
    "description" TEXT NOT NULL DEFAULT '',
    "imageId" TEXT NOT NULL,
    "tags" TEXT[] DEFAULT ARRAY[]::TEXT[],
    "groupId" TEXT,
    "groupRoleId" TEXT,
    "groupAccess" BOOLEAN NOT NULL DEFAULT false,
    "groupAccessRemove" BOOLEAN NOT NULL DEFAULT false,
    "useForSubscriberList" BOOLEAN NOT NULL DEFAULT false,
    "archivedAt" TIMESTAMPTZ(3),
    "createdAt" TIMESTAMPTZ(3) NOT NULL,
    "updatedAt" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "Product_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "Listing" (
    "id" TEXT NOT NULL,
    "sellerId" TEXT NOT NULL,
    "displayName" TEXT NOT NULL,
    "subtitle" TEXT NOT NULL DEFAULT '',
    "description" TEXT NOT NULL DEFAULT '',
    "imageId" TEXT,
    "listingType" TEXT NOT NULL,
    "productType" TEXT NOT NULL,
    "priceTokens" INTEGER NOT NULL,
    "plusDiscountPrice" INTEGER,
    "duration" INTEGER,
    "durationType" TEXT,
    "isQuantifiable" BOOLEAN NOT NULL DEFAULT false,
    "isStackable" BOOLEAN NOT NULL DEFAULT false,
    "isBuyerRefundable" BOOLEAN NOT NULL DEFAULT true,
    "state" TEXT NOT NULL DEFAULT 'draft',
    "tags" TEXT[] DEFAULT ARRAY[]::TEXT[],
    "groupId" TEXT,
    "expiresAt" TIMESTAMPTZ(3),
    "purchaseCount" INTEGER NOT NULL DEFAULT 0,
    "purchaseQuantity" INTEGER NOT NULL DEFAULT 0,
    "createdAt" TIMESTAMPTZ(3) NOT NULL,
    "updatedAt" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "Listing_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "ListingProduct" (
    "listingId" TEXT NOT NULL,
    "productId" TEXT NOT NULL,
    "position" INTEGER NOT NULL,

    CONSTRAINT "ListingProduct_pkey" PRIMARY KEY ("listingId","productId")
);

-- CreateTable
CREATE TABLE "ListingVariant" (
    "id" TEXT NOT NULL,
    "listingId" TEXT NOT NULL,
    "quantity" INTEGER NOT NULL,
    "unitPriceTokens" INTEGER NOT NULL,
    "isNonRefundable" BOOLEAN NOT NULL DEFAULT false,
    "isSellerVariant" BOOLEAN NOT NULL DEFAULT true,
    "effectiveFrom" TIMESTAMPTZ(3),

    CONSTRAINT "ListingVariant_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "Store" (
    "id" TEXT NOT NULL,
    "storeType" TEXT NOT NULL,
    "sellerId" TEXT NOT NULL,
    "groupId" TEXT,
    "worldId" TEXT,
    "displayName" TEXT NOT NULL,
    "description" TEXT NOT NULL DEFAULT '',
    "status" TEXT NOT NULL DEFAULT 'draft',
    "tags" TEXT[] DEFAULT ARRAY[]::TEXT[],
    "createdAt" TIMESTAMPTZ(3) NOT NULL,
    "updatedAt" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "Store_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "StoreListing" (
    "storeId" TEXT NOT NULL,
    "listingId" TEXT NOT NULL,
    "position" INTEGER NOT NULL,

    CONSTRAINT "StoreListing_pkey" PRIMARY KEY ("storeId","listingId")
);

-- CreateTable
CREATE TABLE "StoreShelf" (
    "id" TEXT NOT NULL,
    "storeId" TEXT NOT NULL,
    "title" TEXT NOT NULL,
    "description" TEXT NOT NULL DEFAULT '',
    "layout" TEXT NOT NULL DEFAULT 'grid',
    "highlightListingId" TEXT,
    "status" TEXT NOT NULL DEFAULT 'draft',
    "position" INTEGER NOT NULL,
    "createdAt" TIMESTAMPTZ(3) NOT NULL,
    "updatedAt" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "StoreShelf_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "ShelfListing" (
    "shelfId" TEXT NOT NULL,
    "listingId" TEXT NOT NULL,
    "position" INTEGER NOT NULL,

    CONSTRAINT "ShelfListing_pkey" PRIMARY KEY ("shelfId","listingId")
);

-- CreateTable
CREATE TABLE "ProductPurchase" (
    "id" TEXT NOT NULL,
    "key" TEXT,
    "inputHash" TEXT,
    "buyerId" TEXT NOT NULL,
    "receiverId" TEXT NOT NULL,
    "sellerId" TEXT NOT NULL,
    "listingId" TEXT NOT NULL,
    "listingVariantId" TEXT,
    "purchaseType" TEXT NOT NULL,
    "status" TEXT NOT NULL DEFAULT 'active',
    "listingType" TEXT NOT NULL,
    "productType" TEXT NOT NULL,
    "listingDisplayName" TEXT NOT NULL,
    "listingSubtitle" TEXT NOT NULL,
    "listingDescription" TEXT NOT NULL,
    "listingImageId" TEXT,
    "products" JSONB NOT NULL,
    "quantity" INTEGER NOT NULL,
    "unitPrice" INTEGER NOT NULL,
    "price" INTEGER NOT NULL,
    "fee" INTEGER NOT NULL,
    "value" INTEGER NOT NULL,
    "context" JSONB NOT NULL DEFAULT '{}',
    "duration" INTEGER,
    "durationType" TEXT,
    "isRefundable" BOOLEAN NOT NULL,
    "isStackable" BOOLEAN NOT NULL,
    "isRecurrable" BOOLEAN NOT NULL,
    "willRecur" BOOLEAN NOT NULL DEFAULT false,
    "periods" INTEGER NOT NULL DEFAULT 1,
    "startsAt" TIMESTAMPTZ(3),
    "endsAt" TIMESTAMPTZ(3),
    "usedAt" TIMESTAMPTZ(3),
    "refundedAt" TIMESTAMPTZ(3),
    "renewsId" TEXT,
    "ledgerTransferId" BIGINT,
    "createdAt" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "ProductPurchase_pkey" PRIMARY KEY ("id")
);

-- CreateIndex
CREATE UNIQUE INDEX "LedgerAccount_code_key" ON "LedgerAccount"("code");

-- CreateIndex
CREATE INDEX "LedgerAccount_ownerId_idx" ON "LedgerAccount"("ownerId");

-- CreateIndex
CREATE UNIQUE INDEX "LedgerTransfer_key_key" ON "LedgerTransfer"("key");

-- CreateIndex
CREATE UNIQUE INDEX "LedgerTransfer_reversesId_key" ON "LedgerTransfer"("reversesId");

-- CreateIndex
CREATE INDEX "LedgerTransfer_purchaseId_idx" ON "LedgerTransfer"("purchaseId");

-- CreateIndex
CREATE INDEX "LedgerTransfer_transactionId_idx" ON "LedgerTransfer"("transactionId");

-- CreateIndex
CREATE INDEX "LedgerEntry_accountId_id_idx" ON "LedgerEntry"("accountId", "id" DESC);

-- CreateIndex
CREATE UNIQUE INDEX "LedgerEntry_transferId_accountId_key" ON "LedgerEntry"("transferId", "accountId");

-- CreateIndex
CREATE UNIQUE INDEX "LedgerHold_key_key" ON "LedgerHold"("key");

-- CreateIndex
CREATE INDEX "LedgerHold_accountId_idx" ON "LedgerHold"("accountId");

-- CreateIndex
CREATE INDEX "LedgerHold_state_until_idx" ON "LedgerHold"("state", "until");

-- CreateIndex
CREATE INDEX "EconomyProfile_externalStoreId_idx" ON "EconomyProfile"("externalStoreId");

-- CreateIndex
CREATE INDEX "SubscriptionPlan_licenseGroupId_idx" ON "SubscriptionPlan"("licenseGroupId");

-- CreateIndex
CREATE UNIQUE INDEX "LicenseGroup_name_key" ON "LicenseGroup"("name");

-- CreateIndex
CREATE INDEX "LicenseGroupMember_forType_forId_idx" ON "LicenseGroupMember"("forType", "forId");

-- CreateIndex
CREATE INDEX "LicenseGrant_source_idx" ON "LicenseGrant"("source");

-- CreateIndex
CREATE INDEX "LicenseGrant_until_idx" ON "LicenseGrant"("until");

-- CreateIndex
CREATE INDEX "LicenseGrant_forType_forId_idx" ON "LicenseGrant"("forType", "forId");

-- CreateIndex
CREATE UNIQUE INDEX "LicenseGrant_userId_forType_forId_forAction_source_key" ON "LicenseGrant"("userId", "forType", "forId", "forAction", "source");

-- CreateIndex
CREATE INDEX "PaymentTransaction_buyerId_id_idx" ON "PaymentTransaction"("buyerId", "id" DESC);

-- CreateIndex
CREATE INDEX "PaymentTransaction_receiverId_idx" ON "PaymentTransaction"("receiverId");

-- CreateIndex
CREATE INDEX "PaymentTransaction_status_createdAt_idx" ON "PaymentTransaction"("status", "createdAt");

-- CreateIndex
CREATE UNIQUE INDEX "PaymentTransaction_key_key" ON "PaymentTransaction"("key");

-- CreateIndex
CREATE UNIQUE INDEX "PaymentTransaction_provider_providerRef_key" ON "PaymentTransaction"("provider", "providerRef");

-- CreateIndex
CREATE INDEX "PaymentEvent_transactionId_idx" ON "PaymentEvent"("transactionId");

-- CreateIndex
CREATE INDEX "PaymentEvent_state_nextAttemptAt_idx" ON "PaymentEvent"("state", "nextAttemptAt");

-- CreateIndex
CREATE UNIQUE INDEX "PaymentEvent_provider_eventId_key" ON "PaymentEvent"("provider", "eventId");

-- CreateIndex
CREATE INDEX "UserSubscription_userId_createdAt_idx" ON "UserSubscription"("userId", "createdAt" DESC);

-- CreateIndex
CREATE INDEX "UserSubscription_planId_idx" ON "UserSubscription"("planId");

-- CreateIndex
CREATE INDEX "UserSubscription_transactionId_idx" ON "UserSubscription"("transactionId");

-- CreateIndex
CREATE INDEX "UserSubscription_status_expiresAt_idx" ON "UserSubscription"("status", "expiresAt");

-- CreateIndex
CREATE INDEX "UserSubscription_cancelRequestedAt_idx" ON "UserSubscription"("cancelRequestedAt");

-- CreateIndex
CREATE INDEX "Product_sellerId_id_idx" ON "Product"("sellerId", "id" DESC);

-- CreateIndex
CREATE INDEX "Product_groupRoleId_idx" ON "Product"("groupRoleId");

-- CreateIndex
CREATE INDEX "Product_groupId_idx" ON "Product"("groupId");

-- CreateIndex
CREATE INDEX "Product_imageId_idx" ON "Product"("imageId");

-- CreateIndex
CREATE INDEX "Listing_sellerId_state_id_idx" ON "Listing"("sellerId", "state", "id" DESC);

-- CreateIndex
CREATE INDEX "Listing_groupId_idx" ON "Listing"("groupId");

-- CreateIndex
CREATE INDEX "Listing_imageId_idx" ON "Listing"("imageId");

-- CreateIndex
CREATE INDEX "ListingProduct_productId_idx" ON "ListingProduct"("productId");

-- CreateIndex
CREATE INDEX "ListingVariant_listingId_idx" ON "ListingVariant"("listingId");

-- CreateIndex
CREATE UNIQUE INDEX "Store_groupId_key" ON "Store"("groupId");

-- CreateIndex
CREATE UNIQUE INDEX "Store_worldId_key" ON "Store"("worldId");

-- CreateIndex
CREATE INDEX "Store_sellerId_id_idx" ON "Store"("sellerId", "id" DESC);

-- CreateIndex
CREATE INDEX "Store_storeType_idx" ON "Store"("storeType");

-- CreateIndex
CREATE INDEX "StoreListing_listingId_idx" ON "StoreListing"("listingId");

-- CreateIndex
CREATE INDEX "StoreShelf_storeId_position_idx" ON "StoreShelf"("storeId", "position");

-- CreateIndex
CREATE INDEX "StoreShelf_highlightListingId_idx" ON "StoreShelf"("highlightListingId");

-- CreateIndex
CREATE INDEX "ShelfListing_listingId_idx" ON "ShelfListing"("listingId");

-- CreateIndex
CREATE UNIQUE INDEX "ProductPurchase_key_key" ON "ProductPurchase"("key");

-- CreateIndex
CREATE INDEX "ProductPurchase_buyerId_id_idx" ON "ProductPurchase"("buyerId", "id" DESC);

-- CreateIndex
CREATE INDEX "ProductPurchase_sellerId_id_idx" ON "ProductPurchase"("sellerId", "id" DESC);

-- CreateIndex
CREATE INDEX "ProductPurchase_receiverId_id_idx" ON "ProductPurchase"("receiverId", "id" DESC);

-- CreateIndex
CREATE INDEX "ProductPurchase_listingId_buyerId_id_idx" ON "ProductPurchase"("listingId", "buyerId", "id" DESC);

-- CreateIndex
CREATE INDEX "ProductPurchase_renewsId_idx" ON "ProductPurchase"("renewsId");

-- CreateIndex
CREATE INDEX "ProductPurchase_status_endsAt_idx" ON "ProductPurchase"("status", "endsAt");

-- AddForeignKey
ALTER TABLE "LedgerAccount" ADD CONSTRAINT "LedgerAccount_ownerId_fkey" FOREIGN KEY ("ownerId") REFERENCES "User"("id") ON DELETE RESTRICT ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "LedgerTransfer" ADD CONSTRAINT "LedgerTransfer_reversesId_fkey" FOREIGN KEY ("reversesId") REFERENCES "LedgerTransfer"("id") ON DELETE RESTRICT ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "LedgerEntry" ADD CONSTRAINT "LedgerEntry_transferId_fkey" FOREIGN KEY ("transferId") REFERENCES "LedgerTransfer"("id") ON DELETE RESTRICT ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "LedgerEntry" ADD CONSTRAINT "LedgerEntry_accountId_fkey" FOREIGN KEY ("accountId") REFERENCES "LedgerAccount"("id") ON DELETE RESTRICT ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "LedgerHold" ADD CONSTRAINT "LedgerHold_accountId_fkey" FOREIGN KEY ("accountId") REFERENCES "LedgerAccount"("id") ON DELETE RESTRICT ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "EconomyProfile" ADD CONSTRAINT "EconomyProfile_userId_fkey" FOREIGN KEY ("userId") REFERENCES "User"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "SubscriptionPlan" ADD CONSTRAINT "SubscriptionPlan_licenseGroupId_fkey" FOREIGN KEY ("licenseGroupId") REFERENCES "LicenseGroup"("id") ON DELETE RESTRICT ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "LicenseGroupMember" ADD CONSTRAINT "LicenseGroupMember_licenseGroupId_fkey" FOREIGN KEY ("licenseGroupId") REFERENCES "LicenseGroup"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "LicenseGrant" ADD CONSTRAINT "LicenseGrant_userId_fkey" FOREIGN KEY ("userId") REFERENCES "User"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "PaymentTransaction" ADD CONSTRAINT "PaymentTransaction_buyerId_fkey" FOREIGN KEY ("buyerId") REFERENCES "User"("id") ON DELETE RESTRICT ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "PaymentTransaction" ADD CONSTRAINT "PaymentTransaction_receiverId_fkey" FOREIGN KEY ("receiverId") REFERENCES "User"("id") ON DELETE RESTRICT ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "UserSubscription" ADD CONSTRAINT "UserSubscription_userId_fkey" FOREIGN KEY ("userId") REFERENCES "User"("id") ON DELETE RESTRICT ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "UserSubscription" ADD CONSTRAINT "UserSubscription_planId_fkey" FOREIGN KEY ("planId") REFERENCES "SubscriptionPlan"("id") ON DELETE RESTRICT ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "UserSubscription" ADD CONSTRAINT "UserSubscription_transactionId_fkey" FOREIGN KEY ("transactionId") REFERENCES "PaymentTransaction"("id") ON DELETE RESTRICT ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "Product" ADD CONSTRAINT "Product_sellerId_fkey" FOREIGN KEY ("sellerId") REFERENCES "User"("id") ON DELETE RESTRICT ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "Listing" ADD CONSTRAINT "Listing_sellerId_fkey" FOREIGN KEY ("sellerId") REFERENCES "User"("id") ON DELETE RESTRICT ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "ListingProduct" ADD CONSTRAINT "ListingProduct_listingId_fkey" FOREIGN KEY ("listingId") REFERENCES "Listing"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "ListingProduct" ADD CONSTRAINT "ListingProduct_productId_fkey" FOREIGN KEY ("productId") REFERENCES "Product"("id") ON DELETE RESTRICT ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "ListingVariant" ADD CONSTRAINT "ListingVariant_listingId_fkey" FOREIGN KEY ("listingId") REFERENCES "Listing"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "Store" ADD CONSTRAINT "Store_sellerId_fkey" FOREIGN KEY ("sellerId") REFERENCES "User"("id") ON DELETE RESTRICT ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "Store" ADD CONSTRAINT "Store_groupId_fkey" FOREIGN KEY ("groupId") REFERENCES "Group"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "Store" ADD CONSTRAINT "Store_worldId_fkey" FOREIGN KEY ("worldId") REFERENCES "World"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "StoreListing" ADD CONSTRAINT "StoreListing_storeId_fkey" FOREIGN KEY ("storeId") REFERENCES "Store"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "StoreListing" ADD CONSTRAINT "StoreListing_listingId_fkey" FOREIGN KEY ("listingId") REFERENCES "Listing"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "StoreShelf" ADD CONSTRAINT "StoreShelf_storeId_fkey" FOREIGN KEY ("storeId") REFERENCES "Store"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "StoreShelf" ADD CONSTRAINT "StoreShelf_highlightListingId_fkey" FOREIGN KEY ("highlightListingId") REFERENCES "Listing"("id") ON DELETE SET NULL ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "ShelfListing" ADD CONSTRAINT "ShelfListing_shelfId_fkey" FOREIGN KEY ("shelfId") REFERENCES "StoreShelf"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "ShelfListing" ADD CONSTRAINT "ShelfListing_listingId_fkey" FOREIGN KEY ("listingId") REFERENCES "Listing"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "ProductPurchase" ADD CONSTRAINT "ProductPurchase_buyerId_fkey" FOREIGN KEY ("buyerId") REFERENCES "User"("id") ON DELETE RESTRICT ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "ProductPurchase" ADD CONSTRAINT "ProductPurchase_receiverId_fkey" FOREIGN KEY ("receiverId") REFERENCES "User"("id") ON DELETE RESTRICT ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "ProductPurchase" ADD CONSTRAINT "ProductPurchase_sellerId_fkey" FOREIGN KEY ("sellerId") REFERENCES "User"("id") ON DELETE RESTRICT ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "ProductPurchase" ADD CONSTRAINT "ProductPurchase_listingId_fkey" FOREIGN KEY ("listingId") REFERENCES "Listing"("id") ON DELETE RESTRICT ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "ProductPurchase" ADD CONSTRAINT "ProductPurchase_renewsId_fkey" FOREIGN KEY ("renewsId") REFERENCES "ProductPurchase"("id") ON DELETE RESTRICT ON UPDATE CASCADE;

-- Rules of the ledger, which hold for every client of the database.

ALTER TABLE "LedgerAccount" ADD CONSTRAINT "LedgerAccount_held_check" CHECK ("held" >= 0);
ALTER TABLE "LedgerAccount" ADD CONSTRAINT "LedgerAccount_floor_check" CHECK ("floor" IS NULL OR "posted" - "held" >= "floor");
-- Each transfer updates one or two accounts that all transfers share.
ALTER TABLE "LedgerAccount" SET (fillfactor = 50);

-- Accounts begin empty; afterwards only entries change `posted`, and only holds change `held`. The accounts of people have
-- a floor of 0, those of the platform none.
CREATE FUNCTION guard_ledger_account() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF TG_OP = 'INSERT' THEN
    IF NEW."posted" <> 0 OR NEW."held" <> 0 THEN
      RAISE EXCEPTION 'ledger: an account begins with nothing' USING ERRCODE = 'integrity_constraint_violation';
    ELSIF (NEW."ownerId" IS NULL AND (NEW."floor" IS NOT NULL OR NEW."code" NOT LIKE 'house:_%'))
      OR (NEW."ownerId" IS NOT NULL AND (NEW."floor" IS DISTINCT FROM 0
        OR NEW."code" NOT IN ('user:' || NEW."ownerId" || ':standard', 'user:' || NEW."ownerId" || ':earnings'))) THEN
      RAISE EXCEPTION 'ledger: account % has the wrong owner or floor', NEW."code" USING ERRCODE = 'integrity_constraint_violation';
    END IF;
  ELSIF (NEW."id", NEW."code", NEW."ownerId", NEW."floor") IS DISTINCT FROM (OLD."id", OLD."code", OLD."ownerId", OLD."floor") THEN
    RAISE EXCEPTION 'ledger: an account keeps its owner and floor' USING ERRCODE = 'integrity_constraint_violation';
  ELSIF pg_trigger_depth() < 2 AND (NEW."posted" <> OLD."posted" OR NEW."held" <> OLD."held") THEN
    RAISE EXCEPTION 'ledger: only entries and holds change balances' USING ERRCODE = 'integrity_constraint_violation';
  END IF;
  RETURN NEW;
END
$$;
CREATE TRIGGER guard_ledger_account BEFORE INSERT OR UPDATE ON "LedgerAccount" FOR EACH ROW EXECUTE FUNCTION guard_ledger_account();

CREATE FUNCTION refuse_ledger_change() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  RAISE EXCEPTION 'ledger: % of % is not possible; a mistake is mended by a reversing transfer', TG_OP, TG_TABLE_NAME
    USING ERRCODE = 'integrity_constraint_violation';
END
$$;
CREATE TRIGGER refuse_ledger_change BEFORE UPDATE OR DELETE OR TRUNCATE ON "LedgerTransfer" FOR EACH STATEMENT EXECUTE FUNCTION refuse_ledger_change();
CREATE TRIGGER refuse_ledger_change BEFORE UPDATE OR DELETE OR TRUNCATE ON "LedgerEntry" FOR EACH STATEMENT EXECUTE FUNCTION refuse_ledger_change();
CREATE TRIGGER refuse_ledger_change BEFORE DELETE OR TRUNCATE ON "LedgerHold" FOR EACH STATEMENT EXECUTE FUNCTION refuse_ledger_change();

ALTER TABLE "LedgerEntry" ADD CONSTRAINT "LedgerEntry_amount_check" CHECK ("amount" <> 0);
-- The account is locked before the entry gets its number, so that the newest entry of an account has its balance. An entry
-- that the account has of the transfer already is refused here: ON CONFLICT DO NOTHING would skip it after it was posted.
CREATE FUNCTION post_ledger_entry() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  UPDATE "LedgerAccount" SET "posted" = "posted" + NEW."amount" WHERE "id" = NEW."accountId" RETURNING "posted" INTO NEW."after";
  IF NOT FOUND THEN
    RAISE EXCEPTION 'ledger: there is no account %', NEW."accountId" USING ERRCODE = 'foreign_key_violation';
  END IF;
  IF EXISTS (SELECT FROM "LedgerEntry" WHERE "transferId" = NEW."transferId" AND "accountId" = NEW."accountId") THEN
    RAISE EXCEPTION 'ledger: transfer % has an entry of account %', NEW."transferId", NEW."accountId" USING ERRCODE = 'unique_violation';
  END IF;
  NEW."id" := nextval('"LedgerEntry_id_seq"');
  RETURN NEW;
END
$$;
CREATE TRIGGER post_ledger_entry BEFORE INSERT ON "LedgerEntry" FOR EACH ROW EXECUTE FUNCTION post_ledger_entry();

-- A transfer and its entries are made by one transaction, so that none is added later: their xmin is the same.
CREATE FUNCTION check_ledger_transfer(transfer bigint) RETURNS void LANGUAGE plpgsql AS $$
DECLARE
  entries bigint;
  total numeric;
  together boolean;
BEGIN
  SELECT count(*), coalesce(sum(entry."amount"), 0), bool_and(entry.xmin = made.xmin) INTO entries, total, together
  FROM "LedgerEntry" entry JOIN "LedgerTransfer" made ON made."id" = entry."transferId"
  WHERE entry."transferId" = transfer;
  IF entries < 2 OR total <> 0 THEN
    RAISE EXCEPTION 'ledger: transfer % has % entries with a sum of %', transfer, entries, total
      USING ERRCODE = 'integrity_constraint_violation';
  ELSIF NOT together THEN
    RAISE EXCEPTION 'ledger: transfer % is complete', transfer USING ERRCODE = 'integrity_constraint_violation';
  END IF;
END
$$;
CREATE FUNCTION check_new_ledger_transfer() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  PERFORM check_ledger_transfer(NEW."id");
  RETURN NULL;
END
$$;
CREATE FUNCTION check_new_ledger_entry() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  PERFORM check_ledger_transfer(NEW."transferId");
  RETURN NULL;
END
$$;
CREATE CONSTRAINT TRIGGER check_new_ledger_transfer AFTER INSERT ON "LedgerTransfer"
  DEFERRABLE INITIALLY DEFERRED FOR EACH ROW EXECUTE FUNCTION check_new_ledger_transfer();
CREATE CONSTRAINT TRIGGER check_new_ledger_entry AFTER INSERT ON "LedgerEntry"
  DEFERRABLE INITIALLY DEFERRED FOR EACH ROW EXECUTE FUNCTION check_new_ledger_entry();

ALTER TABLE "LedgerHold" ADD CONSTRAINT "LedgerHold_amount_check" CHECK ("amount" > 0);
ALTER TABLE "LedgerHold" ADD CONSTRAINT "LedgerHold_state_check" CHECK ("state" IN ('open', 'captured', 'released'));
CREATE FUNCTION apply_ledger_hold() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF TG_OP = 'INSERT' THEN
    IF NEW."state" <> 'open' THEN
      RAISE EXCEPTION 'ledger: a hold begins open' USING ERRCODE = 'integrity_constraint_violation';
    END IF;
    UPDATE "LedgerAccount" SET "held" = "held" + NEW."amount" WHERE "id" = NEW."accountId";
  ELSIF (NEW."id", NEW."key", NEW."accountId", NEW."amount") IS DISTINCT FROM (OLD."id", OLD."key", OLD."accountId", OLD."amount") THEN
    RAISE EXCEPTION 'ledger: a hold keeps its account and amount' USING ERRCODE = 'integrity_constraint_violation';
  ELSIF NEW."state" <> OLD."state" THEN
    IF OLD."state" <> 'open' THEN
      RAISE EXCEPTION 'ledger: a hold ends once' USING ERRCODE = 'integrity_constraint_violation';
    END IF;
    UPDATE "LedgerAccount" SET "held" = "held" - NEW."amount" WHERE "id" = NEW."accountId";
  END IF;
  RETURN NULL;
END
$$;
-- After the row, as an insert that ON CONFLICT DO NOTHING skips must hold nothing.
CREATE TRIGGER apply_ledger_hold AFTER INSERT OR UPDATE ON "LedgerHold" FOR EACH ROW EXECUTE FUNCTION apply_ledger_hold();

-- Rules of the catalogue and of purchases.
ALTER TABLE "Listing" ADD CONSTRAINT "Listing_price_check" CHECK ("priceTokens" BETWEEN 1 AND 1000000);
ALTER TABLE "ProductPurchase" ADD CONSTRAINT "ProductPurchase_price_check" CHECK ("price" >= 0 AND "fee" >= 0 AND "value" >= 0 AND "price" = "fee" + "value" AND "quantity" BETWEEN 1 AND 99);
-- Each purchase with a price has its transfer.
ALTER TABLE "ProductPurchase" ADD CONSTRAINT "ProductPurchase_transfer_check" CHECK (("price" = 0) = ("ledgerTransferId" IS NULL));
ALTER TABLE "ProductPurchase" ADD CONSTRAINT "ProductPurchase_ledgerTransferId_fkey" FOREIGN KEY ("ledgerTransferId") REFERENCES "LedgerTransfer"("id") ON DELETE RESTRICT ON UPDATE CASCADE;
CREATE UNIQUE INDEX "ProductPurchase_ledgerTransferId_key" ON "ProductPurchase"("ledgerTransferId");
-- A person has one running subscription of a tier.
CREATE UNIQUE INDEX "UserSubscription_running_key" ON "UserSubscription"("userId", "tier") WHERE "status" IN ('active', 'cancelled', 'grace');

-- The accounts of the platform.
INSERT INTO "LedgerAccount" ("id", "code", "createdAt")
SELECT 'lacc_' || gen_random_uuid(), 'house:' || purpose, now()
FROM unnest(ARRAY['grants', 'fees', 'losses', 'payouts', 'forfeited']) AS purpose;
