import { describe, expect, it } from 'vitest'
import { MINUTE } from '../../../src/kernel/clock.ts'
import { anApp } from '../../support/app.ts'
import { aBuyer, aListing, aSeller, withTokens } from '../../support/economy.ts'
import { anItem } from '../../support/inventory.ts'
import { mutate, query } from '../../support/jams.ts'
import { aPayment, tell } from '../../support/payments.ts'
import { actOnPurchase, buy } from '../../support/purchases.ts'
import { aStaffMember } from '../../support/staff.ts'
import { aSubscription } from '../../support/subscriptions.ts'
import { aUser, type TestUser } from '../../support/users.ts'

const app = await anApp()
const { db } = app.scope()
const staff = await aStaffMember(app, 'economy')

const idsOf = (list: { readonly nodes: readonly { readonly id: string }[] }) => list.nodes.map(({ id }) => id)

describe('productPurchases', () => {
  const LIST = `query($buyer: ID, $receiver: ID, $seller: ID, $status: PurchaseStatus, $since: DateTime, $until: DateTime) {
    productPurchases(buyerId: $buyer, receiverId: $receiver, sellerId: $seller, status: $status, since: $since, until: $until)
    { totalCount nodes { id } } }`
  const list = async (variables: object) => (await query(app, staff, LIST, variables)).productPurchases

  it('lists what everybody has bought by part, state and time, newest first', async () => {
    const [seller, buyer, other] = [await aSeller(app), await aBuyer(app), await aBuyer(app)]
    const listing = await aListing(app, seller, { isStackable: true, isQuantifiable: true })
    const { purchaseId: first } = await buy(buyer, listing)
    app.clock.advance(MINUTE)
    const between = app.clock.now().toISOString()
    app.clock.advance(MINUTE)
    const { purchaseId: second } = await buy(other, listing)
    expect(await list({ seller: seller.id })).toMatchObject({ totalCount: 2, nodes: [{ id: second }, { id: first }] })
    expect(idsOf(await list({ seller: seller.id, since: between }))).toEqual([second])
    expect(idsOf(await list({ seller: seller.id, until: between }))).toEqual([first])
    expect(idsOf(await list({ buyer: buyer.id }))).toEqual([first])
    expect(idsOf(await list({ receiver: other.id }))).toEqual([second])
    expect(await actOnPurchase(app, staff, 'refundPurchase', first)).toBe('done')
    expect(idsOf(await list({ seller: seller.id, status: 'REFUNDED' }))).toEqual([first])
    expect(idsOf(await list({}))).toEqual(expect.arrayContaining([first, second]))
    expect((await list({ since: '9999-12-31T00:00:00Z' })).totalCount).toBe(0)
    expect(idsOf(await list({ seller: seller.id, since: '1900-01-01T00:00:00Z' }))).toEqual([second, first])
  })
})

describe('paymentTransactions', () => {
  const LIST = `query($buyer: ID, $status: PaymentStatus, $since: DateTime) {
    paymentTransactions(buyerId: $buyer, status: $status, since: $since) { totalCount nodes { id } } }`

  it('lists payments of everybody by buyer, state and time', async () => {
    const buyer = await aUser(app)
    const [open, paid] = [await aPayment(app, buyer), await aPayment(app, buyer)]
    await tell(app, paid, 'payment.succeeded')
    app.clock.advance(MINUTE)
    const list = async (variables: object) => (await query(app, staff, LIST, variables)).paymentTransactions
    expect(await list({ buyer: buyer.id })).toMatchObject({ totalCount: 2, nodes: [{ id: paid }, { id: open }] })
    expect(idsOf(await list({ buyer: buyer.id, status: 'ACTIVE' }))).toEqual([paid])
    expect(idsOf(await list({ buyer: buyer.id, since: app.clock.now().toISOString() }))).toEqual([])
    expect(idsOf(await list({}))).toEqual(expect.arrayContaining([open, paid]))
  })
})

describe('ledgerTransfers', () => {
  it('are narrowed to a time', async () => {
    const person = await aUser(app)
    await withTokens(app, person, 5)
    app.clock.advance(MINUTE)
    const between = app.clock.now().toISOString()
    await withTokens(app, person, 7)
    const list = `query($user: ID, $since: DateTime, $until: DateTime) {
      ledgerTransfers(userId: $user, since: $since, until: $until) { nodes { entries { nodes { amount owner { id } } } } } }`
    const amounts = async (span: object) => {
      const { ledgerTransfers } = await query(app, staff, list, { user: person.id, ...span })
      return ledgerTransfers.nodes.flatMap((transfer: { readonly entries: { readonly nodes: readonly Entry[] } }) =>
        transfer.entries.nodes.filter(({ owner }) => owner).map(({ amount }) => amount),
      )
    }
    expect(await amounts({})).toEqual([7, 5])
    expect(await amounts({ since: between })).toEqual([7])
    expect(await amounts({ until: between })).toEqual([5])
  })
})

interface Entry {
  readonly amount: number
  readonly owner: object | null
}

describe('what a person has', () => {
  const ECONOMY = `query($id: ID!) { user(id: $id) { economy { balance earnings held debt blockedAt blockedReason hasAcceptedTerms } } }`
  const economyOf = async (reader: TestUser, { id }: TestUser) =>
    (await query(app, reader, ECONOMY, { id })).user.economy

  it('is told to staff for the economy or for people alone', async () => {
    const [seller, buyer] = [await aSeller(app), await aBuyer(app, 250)]
    await buy(buyer, await aListing(app, seller))
    expect(await economyOf(staff, buyer)).toEqual({
      ...{ balance: 150, earnings: 0, held: 0, debt: 0, blockedAt: null, blockedReason: null, hasAcceptedTerms: true },
    })
    const { economyFeeBasisPoints } = app.scope().rules
    const net = 100 - Math.ceil(economyFeeBasisPoints / 100)
    expect(await economyOf(await aStaffMember(app, 'people'), seller)).toMatchObject({
      balance: 0,
      earnings: net,
      held: net,
    })
    expect(await economyOf(await aStaffMember(app, 'reports'), buyer)).toBeNull()
    expect(await economyOf(buyer, buyer)).toBeNull()
  })

  it('says since when and why somebody is blocked', async () => {
    const person = await aUser(app)
    const given = { userId: person.id, blocked: true, reason: 'Stolen card', idempotencyKey: 'block' }
    expect((await mutate(app, staff, 'setEconomyBlocked', given)).error).toBeUndefined()
    expect(await economyOf(staff, person)).toMatchObject({
      blockedAt: expect.any(String),
      blockedReason: 'Stolen card',
      hasAcceptedTerms: false,
    })
  })

  it('is listed: subscriptions and items', async () => {
    const person = await aUser(app)
    const [{ id: subscriptionId }, itemId] = [await aSubscription(app, person), await anItem(app, person)]
    const list = `query($id: ID!) { userSubscriptions(userId: $id) { totalCount nodes { id } }
      inventoryItems(holderId: $id) { totalCount nodes { id holder { id } } } }`
    expect(await query(app, staff, list, { id: person.id })).toEqual({
      userSubscriptions: { totalCount: 1, nodes: [{ id: subscriptionId }] },
      inventoryItems: { totalCount: 1, nodes: [{ id: itemId, holder: { id: person.id } }] },
    })
  })

  it('can be given by staff, who is told as the source of items', async () => {
    const [person, other] = [await aUser(app), await aUser(app)]
    const { templateId } = await db.inventoryItem.findUniqueOrThrow({ where: { id: await anItem(app, other) } })
    const { error } = await mutate(app, staff, 'grantInventoryItem', { userId: person.id, templateId })
    expect(error).toBeUndefined()
    const grant = await db.inventoryGrant.findFirstOrThrow({ where: { userId: person.id } })
    expect(grant.source).toMatch(/^admin:/)
  })
})

describe('the catalogue for staff', () => {
  it('has license groups by name, and bundles that are not sold', async () => {
    const slug = `bundle-${process.pid}`
    const bundle = { slug, description: 'Old', tokens: 5, amount: 100, isActive: false }
    expect((await mutate(app, staff, 'setTokenBundle', bundle)).error).toBeUndefined()
    const list = `query($all: Boolean) { tokenBundles(includeInactive: $all, first: 100) { nodes { slug } } }`
    const slugs = async (reader: TestUser, all: boolean) =>
      (await query(app, reader, list, { all })).tokenBundles.nodes.map((one: { readonly slug: string }) => one.slug)
    expect(await slugs(staff, true)).toContain(slug)
    expect(await slugs(staff, false)).not.toContain(slug)
    await expect(slugs(await aUser(app), true)).rejects.toThrow(/ADMIN_ONLY/)
    const { licenseGroups } = await query(app, staff, '{ licenseGroups(first: 100) { totalCount nodes { name } } }')
    const names = licenseGroups.nodes.map(({ name }: { readonly name: string }) => name)
    expect(names).toContain('plus')
    expect(names).toEqual(names.toSorted())
    expect(licenseGroups.totalCount).toBe(names.length)
  })
})

describe('the figures of the economy', () => {
  const READ =
    'query($kinds: [FigureKind!]!) { figures(kinds: $kinds, from: "2026-01-01T00:00:00Z", until: "2026-01-01T01:00:00Z", step: HOUR) { kind } }'

  it('tell staff for the economy how many tokens were moved, and nothing else', async () => {
    expect(await query(app, staff, READ, { kinds: ['TOKENS_MOVED'] })).toEqual({ figures: [{ kind: 'TOKENS_MOVED' }] })
    await expect(query(app, staff, READ, { kinds: ['TOKENS_MOVED', 'ONLINE'] })).rejects.toThrow(/ADMIN_ONLY/)
    const other = await aStaffMember(app, 'reports')
    await expect(query(app, other, READ, { kinds: ['TOKENS_MOVED'] })).rejects.toThrow(/ADMIN_ONLY/)
  })
})
