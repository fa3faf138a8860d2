import type { Page } from 'playwright-core'
import { eventually } from '../../support/eventually.ts'
import { hasTokens } from '../acts/economy.ts'
import { itemsOf } from '../acts/inventory.ts'
import { aStaffMember } from '../acts.ts'
import { type Journey, journey, shortJourney } from '../journey.ts'
import type { Stage } from '../stage.ts'
import { confirm } from '../steps.ts'

const REDEEM = 'mutation R($input: RedeemRewardInput!) { redeemReward(input: $input) { tokens } }'

/** The catalogue, opened by somebody of the staff for the economy. */
async function openCatalogue(stage: Stage, tab: string): Promise<Page> {
  const person = await aStaffMember(stage, 'ECONOMY')
  const page = await stage.openTab(person)
  await page.goto(`/console/catalogue?tab=${tab}`)
  return page
}

const dialog = (page: Page) => page.getByRole('dialog')
/** A field by its label, which ends with a star if it must be filled in. */
const field = (page: Page, label: string) => dialog(page).getByLabel(new RegExp(`^${label}( \\*)?$`))
const fill = (page: Page, label: string, text: string) => field(page, label).fill(text)
const save = (page: Page) => dialog(page).getByRole('button', { name: 'Save', exact: true }).click()
const faultAt = (page: Page, label: string) => field(page, label).and(page.locator('[aria-invalid=true]')).waitFor()
const create = (page: Page, name: string) => page.getByRole('button', { name, exact: true }).click()

/** A time as a field takes it: local, so many hours from now. */
function localIn(hours: number): string {
  const at = new Date(Date.now() + hours * 3_600_000)
  return new Date(at.getTime() - at.getTimezoneOffset() * 60_000).toISOString().slice(0, 16)
}

export const consoleCatalogueJourneys: readonly Journey[] = [
  shortJourney('a bundle of tokens is sold, and sold no more', async (stage) => {
    const page = await openCatalogue(stage, 'bundles')
    const slug = `journey-${Date.now()}`
    await create(page, 'New bundle')
    await fill(page, 'Slug', 'Not a slug')
    await save(page)
    for (const label of ['Tokens', 'Price in dollars']) await faultAt(page, label)
    await fill(page, 'Description', '777 tokens')
    await fill(page, 'Tokens', '777')
    await fill(page, 'Price in dollars', '7.77')
    await save(page)
    await faultAt(page, 'Slug')
    await fill(page, 'Slug', slug)
    await save(page)
    await page.getByRole('row').filter({ hasText: slug }).getByText('$7.77').waitFor()
    const wallet = await stage.openTab(await stage.aPerson())
    await wallet.goto('/wallet?tab=buy')
    await wallet.getByRole('button', { name: 'Buy 777 tokens for $7.77' }).waitFor()
    await page.getByRole('button', { name: `Edit ${slug}` }).click()
    await dialog(page).getByLabel('It is sold').uncheck({ force: true })
    await save(page)
    await page.getByRole('row').filter({ hasText: slug }).getByText('Not sold').waitFor()
    await wallet.reload()
    await wallet
      .getByRole('button', { name: /^Buy .* for/ })
      .first()
      .waitFor()
    await wallet.getByRole('button', { name: 'Buy 777 tokens for $7.77' }).waitFor({ state: 'detached' })
    stage.takeFaults()
  }),

  journey('a reward is redeemed by its code, which is shown once, and ended', async (stage) => {
    const page = await openCatalogue(stage, 'rewards')
    const person = await stage.aPerson()
    const name = `Journey ${person.username}`
    await create(page, 'New reward')
    await save(page)
    await faultAt(page, 'Name')
    await fill(page, 'Name', name)
    await fill(page, 'Tokens', '25')
    await save(page)
    await page.getByText('Keep it now', { exact: false }).waitFor()
    const code = (await dialog(page).locator('code').textContent()) ?? ''
    await dialog(page).getByRole('button', { name: 'Close' }).click()
    await person.run(REDEEM, { input: { code } })
    await hasTokens(person, 25)
    const row = page.getByRole('row').filter({ hasText: name })
    await row.getByText('25 tokens').waitFor()
    await row.getByRole('button', { name: `End ${name}` }).click()
    await confirm(page, 'End')
    await row.getByText('Ended by the staff').waitFor()
    stage.takeFaults()
  }),

  journey('a drop of an item is planned, and given to who comes', async (stage) => {
    const page = await openCatalogue(stage, 'drops')
    const name = `Journey drop ${Date.now()}`
    await create(page, 'New drop')
    await fill(page, 'Name', name)
    await dialog(page).getByRole('combobox', { name: 'Items' }).click()
    await page.getByRole('option', { name: /^Lantern/ }).click()
    await page.keyboard.press('Escape')
    await fill(page, 'Begins', localIn(-1))
    await fill(page, 'Ends', localIn(-2))
    await save(page)
    await faultAt(page, 'Ends')
    await fill(page, 'Ends', localIn(2))
    await save(page)
    const row = page.getByRole('row').filter({ hasText: name })
    await row.getByText('Active', { exact: true }).waitFor()
    const person = await stage.aPerson()
    await eventually(async () => (await itemsOf(person)).some(({ template }) => template.name === 'Lantern'))
    await row.getByRole('button', { name: `Edit ${name}` }).click()
    await dialog(page).getByLabel('It gives nothing more').check({ force: true })
    await save(page)
    await row.getByText('Ended by the staff').waitFor()
    stage.takeFaults()
  }),

  journey('a license group keeps its licenses when it is changed, and is what a subscription brings', async (stage) => {
    const page = await openCatalogue(stage, 'licenses')
    const name = `journey-${Date.now()}`
    await create(page, 'New license group')
    await fill(page, 'Name', name)
    await dialog(page).getByRole('button', { name: 'Add a license' }).click()
    await dialog(page).getByLabel('Id of license 1').fill('perm_00000000-0000-4000-8000-000000000000')
    await save(page)
    await dialog(page).getByLabel('Id of license 1').and(page.locator('[aria-invalid=true]')).waitFor()
    await dialog(page).getByRole('button', { name: 'Remove license 1' }).click()
    await save(page)
    await page.getByRole('row').filter({ hasText: name }).waitFor()
    await page.getByRole('tab', { name: 'Subscriptions' }).click()
    await create(page, 'New subscription')
    await fill(page, 'Slug', name)
    await fill(page, 'Description', 'Of a journey')
    await fill(page, 'Price in dollars', '3')
    await fill(page, 'Tier', '1')
    await save(page)
    await faultAt(page, 'License group')
    await field(page, 'License group').selectOption({ label: name })
    await save(page)
    await page.getByRole('row').filter({ hasText: 'Of a journey' }).getByText('$3.00').waitFor()
    stage.takeFaults()
  }),

  journey('an item is made as a draft, and put into use', async (stage) => {
    const page = await openCatalogue(stage, 'templates')
    const name = `Journey chest ${Date.now()}`
    await create(page, 'New item')
    await field(page, 'Kind').selectOption({ label: 'Bundle' })
    await save(page)
    await faultAt(page, 'Name')
    await fill(page, 'Name', name)
    await save(page)
    const row = page.getByRole('row').filter({ hasText: name })
    await row.getByText('Draft', { exact: true }).waitFor()
    await row.getByRole('button', { name: `Edit ${name}` }).click()
    await field(page, 'Status').selectOption({ label: 'In use' })
    await save(page)
    await row.getByText('In use', { exact: true }).waitFor()
    stage.takeFaults()
  }),
]
