import { at, dialogOpens, type PageState } from '../pageState.ts'

export const walletStates: readonly PageState[] = [
  at('ada', 'wallet', '/wallet'),
  at('newcomer', 'wallet-empty', '/wallet'),
  at('ada', 'wallet-filtered', '/wallet?kind=PAYOUT&period=week'),
  at('ada', 'wallet-buy', '/wallet?tab=buy'),
  at('newcomer', 'wallet-payment', '/wallet?tab=buy', async (page) => {
    await page
      .getByRole('button', { name: /^Buy .* for/ })
      .first()
      .click()
    await dialogOpens(page)
    await page.getByRole('link', { name: 'Go to the payment page' }).waitFor()
  }),
  at('ada', 'wallet-purchases', '/wallet?tab=purchases'),
  at('newcomer', 'wallet-purchases-empty', '/wallet?tab=purchases'),
  at('ada', 'wallet-gifts', '/wallet?tab=gifts'),
  at('ada', 'wallet-subscriptions', '/wallet?tab=subscriptions'),
  at('newcomer', 'wallet-subscriptions-none', '/wallet?tab=subscriptions'),
  at('ada', 'wallet-give-subscription', '/wallet?tab=subscriptions', async (page) => {
    await page
      .getByRole('button', { name: /^Give / })
      .first()
      .click()
    await dialogOpens(page)
  }),
]
