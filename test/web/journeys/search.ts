import type { Page } from 'playwright-core'
import { type Journey, journey, shortJourney } from '../journey.ts'

const KINDS = ['People', 'Worlds', 'Groups', 'Avatars', 'Events'] as const

/** Keys that lead from the field to any result; there are fewer fields and links before the first one. */
const MOST_KEYS = 40

/** Goes on by the keyboard until a link to a kind of page has the focus, and follows it. */
async function followByKeyboard(page: Page, path: string): Promise<void> {
  for (let keys = 0; keys < MOST_KEYS; keys++) {
    await page.keyboard.press('Tab')
    const href = await page.evaluate(() => document.activeElement?.getAttribute('href'))
    if (href?.startsWith(path)) return page.keyboard.press('Enter')
  }
  throw new Error(`the keyboard does not lead to ${path}`)
}

export const searchJourneys: readonly Journey[] = [
  shortJourney('search all kinds by the keyboard alone', async (stage) => {
    const page = await stage.openTab(await stage.aPerson())
    await page.goto('/')
    await page.getByRole('heading', { name: 'Friends online' }).waitFor()
    await page.keyboard.press('Control+K')
    await page.getByText('Type a name, or a part of one.').waitFor()
    await page.keyboard.type('a')
    for (const kind of KINDS) await page.getByRole('region', { name: kind }).getByText(/^\d+$/).first().waitFor()
    await followByKeyboard(page, '/people/usr_')
    await page.getByRole('region', { name: 'Profile' }).waitFor()
    await page.goBack()
    await page.waitForURL(/text=a/)
    await page.getByRole('region', { name: 'Worlds' }).getByRole('link').first().waitFor()
    await page.getByRole('searchbox').focus()
    await followByKeyboard(page, '/worlds/wrld_')
    await page.getByRole('region', { name: 'Who is here' }).waitFor()
  }),

  journey('one kind of results goes on page after page; the address holds words and kind', async (stage) => {
    const page = await stage.openTab(await stage.aPerson())
    await page.goto('/search?text=a')
    await page.getByRole('tab', { name: 'Events' }).click()
    await page.waitForURL(/kind=events/)
    await page.getByRole('region', { name: 'People' }).waitFor({ state: 'detached' })
    await page.getByRole('button', { name: 'Show more' }).click()
    await page.getByRole('tab', { name: 'People' }).click()
    const people = page.getByRole('region', { name: 'People' }).getByRole('link')
    await people.nth(23).waitFor()
    await page.getByRole('button', { name: 'Show more' }).click()
    await people.nth(47).waitFor()
    await page.getByRole('searchbox').fill('nobody is called like this')
    await page.getByText('No people match.').waitFor()
    await page.reload()
    await page.getByText('No people match.').waitFor()
    await page.getByRole('tab', { name: 'All' }).click()
    for (const text of ['No worlds match.', 'No groups match.', 'No avatars match.'])
      await page.getByText(text).waitFor()
    await page.getByText('No events match.').waitFor()
  }),
]
