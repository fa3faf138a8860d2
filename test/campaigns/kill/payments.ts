import { randomUUID } from 'node:crypto'
import { setTimeout as delay } from 'node:timers/promises'
import { z } from 'zod'
import { SIGNATURE_HEADER, signatureOf } from '../../../src/platform/payments/signature.ts'
import { registerUsers } from '../support/users.ts'
import { type CampaignDatabase, campaignDatabase } from './campaignDatabase.ts'
import type { WriteLoad } from './writers.ts'

/** The key with which the campaign signs what the payment provider tells. */
export const WEBHOOK_SECRET = 'a-key-of-webhooks-for-kill-campaigns'

const APPLY = 'apply-payment-events'
/** Milliseconds from one event to the next, and until the last ones must be applied. */
const PAUSE = 60
const PATIENCE = 120_000
const TOKENS = 200

/** The events of payments, in the order in which they come. */
const STORIES = [
  ['payment.succeeded', 'payment.refunded'],
  ['payment.refunded', 'payment.succeeded'],
  ['payment.succeeded', 'payment.succeeded'],
  ['payment.succeeded', 'payment.disputed', 'dispute.won'],
] as const

const ADD_PAYMENT = `
  INSERT INTO "PaymentTransaction" (id, "buyerId", "itemType", "itemId", item, tokens, amount, currency, status, provider,
    "createdAt", "updatedAt")
  VALUES ('txn_' || gen_random_uuid(), $1, 'bundle', 'tokens-200', '{}', $2, 199, 'USD', 'pending', 'test', now(), now())
  RETURNING id`

/** What is wrong at any moment, by one statement: it sees each payment before or after an event, never in between. */
const FAULTS = `
  SELECT 'event ' || sent.id || ' was acknowledged and is not stored' AS fault FROM unnest($1::text[]) AS sent(id)
  WHERE NOT EXISTS (SELECT FROM "PaymentEvent" WHERE "eventId" = sent.id)
  UNION ALL
  SELECT 'payment ' || payment.id || ' is active without tokens' FROM "PaymentTransaction" payment
  WHERE status = 'active' AND NOT EXISTS (SELECT FROM "LedgerTransfer" transfer WHERE transfer.key = 'topup:' || payment.id)
  UNION ALL
  SELECT 'transfer ' || transfer.key || ' without a payment' FROM "LedgerTransfer" transfer
  WHERE kind = 'topup' AND NOT EXISTS (
    SELECT FROM "PaymentEvent" event WHERE event."transactionId" = transfer."transactionId"
      AND event.type = 'payment.succeeded' AND event.state = 'applied')
  UNION ALL
  SELECT 'events of ' || "transactionId" || ' applied ' || count(*) || ' times' FROM "PaymentEvent"
  WHERE state = 'applied' GROUP BY "transactionId", type HAVING count(*) > 1
  UNION ALL
  SELECT 'account ' || account.code || ' has ' || posted FROM "LedgerAccount" account
  WHERE "ownerId" IS NOT NULL AND posted <> (
    SELECT coalesce(sum(tokens), 0) FROM "PaymentTransaction" WHERE "buyerId" = account."ownerId" AND status = 'active')
  UNION ALL
  SELECT 'the books have a difference of ' || sum(amount) FROM "LedgerEntry" HAVING sum(amount) <> 0`

const WAITING = `SELECT 'event ' || "eventId" || ' was not applied' AS fault FROM "PaymentEvent" WHERE state = 'waiting'`

const Faults = z.array(z.object({ fault: z.string() }))
const Payment = z.tuple([z.object({ id: z.string() })])

interface LoadState {
  stopped: boolean
  readonly acknowledged: string[]
  /** What the server has not applied in the end. */
  missing: readonly string[]
}

/**
 * Starts payments and tells of them by webhooks, as a payment provider does: each event again until it is acknowledged.
 * Losses are events that were acknowledged and are not stored, payments without tokens, tokens without a payment, events that
 * were applied twice, and in the end those that were not applied.
 */
export async function startPayments(
  url: string,
  people: number,
  dataDir: string,
  databaseUrl?: string,
): Promise<WriteLoad> {
  const users = await registerUsers(url, people)
  const database = campaignDatabase(dataDir, databaseUrl)
  const state: LoadState = { stopped: false, acknowledged: [], missing: [] }
  const payRepeatedly = async () => {
    for (let number = 0; !state.stopped; number++) {
      const buyer = users[number % people]
      const payment = buyer && (await database.run(ADD_PAYMENT, [buyer.id, TOKENS]).catch(() => undefined))
      if (payment) await tellStory({ url, database, state }, Payment.parse(payment)[0].id, number)
      else await delay(PAUSE)
    }
  }
  const working = payRepeatedly()
  return {
    acknowledged: () => state.acknowledged.length,
    losses: async () => [...(await faultsIn(database, state)), ...state.missing],
    async stop() {
      state.stopped = true
      await working
      state.missing = await finish(database)
    },
  }
}

const faultsIn = async (database: CampaignDatabase, { acknowledged }: LoadState): Promise<string[]> =>
  Faults.parse(await database.run(FAULTS, [acknowledged])).map(({ fault }) => fault)

interface Running {
  readonly url: string
  readonly database: CampaignDatabase
  readonly state: LoadState
}

/**
 * Tells the events of a payment one after another, and lets the server apply them meanwhile. It tells all of them, also
 * when the load is stopped meanwhile: an event may wait for the one that comes after it.
 */
async function tellStory({ url, database, state }: Running, transactionId: string, number: number): Promise<void> {
  for (const type of STORIES[number % STORIES.length] ?? []) {
    const event = { id: `kevt_${randomUUID()}`, type, transactionId, at: new Date().toISOString() }
    while (!(await isTaken(url, event))) await delay(PAUSE)
    state.acknowledged.push(event.id)
    await database.requestJob(APPLY).catch(() => {})
    await delay(PAUSE)
  }
}

/** Sends an event; false if the server is down or has failed. */
async function isTaken(url: string, event: object): Promise<boolean> {
  const body = Buffer.from(JSON.stringify({ events: [event] }))
  const headers = {
    'content-type': 'application/json',
    [SIGNATURE_HEADER]: signatureOf(WEBHOOK_SECRET, body, new Date()),
  }
  const request = { method: 'POST', headers, body }
  return fetch(`${url}/webhooks/payment/test`, request).then(
    ({ ok }) => ok,
    () => false,
  )
}

/** Lets the server apply what is left. Answers what it has not applied. */
async function finish(database: CampaignDatabase): Promise<string[]> {
  await database.requestJob(APPLY)
  const end = performance.now() + PATIENCE
  for (;;) {
    const waiting = Faults.parse(await database.run(WAITING)).map(({ fault }) => fault)
    if (waiting.length === 0 || performance.now() > end) return waiting
    await delay(PAUSE)
  }
}
