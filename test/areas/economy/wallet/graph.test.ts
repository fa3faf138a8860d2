import { beforeEach, describe, expect, it } from 'vitest'
import { eraseDueAccounts } from '../../../../src/areas/accounts/account/deletion.ts'
import { checkLedger } from '../../../../src/areas/economy/ledger/check.ts'
import { holdTokens, postTransfer, userAccount } from '../../../../src/areas/economy/ledger/transfers.ts'
import { erasers } from '../../../../src/areas/index.ts'
import { newId } from '../../../../src/kernel/ids.ts'
import { transact } from '../../../../src/kernel/transaction.ts'
import { anApp } from '../../../support/app.ts'
import { runConcurrently } from '../../../support/concurrency.ts'
import { aBuyer, aListing, aSeller, faultsOfBooks, postedOf, tokensOf, withTokens } from '../../../support/economy.ts'
import { mutate, query, refusedMutation } from '../../../support/jams.ts'
import { buy } from '../../../support/purchases.ts'
import { anAdmin, aUser, type TestUser } from '../../../support/users.ts'

const app = await anApp()
const admin = await anAdmin(app)
let person: TestUser
beforeEach(async () => {
  person = await aUser(app)
})

const { db } = app.scope()
const auditOf = async ({ id: subjectId }: TestUser) =>
  (await db.auditEntry.findMany({ where: { subjectId }, orderBy: { id: 'asc' } })).map(({ act, actorId, details }) => ({
    act,
    actorId,
    details,
  }))
let lastKey = 0
const given = (tokens: number, more: object = {}) => ({
  userId: person.id,
  tokens,
  reason: 'A test.',
  idempotencyKey: `k${++lastKey}`,
  ...more,
})
const TRANSFER = '{ transfer { id kind memo actor { id } entries { nodes { amount owner { id } purpose } } } }'

describe('grantTokens', () => {
  it('moves tokens from the account of grants, and is audited', async () => {
    const input = given(150)
    const { payload } = await mutate(app, admin, `grantTokens ${TRANSFER}`, input)
    const { transfer } = Object(payload)
    expect(transfer).toMatchObject({ kind: 'GRANT', memo: 'A test.', actor: { id: admin.id } })
    expect(transfer.entries.nodes).toHaveLength(2)
    expect(transfer.entries.nodes).toEqual(
      expect.arrayContaining([
        { amount: -150, owner: null, purpose: 'HOUSE' },
        { amount: 150, owner: { id: person.id }, purpose: 'STANDARD' },
      ]),
    )
    expect(await tokensOf(app, person)).toBe(150)
    const transferId = transfer.id.replace('ltrf_', '')
    const { reason, idempotencyKey, tokens } = input
    expect(await auditOf(person)).toEqual([
      { act: 'grantTokens', actorId: admin.id, details: { tokens, reason, idempotencyKey, transferId } },
    ])
  })

  it('happens once for a key, also when it comes several times at once', async () => {
    const input = given(150)
    const answers = await runConcurrently(app, 8, () => mutate(app, admin, 'grantTokens { transfer { id } }', input))
    expect(new Set(answers.map(({ payload }) => JSON.stringify(payload))).size).toBe(1)
    expect(answers[0]?.error).toBeUndefined()
    expect(await tokensOf(app, person)).toBe(150)
    expect(await auditOf(person)).toHaveLength(1)
    expect(await refusedMutation(app, admin, 'grantTokens', { ...input, tokens: 151 })).toMatchObject({
      code: 'BAD_INPUT',
      reason: 'KEY_REUSED',
      fields: ['idempotencyKey'],
    })
  })

  it.each([
    ['no tokens', { tokens: 0 }, ['tokens']],
    ['too many tokens', { tokens: 10_000_001 }, ['tokens']],
    ['no reason', { reason: ' ' }, ['reason']],
    ['a malformed key', { idempotencyKey: 'a b' }, ['idempotencyKey']],
  ])('refuses %s', async (_name, change, fields) => {
    expect(await refusedMutation(app, admin, 'grantTokens', given(5, change))).toMatchObject({
      code: 'BAD_INPUT',
      fields,
    })
    expect(await tokensOf(app, person)).toBe(0)
  })

  it('refuses unknown people, and people who are no admins', async () => {
    const userId = newId('user', new Date())
    expect(await refusedMutation(app, admin, 'grantTokens', given(5, { userId }))).toMatchObject({ code: 'NOT_FOUND' })
    expect(await refusedMutation(app, person, 'grantTokens', given(5))).toMatchObject({ code: 'FORBIDDEN' })
  })
})

describe('revokeTokens', () => {
  it('takes tokens, never below 0', async () => {
    await withTokens(app, person, 100)
    expect(await refusedMutation(app, admin, 'revokeTokens', given(101))).toMatchObject({
      reason: 'INSUFFICIENT_FUNDS',
    })
    expect(await auditOf(person)).toEqual([])
    const { payload } = await mutate(app, admin, 'revokeTokens { transfer { kind } }', given(100))
    expect(payload).toEqual({ transfer: { kind: 'REVOKE' } })
    expect(await tokensOf(app, person)).toBe(0)
    expect(await auditOf(person)).toMatchObject([{ act: 'revokeTokens', details: { tokens: 100 } }])
  })

  it('of several at once takes only what is there', async () => {
    await withTokens(app, person, 100)
    const answers = await runConcurrently(app, 8, () => mutate(app, admin, 'revokeTokens', given(60)))
    expect(answers.filter(({ error }) => error === undefined)).toHaveLength(1)
    expect(await tokensOf(app, person)).toBe(40)
  })
})

describe('setEconomyBlocked', () => {
  const set = (blocked: boolean, idempotencyKey: string) => {
    const input = { userId: person.id, blocked, reason: 'Fraud.', idempotencyKey }
    return mutate(app, admin, 'setEconomyBlocked { user { id } }', input)
  }
  const isBlocked = async () => (await person.api.call('getEconomyAccount', { userId: person.id })).blocked

  it('blocks and allows, once for a key', async () => {
    expect(await set(true, 'first')).toMatchObject({ payload: { user: { id: person.id } } })
    expect(await isBlocked()).toBe(true)
    await set(false, 'second')
    expect(await isBlocked()).toBe(false)
    await set(true, 'first')
    expect(await isBlocked()).toBe(false)
    expect((await set(false, 'first')).error?.extensions).toMatchObject({ reason: 'KEY_REUSED' })
    expect(await auditOf(person)).toMatchObject([
      { act: 'setEconomyBlocked', details: { blocked: true, reason: 'Fraud.' } },
      { act: 'setEconomyBlocked', details: { blocked: false } },
    ])
  })

  it('needs a reason', async () => {
    const input = { userId: person.id, blocked: true, reason: '', idempotencyKey: 'x' }
    expect(await refusedMutation(app, admin, 'setEconomyBlocked', input)).toMatchObject({ fields: ['reason'] })
  })
})

const WALLET = `query($first: Int, $after: String) { viewer {
  wallet { id balance earnings held entries(first: $first, after: $after) {
    totalCount nodes { id kind amount balanceAfter purpose owner { id } } pageInfo { endCursor hasNextPage } } }
  economyAccount { accountId activatedAt isBlocked canSpend canEarn canPayout hasAcceptedTerms } } }`

describe('the wallet in the graph', () => {
  it('has balances and entries by pages, newest first', async () => {
    for (const tokens of [10, 20, 30]) await withTokens(app, person, tokens)
    const earnings = userAccount(person.id, 'earnings')
    await transact(app.scope(), async (tx) => {
      await postTransfer(tx, {
        key: `test:${person.id}`,
        kind: 'purchase',
        postings: [
          { account: userAccount(person.id, 'standard'), amount: -25 },
          { account: earnings, amount: 25 },
        ],
      })
      await holdTokens(tx, { key: `test:${person.id}`, account: earnings, amount: 5, until: null })
    })
    const { viewer } = await query(app, person, WALLET, { first: 3 })
    expect(viewer.wallet).toMatchObject({ id: person.id.replace('usr_', 'wllt_'), balance: 35, earnings: 25, held: 5 })
    const { entries } = viewer.wallet
    expect(entries).toMatchObject({ totalCount: 5, pageInfo: { hasNextPage: true } })
    expect(entries.nodes).toMatchObject(
      [...entries.nodes.slice(0, 2)]
        .map(({ purpose }: { purpose: string }) =>
          purpose === 'EARNINGS'
            ? { kind: 'PURCHASE', amount: 25, balanceAfter: 25 }
            : { kind: 'PURCHASE', amount: -25, balanceAfter: 35 },
        )
        .concat([{ kind: 'GRANT', amount: 30, balanceAfter: 60 }]),
    )
    const next = await query(app, person, WALLET, { first: 3, after: entries.pageInfo.endCursor })
    expect(next.viewer.wallet.entries.nodes.map(({ amount }: { amount: number }) => amount)).toEqual([20, 10])
    const forged = Buffer.from('x').toString('base64url')
    await expect(query(app, person, WALLET, { first: 3, after: forged })).rejects.toThrow('cursor')
  })

  it('tells with each entry for what it is, to the buyer and to the seller', async () => {
    const [buyer, seller] = [await aBuyer(app, 500), await aSeller(app)]
    const listingId = await aListing(app, seller)
    const { purchaseId: id } = await buy(buyer, listingId)
    const own = '{ viewer { wallet { entries { nodes { kind purchase { id } payment { id } } } } } }'
    const bought = { kind: 'PURCHASE', purchase: { id }, payment: null }
    const entriesOf = async (one: TestUser) => (await query(app, one, own)).viewer.wallet.entries.nodes
    expect(await entriesOf(buyer)).toEqual([bought, { kind: 'GRANT', purchase: null, payment: null }])
    expect(await entriesOf(seller)).toEqual([bought])
  })

  it('is empty before the first use', async () => {
    const { viewer } = await query(app, person, WALLET)
    expect(viewer).toMatchObject({
      wallet: { balance: 0, earnings: 0, held: 0, entries: { totalCount: 0, nodes: [] } },
      economyAccount: { accountId: null, activatedAt: null, isBlocked: false, canSpend: false, canPayout: false },
    })
  })

  it('shows entries and transfers to nobody else but admins', async () => {
    await withTokens(app, person, 10)
    const { viewer } = await query(app, person, WALLET)
    const [entry] = viewer.wallet.entries.nodes
    const row = await db.ledgerEntry.findUniqueOrThrow({ where: { id: BigInt(entry.id.replace('lent_', '')) } })
    const ids = [entry.id, viewer.wallet.id, `ltrf_${row.transferId}`, row.accountId]
    const seenBy = async (someone: TestUser) => {
      const { nodes } = await query(app, someone, 'query($ids: [ID!]!) { nodes(ids: $ids) { __typename } }', { ids })
      return nodes.map((node: { __typename: string } | null) => node?.__typename ?? null)
    }
    expect(await seenBy(person)).toEqual(['LedgerEntry', 'Wallet', null, null])
    expect(await seenBy(await aUser(app))).toEqual([null, null, null, null])
    expect(await seenBy(admin)).toEqual(['LedgerEntry', null, 'LedgerTransfer', 'LedgerAccount'])
  })

  it('accepts and withdraws terms', async () => {
    const answer = (accepted: boolean) =>
      mutate(app, person, 'updateProviderTos { economyAccount { hasAcceptedTerms canSpend } }', { accepted })
    expect((await answer(true)).payload).toEqual({ economyAccount: { hasAcceptedTerms: true, canSpend: true } })
    expect((await answer(false)).payload).toEqual({ economyAccount: { hasAcceptedTerms: false, canSpend: false } })
    const { providerStatus } = await query(
      app,
      person,
      '{ providerStatus { isOnline plannedOfflineStart termsVersion termsUrl } }',
    )
    expect(providerStatus).toMatchObject({
      isOnline: true,
      termsVersion: '1',
      termsUrl: expect.stringMatching(/^http/),
    })
  })
})

describe('the ledger in the graph', () => {
  it('lists accounts and transfers by filters', async () => {
    await withTokens(app, person, 10)
    await mutate(app, admin, 'revokeTokens', given(4))
    const list = `query($user: ID, $kind: LedgerTransferKind) {
      ledgerAccounts(ownerId: $user) { totalCount nodes { code posted held purpose owner { id } } }
      ledgerTransfers(userId: $user, kind: $kind) { totalCount nodes { id kind reversedBy { id } } }
      ledgerCheck { isBalanced differences { check } } }`
    const own = await query(app, admin, list, { user: person.id })
    expect(own).toMatchObject({
      ledgerAccounts: {
        totalCount: 1,
        nodes: [
          { code: `user:${person.id}:standard`, posted: 6, held: 0, purpose: 'STANDARD', owner: { id: person.id } },
        ],
      },
      ledgerTransfers: { totalCount: 2, nodes: [{ kind: 'REVOKE' }, { kind: 'GRANT' }] },
      ledgerCheck: { isBalanced: true, differences: [] },
    })
    const revoked = await query(app, admin, list, { user: person.id, kind: 'REVOKE' })
    expect(revoked.ledgerTransfers).toMatchObject({ totalCount: 1, nodes: [{ kind: 'REVOKE', reversedBy: null }] })
  })
})

describe('the erasure of an account', () => {
  it('forfeits all tokens, held ones too, and keeps the entries', async () => {
    await withTokens(app, person, 100)
    const [standard, earnings] = [userAccount(person.id, 'standard'), userAccount(person.id, 'earnings')]
    const forfeited = await postedOf(app, 'house:forfeited')
    await transact(app.scope(), async (tx) => {
      await postTransfer(tx, {
        key: `test:${person.id}`,
        kind: 'purchase',
        postings: [
          { account: standard, amount: -30 },
          { account: earnings, amount: 30 },
        ],
      })
      await holdTokens(tx, { key: `test:${person.id}`, account: earnings, amount: 20, until: null })
    })
    await person.api.call('deleteUser', { userId: person.id })
    await eraseDueAccounts({ ...app.scope(), now: new Date(app.clock.now().getTime() + 15 * 24 * 3_600_000) }, erasers)
    expect([await postedOf(app, standard.code), await postedOf(app, earnings.code)]).toEqual([0, 0])
    expect(await postedOf(app, 'house:forfeited')).toBe(forfeited + 100)
    expect(await db.ledgerHold.findUnique({ where: { key: `test:${person.id}` } })).toMatchObject({ state: 'released' })
    expect(await db.ledgerEntry.count({ where: { account: { ownerId: person.id } } })).toBe(5)
    expect(await db.economyProfile.count({ where: { userId: person.id } })).toBe(0)
    expect(await faultsOfBooks(app)).toEqual([])
    expect(await checkLedger(app.scope())).toEqual([])
  })
})
