import type { Context, Middleware } from 'koa'
import { descriptionOf } from '../../areas/economy/payments/checkout.ts'
import { readPayment, settleTestPayment } from '../../areas/economy/payments/payments.ts'
import type { PaymentTransaction } from '../../generated/prisma/client.ts'
import { assertFinished } from '../../kernel/access.ts'
import { Failure } from '../../kernel/failure.ts'
import { lookUp } from '../../kernel/lookUp.ts'
import type { PaymentEventType } from '../../kernel/payments.ts'
import type { Scope, ViewerScope } from '../../kernel/scope.ts'
import { isAllowedOrigin, originNotAllowed, readBodyBytes } from '../request.ts'
import { errorResponseOf, HttpError } from './errors.ts'
import { escapeHtml, sendHtmlPage } from './htmlPage.ts'

interface TestPaymentPageOptions {
  /** The scope of a request with its session. */
  readonly scopeOf: (ctx: Context) => Promise<Scope>
  /** Origins whose pages may use the buyer's cookies. */
  readonly allowedOrigins: ReadonlySet<string>
  readonly webUrl: string
}

const TERMS_PATH = '/payments/test/terms'
const PAYMENT_PATH = /^\/payments\/test\/(txn_[0-9a-f-]{36})$/
const MAX_FORM_BYTES = 1_024
const FORM_TYPE = 'application/x-www-form-urlencoded'

/** The buttons of the page, by what the provider tells when they are pressed. */
const OUTCOMES: Readonly<Record<PaymentEventType, string>> = {
  'payment.succeeded': 'Pay',
  'payment.failed': 'Fail',
  'payment.refunded': 'Refund',
  'payment.disputed': 'Dispute',
  'dispute.won': 'Win the dispute',
  'subscription.renewed': 'Renew',
  'subscription.cancelled': 'Cancel the renewal',
  'subscription.expired': 'End the subscription',
}

/** Outcomes that a payment can have in each state; those of subscriptions are for subscriptions alone. */
const OFFERED: Readonly<Record<string, readonly PaymentEventType[]>> = {
  pending: ['payment.succeeded', 'payment.failed'],
  active: [
    'payment.refunded',
    'payment.disputed',
    'subscription.renewed',
    'subscription.cancelled',
    'subscription.expired',
  ],
  chargeback: ['dispute.won'],
}

/**
 * Serves the page of the test provider at which a buyer decides what becomes of a payment, and its terms. It needs the
 * session of the buyer or of an admin, and no script. Mounted for the test provider alone.
 */
export function testPaymentPage(options: TestPaymentPageOptions): Middleware {
  return async (ctx, next) => {
    const answer = answerOf(ctx)
    if (!answer) return next()
    ctx.state.operation = 'testPaymentPage'
    await answer(options, ctx).catch((error: unknown) => sendRefusal(ctx, error))
  }
}

type Answer = (options: TestPaymentPageOptions, ctx: Context) => Promise<void>

/** What answers a request; undefined for other addresses. */
function answerOf({ path, method }: Context): Answer | undefined {
  const isRead = method === 'GET' || method === 'HEAD'
  if (path === TERMS_PATH) return isRead ? sendTerms : undefined
  const [, id] = PAYMENT_PATH.exec(path) ?? []
  if (id === undefined) return undefined
  if (isRead) return (options, ctx) => showPayment(options, ctx, id)
  return method === 'POST' ? (options, ctx) => settlePayment(options, ctx, id) : undefined
}

function sendRefusal(ctx: Context, error: unknown): void {
  if (!(error instanceof Failure)) throw error
  const { status } = errorResponseOf(error, '', () => false)
  if (error.retryAfter !== undefined) ctx.set('Retry-After', String(error.retryAfter))
  const content = `<p>${escapeHtml(status === 401 ? 'Log in first, in this browser.' : error.message)}</p>`
  sendHtmlPage(ctx, { status, title: 'Test payment', content })
}

const sendTerms: Answer = async (_options, ctx) =>
  sendHtmlPage(ctx, {
    status: 200,
    title: 'Terms of the test provider',
    content: '<p>Nothing is paid here: payments are tests, and no money moves.</p>',
  })

async function viewerScopeOf({ scopeOf }: TestPaymentPageOptions, ctx: Context): Promise<ViewerScope> {
  const scope = await scopeOf(ctx)
  assertFinished(scope)
  return scope
}

async function showPayment(options: TestPaymentPageOptions, ctx: Context, id: string): Promise<void> {
  const scope = await viewerScopeOf(options, ctx)
  sendPayment(ctx, await readPayment(scope, id), options.webUrl)
}

async function settlePayment(options: TestPaymentPageOptions, ctx: Context, id: string): Promise<void> {
  if (!isAllowedOrigin(ctx.req, options.allowedOrigins)) throw originNotAllowed()
  const scope = await viewerScopeOf(options, ctx)
  if (ctx.is(FORM_TYPE) === false) throw new HttpError(415, `The content type must be ${FORM_TYPE}`)
  const body = await readBodyBytes(ctx.req, MAX_FORM_BYTES)
  if (!body) throw new HttpError(413, 'The form is too large')
  const given = new URLSearchParams(body.toString('utf8')).get('outcome')
  await settleTestPayment(scope, id, outcomeOf(given))
  sendPayment(ctx, await readPayment(scope, id), options.webUrl)
}

function outcomeOf(given: string | null): PaymentEventType {
  const offered = Object.values(OFFERED)
    .flat()
    .find((outcome) => outcome === given)
  if (offered !== undefined) return offered
  throw new Failure('invalid', 'outcome must be one of those on the page', {
    reason: 'unknown_value',
    field: 'outcome',
  })
}

const isOffered = (outcome: PaymentEventType, { itemType }: PaymentTransaction) =>
  itemType === 'subscription' || !outcome.startsWith('subscription.')

/** The form is sent to the address of the page. */
const buttonOf = (outcome: PaymentEventType) =>
  `<form method="post"><input type="hidden" name="outcome" value="${outcome}"><button type="submit">${OUTCOMES[outcome]}</button></form>`

function sendPayment(ctx: Context, payment: PaymentTransaction, webUrl: string): void {
  const price = `${(payment.amount / 100).toFixed(2)} ${payment.currency}`
  const offered = (lookUp(OFFERED, payment.status) ?? []).filter((outcome) => isOffered(outcome, payment))
  const content = [
    `<p>${escapeHtml(descriptionOf(payment))}: ${escapeHtml(price)}. No money moves.</p>`,
    `<p>State: ${escapeHtml(payment.status)}.</p>`,
    ...offered.map(buttonOf),
    `<p><a href="${escapeHtml(webUrl)}">Go to the website</a></p>`,
  ]
  sendHtmlPage(ctx, { status: 200, title: 'Test payment', content: content.join('\n      ') })
}
