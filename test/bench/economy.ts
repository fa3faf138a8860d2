import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { pino } from 'pino'
import { makeApp } from '../../src/app.ts'
import { findLedgerDifferences } from '../../src/areas/economy/ledger/check.ts'
import { houseAccount, postTransfer, userAccount } from '../../src/areas/economy/ledger/transfers.ts'
import { purchaseListing } from '../../src/areas/economy/purchases/purchase.ts'
import { listPurchases } from '../../src/areas/economy/purchases/purchaseLists.ts'
import { readOwnEntries } from '../../src/areas/economy/wallet/queries.ts'
import { readOwnBalance } from '../../src/areas/economy/wallet/wallet.ts'
import { newId, type UserId } from '../../src/kernel/ids.ts'
import { type Scope, systemScope, type ViewerScope } from '../../src/kernel/scope.ts'
import { transact } from '../../src/kernel/transaction.ts'
import { openPlatform } from '../../src/platform/openPlatform.ts'
import type { Platform } from '../../src/platform/platform.ts'
import { readSettings } from '../../src/settings.ts'
import { insertLoggedInUser } from '../support/insertedUser.ts'

/** Purchases before measuring, with three entries each. */
const PURCHASES = 333_334
/** A person buys at most 30 times in a minute. */
const BUYERS = 400
const SECONDS = 10
const CONCURRENCY = 16
const READS = 200
/** Milliseconds, and purchases a second, that are accepted. */
const MAX_READ = 20
const MIN_PURCHASES = 300

/** Opens a scope of the system at the present time. */
type OpenScope = () => Scope

const scopeOf = (scope: OpenScope, id: UserId): ViewerScope => {
  const base = scope()
  return { ...base, viewer: { id, sessionId: newId('session', base.now), admin: false, staff: [], pendingFactors: [] } }
}

const IDENTITY = { password: 'correct horse battery', address: '127.0.0.1' }

async function aPerson(scope: OpenScope, name: string): Promise<UserId> {
  const { db, now, payments } = scope()
  const { id } = await insertLoggedInUser(scope(), { ...IDENTITY, username: name, email: `${name}@plaza.test` })
  await db.economyProfile.create({ data: { userId: id, tosVersion: payments.tos().version, updatedAt: now } })
  const postings = [
    { account: houseAccount('grants'), amount: -100_000_000 },
    { account: userAccount(id, 'standard'), amount: 100_000_000 },
  ]
  await transact(scope(), (tx) => postTransfer(tx, { key: `bench:${id}`, kind: 'grant', postings }))
  return id
}

async function aListing(scope: OpenScope, sellerId: UserId): Promise<string> {
  const { db, now } = scope()
  const at = { createdAt: now, updatedAt: now }
  const id = newId('product', now)
  const productId = newId('product', now)
  const product = {
    id: productId,
    sellerId,
    productType: 'udon',
    displayName: 'Hat',
    imageId: newId('file', now),
    ...at,
  }
  await db.product.create({ data: product })
  await db.listing.create({
    data: {
      ...{ id, sellerId, displayName: 'Hat', listingType: 'instant', productType: 'udon', priceTokens: 100 },
      ...{ isStackable: true, state: 'active', ...at },
      products: { create: [{ productId, position: 0 }] },
    },
  })
  return id
}

interface Sale {
  readonly buyerId: string
  readonly sellerId: string
  readonly listingId: string
}

/** Writes purchases past the triggers, all by one buyer, as three balanced entries each. */
async function fill(platform: Platform, scope: OpenScope, { buyerId, sellerId, listingId }: Sale): Promise<void> {
  await transact(scope(), (tx) =>
    postTransfer(tx, {
      key: 'bench:first',
      kind: 'purchase',
      postings: [
        { account: userAccount(buyerId, 'standard'), amount: -100 },
        { account: userAccount(sellerId, 'earnings'), amount: 90 },
        { account: houseAccount('fees'), amount: 10 },
      ],
    }),
  )
  const parts = [
    [userAccount(buyerId, 'standard').code, -100],
    [userAccount(sellerId, 'earnings').code, 90],
    [houseAccount('fees').code, 10],
  ] as const
  const connection = await platform.database.pool.connect()
  const statements = [
    'BEGIN',
    'SET LOCAL session_replication_role = replica',
    'SET LOCAL statement_timeout = 0',
    `INSERT INTO "LedgerTransfer" (id, key, kind, at) SELECT 1000 + n, 'bench:' || n, 'purchase', now() FROM generate_series(1, ${PURCHASES}) n`,
    ...parts.flatMap(([code, amount]) => [
      `INSERT INTO "LedgerEntry" ("transferId", "accountId", amount, after)
         SELECT 1000 + n, (SELECT id FROM "LedgerAccount" WHERE code = '${code}'), ${amount}, 0 FROM generate_series(1, ${PURCHASES}) n`,
      `UPDATE "LedgerAccount" SET posted = posted + ${amount * PURCHASES} WHERE code = '${code}'`,
    ]),
    `INSERT INTO "ProductPurchase" (id, "buyerId", "receiverId", "sellerId", "listingId", "purchaseType", "listingType",
         "productType", "listingDisplayName", "listingSubtitle", "listingDescription", products, quantity, "unitPrice", price,
         fee, value, "isRefundable", "isStackable", "isRecurrable", "ledgerTransferId", "createdAt")
       SELECT 'pur_00000000-0000-7000-8000-' || lpad(to_hex(n), 12, '0'), '${buyerId}', '${buyerId}', '${sellerId}', '${listingId}', 'purchase', 'instant',
         'udon', 'Hat', '', '', '[]', 1, 100, 100, 10, 90, true, true, false, 1000 + n, now()
       FROM generate_series(1, ${PURCHASES}) n`,
    `SELECT setval('"LedgerTransfer_id_seq"', ${PURCHASES + 2_000})`,
    'COMMIT',
    'VACUUM ANALYZE "LedgerEntry", "LedgerTransfer", "LedgerAccount", "ProductPurchase"',
  ]
  for (const statement of statements) await connection.query(statement)
  connection.release()
}

/** Milliseconds of the median, and of those within which 95 % were answered. */
async function measure(read: () => Promise<unknown>) {
  const times: number[] = []
  for (let at = 0; at < READS; at++) {
    const begun = performance.now()
    await read()
    times.push(performance.now() - begun)
  }
  times.sort((one, other) => one - other)
  return { median: times[READS / 2] ?? 0, slow: times[Math.floor(READS * 0.95)] ?? 0 }
}

const pageOf = (buyerId: UserId) => ({ buyerId, mostRecent: false, limit: 60, offset: 0, isDescending: true })

async function purchasesASecond(scope: OpenScope, buyers: readonly UserId[], listingId: string): Promise<number> {
  let bought = 0
  const end = performance.now() + SECONDS * 1_000
  const buyOn = async (start: number) => {
    for (let at = start; performance.now() < end; at += CONCURRENCY) {
      const buyer = buyers[at % buyers.length]
      if (buyer) await purchaseListing(scopeOf(scope, buyer), { listingId, totalPrice: 100 })
      bought += 1
    }
  }
  await Promise.all(Array.from({ length: CONCURRENCY }, (_, at) => buyOn(at)))
  return bought / SECONDS
}

/** Measures reads and purchases on a ledger of a million entries, in this process. Returns what is worse than accepted. */
export async function measureEconomy(): Promise<string[]> {
  const folder = await mkdtemp(join(tmpdir(), 'plaza-bench-economy-'))
  const given = { NODE_ENV: 'test', PORT: '0', DATA_DIR: folder, JOBS: 'off', DATABASE_POOL_SIZE: '16' }
  const settings = readSettings(given)
  const platform = await openPlatform(settings, { log: pino({ level: 'error' }) })
  try {
    const { services } = await makeApp(platform)
    const faults = await measureLedger(platform, () => systemScope(services))
    if (faults.length > 0) console.error(`Not accepted: ${faults.join('; ')}`)
    return faults
  } finally {
    await platform.close()
    await rm(folder, { recursive: true, force: true })
  }
}

async function measureLedger(platform: Platform, scope: OpenScope): Promise<string[]> {
  const sellerId = await aPerson(scope, 'seller')
  const listingId = await aListing(scope, sellerId)
  const buyers: UserId[] = []
  for (let at = 0; at < BUYERS; at++) buyers.push(await aPerson(scope, `buyer${at}`))
  const [buyerId = sellerId] = buyers
  await fill(platform, scope, { buyerId, sellerId, listingId })
  const faults = await slowReads(() => scopeOf(scope, buyerId), buyerId)
  const begun = performance.now()
  const differences = await findLedgerDifferences(scope())
  console.log(`check of the ledger: ${(performance.now() - begun).toFixed(0)} ms, ${differences.length} differences`)
  const rate = await purchasesASecond(scope, buyers, listingId)
  console.log(`purchases with one seller: ${rate.toFixed(0)} a second`)
  if (rate < MIN_PURCHASES) faults.push(`${rate.toFixed(0)} purchases a second`)
  const after = await findLedgerDifferences(scope())
  if (after.length > 0) faults.push(`${after.length} differences in the ledger`)
  return faults
}

async function slowReads(scope: () => ViewerScope, buyerId: UserId): Promise<string[]> {
  const reads = {
    balance: () => readOwnBalance(scope(), buyerId, 'standard'),
    'page of purchases': () => listPurchases(scope(), pageOf(buyerId)),
    'page of entries': () => readOwnEntries(scope(), {}, { descending: true, limit: 60 }),
  }
  const faults: string[] = []
  for (const [name, read] of Object.entries(reads)) {
    const { median, slow } = await measure(read)
    console.log(`${name} among ${3 * PURCHASES} entries: ${median.toFixed(1)} ms, 95 % within ${slow.toFixed(1)} ms`)
    if (slow > MAX_READ) faults.push(`${name}: ${slow.toFixed(1)} ms`)
  }
  return faults
}
