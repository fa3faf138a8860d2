/** What a person is to pay. */
export interface PaymentOrder {
  /** The id of the payment transaction, which events name. */
  readonly transactionId: string
  readonly cents: number
  /** ISO 4217, such as USD. */
  readonly currency: string
  /** The id of the buyer. */
  readonly buyerId: string
  /** One line for the page of the provider. */
  readonly description: string
  /** Whether the provider is to take the money again at the end of each period. */
  readonly recurs: boolean
}

export const PAYMENT_EVENT_TYPES = [
  'payment.succeeded',
  'payment.failed',
  'payment.refunded',
  'payment.disputed',
  'dispute.won',
  'subscription.renewed',
  'subscription.cancelled',
  'subscription.expired',
] as const
export type PaymentEventType = (typeof PAYMENT_EVENT_TYPES)[number]

/** What a provider tells of a payment. */
export interface PaymentNotice {
  /** Id of the event at the provider, which never changes when it is delivered again. */
  readonly eventId: string
  readonly type: PaymentEventType
  readonly transactionId: string
  /** What the provider calls the payment. */
  readonly providerRef?: string | undefined
  readonly occurredAt: Date
  /** End of the period that was paid, for subscription.renewed. */
  readonly periodEnd?: Date | undefined
  /** Why it failed, for people. */
  readonly error?: string | undefined
  /** Id of the payer in the external store. */
  readonly externalStoreId?: string | undefined
  /** Further facts of the provider's own records, in the form of the wire (`steam`, `agreement`). Never secrets. */
  readonly details?: Readonly<Record<string, unknown>> | undefined
}

/** The state of a provider. */
interface PaymentProviderStatus {
  readonly online: boolean
}

/** The signature of a webhook is missing, wrong or too old, or its body is no message of the provider. */
export class WebhookRefused extends Error {}

type Headers = Readonly<Record<string, string | readonly string[] | undefined>>

/** Who takes money. The only module that knows its secrets; nothing of them reaches the database or the log. */
export interface PaymentProvider {
  /** Names it in transactions, accounts and the path of its webhook. Lower case letters and digits. */
  readonly name: string
  /** False for `none`: nobody can pay. */
  readonly isConnected: boolean
  /** Whether no real money moves. */
  readonly isSandbox: boolean
  /** Whether another payment for a running subscription extends it; otherwise the rest of a gift is lost. */
  readonly canExtend: boolean
  status(): Promise<PaymentProviderStatus>
  /** The terms that people accept before they spend. */
  tos(): { readonly version: string; readonly url: string }
  /**
   * Opens a payment; the same `key` opens one. Returns what the provider calls it, and the page at which the buyer pays.
   * Throws if the provider does not answer.
   */
  checkout(order: PaymentOrder, key: string): Promise<{ readonly ref: string; readonly url: string }>
  /** The events of a webhook by its raw body. Throws `WebhookRefused`. */
  readWebhook(body: Buffer, headers: Headers): readonly PaymentNotice[]
  /** Asks for the money to go back; the event payment.refunded confirms it. The same `key` asks once. */
  refund(ref: string, cents: number, key: string): Promise<void>
  /** Asks for a recurring payment to end; the event subscription.cancelled confirms it. */
  cancel(ref: string): Promise<void>
  /** Makes the test provider send the webhook of an outcome; absent from real ones. */
  readonly settle?: (transactionId: string, type: PaymentEventType) => Promise<void>
  /** Tells the test provider the address at which the server listens; absent from real ones. */
  readonly listenAt?: (origin: string) => void
}
