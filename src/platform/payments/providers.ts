import type { Clock } from '../../kernel/clock.ts'
import type { PaymentProvider } from '../../kernel/payments.ts'
import type { Secrets } from '../../kernel/secrets.ts'
import type { Settings } from '../../settings.ts'
import { noPayments } from './none.ts'
import { createTestProvider } from './testProvider.ts'

/** Makes a payment provider of the settings and the key of its webhooks. */
type OpenProvider = (options: { settings: Settings; webhookSecret: string; clock: Clock }) => PaymentProvider

/** Every payment provider, by the value of PAYMENT_PROVIDER. A new one is added here and in the settings. */
const PROVIDERS: Readonly<Record<Settings['PAYMENT_PROVIDER'], OpenProvider>> = {
  test: ({ settings, ...given }) => createTestProvider({ publicUrl: settings.PUBLIC_URL, ...given }),
  none: () => noPayments,
}

/** The payment provider of the settings. */
export const openPayments = (settings: Settings, secrets: Secrets, clock: Clock): PaymentProvider =>
  PROVIDERS[settings.PAYMENT_PROVIDER]({
    settings,
    webhookSecret: settings.PAYMENT_WEBHOOK_SECRET ?? secrets.mac('payment-webhook', 'signature'),
    clock,
  })
