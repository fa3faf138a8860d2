import { randomUUID } from 'node:crypto'
import { afterEach, describe, expect, it } from 'vitest'
import { checkLedger, checkNewTransfers, findLedgerDifferences } from '../../../../src/areas/economy/ledger/check.ts'
import { reverseTransfer } from '../../../../src/areas/economy/ledger/reversal.ts'
import {
  holdTokens,
  houseAccount,
  postTransfer,
  releaseDueHolds,
  userAccount,
} from '../../../../src/areas/economy/ledger/transfers.ts'
import type { Prisma } from '../../../../src/generated/prisma/client.ts'
import { addMilliseconds, DAY, HOUR } from '../../../../src/kernel/clock.ts'
import { newId } from '../../../../src/kernel/ids.ts'
import { transact } from '../../../../src/kernel/transaction.ts'
import { anApp } from '../../../support/app.ts'
import { aBuyer, aListing, aSeller, tokensOf } from '../../../support/economy.ts'
import { eventually } from '../../../support/eventually.ts'
import { aLogRecorder, LOG_ERROR } from '../../../support/logRecorder.ts'

const { log, lines } = aLogRecorder()
const app = await anApp({}, { log })
const { client } = app.scope()
const [buyer, seller] = [await aBuyer(app, 100_000), await aSeller(app)]
const listingId = await aListing(app, seller)
const standard = userAccount(buyer.id, 'standard')

/** A purchase for 100 tokens with its transfer, past the act. */
async function aSale(given: Partial<Prisma.ProductPurchaseUncheckedCreateInput> = {}) {
  const { now } = app.scope()
  const id = newId('purchase', now)
  const postings = [
    { account: standard, amount: -100 },
    { account: userAccount(seller.id, 'earnings'), amount: 90 },
    { account: houseAccount('fees'), amount: 10 },
  ]
  const transferId = await transact(app.scope(), (tx) =>
    postTransfer(tx, { key: `purchase:${id}`, kind: 'purchase', purchaseId: id, postings }),
  )
  await client.productPurchase.create({
    data: {
      ...{ id, buyerId: buyer.id, receiverId: buyer.id, sellerId: seller.id, listingId, purchaseType: 'purchase' },
      ...{ listingType: 'permanent', productType: 'udon', listingDisplayName: '', listingSubtitle: '' },
      ...{ listingDescription: '', products: [], quantity: 1, unitPrice: 100, price: 100, fee: 10, value: 90 },
      ...{ isRefundable: true, isStackable: false, isRecurrable: false, createdAt: now },
      ledgerTransferId: BigInt(transferId),
      ...given,
    },
  })
  return { id, transferId }
}

/** Runs statements past the triggers and constraints of the ledger, as a fault of the database would. */
const tamper = (...statements: readonly string[]) =>
  client.$transaction(
    ['SET LOCAL session_replication_role = replica', ...statements].map((statement) =>
      client.$executeRawUnsafe(statement),
    ),
  )

let mend: readonly string[] = []
afterEach(async () => {
  await tamper(...mend)
  mend = []
  expect(await checkLedger(app.scope())).toEqual([])
})

const accountId = async (code: string) => (await client.ledgerAccount.findUniqueOrThrow({ where: { code } })).id
const isOnline = async () => (await buyer.api.call('getProviderStatus')).economyOnline
const count = async (sample: string) => {
  const text = await app.platform.metrics.metrics()
  const line = text.split('\n').find((candidate) => candidate.startsWith(sample))
  return Number(line?.split(' ').at(-1))
}

describe('the check of the ledger finds', () => {
  it('nothing in books that balance', async () => {
    const { transferId } = await aSale({ status: 'refunded' })
    await aSale()
    await transact(app.scope(), (tx) =>
      reverseTransfer(tx, transferId, { key: `refund:${transferId}`, kind: 'refund' }),
    )
    expect(await findLedgerDifferences(app.scope())).toEqual([])
  })

  it('posted balances that are not the sum of entries', async () => {
    const id = await accountId(standard.code)
    await tamper(`UPDATE "LedgerAccount" SET posted = posted + 7 WHERE id = '${id}'`)
    mend = [`UPDATE "LedgerAccount" SET posted = posted - 7 WHERE id = '${id}'`]
    const { posted } = await client.ledgerAccount.findUniqueOrThrow({ where: { id } })
    expect(await findLedgerDifferences(app.scope())).toEqual([
      { check: 'posted', subject: standard.code, expected: String(posted - 7n), found: String(posted) },
    ])
  })

  it('held balances that are not the sum of open holds', async () => {
    const id = await accountId(standard.code)
    await tamper(`UPDATE "LedgerAccount" SET held = 3 WHERE id = '${id}'`)
    mend = [`UPDATE "LedgerAccount" SET held = 0 WHERE id = '${id}'`]
    expect(await findLedgerDifferences(app.scope())).toEqual([
      { check: 'held', subject: standard.code, expected: '0', found: '3' },
    ])
  })

  it('entries that were changed, and their transfer and purchase', async () => {
    const { id, transferId } = await aSale()
    const fees = await accountId('house:fees')
    const where = `WHERE "transferId" = ${transferId} AND "accountId" = '${fees}'`
    await tamper(`UPDATE "LedgerEntry" SET amount = 60 ${where}`)
    mend = [`UPDATE "LedgerEntry" SET amount = 10 ${where}`]
    expect(await findLedgerDifferences(app.scope())).toMatchObject([
      { check: 'transfers', subject: transferId, found: '3 entries, sum 50' },
      { check: 'posted', subject: 'house:fees' },
      {
        check: 'purchases',
        subject: id,
        expected: 'buyer -100, seller 90, fees 10, in 3 entries',
        found: 'buyer -100, seller 90, fees 60, in 3 entries',
      },
    ])
  })

  it('transfers without entries, and entries without a transfer or an account', async () => {
    const entry = (transfer: number, amount: number) =>
      `INSERT INTO "LedgerEntry" ("transferId", "accountId", amount) VALUES (${transfer}, 'lacc_lost', ${amount})`
    await tamper(
      `INSERT INTO "LedgerTransfer" (id, key, kind, at) VALUES (900000001, 'lost', 'grant', now())`,
      entry(900000002, 5),
    )
    mend = [
      'DELETE FROM "LedgerTransfer" WHERE id = 900000001',
      'DELETE FROM "LedgerEntry" WHERE "transferId" = 900000002',
    ]
    expect(await findLedgerDifferences(app.scope())).toMatchObject([
      { check: 'transfers', subject: '900000001', found: '0 entries, sum 0' },
      { check: 'transfers', subject: '900000002', found: 'no transfer, 1 entries, sum 5' },
      { check: 'posted', subject: 'lacc_lost', expected: '5', found: 'no account' },
    ])
  })

  it('purchases that are refunded without a reversal, or reversed without a refund', async () => {
    const [refunded, reversed] = [await aSale({ status: 'refunded' }), await aSale()]
    await transact(app.scope(), (tx) =>
      reverseTransfer(tx, reversed.transferId, { key: `refund:${reversed.id}`, kind: 'refund' }),
    )
    mend = [
      `UPDATE "ProductPurchase" SET status = 'active' WHERE id = '${refunded.id}'`,
      `UPDATE "ProductPurchase" SET status = 'refunded' WHERE id = '${reversed.id}'`,
    ]
    const sale = 'buyer -100, seller 90, fees 10, in 3 entries'
    expect(await findLedgerDifferences(app.scope())).toEqual([
      { check: 'purchases', subject: refunded.id, expected: `${sale}, reversed`, found: sale },
      { check: 'purchases', subject: reversed.id, expected: sale, found: `${sale}, reversed` },
    ])
  })
})

describe('the job of the ledger', () => {
  const sale = async () => {
    app.clock.advance(2 * HOUR)
    return aSale()
  }
  const changeEntry = (transferId: string, amount: number) =>
    `UPDATE "LedgerEntry" SET amount = ${amount} WHERE "transferId" = ${transferId}
      AND "accountId" = (SELECT id FROM "LedgerAccount" WHERE code = 'house:fees')`

  it('checks what the transfers since its last run have touched', async () => {
    const [old, last] = [await sale(), await sale()]
    app.clock.advance(2 * HOUR)
    expect(await checkNewTransfers(app.scope())).toEqual([])
    const later = await sale()
    await tamper(changeEntry(old.transferId, 60), changeEntry(later.transferId, 17))
    mend = [changeEntry(old.transferId, 10), changeEntry(later.transferId, 10)]
    const { position } = await client.jobProgress.findUniqueOrThrow({ where: { name: 'check-ledger' } })
    expect(position).toBe(BigInt(last.transferId))
    expect(await findLedgerDifferences(app.scope(), position)).toMatchObject([
      { check: 'transfers', subject: later.transferId },
      { check: 'posted', subject: 'house:fees' },
      { check: 'purchases', subject: later.id },
    ])
  })

  it('goes on with the whole ledger until the books balance again', async () => {
    const { id, transferId } = await sale()
    app.clock.advance(2 * HOUR)
    expect(await checkNewTransfers(app.scope())).toEqual([])
    await sale()
    await tamper(changeEntry(transferId, 60))
    mend = [changeEntry(transferId, 10)]
    expect(await checkNewTransfers(app.scope())).toEqual([])
    expect(await checkLedger(app.scope())).toHaveLength(3)
    const found = await checkNewTransfers(app.scope())
    expect(found.map(({ subject }) => subject)).toEqual([transferId, 'house:fees', id])
  })

  it('finds held balances of accounts without new transfers', async () => {
    await sale()
    app.clock.advance(2 * HOUR)
    expect(await checkNewTransfers(app.scope())).toEqual([])
    const key = `test:${randomUUID()}`
    await transact(app.scope(), (tx) => holdTokens(tx, { key, account: standard, amount: 10, until: null }))
    const account = await accountId(standard.code)
    await tamper(`UPDATE "LedgerAccount" SET held = held + 5 WHERE id = '${account}'`)
    mend = [
      `UPDATE "LedgerAccount" SET held = held - 15 WHERE id = '${account}'`,
      `UPDATE "LedgerHold" SET state = 'released' WHERE key = '${key}'`,
    ]
    expect(await checkNewTransfers(app.scope())).toMatchObject([{ check: 'held', subject: standard.code }])
  })
})

describe('a difference', () => {
  it('takes the economy offline until a later check is clean, and is told by log and metrics once a run', async () => {
    const alerts = () =>
      lines.filter(({ level, msg }) => level === LOG_ERROR && msg?.startsWith('the ledger has differences'))
    expect(await isOnline()).toBe(true)
    const [runs, before] = [await count('plaza_ledger_checks_total{outcome="different"}'), alerts().length]
    const id = await accountId(standard.code)
    await tamper(`UPDATE "LedgerAccount" SET posted = posted + 7, held = 2 WHERE id = '${id}'`)
    mend = [`UPDATE "LedgerAccount" SET posted = posted - 7, held = 0 WHERE id = '${id}'`]
    await checkLedger(app.scope())
    await checkLedger(app.scope())
    await eventually(async () => !(await isOnline()))
    expect(await buyer.api.call('getEconomyAccount', { userId: buyer.id })).toMatchObject({ canSpend: false })
    expect(alerts()).toHaveLength(before + 2)
    expect(await count('plaza_ledger_checks_total{outcome="different"}')).toBe(runs + 2)
    expect(await count('plaza_ledger_differences_total{check="posted"}')).toBeGreaterThan(0)
    const ready = await fetch(`${app.origin}/readyz`)
    expect(ready.status).toBe(200)
    await tamper(...mend)
    mend = []
    await checkLedger(app.scope())
    expect(await isOnline()).toBe(true)
  })
})

describe('the job of holds', () => {
  it('releases those whose time has passed, and no other', async () => {
    const { now } = app.scope()
    const before = await tokensOf(app, buyer)
    const hold = (until: Date | null) =>
      transact(app.scope(), (tx) =>
        holdTokens(tx, { key: `test:${randomUUID()}`, account: standard, amount: 10, until }),
      )
    for (const until of [addMilliseconds(now, -1), addMilliseconds(now, -DAY), addMilliseconds(now, DAY), null])
      await hold(until)
    expect(await tokensOf(app, buyer)).toBe(before - 40)
    expect(await releaseDueHolds(app.scope())).toBe(2)
    expect(await releaseDueHolds(app.scope())).toBe(0)
    expect(await tokensOf(app, buyer)).toBe(before - 20)
  })
})
