import { type PaymentProvider, WebhookRefused } from '../../kernel/payments.ts'

const refused = async () => {
  throw new Error('No payment provider is connected.')
}

/** Takes no money. Tokens that admins give still circulate. */
export const noPayments: PaymentProvider = {
  name: 'none',
  isConnected: false,
  isSandbox: false,
  canExtend: false,
  status: async () => ({ online: true }),
  tos: () => ({ version: '1', url: '' }),
  checkout: refused,
  readWebhook() {
    throw new WebhookRefused('No payment provider is connected.')
  },
  refund: refused,
  cancel: refused,
}
