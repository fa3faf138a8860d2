import { randomUUID } from 'node:crypto'
import { beforeEach, describe, expect, it } from 'vitest'
import { readBalance } from '../../../../src/areas/economy/ledger/accounts.ts'
import { holdTokens, houseAccount, postTransfer, userAccount } from '../../../../src/areas/economy/ledger/transfers.ts'
import { newId } from '../../../../src/kernel/ids.ts'
import { transact } from '../../../../src/kernel/transaction.ts'
import { sharedApp } from '../../../support/app.ts'
import { aUser, type TestUser } from '../../../support/users.ts'

const app = await sharedApp()
const { client } = app.scope()

let person: TestUser
/** Number of a transfer of 100 tokens to the person, and the accounts of both sides. */
let transferId: string
let accountId: string
let grantsId: string
let holdId: string

beforeEach(async () => {
  person = await aUser(app)
  const standard = userAccount(person.id, 'standard')
  const postings = [
    { account: houseAccount('grants'), amount: -100 },
    { account: standard, amount: 100 },
  ]
  transferId = await transact(app.scope(), (tx) =>
    postTransfer(tx, { key: `test:${randomUUID()}`, kind: 'grant', postings }),
  )
  const key = `test:${randomUUID()}`
  await transact(app.scope(), (tx) => holdTokens(tx, { key, account: standard, amount: 10, until: null }))
  holdId = (await client.ledgerHold.findUniqueOrThrow({ where: { key } })).id
  accountId = (await client.ledgerAccount.findUniqueOrThrow({ where: { code: standard.code } })).id
  grantsId = (await client.ledgerAccount.findUniqueOrThrow({ where: { code: houseAccount('grants').code } })).id
})

const NEVER = /a mistake is mended by a reversing transfer/
const BALANCES = /only entries and holds change balances/
const KEEPS = /an account keeps its owner and floor/

/** A statement that inserts an entry. */
const entry = (transfer: string, account: string, amount: number) =>
  `INSERT INTO "LedgerEntry" ("transferId", "accountId", "amount") VALUES (${transfer}, '${account}', ${amount})`
/** A statement that inserts a transfer with the number 900000000 and more. */
const transfer = (id: string) =>
  `INSERT INTO "LedgerTransfer" ("id", "key", "kind", "at") VALUES (${id}, 'test:${randomUUID()}', 'grant', now())`
const account = (columns: string, values: string) =>
  `INSERT INTO "LedgerAccount" ("id", "createdAt", ${columns}) VALUES ('${newId('ledgerAccount', new Date())}', now(), ${values})`

let lastNumber = 900_000_000
/** Number of a transfer that a test inserts. */
const aNumber = () => String(++lastNumber)

/** Statements of one transaction that the database refuses, and what it says. */
const REFUSED: Readonly<Record<string, () => readonly [readonly string[], RegExp]>> = {
  'changes an entry': () => [[`UPDATE "LedgerEntry" SET "amount" = 1 WHERE "transferId" = ${transferId}`], NEVER],
  'changes no entry': () => [[`UPDATE "LedgerEntry" SET "amount" = 1 WHERE false`], NEVER],
  'deletes an entry': () => [[`DELETE FROM "LedgerEntry" WHERE "transferId" = ${transferId}`], NEVER],
  'empties the table of entries': () => [['TRUNCATE "LedgerEntry"'], NEVER],
  'changes an entry by a conflict': () => [
    [`${entry(transferId, accountId, 5)} ON CONFLICT ("transferId", "accountId") DO UPDATE SET "amount" = 7`],
    NEVER,
  ],
  'changes a transfer': () => [[`UPDATE "LedgerTransfer" SET "memo" = 'x' WHERE "id" = ${transferId}`], NEVER],
  'deletes a transfer': () => [[`DELETE FROM "LedgerTransfer" WHERE "id" = ${transferId}`], NEVER],
  'empties the table of transfers': () => [['TRUNCATE "LedgerTransfer" CASCADE'], NEVER],
  'empties the table of accounts': () => [['TRUNCATE "LedgerAccount" CASCADE'], NEVER],
  'empties the table of people': () => [['TRUNCATE "User" CASCADE'], NEVER],
  'changes posted': () => [[`UPDATE "LedgerAccount" SET "posted" = 1000 WHERE "id" = '${accountId}'`], BALANCES],
  'changes posted of the platform': () => [
    [`UPDATE "LedgerAccount" SET "posted" = 0 WHERE "id" = '${grantsId}'`],
    BALANCES,
  ],
  'changes held': () => [[`UPDATE "LedgerAccount" SET "held" = 0 WHERE "id" = '${accountId}'`], BALANCES],
  'takes the floor away': () => [[`UPDATE "LedgerAccount" SET "floor" = NULL WHERE "id" = '${accountId}'`], KEEPS],
  'gives an account to nobody': () => [
    [`UPDATE "LedgerAccount" SET "ownerId" = NULL WHERE "id" = '${accountId}'`],
    KEEPS,
  ],
  'deletes an account': () => [[`DELETE FROM "LedgerAccount" WHERE "id" = '${accountId}'`], /foreign key/i],
  'deletes a person with an account': () => [[`DELETE FROM "User" WHERE "id" = '${person.id}'`], /foreign key/i],
  'makes an account with tokens': () => [[account('"code", "posted"', "'house:test', 5")], /begins with nothing/],
  'makes an account of a person without floor': () => [
    [account('"code", "ownerId"', `'user:${person.id}:earnings', '${person.id}'`)],
    /wrong owner or floor/,
  ],
  "makes an account with another's code": () => [
    [account('"code", "ownerId", "floor"', `'user:somebody:earnings', '${person.id}', 0`)],
    /wrong owner or floor/,
  ],
  'makes a transfer without entries': () => [[transfer(aNumber())], /has 0 entries/],
  'makes a transfer with one entry': () => {
    const id = aNumber()
    return [[transfer(id), entry(id, grantsId, -5)], /has 1 entries/]
  },
  'leaves a transfer unbalanced': () => {
    const id = aNumber()
    return [[transfer(id), entry(id, grantsId, -5), entry(id, accountId, 6)], /with a sum of 1/]
  },
  'unbalances a transfer after its check': () => {
    const [id, losses] = [aNumber(), `(SELECT "id" FROM "LedgerAccount" WHERE "code" = 'house:losses')`]
    const added = entry(id, 'LOSSES', 3).replace("'LOSSES'", losses)
    const made = [transfer(id), entry(id, grantsId, -5), entry(id, accountId, 5)]
    return [[...made, 'SET CONSTRAINTS ALL IMMEDIATE', added], /with a sum of 3/]
  },
  'adds entries to an old transfer': () => {
    const codes = `"code" IN ('house:fees', 'house:losses')`
    const amounts = `CASE "code" WHEN 'house:fees' THEN 5 ELSE -5 END`
    return [
      [
        `INSERT INTO "LedgerEntry" ("transferId", "accountId", "amount") SELECT ${transferId}, "id", ${amounts} FROM "LedgerAccount" WHERE ${codes}`,
      ],
      /is complete/,
    ]
  },
  'posts an entry that a conflict skips': () => [
    [`${entry(transferId, accountId, 5)} ON CONFLICT DO NOTHING`],
    /has an entry of/,
  ],
  'makes an entry of 0': () => {
    const id = aNumber()
    return [[transfer(id), entry(id, grantsId, 0)], /LedgerEntry_amount_check/]
  },
  'makes an entry of an unknown account': () => {
    const id = aNumber()
    return [[transfer(id), entry(id, 'lacc_unknown', 5)], /there is no account/]
  },
  'takes more than an account has': () => {
    const id = aNumber()
    return [[transfer(id), entry(id, grantsId, 91), entry(id, accountId, -91)], /LedgerAccount_floor_check/]
  },
  'uses a key twice': () => {
    const [first, second] = [aNumber(), aNumber()]
    const made = transfer(first)
    return [[made, made.replace(first, second)], /LedgerTransfer_key_key/]
  },
  'reverses a transfer twice': () => {
    const reversal = (id: string) =>
      `INSERT INTO "LedgerTransfer" ("id", "key", "kind", "at", "reversesId") VALUES (${id}, 'test:${id}', 'refund', now(), ${transferId})`
    return [[reversal(aNumber()), reversal(aNumber())], /LedgerTransfer_reversesId_key/]
  },
  'holds more than an account has': () => [
    [
      `INSERT INTO "LedgerHold" ("id", "key", "accountId", "amount", "createdAt") VALUES ('h', 'test:${randomUUID()}', '${accountId}', 91, now())`,
    ],
    /LedgerAccount_floor_check/,
  ],
  'changes the amount of a hold': () => [
    [`UPDATE "LedgerHold" SET "amount" = 5 WHERE "id" = '${holdId}'`],
    /keeps its account and amount/,
  ],
  'opens a hold again': () => [
    [
      `UPDATE "LedgerHold" SET "state" = 'released' WHERE "id" = '${holdId}'`,
      `UPDATE "LedgerHold" SET "state" = 'open' WHERE "id" = '${holdId}'`,
    ],
    /a hold ends once/,
  ],
  'makes a hold that has ended': () => [
    [
      `INSERT INTO "LedgerHold" ("id", "key", "accountId", "amount", "state", "createdAt") VALUES ('h', 'test:${randomUUID()}', '${accountId}', 5, 'released', now())`,
    ],
    /a hold begins open/,
  ],
  'gives a hold an unknown state': () => [
    [`UPDATE "LedgerHold" SET "state" = 'lost' WHERE "id" = '${holdId}'`],
    /LedgerHold_state_check/,
  ],
  'deletes a hold': () => [[`DELETE FROM "LedgerHold" WHERE "id" = '${holdId}'`], NEVER],
  'empties the table of holds': () => [['TRUNCATE "LedgerHold"'], NEVER],
}

describe('the database refuses SQL that', () => {
  it.each(Object.keys(REFUSED))('%s', async (name) => {
    const [statements, message] = REFUSED[name]?.() ?? [[], /./]
    await expect(
      client.$transaction(statements.map((statement) => client.$executeRawUnsafe(statement))),
    ).rejects.toThrow(message)
    expect(await readBalance(app.scope(), userAccount(person.id, 'standard'))).toMatchObject({ posted: 100, held: 10 })
  })
})

describe('the database', () => {
  it('holds nothing by an insert that a conflict skips', async () => {
    const { key } = await client.ledgerHold.findUniqueOrThrow({ where: { id: holdId } })
    await client.$executeRaw`
      INSERT INTO "LedgerHold" ("id", "key", "accountId", "amount", "createdAt")
      VALUES ('other', ${key}, ${accountId}, 20, now()) ON CONFLICT DO NOTHING`
    expect(await readBalance(app.scope(), userAccount(person.id, 'standard'))).toMatchObject({ held: 10 })
  })

  it('takes a balanced transfer by SQL, numbers its entries and writes their balances', async () => {
    const id = aNumber()
    const statements = [transfer(id), entry(id, grantsId, 40), entry(id, accountId, -40)]
    await client.$transaction(statements.map((statement) => client.$executeRawUnsafe(statement)))
    const entries = await client.ledgerEntry.findMany({ where: { accountId }, orderBy: { id: 'asc' } })
    expect(entries.map(({ amount, after }) => [amount, after])).toEqual([
      [100n, 100n],
      [-40n, 60n],
    ])
  })
})
