import { randomBytes } from 'node:crypto'
import { checkLedger } from '../../../src/areas/economy/ledger/check.ts'
import { applyPaymentEvents } from '../../../src/areas/economy/payments/eventJob.ts'
import { signatureOf } from '../../../src/platform/payments/signature.ts'
import type { TestApp } from '../../support/app.ts'
import { runConcurrently } from '../../support/concurrency.ts'
import { aBuyer, aListing, aSeller, tokensOf } from '../../support/economy.ts'
import { aFriendOf } from '../../support/friends.ts'
import { anItem, aTemplate, give as giveItems } from '../../support/inventory.ts'
import { mutate } from '../../support/jams.ts'
import { anEvent, aPayment, aSubscriptionPayment, sendWebhook, webhookSecretOf } from '../../support/payments.ts'
import { actOnPurchase, buy, tryToBuy } from '../../support/purchases.ts'
import { aRestClient } from '../../support/restClient.ts'
import { aReward } from '../../support/rewards.ts'
import { aUser, logIn } from '../../support/users.ts'
import type { Attack, AttackOutcome } from './attack.ts'

const PRICE = 100
const succeeded = (answers: readonly { readonly status: number }[]) =>
  answers.filter(({ status }) => status === 200).length

/** An outcome that is harmless only while the books balance, too. */
async function withBooks(app: TestApp, harmless: boolean, figures: string): Promise<AttackOutcome> {
  const differences = await checkLedger(app.scope())
  return {
    harmless: harmless && differences.length === 0,
    figures: `${figures}; ${differences.length} faults of books`,
  }
}

async function payByAnother(app: TestApp): Promise<AttackOutcome> {
  const [seller, victim, thief] = [await aSeller(app), await aBuyer(app), await aBuyer(app, 0)]
  const listingId = await aListing(app, seller)
  const claims = [{ buyerId: victim.id }, { userId: victim.id }, { receiverId: thief.id, buyerId: victim.id }]
  const answers = await Promise.all(claims.map((claim) => tryToBuy(thief, listingId, claim)))
  const left = await tokensOf(app, victim)
  const figures = `${succeeded(answers)} of ${claims.length} purchases, the other has ${left} of 1000 tokens`
  return withBooks(app, succeeded(answers) === 0 && left === 1_000, figures)
}

const PURCHASES = 25
const AFFORDED = 5

async function overdraw(app: TestApp): Promise<AttackOutcome> {
  const [seller, buyer] = [await aSeller(app), await aBuyer(app, AFFORDED * PRICE + 1)]
  const listings = await Promise.all(Array.from({ length: PURCHASES }, () => aListing(app, seller)))
  const answers = await runConcurrently(app, PURCHASES, (at) =>
    tryToBuy(buyer, listings[at] ?? '', {}, { 'idempotency-key': `overdraw-${at}` }),
  )
  const left = await tokensOf(app, buyer)
  const figures = `${succeeded(answers)} of ${PURCHASES} purchases with tokens for ${AFFORDED}, ${left} left`
  return withBooks(app, succeeded(answers) === AFFORDED && left === 1, figures)
}

async function giftToStrangers(app: TestApp): Promise<AttackOutcome> {
  const [seller, buyer, blocker] = [await aSeller(app), await aBuyer(app), await aUser(app)]
  await blocker.api.call('moderateUser', { body: { moderated: buyer.id, type: 'block' } })
  const listingId = await aListing(app, seller)
  const strangers = [await aUser(app), blocker, seller]
  const answers = await Promise.all(strangers.map(({ id: receiverId }) => tryToBuy(buyer, listingId, { receiverId })))
  const left = await tokensOf(app, buyer)
  const figures = `${succeeded(answers)} of ${strangers.length} gifts, ${left} of 1000 tokens left`
  return withBooks(app, succeeded(answers) === 0 && left === 1_000, figures)
}

const REFUNDS = 30

async function refundTwice(app: TestApp): Promise<AttackOutcome> {
  const [seller, buyer] = [await aSeller(app), await aBuyer(app)]
  const { purchaseId } = await buy(buyer, await aListing(app, seller))
  const people = [buyer, seller]
  const answers = await runConcurrently(app, REFUNDS, (at) =>
    actOnPurchase(app, people[at % people.length] ?? buyer, 'refundPurchase', purchaseId),
  )
  const done = answers.filter((answer) => answer === 'done').length
  const [ofBuyer, ofSeller] = [await tokensOf(app, buyer), await tokensOf(app, seller, 'earnings')]
  const figures = `${done} of ${REFUNDS} refunds, the buyer has ${ofBuyer} of 1000 tokens, the seller ${ofSeller}`
  return withBooks(app, done === 1 && ofBuyer === 1_000 && ofSeller === 0, figures)
}

/** Numbers that are no number of things, or whose product with the price is none. */
const QUANTITIES: readonly unknown[] = [
  ...[-1, 0, 0.5, -0, 1e9, 2 ** 31, 2 ** 53, -(2 ** 63), 1e308],
  ...['1', '-1', 'NaN', '', null, [1], { valueOf: 1 }, true],
]
const PRICES: readonly unknown[] = [-PRICE, 0, 1, 99, 100.5, 1e308, '99', null, -0]

async function oddNumbers(app: TestApp): Promise<AttackOutcome> {
  const [seller, buyer] = [await aSeller(app), await aBuyer(app, 1_000)]
  const many = await aListing(app, seller, { listingType: 'instant', isQuantifiable: true, isStackable: true })
  const one = await aListing(app, seller)
  const requests = [
    ...QUANTITIES.flatMap((quantity) => [
      { listingId: many, quantity, totalPrice: 0 },
      { listingId: many, quantity, totalPrice: -PRICE },
    ]),
    ...PRICES.map((totalPrice) => ({ listingId: one, totalPrice })),
  ]
  const answers: { readonly status: number }[] = []
  for (const request of requests) answers.push(await buyer.api.try('purchaseProductListing', { body: request }))
  const broken = answers.filter(({ status }) => status >= 500).length
  const left = await tokensOf(app, buyer)
  const figures = `${succeeded(answers)} of ${requests.length} purchases, ${broken} server faults, ${left} of 1000 tokens left`
  return withBooks(app, succeeded(answers) === 0 && broken === 0 && left === 1_000, figures)
}

async function keyOfAnother(app: TestApp): Promise<AttackOutcome> {
  const [seller, buyer, other] = [await aSeller(app), await aBuyer(app), await aBuyer(app)]
  const [cheap, dear] = [await aListing(app, seller), await aListing(app, seller, { priceTokens: 900 })]
  const headers = { 'idempotency-key': 'order-1' }
  const { purchaseId } = await buy(buyer, cheap, {}, headers)
  const theirs = await buy(other, cheap, {}, headers)
  const reused = await tryToBuy(buyer, dear, { totalPrice: 900 }, headers)
  const repeated = await runConcurrently(app, 20, () => tryToBuy(buyer, cheap, {}, headers))
  const told = repeated.filter(({ body }) => Object(body).purchaseId === purchaseId).length
  const [left, leftOfOther] = [await tokensOf(app, buyer), await tokensOf(app, other)]
  const isSeparate = theirs.purchaseId !== purchaseId && leftOfOther === 900
  const figures = `the same key of two people: ${isSeparate ? 'two purchases' : 'ONE purchase'}, for another listing: ${reused.status}, repeated: ${told} of 20 the first one, ${left} of 1000 tokens left`
  return withBooks(app, isSeparate && reused.status === 400 && told === 20 && left === 900, figures)
}

const REPLAYS = 20

async function replayWebhooks(app: TestApp): Promise<AttackOutcome> {
  const buyer = await aBuyer(app, 0)
  const transactionId = await aPayment(app, buyer)
  const body = JSON.stringify({ events: [anEvent(transactionId, 'payment.succeeded')] })
  for (let round = 0; round < 3; round++) {
    await runConcurrently(app, REPLAYS, () => sendWebhook(app, { body }))
    await Promise.all([applyPaymentEvents(app.scope()), applyPaymentEvents(app.scope())])
  }
  const renamed = JSON.stringify({ events: [anEvent(transactionId, 'payment.succeeded')] })
  await sendWebhook(app, { body: renamed })
  await applyPaymentEvents(app.scope())
  const tokens = await tokensOf(app, buyer)
  return withBooks(app, tokens === 600, `${3 * REPLAYS} replays and a second event: ${tokens} tokens of 600 paid`)
}

async function forgeWebhooks(app: TestApp): Promise<AttackOutcome> {
  const buyer = await aBuyer(app, 0)
  const transactionId = await aPayment(app, buyer)
  const body = JSON.stringify({ events: [anEvent(transactionId, 'payment.succeeded')] })
  const [secret, now] = [webhookSecretOf(app), app.clock.now()]
  const old = new Date(now.getTime() - 3_600_000)
  const valid = signatureOf(secret, Buffer.from(body), now)
  const signatures = [
    ...[null, '', 'x', valid.slice(0, -1), valid.toUpperCase(), `${valid},${valid}`, 't=9e99,v1=00'],
    ...[signatureOf('', Buffer.from(body), now), signatureOf(randomBytes(32).toString('hex'), Buffer.from(body), now)],
    ...[signatureOf(secret, Buffer.from(`${body} `), now), signatureOf(secret, Buffer.from(body), old)],
  ]
  const answers: { readonly status: number }[] = []
  for (const signature of signatures) answers.push(await sendWebhook(app, { body, signature }))
  answers.push(await sendWebhook(app, { body: `${body} `, signature: valid }))
  answers.push(await sendWebhook(app, { body, provider: 'other' }))
  await applyPaymentEvents(app.scope())
  const tokens = await tokensOf(app, buyer)
  const figures = `${succeeded(answers)} of ${answers.length} messages were taken, ${tokens} tokens`
  return withBooks(app, succeeded(answers) === 0 && tokens === 0, figures)
}

async function stealGifts(app: TestApp): Promise<AttackOutcome> {
  const [buyer, thief] = [await aUser(app), await aUser(app)]
  const friends = await Promise.all(Array.from({ length: 6 }, () => aFriendOf(app, buyer)))
  const order = { quantity: 3, isBulkGift: true, amount: 3 * 999, status: 'active' }
  const transactionId = await aSubscriptionPayment(app, buyer, order)
  const steal = (receiverId: string) => mutate(app, thief, 'giveBulkGift', { transactionId, receiverId })
  const stolen = (await Promise.all([thief, ...friends].map(({ id }) => steal(id)))).filter(({ payload }) => payload)
  const given = await runConcurrently(app, friends.length, (at) =>
    mutate(app, buyer, 'giveBulkGift', { transactionId, receiverId: friends[at]?.id }),
  )
  const count = await app.scope().db.userSubscription.count({ where: { transactionId } })
  const figures = `${stolen.length} stolen, ${given.filter(({ payload }) => payload).length} of ${friends.length} given of 3 paid, ${count} subscriptions`
  return withBooks(app, stolen.length === 0 && count === 3, figures)
}

async function adminActsByOthers(app: TestApp): Promise<AttackOutcome> {
  const person = await aUser(app)
  const reason = { reason: 'Because', idempotencyKey: 'mine' }
  const acts: readonly (readonly [string, object])[] = [
    ['grantTokens', { userId: person.id, tokens: 1_000, ...reason }],
    ['grantSubscription', { userId: person.id, planId: 'splan_plus-monthly', ...reason }],
    ['grantInventoryItem', { userId: person.id, templateId: await aTemplate(app) }],
    ['createReward', { name: 'Mine', tokens: 1_000 }],
    ['setEconomyBlocked', { userId: person.id, blocked: false, ...reason }],
    ['setTokenBundle', { slug: 'free', description: 'Free', tokens: 1_000, amount: 1 }],
  ]
  const answers = await Promise.all(acts.map(([name, input]) => mutate(app, person, name, input)))
  const done = answers.filter(({ error }) => error?.extensions.code !== 'FORBIDDEN').length
  const tokens = await tokensOf(app, person)
  return withBooks(app, done === 0 && tokens === 0, `${done} of ${acts.length} acts were done, ${tokens} tokens`)
}

const CONSUMES = 50

async function consumeOverAndOver(app: TestApp): Promise<AttackOutcome> {
  const [person, thief] = [await aUser(app), await aUser(app)]
  const inside = await aTemplate(app)
  const metadata = { inventoryItemsToInstantiate: [inside] }
  const bundleId = await anItem(app, person, { itemType: 'bundle', flags: ['consumable'], metadata })
  const consume = ({ api }: typeof person) => api.try('consumeOwnInventoryItem', { inventoryItemId: bundleId })
  const stolen = succeeded([await consume(thief)])
  const answers = await runConcurrently(app, CONSUMES, () => consume(person))
  const given = await app.scope().db.inventoryItem.count({ where: { holderId: person.id, templateId: inside } })
  const figures = `${succeeded(answers)} of ${CONSUMES} times, ${given} items of it, ${stolen} by somebody else`
  return { harmless: succeeded(answers) === 1 && given === 1 && stolen === 0, figures }
}

const COPIES = 30

async function copyCopies(app: TestApp): Promise<AttackOutcome> {
  const person = await aUser(app)
  const friend = await aFriendOf(app, person)
  const [itemId = ''] = await giveItems(app, person, await aTemplate(app))
  const share = (by: typeof person, id: string, users: readonly string[]) =>
    by.api.try('shareInventoryItemDirect', { query: { itemId: id }, body: { itemId: id, users } })
  const strangers = await Promise.all(Array.from({ length: 3 }, () => aUser(app)))
  const toStrangers = await Promise.all(strangers.map(({ id }) => share(person, itemId, [id])))
  await share(person, itemId, [friend.id])
  const copy = await app.scope().db.inventoryItem.findFirstOrThrow({ where: { holderId: friend.id } })
  const again = await runConcurrently(app, COPIES, () => share(friend, copy.id, [person.id]))
  const figures = `${succeeded(toStrangers)} of ${strangers.length} strangers, ${succeeded(again)} of ${COPIES} copies of a copy`
  return { harmless: succeeded(toStrangers) === 0 && succeeded(again) === 0, figures }
}

const GUESSERS = 6
const GUESSES = 40
const OF_PERSON = 10
const OF_ADDRESS = 30

async function guessCodes(app: TestApp): Promise<AttackOutcome> {
  const { address } = aRestClient(app)
  const { code } = await aReward(app, { tokens: 5, code: 'SPRING-2030' })
  const guessers = await Promise.all(
    Array.from({ length: GUESSERS }, async () => {
      const api = aRestClient(app, { address })
      await logIn(api, await aUser(app))
      return api
    }),
  )
  const guess = (at: number) => `SPRING-${3_000 + at}`
  const tries = await runConcurrently(app, GUESSERS * GUESSES, async (at) => {
    const api = guessers[at % GUESSERS]
    return { status: (await api?.try('redeemReward', { body: { code: guess(at) } }))?.status ?? 0 }
  })
  const asked = tries.filter(({ status }) => status === 404).length
  const alone = await aUser(app)
  const own = await runConcurrently(app, GUESSES, (at) => alone.api.try('redeemReward', { body: { code: guess(at) } }))
  const askedAlone = own.filter(({ status }) => status === 404).length
  const right = await guessers[0]?.try('redeemReward', { body: { code } })
  const harmless = asked <= OF_ADDRESS && askedAlone <= OF_PERSON && right?.status === 429
  const figures = `${asked} of ${tries.length} guesses of an address were looked up, at most ${OF_ADDRESS}; ${askedAlone} of ${GUESSES} of a person, at most ${OF_PERSON}; then the right code: ${right?.status}`
  return { harmless, figures }
}

const PEOPLE = 40
const FOR_PEOPLE = 10

async function redeemTogether(app: TestApp): Promise<AttackOutcome> {
  const { id, code } = await aReward(app, { tokens: 5, maxRedemptions: FOR_PEOPLE })
  const people = await Promise.all(Array.from({ length: PEOPLE }, () => aUser(app)))
  const answers = await runConcurrently(app, 2 * PEOPLE, (at) => {
    const person = people[at % PEOPLE]
    const typed = at < PEOPLE ? code : code.toLowerCase().replaceAll('-', '')
    return person ? person.api.try('redeemReward', { body: { code: typed } }) : Promise.resolve({ status: 0 })
  })
  const balances = await Promise.all(people.map((person) => tokensOf(app, person)))
  const tokens = balances.reduce((sum, balance) => sum + balance, 0)
  const { redemptions } = await app.scope().db.reward.findUniqueOrThrow({ where: { id } })
  const isExact = succeeded(answers) === FOR_PEOPLE && redemptions === FOR_PEOPLE && tokens === 5 * FOR_PEOPLE
  const figures = `${succeeded(answers)} of ${2 * PEOPLE} times a code for ${FOR_PEOPLE}, ${tokens} tokens`
  return withBooks(app, isExact, figures)
}

/** An attack on a server of its own in this process. */
const onApp = (name: string, what: string, attack: (app: TestApp) => Promise<AttackOutcome>): Attack => ({
  name,
  what,
  run: async ({ startApp }) => attack(await startApp()),
})

/** Attacks on tokens, payments, items and rewards. */
export const economyAttacks: readonly Attack[] = [
  onApp('pay-by-another', "buys for the tokens of somebody else's account", payByAnother),
  onApp('overdraw', `${PURCHASES} purchases at once with tokens for ${AFFORDED}, each with a key of its own`, overdraw),
  onApp(
    'gift-to-strangers',
    'gives purchases to a stranger, to who has blocked the buyer and to the seller',
    giftToStrangers,
  ),
  onApp('refund-twice', `buyer and seller refund one purchase ${REFUNDS} times at once`, refundTwice),
  onApp('odd-quantities', 'buys negative, huge and broken numbers of things, and for such prices', oddNumbers),
  onApp('key-of-another', 'uses an idempotency key of somebody else, and an own one for something else', keyOfAnother),
  onApp('replayed-webhooks', 'sends one message of the payment provider over and over', replayWebhooks),
  onApp('forged-webhooks', 'sends messages of the payment provider with wrong signatures', forgeWebhooks),
  onApp('stolen-gifts', 'gives away subscriptions that somebody else has paid, and more than were paid', stealGifts),
  onApp('admin-economy', 'gives itself tokens, subscriptions, items and rewards', adminActsByOthers),
  onApp('consume-over-and-over', `consumes one bundle ${CONSUMES} times at once`, consumeOverAndOver),
  onApp('copies-of-copies', 'shares items with strangers, and copies of copies', copyCopies),
  onApp('reward-guesses', `${GUESSERS} people of one address guess codes of rewards`, guessCodes),
  onApp('reward-rush', `${PEOPLE} people redeem a code for ${FOR_PEOPLE} twice each, at once`, redeemTogether),
]
