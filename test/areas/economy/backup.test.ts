import { expect, it } from 'vitest'
import { checkLedger } from '../../../src/areas/economy/ledger/check.ts'
import { holdTokens, houseAccount, postTransfer, userAccount } from '../../../src/areas/economy/ledger/transfers.ts'
import { transact } from '../../../src/kernel/transaction.ts'
import { anApp, type TestApp } from '../../support/app.ts'
import { aBuyer, faultsOfBooks, tokensOf, withTokens } from '../../support/economy.ts'
import { aUser, type TestUser } from '../../support/users.ts'

/** Tables of the ledger, those first to which others refer. */
const TABLES = ['LedgerAccount', 'LedgerTransfer', 'LedgerEntry', 'LedgerHold'] as const

const sumsOf = ({ scope }: TestApp) =>
  scope().client.$queryRaw`
    SELECT (SELECT count(*)::int FROM "LedgerTransfer") AS transfers, (SELECT count(*)::int FROM "LedgerEntry") AS entries,
      (SELECT md5(string_agg(entry::text, ',' ORDER BY id)) FROM "LedgerEntry" entry) AS "entryHash",
      (SELECT json_agg(json_build_array(code, posted, held) ORDER BY code) FROM "LedgerAccount") AS balances`

/** Copies the rows of tables into another server's database, without triggers, as `pg_restore` does before it makes them. */
async function restore(from: TestApp, to: TestApp, people: readonly TestUser[]): Promise<void> {
  const reads = TABLES.map((table) =>
    from
      .scope()
      .client.$queryRawUnsafe<{ rows: string }[]>(
        `SELECT coalesce(json_agg(row ORDER BY id), '[]')::text AS rows FROM "${table}" row`,
      ),
  )
  const dumped = await Promise.all(reads)
  const users = people.map(({ id }) => `'${id}'`).join(', ')
  const [{ rows: userRows } = { rows: '[]' }] = await from
    .scope()
    .client.$queryRawUnsafe<{ rows: string }[]>(
      `SELECT json_agg(row)::text AS rows FROM "User" row WHERE id IN (${users})`,
    )
  const { client } = to.scope()
  const fill = (table: string, rows: string) =>
    client.$executeRawUnsafe(
      `INSERT INTO "${table}" SELECT * FROM json_populate_recordset(NULL::"${table}", $1::json)`,
      rows,
    )
  await client.$transaction([
    client.$executeRawUnsafe('SET LOCAL session_replication_role = replica'),
    fill('User', userRows),
    client.$executeRawUnsafe('DELETE FROM "LedgerAccount"'),
    ...TABLES.map((table, at) => fill(table, dumped[at]?.[0]?.rows ?? '[]')),
    ...(['LedgerTransfer', 'LedgerEntry'] as const).map((table) =>
      client.$executeRawUnsafe(`SELECT setval('"${table}_id_seq"', (SELECT max(id) FROM "${table}"))`),
    ),
  ])
}

it('a ledger that was copied row by row has equal sums, balances, and goes on', async () => {
  const [source, copy] = [await anApp(), await anApp()]
  const [buyer, seller] = [await aBuyer(source, 1_000), await aUser(source)]
  for (let at = 0; at < 20; at++)
    await transact(source.scope(), async (tx) => {
      const earnings = userAccount(seller.id, 'earnings')
      await postTransfer(tx, {
        key: `purchase:${at}`,
        kind: 'purchase',
        postings: [
          { account: userAccount(buyer.id, 'standard'), amount: -10 },
          { account: earnings, amount: 9 },
          { account: houseAccount('fees'), amount: 1 },
        ],
      })
      await holdTokens(tx, { key: `sale:${at}`, account: earnings, amount: 9, until: null })
    })
  await restore(source, copy, [buyer, seller])
  expect(await sumsOf(copy)).toEqual(await sumsOf(source))
  expect(await checkLedger(copy.scope())).toEqual([])
  await withTokens(copy, buyer, 5)
  expect(await tokensOf(copy, buyer)).toBe(805)
  const entry = `INSERT INTO "LedgerEntry" ("transferId", "accountId", amount) SELECT "transferId", id, 5 * sign(amount) FROM
    (SELECT "transferId", amount FROM "LedgerEntry" ORDER BY id LIMIT 2) old,
    (SELECT id FROM "LedgerAccount" WHERE code = 'house:losses') account`
  await expect(copy.scope().client.$executeRawUnsafe(entry)).rejects.toThrow('ledger: ')
  expect(await faultsOfBooks(copy)).toEqual([])
})
