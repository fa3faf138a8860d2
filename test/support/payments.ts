import { randomUUID } from 'node:crypto'
import { houseAccount, postTransfer, userAccount } from '../../src/areas/economy/ledger/transfers.ts'
import { applyPaymentEvents } from '../../src/areas/economy/payments/eventJob.ts'
import type { PaymentTransaction, Prisma } from '../../src/generated/prisma/client.ts'
import { newId } from '../../src/kernel/ids.ts'
import type { PaymentEventType } from '../../src/kernel/payments.ts'
import { transact } from '../../src/kernel/transaction.ts'
import { SIGNATURE_HEADER, signatureOf } from '../../src/platform/payments/signature.ts'
import type { TestApp } from './app.ts'
import { aRestClient } from './restClient.ts'
import type { TestUser } from './users.ts'

/** An event as the test provider sends it. */
export interface SentEvent {
  readonly id: string
  readonly type: PaymentEventType
  readonly transactionId: string
  readonly ref?: string
  readonly at: string
  readonly periodEnd?: string
  readonly error?: string
  readonly externalStoreId?: string
  readonly details?: object
}

let eventCount = 0

/** An event of a payment with an id of its own. */
export const anEvent = (transactionId: string, type: PaymentEventType, given: Partial<SentEvent> = {}): SentEvent => ({
  id: `tevt_${process.pid}_${++eventCount}`,
  type,
  transactionId,
  at: new Date().toISOString(),
  ...given,
})

/** The key of the webhooks of a server. */
export const webhookSecretOf = (app: Pick<TestApp, 'scope'>) => app.scope().secrets.mac('payment-webhook', 'signature')

interface SentWebhook {
  readonly body: string | Buffer
  readonly provider?: string
  /** The value of the header of the signature; null for none. A valid one by default. */
  readonly signature?: string | null
  readonly headers?: Record<string, string>
}

/** Sends a webhook, signed unless another signature is given. */
export function sendWebhook(app: TestApp, { body, provider = 'test', signature, headers = {} }: SentWebhook) {
  const bytes = Buffer.from(body)
  const valid = signatureOf(webhookSecretOf(app), bytes, app.clock.now())
  const signed = signature === null ? {} : { [SIGNATURE_HEADER]: signature ?? valid }
  return aRestClient(app).fetch(`/webhooks/payment/${provider}`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', ...signed, ...headers },
    body: bytes,
  })
}

/** Sends events in one signed webhook, which must be taken. */
export async function sendEvents(app: TestApp, events: readonly SentEvent[]): Promise<void> {
  const { status, body } = await sendWebhook(app, { body: JSON.stringify({ events }) })
  if (status !== 200) throw new Error(`the webhook was answered ${status} ${JSON.stringify(body)}`)
}

/** Sends an event of a payment and applies what is due of the payment. */
export async function tell(
  app: TestApp,
  transactionId: string,
  type: PaymentEventType,
  given: Partial<SentEvent> = {},
): Promise<void> {
  await sendEvents(app, [anEvent(transactionId, type, given)])
  await applyPaymentEvents(app.scope(), { transactionId })
}

type GivenPayment = Partial<Prisma.PaymentTransactionUncheckedCreateInput>

/** A payment of a person that waits for its money: of a bundle of 600 tokens, unless another is given. */
export async function aPayment(
  app: Pick<TestApp, 'scope'>,
  buyer: Pick<TestUser, 'id'>,
  given: GivenPayment = {},
): Promise<string> {
  const { db, now } = app.scope()
  const id = newId('paymentTransaction', now)
  const item = {
    id: 'tokens-600',
    amount: 549,
    description: '600 tokens',
    period: 'month',
    tier: 0,
    steamItemId: '1001',
  }
  await db.paymentTransaction.create({
    data: {
      ...{ id, buyerId: buyer.id, itemType: 'bundle', itemId: 'tokens-600', item, tokens: 600, amount: 549 },
      ...{ currency: 'USD', status: 'pending', provider: 'test', providerRef: `test_${id}`, isSandbox: true },
      ...{ createdAt: now, updatedAt: now, ...given },
    },
  })
  return id
}

const PLUS = {
  id: 'plus-monthly',
  amount: 999,
  description: 'Plaza Plus for a month',
  period: 'month',
  tier: 5,
  steamItemId: '1005',
}

/** A payment of a person for a month of the paid membership, which waits for its money. */
export const aSubscriptionPayment = (
  app: Pick<TestApp, 'scope'>,
  buyer: Pick<TestUser, 'id'>,
  given: GivenPayment = {},
) =>
  aPayment(app, buyer, {
    itemType: 'subscription',
    itemId: PLUS.id,
    item: PLUS,
    tokens: 0,
    amount: PLUS.amount,
    ...given,
  })

export const paymentOf = (app: Pick<TestApp, 'scope'>, id: string): Promise<PaymentTransaction> =>
  app.scope().db.paymentTransaction.findUniqueOrThrow({ where: { id } })

/** What an economy knows of a person's money: tokens, debt and whether they are blocked. */
export async function moneyOf(app: Pick<TestApp, 'scope'>, userId: string) {
  const { db } = app.scope()
  const account = await db.ledgerAccount.findUnique({ where: { code: `user:${userId}:standard` } })
  const profile = await db.economyProfile.findUnique({ where: { userId } })
  return {
    tokens: Number(account?.posted ?? 0),
    debt: Number(profile?.debt ?? 0),
    isBlocked: profile?.blockedAt != null,
  }
}

/** Moves tokens between a person and the fees; below 0 they leave the person, as by a purchase. */
export async function moveTokens(
  { scope }: Pick<TestApp, 'scope'>,
  userId: string,
  amount: number,
  key = `test:${randomUUID()}`,
): Promise<void> {
  const postings = [
    { account: userAccount(userId, 'standard'), amount },
    { account: houseAccount('fees'), amount: -amount },
  ]
  await transact(scope(), (tx) => postTransfer(tx, { key, kind: 'purchase', postings }))
}
