import type { Page } from 'playwright-core'
import { aBuyer, aSeller, buyOffer, createOffer, subscribe } from '../acts/economy.ts'
import { createGroup } from '../acts/groups.ts'
import { theAdmin } from '../acts/inventory.ts'
import { type Journey, journey } from '../journey.ts'
import { aPicture, chooseFile, confirm, nameField, seesValue } from '../steps.ts'

const refused = (page: Page, label: string) => page.getByLabel(label).and(page.locator('[aria-invalid=true]'))

/** Creates a product on the page for that. */
async function createProduct(page: Page, name: string): Promise<void> {
  await page.goto('/selling/products/new')
  await nameField(page).fill(name)
  await chooseFile(page, 'Choose a file: Picture', await aPicture())
  await page.locator('form img').waitFor()
  await page.getByRole('button', { name: 'Create', exact: true }).click()
  await page.getByText(`${name} is ready. Now put it into an offer.`).waitFor()
  await page.getByRole('region', { name: 'Products' }).getByText(name, { exact: true }).waitFor()
}

/** Puts the lamp into an offer, which is a draft at first, and then for sale. */
async function offerLamp(page: Page): Promise<void> {
  await page.getByRole('navigation', { name: 'Parts of selling' }).getByRole('link', { name: 'Offers' }).click()
  await page.getByRole('link', { name: 'New offer' }).click()
  await nameField(page).fill('A lamp of paper')
  await page.getByLabel('Price in tokens').fill('200')
  await page.getByRole('combobox', { name: 'Products' }).click()
  await page.getByRole('option', { name: 'Paper lamp' }).click()
  await page.keyboard.press('Escape')
  await page.getByRole('button', { name: 'Create', exact: true }).click()
  const offers = page.getByRole('region', { name: 'Offers' })
  await offers.getByText('Draft', { exact: true }).waitFor()
  await offers.getByRole('link', { name: 'Edit A lamp of paper' }).click()
  await page.getByRole('heading', { level: 1, name: 'A lamp of paper' }).waitFor()
  await page.getByRole('switch', { name: 'For sale' }).check()
  await page.getByRole('button', { name: 'Save', exact: true }).click()
  await page.getByText('Saved.').waitFor()
}

/** Creates a store of the group that everybody sees, with the lamp. */
async function openLampStore(page: Page): Promise<void> {
  await page.goto('/selling/stores/new')
  await page.getByLabel('Group or world').selectOption({ label: 'Lamp makers' })
  await nameField(page).fill('House of lamps')
  await page.getByLabel('Who sees it').selectOption({ label: 'Public' })
  await page.getByRole('combobox', { name: 'Add an offer' }).click()
  await page.getByRole('option', { name: 'A lamp of paper' }).click()
  await page.getByRole('button', { name: 'Create', exact: true }).click()
  await page.getByRole('link', { name: 'House of lamps', exact: true }).waitFor()
}

export const sellerJourneys: readonly Journey[] = [
  journey('sell: from a draft over a store to a buyer, the sale, the earnings and a refund', async (stage) => {
    const [seller, buyer] = [await aSeller(stage), await aBuyer(stage, 1_000)]
    await subscribe(stage, seller)
    await createGroup(seller, { name: 'Lamp makers' })
    const page = await stage.openTab(seller)
    await page.goto('/selling')
    await page.getByRole('heading', { level: 1, name: 'Setup' }).waitFor()
    await page.getByText('Permission to sell, which admins give').waitFor()
    await createProduct(page, 'Paper lamp')
    await offerLamp(page)
    await openLampStore(page)

    const theirs = await stage.openTab(buyer)
    await theirs.goto('/stores?of=GROUP')
    await theirs.getByRole('link', { name: 'House of lamps' }).first().click()
    await page.goto('/selling/sales')
    await page.getByText('Nobody has bought anything from you yet.').waitFor()
    const earnings = await stage.openTabBeside(page)
    await earnings.goto('/selling/earnings')
    await earnings.getByText('No sales in this time.').waitFor()
    await theirs.getByRole('link', { name: 'A lamp of paper' }).click()
    await theirs.getByRole('button', { name: 'Buy', exact: true }).click()
    await theirs.getByRole('button', { name: 'Buy now' }).click()
    await theirs.getByText('It is yours now.').waitFor()

    const sales = page.getByRole('region', { name: 'Sales' })
    await sales.getByText('200 tokens, of which you got 180 tokens').waitFor()
    await sales.getByRole('link', { name: buyer.username }).waitFor()
    await earnings.getByRole('table').getByText('180', { exact: true }).waitFor()
    await earnings.getByText('1 single sale', { exact: false }).waitFor()
    await sales.getByRole('button', { name: 'Refund A lamp of paper' }).click()
    await confirm(page, 'Refund')
    await sales.getByText('Refunded', { exact: true }).waitFor()
    await earnings.getByText('No sales in this time.').waitFor()
    await theirs.getByText('You have this', { exact: true }).waitFor({ state: 'detached' })
  }),

  journey('see at its field what is wrong with a product or an offer', async (stage) => {
    const seller = await aSeller(stage)
    const page = await stage.openTab(seller)
    await page.goto('/selling/products/new')
    await page.getByRole('button', { name: 'Create', exact: true }).click()
    await page.getByRole('group').getByText('Fill this in.').or(page.getByText('Fill this in.')).first().waitFor()
    await createProduct(page, 'Teapot')
    await page.goto('/selling/listings/new')
    await page.getByLabel('Price in tokens').fill('2000000')
    await page.getByRole('button', { name: 'Create', exact: true }).click()
    await nameField(page).and(page.locator('[aria-invalid=true]')).waitFor()
    await refused(page, 'Price in tokens').waitFor()
    await nameField(page).fill('Teapot for two')
    await page.getByLabel('Price in tokens').fill('40')
    await page.getByRole('switch', { name: 'For sale' }).check()
    await page.getByRole('button', { name: 'Create', exact: true }).click()
    await page.getByText('Something is missing before this can be sold.').first().waitFor()
    await page.getByRole('combobox', { name: 'Products' }).click()
    await page.getByRole('option', { name: 'Teapot' }).click()
    await page.keyboard.press('Escape')
    await page.getByRole('combobox', { name: 'Tags' }).fill('My Tag!!')
    await page.keyboard.press('Enter')
    await page.getByRole('button', { name: 'Create', exact: true }).click()
    await refused(page, 'Tags').first().waitFor()
    await page.getByRole('combobox', { name: 'Tags' }).press('Backspace')
    await page.getByRole('button', { name: 'Create', exact: true }).click()
    const offers = page.getByRole('region', { name: 'Offers' })
    await offers.getByText('Teapot for two', { exact: true }).waitFor()
    await offers.getByRole('button', { name: 'Archive Teapot for two' }).click()
    await confirm(page, 'Archive')
    await offers.getByText('Archived', { exact: true }).waitFor()
  }),

  journey('change a product, and find nothing at the address of somebody else’s', async (stage) => {
    const [seller, other] = [await aSeller(stage), await aSeller(stage)]
    const listingId = await createOffer(seller, { name: 'Kite', price: 10, picture: (await aPicture()).buffer })
    const { listing } = Object(
      await seller.run('query($id: ID!) { listing(id: $id) { products { id } } }', { id: listingId }),
    )
    const address = `/selling/products/${listing.products[0].id}`
    const page = await stage.openTab(seller)
    await page.goto(address)
    await nameField(page).fill('')
    await page.getByRole('button', { name: 'Save', exact: true }).click()
    await nameField(page).and(page.locator('[aria-invalid=true]')).waitFor()
    await nameField(page).fill('Kite with a tail')
    await page.getByRole('button', { name: 'Save', exact: true }).click()
    await page.getByRole('heading', { level: 1, name: 'Kite with a tail' }).waitFor()
    const theirs = await stage.openTab(other)
    await theirs.goto(address)
    await theirs.getByRole('heading', { name: 'There is nothing here' }).waitFor()
    await theirs.goto(`/selling/listings/${listingId}`)
    await theirs.getByRole('heading', { name: 'There is nothing here' }).waitFor()
    const buyer = await aBuyer(stage, 50)
    await buyOffer(buyer, listingId, 10)
    const newcomer = await stage.openTab(buyer)
    await newcomer.goto('/selling/products')
    await newcomer.getByText('You need permission to sell.', { exact: false }).waitFor()
    await newcomer.getByRole('link', { name: 'See what is missing' }).click()
    await newcomer.getByRole('heading', { level: 1, name: 'Setup' }).waitFor()
  }),

  journey('put an offer on a shelf of the platform, where it stays when the shelf is renamed', async (stage) => {
    const picture = (await aPicture()).buffer
    const listingId = await createOffer(await aSeller(stage), { name: 'Marble', price: 10, picture })
    const page = await stage.openTab(await theAdmin(stage))
    await page.goto('/selling/stores')
    const shelves = page.getByRole('region', { name: 'Shelves of the platform' })
    await shelves.getByRole('button', { name: 'New shelf' }).click()
    const dialog = page.getByRole('dialog')
    const save = async () => {
      await dialog.getByRole('button', { name: 'Save shelf' }).click()
      await dialog.waitFor({ state: 'detached' })
    }
    await dialog.getByLabel('Title').fill('Toys')
    await save()
    const edit = (name: string) => shelves.getByRole('button', { name: `Edit ${name}`, exact: true }).click()
    await edit('Toys')
    await dialog
      .getByRole('combobox', { name: 'Offers in their order' })
      .fill(`https://plaza.example/listings/${listingId}`)
    await page.keyboard.press('Enter')
    await save()
    await edit('Toys')
    await dialog.getByText(listingId).waitFor()
    await dialog.getByLabel('Title').fill('Old toys')
    await save()
    const row = shelves.getByRole('listitem').filter({ hasText: 'Old toys' })
    await row.getByText('1 offer', { exact: true }).waitFor()
    await edit('Old toys')
    await dialog.getByText(listingId).waitFor()
    await dialog.getByRole('button', { name: 'Close' }).click()
    await dialog.waitFor({ state: 'detached' })
    await shelves.getByRole('button', { name: 'Delete Old toys' }).click()
    await confirm(page, 'Delete')
    await row.waitFor({ state: 'detached' })
  }),

  journey('an offer that two tabs change is not overwritten unseen', async (stage) => {
    const seller = await aSeller(stage)
    const listingId = await createOffer(seller, { name: 'Kite', price: 10, picture: (await aPicture()).buffer })
    const first = await stage.openTab(seller)
    const second = await stage.openTabBeside(first)
    const save = (page: Page) => page.getByRole('button', { name: 'Save', exact: true }).click()
    for (const page of [first, second]) {
      await page.goto(`/selling/listings/${listingId}`)
      await nameField(page).waitFor()
    }
    await nameField(first).fill('Kite with a tail')
    await save(first)
    await first.getByText('Saved.').waitFor()
    await nameField(second).fill('Kite without a tail')
    await save(second)
    await second.getByText('so nothing was saved', { exact: false }).waitFor()
    await second.getByText('Changed elsewhere while you were editing: Name').waitFor()
    await seesValue(nameField(second), 'Kite without a tail')
    await second.getByRole('heading', { level: 1, name: 'Kite with a tail' }).waitFor()
    await second.getByRole('button', { name: 'Show the new version' }).click()
    await seesValue(nameField(second), 'Kite with a tail')
    await second.getByLabel('Price in tokens').fill('12')
    await save(second)
    await second.getByText('Saved.').waitFor()
    // What the other tab has changed of other fields stands beside it.
    await nameField(first).fill('Kite with two tails')
    await save(first)
    await first.getByRole('heading', { level: 1, name: 'Kite with two tails' }).waitFor()
    await seesValue(first.getByLabel('Price in tokens'), '12')
  }),
]
