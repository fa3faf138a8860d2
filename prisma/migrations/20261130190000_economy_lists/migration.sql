-- migration: steps

-- step: concurrently
CREATE INDEX CONCURRENTLY "LedgerTransfer_kind_id_idx" ON "LedgerTransfer"("kind", "id" DESC);

-- step: concurrently
CREATE INDEX CONCURRENTLY "ProductPurchase_status_id_idx" ON "ProductPurchase"("status", "id" DESC);

-- step: concurrently
CREATE INDEX CONCURRENTLY "ProductPurchase_purchaseType_id_idx" ON "ProductPurchase"("purchaseType", "id" DESC);

-- step: concurrently
CREATE INDEX CONCURRENTLY "PaymentTransaction_status_id_idx" ON "PaymentTransaction"("status", "id" DESC);
