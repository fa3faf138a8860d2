import type { Page } from 'playwright-core'
import { aBuyer, aSeller, buyOffer, createOffer, endSubscriptions, hasTokens } from '../acts/economy.ts'
import { befriend } from '../acts.ts'
import { type Journey, journey, shortJourney } from '../journey.ts'
import { aPicture, confirm } from '../steps.ts'

/** Opens the page of the provider in the browser of a tab, and presses a button there. */
async function settle(page: Page, button: string): Promise<void> {
  const opened = page.context().waitForEvent('page')
  await page.getByRole('link', { name: 'Go to the payment page' }).click()
  const provider = await opened
  const act = provider.getByRole('button', { name: button, exact: true })
  await act.click()
  await act.waitFor({ state: 'detached' })
  await provider.close()
}

const payments = (page: Page) => page.getByRole('region', { name: 'Payments' })

const pictureOf = async () => (await aPicture()).buffer

export const walletJourneys: readonly Journey[] = [
  shortJourney('buy a bundle of tokens at the provider, and see the balance follow in another tab', async (stage) => {
    const buyer = await stage.aPerson()
    const page = await stage.openTab(buyer)
    await page.goto('/wallet')
    await page.getByText('Nothing yet. Buy a bundle of tokens to begin.').waitFor()
    const other = await stage.openTabBeside(page)
    await other.goto('/wallet')
    await other.getByText('0 tokens', { exact: true }).first().waitFor()
    await page.getByRole('link', { name: 'Buy tokens' }).click()
    await page.getByText('You have paid nothing yet.').waitFor()
    await page.getByRole('button', { name: 'Buy 600 tokens for $5.49' }).click()
    const dialog = page.getByRole('dialog', { name: 'Your payment' })
    await dialog.getByText('Waiting', { exact: true }).waitFor()
    await settle(page, 'Fail')
    await dialog.getByText('Failed', { exact: true }).waitFor()
    await dialog.getByRole('button', { name: 'Close' }).last().click()
    await payments(page).getByText('Failed', { exact: true }).waitFor()
    await page.getByRole('button', { name: 'Buy 600 tokens for $5.49' }).click()
    await dialog.getByText('Waiting', { exact: true }).waitFor()
    await dialog.getByRole('button', { name: 'Close' }).last().click()
    await payments(page)
      .getByRole('button', { name: /^Continue/ })
      .click()
    await settle(page, 'Pay')
    await dialog.getByText('Thank you. 600 tokens are in your wallet.').waitFor()
    await other.getByText('600 tokens', { exact: true }).first().waitFor()
    await other.getByText('Tokens bought').last().waitFor()
    await hasTokens(buyer, 600)
    await dialog.getByRole('button', { name: 'Close' }).last().click()
    await payments(page).getByText('Paid', { exact: true }).waitFor()
    await page.getByLabel('State of payments').selectOption({ label: 'Failed' })
    await page.waitForURL(/payments=FAILED/)
    await payments(page).getByText('Paid', { exact: true }).waitFor({ state: 'detached' })
  }),

  journey('return a purchase within its time, and get the tokens back', async (stage) => {
    const [seller, buyer] = [await aSeller(stage), await aBuyer(stage, 500)]
    const listingId = await createOffer(seller, { name: 'Umbrella', price: 120, picture: await pictureOf() })
    const page = await stage.openTab(buyer)
    await page.goto('/wallet?tab=purchases')
    await page.getByText('You have bought nothing yet.', { exact: false }).waitFor()
    await buyOffer(buyer, listingId, 120)
    const list = page.getByRole('region', { name: 'Your purchases' })
    await list.getByText('Umbrella', { exact: true }).waitFor()
    await list.getByRole('link', { name: seller.username }).waitFor()
    await list.getByRole('button', { name: 'Refund Umbrella' }).click()
    await page.getByRole('dialog').getByText('You get 120 tokens back and lose what it gave.').waitFor()
    await confirm(page, 'Cancel')
    await page.getByRole('dialog').waitFor({ state: 'detached' })
    await list.getByRole('button', { name: 'Refund Umbrella' }).click()
    await confirm(page, 'Refund')
    await list.getByText('Refunded', { exact: true }).waitFor()
    await list.getByRole('button', { name: 'Refund Umbrella' }).waitFor({ state: 'detached' })
    await hasTokens(buyer, 500)
    await page.getByRole('tab', { name: 'Tokens', exact: true }).click()
    await page.getByText('500 tokens', { exact: true }).first().waitFor()
    await page.getByLabel('Reason').selectOption({ label: 'Refund' })
    await page.waitForURL(/kind=REFUND/)
    await page.getByText('+120').waitFor()
    await page.getByText('−120').waitFor({ state: 'detached' })
  }),

  journey('subscribe, cancel the renewal, and see the end', async (stage) => {
    const person = await stage.aPerson()
    const page = await stage.openTab(person)
    await page.goto('/wallet?tab=subscriptions')
    await page.getByText('You are not subscribed to anything.').waitFor()
    await page
      .getByRole('button', { name: /^Subscribe: / })
      .first()
      .click()
    const dialog = page.getByRole('dialog', { name: 'Your payment' })
    await dialog.getByText('Waiting', { exact: true }).waitFor()
    await settle(page, 'Pay')
    await dialog.getByText('Thank you. What you paid for is yours.').waitFor()
    await dialog.getByRole('button', { name: 'Close' }).last().click()
    const own = page.getByRole('region', { name: 'Your subscriptions' })
    await own.getByText('Active', { exact: true }).waitFor()
    await page.getByText('You already have a subscription', { exact: false }).waitFor()
    await page.getByRole('button', { name: /^Subscribe: / }).waitFor({ state: 'detached' })
    await own.getByRole('button', { name: /^Cancel renewal of/ }).click()
    await page.getByRole('dialog').getByText('and lose it then', { exact: false }).waitFor()
    await confirm(page, 'Cancel renewal')
    await own.getByText('Not renewed', { exact: true }).waitFor()
    await page.getByText('Your subscription is not renewed.', { exact: false }).waitFor()
    await endSubscriptions(stage, person)
    await own.getByText('Over', { exact: true }).waitFor()
    await page
      .getByRole('button', { name: /^Subscribe: / })
      .first()
      .waitFor()
  }),

  journey('pay a subscription for a friend, who sees it at once', async (stage) => {
    const [giver, friend] = [await stage.aPerson(), await stage.aPerson()]
    await befriend(giver, friend)
    const theirs = await stage.openTab(friend)
    await theirs.goto('/wallet?tab=subscriptions')
    await theirs.getByText('You are not subscribed to anything.').waitFor()
    const page = await stage.openTab(giver)
    await page.goto('/wallet?tab=subscriptions')
    await page
      .getByRole('button', { name: /^Give / })
      .first()
      .click()
    const dialog = page.getByRole('dialog', { name: /^Give / })
    await dialog.getByRole('combobox', { name: 'Friend' }).fill(friend.username)
    await page.getByRole('option', { name: friend.username }).click()
    await dialog.getByRole('button', { name: 'Continue to payment' }).click()
    await page.getByRole('dialog', { name: 'Your payment' }).getByText('Waiting', { exact: true }).waitFor()
    await settle(page, 'Pay')
    const own = theirs.getByRole('region', { name: 'Your subscriptions' })
    await own.getByRole('link', { name: giver.username }).waitFor()
    await own.getByText('Active', { exact: true }).waitFor()
  }),
]
