import { randomUUID } from 'node:crypto'
import { houseAccount, postTransfer, userAccount } from '../../src/areas/economy/ledger/transfers.ts'
import { siblingId } from '../../src/kernel/ids.ts'
import { transact } from '../../src/kernel/transaction.ts'
import type { TestApp } from '../support/app.ts'
import type { TestUser } from '../support/users.ts'
import type { PrepareNode } from './graphNode.ts'

/** Moves 50 tokens to the owner; answers the rows of the transfer, the owner's entry and the account. */
async function aTransfer(app: TestApp, { id }: TestUser, memo: string) {
  const { client } = app.scope()
  const account = userAccount(id, 'standard')
  const postings = [
    { account: houseAccount('grants'), amount: -50 },
    { account, amount: 50 },
  ]
  const given = { key: `test:${randomUUID()}`, kind: 'grant', purchaseId: 'pur_1', transactionId: 'txn_1' } as const
  const number = BigInt(await transact(app.scope(), (tx) => postTransfer(tx, { ...given, memo, postings })))
  const owned = await client.ledgerAccount.findUniqueOrThrow({ where: { code: account.code } })
  const transfer = await client.ledgerTransfer.findUniqueOrThrow({ where: { id: number } })
  const where = { transferId: number, accountId: owned.id }
  return { owned, transfer, entry: await client.ledgerEntry.findFirstOrThrow({ where }) }
}

/** Wallets and the ledger. */
export const walletNodes: Readonly<Record<string, PrepareNode>> = {
  async *Wallet(app, owner) {
    await aTransfer(app, owner, '')
    const where = { code: userAccount(owner.id, 'standard').code }
    const { posted } = await app.scope().client.ledgerAccount.findUniqueOrThrow({ where })
    const id = siblingId('wallet', owner.id)
    yield { id, row: { id, posted } }
  },
  async *LedgerAccount(app, owner) {
    const { owned } = await aTransfer(app, owner, '')
    yield { id: owned.id, row: { ...owned } }
  },
  async *LedgerTransfer(app, owner) {
    for (const memo of ['', 'A note.']) {
      const { transfer } = await aTransfer(app, owner, memo)
      const id = `ltrf_${transfer.id}`
      const { purchaseId, transactionId, at } = transfer
      yield { id, row: { id, purchaseId, transactionId, at } }
    }
  },
  async *LedgerEntry(app, owner) {
    const { entry, transfer } = await aTransfer(app, owner, '')
    const id = `lent_${entry.id}`
    const { purchaseId, transactionId, at } = transfer
    const row = { purchaseId, transactionId, at, after: entry.after, transferId: `ltrf_${transfer.id}` }
    yield { id, row }
  },
}
