import { readFile } from 'node:fs/promises'
import type { Page } from 'playwright-core'
import { aBuyer, aSeller, buyOffer, createOffer, hasTokens } from '../acts/economy.ts'
import { aStaffMember, entrust } from '../acts.ts'
import { type Journey, journey, shortJourney } from '../journey.ts'
import type { Person } from '../people.ts'
import type { Stage } from '../stage.ts'
import { aPicture, confirm } from '../steps.ts'

const REASON = 'They have asked for it by mail'

const START = `mutation S($input: StartStorePurchaseInput!) { startStorePurchase(input: $input) { transaction { id } } }`
const SETTLE = `mutation S($input: SettleTestPaymentInput!) { settleTestPayment(input: $input) { transaction { id } } }`
const FAIL_EVENT = `
  INSERT INTO "PaymentEvent" (id, provider, "eventId", type, "transactionId", payload, state, attempts, error, "occurredAt",
    "receivedAt", "nextAttemptAt", "settledAt")
  VALUES ($1, 'test', $2, 'dispute.won', $3, '{}', 'failed', 12, 'The payment is not disputed.', now(), now(), now(), now())`

/** Somebody of the staff for the economy alone. */
const aTreasurer = (stage: Stage) => aStaffMember(stage, 'ECONOMY')

async function chooseAct(page: Page, act: string): Promise<void> {
  await page.getByRole('button', { name: 'Give or take' }).click()
  await page.getByRole('menuitem', { name: act, exact: true }).click()
}

const dialog = (page: Page) => page.getByRole('dialog')
const send = (page: Page, act: string) => dialog(page).getByRole('button', { name: act, exact: true }).click()
const giveReason = (page: Page) => dialog(page).getByLabel('Reason, for the audit log').fill(REASON)

/** A bundle of 600 tokens that somebody has paid. Returns the id of the payment. */
async function payBundle(person: Person): Promise<string> {
  const input = { bundleId: 'tbdl_tokens-600', idempotencyKey: `journey-${person.id}` }
  const { startStorePurchase } = Object(await person.run(START, { input }))
  const { id: transactionId } = startStorePurchase.transaction
  await person.run(SETTLE, { input: { transactionId, outcome: 'PAYMENT_SUCCEEDED' } })
  return String(transactionId)
}

const UUID = /[\da-f-]{36}$/

export const consoleEconomyJourneys: readonly Journey[] = [
  shortJourney('tokens are given by the staff, found in the ledger, and taken again', async (stage) => {
    const [treasurer, person] = [await aTreasurer(stage), await stage.aPerson()]
    const page = await stage.openTab(treasurer)
    await page.goto(`/console/economy/people/${person.id}`)
    await chooseAct(page, 'Give tokens')
    await dialog(page).getByLabel('Tokens').fill('0')
    await send(page, 'Give tokens')
    await dialog(page).locator('.mantine-InputWrapper-error').nth(1).waitFor()
    await dialog(page).getByLabel('Tokens').fill('50')
    await giveReason(page)
    await send(page, 'Give tokens')
    await page.getByText(`${person.username} has got the tokens.`).waitFor()
    await page.getByRole('region', { name: 'Tokens', exact: true }).getByText('50', { exact: true }).waitFor()
    await page.getByRole('region', { name: 'Ledger entries' }).getByText('+50').waitFor()
    await hasTokens(person, 50)
    await page.goto('/console/economy')
    await page.getByRole('combobox', { name: 'Person' }).fill(person.username)
    await page.getByRole('option', { name: person.username }).click()
    await page.waitForURL(/person=usr_/)
    await page.getByRole('row').filter({ hasText: REASON }).getByText('+50').waitFor()
    await page.getByLabel('Reason').selectOption({ label: 'Purchase' })
    await page.getByText('No transfer matches.').waitFor()
    await page.goto(`/console/economy/people/${person.id}`)
    await chooseAct(page, 'Take tokens')
    await dialog(page).getByLabel('Tokens').fill('60')
    await giveReason(page)
    await send(page, 'Take tokens')
    await dialog(page).getByText(`${person.username} does not have as many tokens to spend.`).waitFor()
    await dialog(page).getByLabel('Tokens').fill('20')
    await send(page, 'Take tokens')
    await page.getByText(`The tokens were taken from ${person.username}.`).waitFor()
    await hasTokens(person, 30)
    stage.takeFaults()
  }),

  journey('a purchase is refunded by the staff, and exported with all others', async (stage) => {
    const [treasurer, seller, buyer] = [await aTreasurer(stage), await aSeller(stage), await aBuyer(stage, 500)]
    const picture = (await aPicture()).buffer
    const listingId = await createOffer(seller, { name: 'Lantern', price: 120, picture })
    await buyOffer(buyer, listingId, 120)
    const page = await stage.openTab(treasurer)
    await page.goto(`/console/economy?tab=purchases&person=${seller.id}&role=seller`)
    const row = page.getByRole('row').filter({ hasText: 'Lantern' })
    await row.getByRole('link', { name: buyer.username }).waitFor()
    await row.getByRole('button', { name: 'Refund Lantern' }).click()
    await dialog(page).getByText('The buyer gets 120 tokens back', { exact: false }).waitFor()
    await confirm(page, 'Refund')
    await row.getByText('Refunded', { exact: true }).waitFor()
    await hasTokens(buyer, 500)
    const download = page.waitForEvent('download')
    await page.getByRole('button', { name: 'CSV', exact: true }).click()
    const file = await readFile(await (await download).path(), 'utf8')
    if (!file.includes(`Lantern,`) || !file.includes('REFUNDED'))
      throw new Error(`the file lacks the purchase: ${file}`)
  }),

  journey('staff for the economy refunds nothing of its own as such', async (stage) => {
    const [seller, treasurer] = [await aSeller(stage), await aBuyer(stage, 500)]
    const picture = (await aPicture()).buffer
    const given = { isBuyerRefundable: false }
    const listingId = await createOffer(seller, { name: 'Own hat', price: 120, picture, given })
    await buyOffer(treasurer, listingId, 120)
    await entrust(stage, treasurer, 'ECONOMY')
    const page = await stage.openTab(treasurer)
    await page.goto(`/console/economy?tab=purchases&person=${seller.id}&role=seller`)
    const row = page.getByRole('row').filter({ hasText: 'Own hat' })
    await row.getByText('Active', { exact: true }).waitFor()
    if ((await row.getByRole('button', { name: 'Refund Own hat' }).count()) > 0) throw new Error('it can be refunded')
    await page.goto(`/console/economy/people/${treasurer.id}`)
    await chooseAct(page, 'Give tokens')
    await dialog(page).getByLabel('Tokens').fill('50')
    await giveReason(page)
    await send(page, 'Give tokens')
    await page.getByText('Only admins act upon the staff', { exact: false }).waitFor()
    stage.takeFaults()
  }),

  journey('a person is blocked from spending, and allowed again', async (stage) => {
    const [helper, person] = [await stage.aPerson(), await stage.aPerson()]
    await entrust(stage, helper, 'PEOPLE')
    const page = await stage.openTab(helper)
    await page.goto(`/console/people/${person.id}`)
    await page.getByRole('tab', { name: 'Economy' }).click()
    await chooseAct(page, 'Block from spending')
    await giveReason(page)
    await send(page, 'Block from spending')
    await page.getByText(/^Blocked from spending since/).waitFor()
    const wallet = await stage.openTab(person)
    await wallet.goto('/wallet')
    await wallet.getByText('You cannot spend tokens').waitFor()
    await chooseAct(page, 'Allow spending')
    await giveReason(page)
    await send(page, 'Allow spending')
    await page.getByText(/^Blocked from spending since/).waitFor({ state: 'detached' })
    await wallet.getByText('You cannot spend tokens').waitFor({ state: 'detached' })
  }),

  journey('a subscription and an item are given by the staff, and the subscription is ended', async (stage) => {
    const [treasurer, person] = [await aTreasurer(stage), await stage.aPerson()]
    const page = await stage.openTab(treasurer)
    await page.goto(`/console/economy/people/${person.id}`)
    await chooseAct(page, 'Give a subscription')
    await dialog(page).getByLabel('Subscription').selectOption({ index: 1 })
    await giveReason(page)
    await send(page, 'Give a subscription')
    const subscriptions = page.getByRole('region', { name: 'Subscriptions' })
    await subscriptions.getByText('Active', { exact: true }).waitFor()
    await subscriptions.getByRole('button', { name: /^End / }).click()
    await giveReason(page)
    await send(page, 'End the subscription')
    await subscriptions.getByText('Over', { exact: true }).waitFor()
    await chooseAct(page, 'Give an item')
    await send(page, 'Give an item')
    await dialog(page).locator('.mantine-InputWrapper-error').first().waitFor()
    await dialog(page).getByRole('combobox', { name: 'Item' }).click()
    await page.getByRole('option', { name: /^Lantern/ }).click()
    await send(page, 'Give an item')
    await page.getByText(`${person.username} has got the item.`).waitFor()
    await page.getByRole('region', { name: 'Inventory' }).getByRole('listitem').first().waitFor()
    stage.takeFaults()
  }),

  journey('a payment is paid back, and a webhook that failed is ignored', async (stage) => {
    const [treasurer, person] = [await aTreasurer(stage), await stage.aPerson()]
    const transactionId = await payBundle(person)
    const uuid = UUID.exec(transactionId)?.[0] ?? ''
    await stage.sql(FAIL_EVENT, [`pevt_${uuid}`, `evt ${uuid}`, transactionId])
    const page = await stage.openTab(treasurer)
    await page.goto('/console/economy')
    await page.getByRole('link', { name: 'Decide what becomes of them' }).click()
    await page.waitForURL(/events=FAILED/)
    const event = page.getByRole('row').filter({ hasText: `evt ${uuid}` })
    await event.getByText('The payment is not disputed.').waitFor()
    await event.getByRole('button', { name: `Ignore: evt ${uuid}` }).click()
    await confirm(page, 'Ignore')
    await event.waitFor({ state: 'detached' })
    await page.goto(`/console/economy?tab=payments&person=${person.id}`)
    const row = page.getByRole('row').filter({ hasText: '600 tokens' })
    await row.getByText('Paid', { exact: true }).waitFor()
    await row.getByRole('button', { name: /^Refund / }).click()
    await dialog(page).getByText('The provider pays $5.49 back.', { exact: false }).waitFor()
    await confirm(page, 'Refund')
    await row.getByText('Over', { exact: true }).waitFor()
    await hasTokens(person, 0)
  }),

  journey('be refused the economy without its permission', async (stage) => {
    const helper = await aStaffMember(stage, 'PEOPLE')
    const page = await stage.openTab(helper)
    await page.goto('/console/economy')
    await page.getByRole('heading', { name: /is not for you$/ }).waitFor()
  }),
]
