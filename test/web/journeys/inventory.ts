import type { Page } from 'playwright-core'
import { expect } from 'vitest'
import { eventually } from '../../support/eventually.ts'
import { createReward, giveItem, itemsOf, theAdmin } from '../acts/inventory.ts'
import { befriend, createInstance, demoWorld, enter } from '../acts.ts'
import { type Journey, journey, shortJourney } from '../journey.ts'

const openItem = (page: Page, name: string) => page.getByRole('link', { name, exact: true }).click()
const equipped = (page: Page) => page.getByRole('region', { name: 'Equipped' })
const dialogOf = (page: Page, name: string) => page.getByRole('dialog', { name, exact: true })

/** The only open question. */
const answer = (page: Page, title: string, act: string) =>
  dialogOf(page, title).getByRole('button', { name: act }).click()

export const inventoryJourneys: readonly Journey[] = [
  shortJourney('equip an item, take it off, color it and throw it away, while another tab looks on', async (stage) => {
    const person = await stage.aPerson()
    const page = await stage.openTab(person)
    await page.goto('/inventory')
    // What everybody gets who comes.
    await page.getByText('Brass drone').first().waitFor()
    const beside = await stage.openTabBeside(page)
    await beside.goto('/inventory')
    await openItem(page, 'Brass drone')
    const dialog = dialogOf(page, 'Brass drone')
    await dialog.getByRole('button', { name: 'Equip' }).click()
    await dialog.getByRole('button', { name: 'Take off' }).waitFor()
    await equipped(beside).getByRole('button', { name: 'Brass drone', exact: true }).waitFor()
    await dialog.getByLabel('First color').fill('#ff8800')
    // The palette goes with the focus.
    await dialog.getByLabel('First color').blur()
    await dialog.getByRole('button', { name: 'Save' }).click()
    await page.getByText('Saved.').waitFor()
    await equipped(beside).getByRole('button', { name: 'Take off: Brass drone' }).click()
    await dialog.getByRole('button', { name: 'Equip' }).waitFor()
    await dialog.getByRole('button', { name: 'Archive' }).click()
    await dialog.getByText('Archived').waitFor()
    await dialog.getByRole('button', { name: 'Take out of the archive' }).click()
    await dialog.getByRole('button', { name: 'Throw away' }).click()
    await answer(page, 'Throw Brass drone away?', 'Throw away')
    await page.getByText('Brass drone is gone.').waitFor()
    await dialog.waitFor({ state: 'detached' })
    await beside.getByText('You have no items yet.').waitFor()
    expect(await itemsOf(person)).toEqual([])
  }),

  journey('open a bundle, and see what comes out; filters are in the address', async (stage) => {
    const [person, admin] = [await stage.aPerson(), await theAdmin(stage)]
    await giveItem(admin, person, 'Box of medals')
    await giveItem(admin, person, 'Lantern', 3)
    const page = await stage.openTab(person)
    await page.goto('/inventory?type=BUNDLE')
    await page.getByRole('status').getByText('1 item', { exact: true }).waitFor()
    await openItem(page, 'Box of medals')
    await dialogOf(page, 'Box of medals')
      .getByText(/Inside: .*Gold medal/)
      .waitFor()
    await dialogOf(page, 'Box of medals').getByRole('button', { name: 'Open' }).click()
    await answer(page, 'Use Box of medals?', 'Open')
    const done = dialogOf(page, 'Done')
    for (const name of ['Gold medal', 'Silver medal']) await done.getByText(name).waitFor()
    await page.keyboard.press('Escape')
    await page.getByText('No items match.').waitFor()
    await page.getByLabel('Kind').selectOption('PROP')
    await page.waitForURL(/type=PROP/)
    await page.getByText('× 3').waitFor()
    await page.getByLabel('Kind').selectOption('')
    await page.getByLabel('Collection').selectOption('Welcome')
    await page.waitForURL(/collection=Welcome/)
    for (const name of ['Gold medal', 'Silver medal', 'Lantern']) await page.getByRole('link', { name }).waitFor()
    const names = (await itemsOf(person)).map(({ template }) => template.name)
    expect(names).toEqual(expect.arrayContaining(['Gold medal', 'Silver medal', 'Lantern']))
    expect(names).not.toContain('Box of medals')
  }),

  journey('give a friend a copy, which the friend sees at once; nobody chosen is told at the field', async (stage) => {
    const [person, friend, admin] = [await stage.aPerson(), await stage.aPerson(), await theAdmin(stage)]
    await befriend(person, friend)
    await giveItem(admin, person, 'Gold medal')
    const theirs = await stage.openTab(friend)
    await theirs.goto('/inventory')
    await theirs.getByText('Brass drone').first().waitFor()
    const page = await stage.openTab(person)
    await page.goto('/inventory')
    await openItem(page, 'Gold medal')
    await page.getByRole('button', { name: 'Give copies' }).click()
    const dialog = dialogOf(page, 'Give copies of Gold medal')
    await dialog.getByRole('button', { name: 'Give copies' }).click()
    await dialog.getByText('Choose at least one.').waitFor()
    await dialog.getByRole('combobox', { name: 'Friends' }).click()
    await page.getByRole('option', { name: friend.username }).click()
    await dialog.getByRole('button', { name: 'Give copies' }).click()
    await page.getByText('1 friend has got a copy.').waitFor()
    await theirs.getByRole('link', { name: 'Gold medal' }).waitFor()
    await theirs.getByText('Copy', { exact: true }).waitFor()
    expect((await itemsOf(friend)).map(({ isCopy }) => isCopy)).toContain(true)
  }),

  journey('offer an item where one is; a friend there takes a copy once, somebody elsewhere cannot', async (stage) => {
    const [person, friend, admin] = [await stage.aPerson(), await stage.aPerson(), await theAdmin(stage)]
    await giveItem(admin, person, 'Silver medal')
    const world = await demoWorld(person)
    const location = await createInstance(person, world, 'PUBLIC')
    for (const one of [person, friend]) await enter(one, location)
    const page = await stage.openTab(person)
    await page.goto('/inventory')
    await openItem(page, 'Silver medal')
    await page.getByRole('button', { name: 'Offer here' }).click()
    await page.getByRole('button', { name: 'Make a link' }).click()
    const link = await page.getByLabel('Link of the offer').inputValue()

    const theirs = await stage.openTab(friend)
    await theirs.goto('/inventory')
    await theirs.getByRole('button', { name: 'Take an offer' }).click()
    await theirs.getByRole('button', { name: 'Look at it' }).click()
    await theirs.getByText('Paste the link of an offer.').waitFor()
    await theirs.getByLabel('Link of the offer').fill(link)
    await theirs.getByRole('button', { name: 'Look at it' }).click()
    await theirs.getByText(`Offered by ${person.username}`).waitFor()
    await theirs.getByRole('button', { name: 'Take a copy' }).click()
    await dialogOf(theirs, 'Silver medal').getByText('The copy ends').waitFor()
    await theirs.goto(link)
    await theirs.getByRole('button', { name: 'Take a copy' }).click()
    await theirs.getByText('This exists already.').waitFor()
    expect((await itemsOf(friend)).filter(({ isCopy }) => isCopy)).toHaveLength(1)
    const stranger = await stage.openTab(await stage.aPerson())
    await stranger.goto(link)
    await stranger.getByText('This offer is over, or you are not in the same instance').waitFor()
  }),

  journey('redeem a code: a wrong one, a good one, the same once more, and one that is used up', async (stage) => {
    const [person, other, admin] = [await stage.aPerson(), await stage.aPerson(), await theAdmin(stage)]
    const usedUp = await createReward(admin, { tokens: 5, maxRedemptions: 1 })
    await other.run('mutation R($input: RedeemRewardInput!) { redeemReward(input: $input) { tokens } }', {
      input: { code: usedUp },
    })
    const page = await stage.openTab(person)
    await page.goto('/inventory?tab=rewards')
    const redeem = async (code: string) => {
      await page.getByRole('textbox', { name: 'Code' }).fill(code)
      await page.getByRole('button', { name: 'Redeem' }).click()
    }
    await redeem('NOBODY-KNOWS-THIS')
    await page.getByText('No reward with this code is available now.').waitFor()
    await redeem(usedUp)
    await page.getByText('This reward cannot be redeemed any more.').waitFor()
    await redeem('welcome-to-plaza')
    await page.getByText('500 tokens').waitFor()
    await page.getByText('Box of medals').waitFor()
    await redeem('WELCOME-TO-PLAZA')
    await page.getByText('You have redeemed this reward already.').waitFor()
    await page.getByRole('tab', { name: 'Items' }).click()
    await page.getByRole('link', { name: 'Box of medals' }).waitFor()
    await eventually(async () => (await itemsOf(person)).some(({ template }) => template.name === 'Box of medals'))
    expect(await page.getByRole('heading', { name: 'All rewards' }).count()).toBe(0)
  }),
]
