import type Router from '@koa/router'
import type { Context } from 'koa'
import { descriptionOf } from '../../areas/economy/payments/checkout.ts'
import { readPayment, settleTestPayment } from '../../areas/economy/payments/payments.ts'
import type { PaymentTransaction } from '../../generated/prisma/client.ts'
import { assertFinished } from '../../kernel/access.ts'
import { Failure } from '../../kernel/failure.ts'
import { lookUp } from '../../kernel/maps.ts'
import type { PaymentEventType } from '../../kernel/payments.ts'
import type { Scope, ViewerScope } from '../../kernel/scope.ts'
import { pageRouter } from '../koa.ts'
import { isAllowedOrigin, originNotAllowed } from '../request.ts'
import { escapeHtml, refusalPage, sendHtmlPage } from './htmlPage.ts'
import { formReader } from './pageForm.ts'

interface TestPaymentPageOptions {
  /** The scope of a request with its session. */
  readonly scopeOf: (ctx: Context) => Promise<Scope>
  /** Origins whose pages may use the buyer's cookies. */
  readonly allowedOrigins: ReadonlySet<string>
  readonly webUrl: string
}

const TITLE = 'Test payment'
const readForm = formReader(1_024)
const TERMS_PATH = '/payments/test/terms'
const PAYMENT_PATH = /^\/payments\/test\/(txn_[0-9a-f-]{36})$/

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
export const testPaymentPage = (options: TestPaymentPageOptions): Router =>
  pageRouter()
    .use(
      (ctx, next) => {
        ctx.state.operation = 'testPaymentPage'
        return next()
      },
      refusalPage(TITLE, refusalText),
    )
    .get(TERMS_PATH, sendTerms)
    .get(PAYMENT_PATH, (ctx) => showPayment(options, ctx, ctx.captures?.[0] ?? ''))
    .post(PAYMENT_PATH, (ctx) => settlePayment(options, ctx, ctx.captures?.[0] ?? ''))

const refusalText = ({ kind, message }: Failure) =>
  kind === 'unauthenticated' ? 'Log in first, in this browser.' : message

const sendTerms = (ctx: Context): void =>
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
  const field = await readForm(ctx)
  await settleTestPayment(scope, id, outcomeOf(field('outcome')))
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
  // Without a referrer policy of its own, browsers would hide the origin of the form, which is refused then.
  ctx.set('Referrer-Policy', 'same-origin')
  sendHtmlPage(ctx, { status: 200, title: TITLE, content: content.join('\n      ') })
}
