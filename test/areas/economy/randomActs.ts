import { randomUUID } from 'node:crypto'
import { economyArea } from '../../../src/areas/economy/index.ts'
import { erasers, exportRules, jobs } from '../../../src/areas/index.ts'
import { HOUR } from '../../../src/kernel/clock.ts'
import type { Random } from '../../graphql/queryPlans/random.ts'
import type { TestApp } from '../../support/app.ts'
import {
  acceptTerms,
  aListing,
  anItemListing,
  aRoleListing,
  forDays,
  letSell,
  withTokens,
} from '../../support/economy.ts'
import { aGraphClient, type GraphAnswer } from '../../support/graphClient.ts'
import { aTemplate } from '../../support/inventory.ts'
import { anAdmin, aUser, type TestUser } from '../../support/users.ts'

/** People who buy from each other, and what two of them and the owner of a group sell. */
export interface Market {
  readonly app: TestApp
  readonly admin: TestUser
  readonly people: readonly TestUser[]
  readonly listings: readonly string[]
  /** People whose accounts were erased. */
  readonly erased: Set<string>
  /** How often each act was done, by its name. */
  readonly done: Map<string, number>
}

const PEOPLE = 8

/** A market of 8 new people who are friends of each other, each with tokens to spend. */
export async function aMarket(app: TestApp): Promise<Market> {
  const people = await Promise.all(Array.from({ length: PEOPLE }, () => aUser(app)))
  await makeFriends(app, people)
  for (const person of people) {
    await acceptTerms(app, person)
    await withTokens(app, person, 2_000)
  }
  const [one, other] = people
  if (!one || !other) throw new Error('a market has sellers')
  await letSell(app, one)
  await letSell(app, other)
  const { listingId } = await aRoleListing(app, { listing: forDays(1) })
  const templateIds = [await aTemplate(app), await aTemplate(app, { quantifiable: true })]
  const listings = [
    await aListing(app, one),
    await aListing(app, one, { listingType: 'instant', isStackable: true }),
    await aListing(app, other, forDays(1)),
    await aListing(app, other, forDays(1, 'subscription')),
    await anItemListing(app, one, { templateIds, ...forDays(1) }),
    await anItemListing(app, one, { templateIds, ...forDays(1, 'subscription') }),
    await anItemListing(app, other, { templateIds, listingType: 'instant', isStackable: true }),
    listingId,
  ]
  return { app, admin: await anAdmin(app), people, listings, erased: new Set(), done: new Map() }
}

async function makeFriends({ scope }: TestApp, people: readonly TestUser[]) {
  const { db, now } = scope()
  const pairs = people.flatMap(({ id }) => people.filter((other) => other.id !== id).map((other) => [id, other.id]))
  const data = pairs.map(([userId = '', friendId = '']) => ({
    userId,
    friendId,
    key: [userId, friendId].sort().join(),
    createdAt: now,
  }))
  await db.friendship.createMany({ data })
}

/** A random act. Returns the faults of the server that it met. */
type Act = (market: Market, random: Random) => Promise<readonly string[]>

const note = ({ done }: Market, name: string) => void done.set(name, (done.get(name) ?? 0) + 1)

function statusFaults(market: Market, name: string, status: number): string[] {
  if (status === 200) note(market, name)
  return status >= 500 && status !== 503 ? [`${name}: ${status}`] : []
}

/** Reasons of errors that no act may meet. */
const FAULTS = ['INTERNAL', 'DOCUMENT_INVALID', 'TIMEOUT']

function graphFaults(market: Market, name: string, { errors = [] }: GraphAnswer): string[] {
  if (errors.length === 0) note(market, name)
  return errors
    .filter(({ extensions }) => FAULTS.includes(String(extensions.reason)))
    .map(({ message }) => `${name}: ${message}`)
}

const personOf = ({ people }: Market, random: Random): TestUser => {
  const person = people[random.below(people.length)]
  if (!person) throw new Error('the market is empty')
  return person
}

const listingOf = ({ listings }: Market, random: Random) => listings[random.below(listings.length)] ?? ''

interface Mutation {
  readonly name: string
  readonly document: string
  readonly input: object
}

const send = async (market: Market, { api }: TestUser, { name, document, input }: Mutation) =>
  graphFaults(market, name, await aGraphClient(market.app, api).send(document, { input }))

/** A few of the latest rows, so that acts meet on them. */
const LATEST = 12

const buy: Act = async (market, random) => {
  const buyer = personOf(market, random)
  const receiver = personOf(market, random)
  const body = {
    listingId: listingOf(market, random),
    totalPrice: 100,
    quantity: 1,
    ...(random.oneIn(3) ? { receiverId: receiver.id } : {}),
  }
  const headers = random.oneIn(2) ? { 'idempotency-key': randomUUID() } : {}
  const { status } = await buyer.api.try('purchaseProductListing', { headers, body })
  return statusFaults(market, body.receiverId ? 'give' : 'buy', status)
}

const REFUND = 'mutation($input: RefundPurchaseInput!) { refundPurchase(input: $input) { __typename } }'

const refund: Act = async (market, random) => {
  const { db } = market.app.scope()
  const latest = await db.productPurchase.findMany({ orderBy: { id: 'desc' }, take: LATEST })
  const purchase = latest[random.below(latest.length)]
  if (!purchase) return []
  const by = random.pick(purchase.buyerId, purchase.sellerId, market.admin.id)
  const person = [...market.people, market.admin].find(({ id }) => id === by) ?? market.admin
  return send(market, person, { name: 'refund', document: REFUND, input: { purchaseId: purchase.id } })
}

const CANCEL = 'mutation($input: CancelRenewalInput!) { cancelRenewal(input: $input) { __typename } }'

const cancel: Act = async (market, random) => {
  const { db } = market.app.scope()
  const latest = await db.productPurchase.findMany({
    where: { willRecur: true },
    orderBy: { id: 'desc' },
    take: LATEST,
  })
  const purchase = latest[random.below(latest.length)]
  const buyer = market.people.find(({ id }) => id === purchase?.buyerId)
  if (!purchase || !buyer) return []
  return send(market, buyer, { name: 'cancel', document: CANCEL, input: { purchaseId: purchase.id } })
}

const GRANT = 'mutation($input: GrantTokensInput!) { grantTokens(input: $input) { __typename } }'
const REVOKE = 'mutation($input: RevokeTokensInput!) { revokeTokens(input: $input) { __typename } }'

const grant: Act = (market, random) => {
  const given = { userId: personOf(market, random).id, reason: 'A random act.', idempotencyKey: randomUUID() }
  const [name, document] = random.pick(['grant', GRANT] as const, ['revoke', REVOKE] as const)
  return send(market, market.admin, { name, document, input: { ...given, tokens: 1 + random.below(300) } })
}

const START = `mutation($input: StartStorePurchaseInput!) {
  startStorePurchase(input: $input) { __typename }
}`

/** Outcomes that a provider tells, of which many make no sense for the state of the payment. */
const OUTCOMES = [
  'payment.succeeded',
  'payment.failed',
  'payment.disputed',
  'dispute.won',
  'payment.refunded',
  'subscription.renewed',
  'subscription.cancelled',
  'subscription.expired',
] as const

const pay: Act = async (market, random) => {
  const item = random.pick({ bundleId: 'tbdl_tokens-200' }, { subscriptionId: 'splan_plus-monthly' })
  const input = { ...item, idempotencyKey: randomUUID() }
  const faults = await send(market, personOf(market, random), { name: 'pay', document: START, input })
  return [...faults, ...(await settle(market, random))]
}

const settle: Act = async ({ app }, random) => {
  const { db, payments } = app.scope()
  const latest = await db.paymentTransaction.findMany({ orderBy: { id: 'desc' }, take: LATEST })
  const payment = latest[random.below(latest.length)]
  const outcome = random.oneIn(2) ? 'payment.succeeded' : OUTCOMES[random.below(OUTCOMES.length)]
  if (payment && outcome) await payments.settle?.(payment.id, outcome)
  return runJobs(app)
}

/** Runs all jobs of the economy once; each that fails is a fault. */
async function runJobs(app: TestApp): Promise<string[]> {
  const outcomes = await Promise.allSettled(
    (economyArea.jobs ?? []).map(({ run }) => run(app.scope(), erasers, exportRules)),
  )
  return outcomes.flatMap((outcome) => (outcome.status === 'rejected' ? [`a job: ${String(outcome.reason)}`] : []))
}

/** Lets time pass, so that purchases expire and renew. */
const wait: Act = ({ app }, random) => {
  app.clock.advance((1 + random.below(20)) * HOUR)
  return runJobs(app)
}

/** Erases one of the later people; sellers stay. */
const erase: Act = async (market, random) => {
  const { app, people, erased } = market
  const person = people[2 + random.below(people.length - 2)]
  if (!person || erased.has(person.id) || erased.size > 1) return []
  erased.add(person.id)
  const { db, now } = app.scope()
  await db.account.update({ where: { userId: person.id }, data: { deletionAt: now } })
  await jobs.find(({ name }) => name === 'erase-due-accounts')?.run(app.scope(), erasers, exportRules)
  note(market, 'erase')
  return []
}

const ACTS: readonly (readonly [weight: number, act: Act])[] = [
  [16, buy],
  [5, refund],
  [2, cancel],
  [3, grant],
  [4, pay],
  [3, settle],
  [3, wait],
]
const CHOICES = ACTS.flatMap(([weight, act]) => Array.from({ length: weight }, () => act))
/** Acts at a time. */
const AT_ONCE = 4

/** Does so many random acts, several at a time, with two erasures among them. Returns the faults that the server had. */
export async function actAtRandom(market: Market, random: Random, count: number): Promise<string[]> {
  const faults: string[] = []
  for (let done = 0; done < count; done += AT_ONCE) {
    const chosen = Array.from({ length: AT_ONCE }, () => CHOICES[random.below(CHOICES.length)] ?? buy)
    if (random.oneIn(Math.ceil(count / AT_ONCE / 2))) chosen.push(erase)
    faults.push(...(await Promise.all(chosen.map((act) => act(market, random)))).flat())
  }
  return [...faults, ...(await runJobs(market.app))]
}
