import type { Page } from 'playwright-core'
import { newId, trusted } from '../../../../src/kernel/ids.ts'
import { aPayment } from '../../../support/payments.ts'
import type { DemoSite } from '../demoSite.ts'
import { at, dialogOpens, NOTHING, type PageState } from '../pageState.ts'

/** An address of the economy once Ada has paid something, and the provider has told what could not be applied. */
const withWebhook =
  (search: string) =>
  async ({ app, ada }: DemoSite): Promise<string> => {
    const { db, now } = app.scope()
    const transactionId = await aPayment(app, { id: trusted<'user'>(ada.id) })
    const id = newId('paymentEvent', now)
    const times = { occurredAt: now, receivedAt: now, nextAttemptAt: now, settledAt: now }
    const failed = { state: 'failed', attempts: 12, error: 'The payment is not disputed.', payload: {} }
    const event = { id, provider: 'test', eventId: `evt_${id}`, type: 'dispute.won', transactionId }
    await db.paymentEvent.create({ data: { ...event, ...failed, ...times } })
    return `/console/economy${search}`
  }

const adaIn =
  (page: string) =>
  ({ ada }: DemoSite) =>
    page.replace('$ada', ada.id)

async function chooseAct(page: Page, act: string): Promise<void> {
  await page.getByRole('button', { name: 'Give or take' }).click()
  await page.getByRole('menuitem', { name: act, exact: true }).click()
  await dialogOpens(page)
}

const send = (page: Page, act: string) =>
  page.getByRole('dialog').getByRole('button', { name: act, exact: true }).click()

export const consoleEconomyStates: readonly PageState[] = [
  at('admin', 'console-economy', withWebhook('')),
  at(
    'admin',
    'console-economy-nothing',
    `/console/economy?person=${NOTHING}&kind=PAYOUT&from=2020-01-01&to=2020-01-31`,
  ),
  at('admin', 'console-economy-accounts', '/console/economy?tab=accounts'),
  at('admin', 'console-economy-purchases', '/console/economy?tab=purchases'),
  at('admin', 'console-economy-refund', '/console/economy?tab=purchases', async (page) => {
    await page
      .getByRole('button', { name: /^Refund / })
      .first()
      .click()
    await dialogOpens(page)
  }),
  at('admin', 'console-economy-payments', withWebhook('?tab=payments')),
  at('admin', 'console-economy-webhooks', withWebhook('?tab=events')),
  at('admin', 'console-economy-person', adaIn('/console/economy/people/$ada')),
  at('admin', 'console-economy-tab', adaIn('/console/people/$ada?tab=economy')),
  at('admin', 'console-economy-tokens', adaIn('/console/economy/people/$ada'), async (page) => {
    await chooseAct(page, 'Give tokens')
    await send(page, 'Give tokens')
    await page.getByRole('dialog').locator('.mantine-InputWrapper-error').first().waitFor()
  }),
  at('admin', 'console-economy-item', adaIn('/console/economy/people/$ada'), (page) => chooseAct(page, 'Give an item')),
  at('admin', 'console-economy-subscription', adaIn('/console/economy/people/$ada'), (page) =>
    chooseAct(page, 'Give a subscription'),
  ),
]
