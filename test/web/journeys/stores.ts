import { aBuyer, aSeller, createOffer, grantTokens, hasTokens } from '../acts/economy.ts'
import { befriend } from '../acts.ts'
import { loseAnswer } from '../graphRoutes.ts'
import { type Journey, journey } from '../journey.ts'
import type { Stage } from '../stage.ts'
import { aPicture } from '../steps.ts'

/** An offer of somebody. Returns its id. */
async function anOffer(stage: Stage, name: string, price: number): Promise<string> {
  const seller = await aSeller(stage)
  return createOffer(seller, { name, price, picture: (await aPicture()).buffer })
}

export const storesJourneys: readonly Journey[] = [
  journey('find an offer in a store, accept the terms, and buy it', async (stage) => {
    const buyer = await stage.aPerson()
    await grantTokens(stage, buyer, 600)
    const page = await stage.openTab(buyer)
    await page.goto('/stores')
    await page.getByRole('heading', { level: 2, name: 'Made by hobbyists' }).waitFor()
    await page.getByLabel('Stores of', { exact: true }).selectOption({ label: 'Groups' })
    await page.waitForURL(/of=GROUP/)
    await page.getByRole('link', { name: 'The workshop', exact: true }).click()
    await page.getByRole('heading', { level: 1, name: 'The workshop' }).waitFor()
    await page.getByRole('link', { name: 'Lantern that never goes out' }).click()
    await page.getByRole('heading', { level: 1, name: 'Lantern that never goes out' }).waitFor()
    await page.getByRole('button', { name: 'Buy', exact: true }).and(page.locator(':disabled')).waitFor()
    await page.getByRole('button', { name: 'Accept the terms' }).click()
    await page.getByRole('button', { name: 'Accept the terms' }).waitFor({ state: 'detached' })
    await page.getByRole('button', { name: 'Buy', exact: true }).click()
    const dialog = page.getByRole('dialog', { name: 'Buy Lantern that never goes out' })
    await dialog.getByText('350 tokens', { exact: true }).waitFor()
    await dialog.getByRole('button', { name: 'Buy now' }).click()
    await page.getByText('It is yours now.').waitFor()
    await page.getByText('You have this', { exact: true }).waitFor()
    await page.getByRole('button', { name: 'Buy', exact: true }).waitFor({ state: 'detached' })
    await page.getByRole('button', { name: 'Buy as a gift' }).waitFor()
    await hasTokens(buyer, 350)
    await page.getByRole('link', { name: 'See your purchases' }).click()
    await page.getByRole('listitem').getByText('Lantern that never goes out', { exact: true }).waitFor()
  }),

  journey('give a friend something, who sees it at once and cannot be given it twice', async (stage) => {
    const [giver, friend] = [await aBuyer(stage, 300), await stage.aPerson()]
    await befriend(giver, friend)
    const listingId = await anOffer(stage, 'Music box', 90)
    const theirs = await stage.openTab(friend)
    await theirs.goto('/wallet?tab=gifts')
    await theirs.getByText('Nobody has given you anything yet.').waitFor()
    const page = await stage.openTab(giver)
    await page.goto(`/listings/${listingId}`)
    const give = async () => {
      await page.getByRole('button', { name: 'Buy as a gift' }).click()
      const dialog = page.getByRole('dialog', { name: 'Give Music box' })
      await dialog.getByRole('combobox', { name: 'Friend' }).fill(friend.username)
      await page.getByRole('option', { name: friend.username }).click()
      await dialog.getByRole('button', { name: 'Give now' }).click()
      return dialog
    }
    await give()
    await page.getByText('Your friend now has Music box.').waitFor()
    const gifts = theirs.getByRole('region', { name: 'Gifts for you' })
    await gifts.getByText('Music box', { exact: true }).waitFor()
    await gifts.getByRole('link', { name: giver.username }).waitFor()
    await hasTokens(giver, 210)
    await (await give()).getByRole('alert').waitFor()
    await hasTokens(giver, 210)
  }),

  journey('buy again what was bought while the answer was lost, and pay once', async (stage) => {
    const buyer = await aBuyer(stage, 1_000)
    const given = { type: 'INSTANT' }
    const picture = (await aPicture()).buffer
    const listingId = await createOffer(await aSeller(stage), { name: 'Firework', price: 200, picture, given })
    const page = await stage.openTab(buyer)
    await page.goto(`/listings/${listingId}`)
    const buyNow = async () => {
      await page.getByRole('button', { name: 'Buy', exact: true }).click()
      await page.getByRole('dialog').getByRole('button', { name: 'Buy now' }).click()
    }
    const mend = await loseAnswer(page, 'BuyListing')
    await buyNow()
    const dialog = page.getByRole('dialog')
    await dialog.getByText('The server does not answer.', { exact: false }).waitFor()
    await hasTokens(buyer, 800)
    await dialog.getByRole('button', { name: 'Back' }).click()
    await mend()
    await page.reload()
    await buyNow()
    await page.getByText('It is yours now.').first().waitFor()
    await dialog.waitFor({ state: 'detached' })
    await hasTokens(buyer, 800)
    await buyNow()
    await hasTokens(buyer, 600)
  }),

  journey('have too few tokens, and be led to the wallet', async (stage) => {
    const buyer = await aBuyer(stage, 30)
    const listingId = await anOffer(stage, 'Golden statue', 1_000)
    const page = await stage.openTab(buyer)
    await page.goto(`/listings/${listingId}`)
    await page.getByRole('button', { name: 'Buy', exact: true }).click()
    const dialog = page.getByRole('dialog', { name: 'Buy Golden statue' })
    await dialog.getByText('You are 970 tokens short').waitFor()
    await dialog.getByRole('button', { name: 'Buy now' }).and(page.locator(':disabled')).waitFor()
    await grantTokens(stage, buyer, 1_000)
    await dialog.getByText('30 tokens', { exact: true }).waitFor()
    await dialog.getByRole('button', { name: 'Back' }).click()
    await page.goto('/listings/lst_00000000-0000-4000-8000-00000000dead')
    await page.getByRole('heading', { name: 'There is nothing here' }).waitFor()
    await page.goto('/stores/esto_00000000-0000-4000-8000-00000000dead')
    await page.getByRole('heading', { name: 'There is nothing here' }).waitFor()
  }),
]
