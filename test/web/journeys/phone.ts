import type { Page } from 'playwright-core'
import { befriend, demoWorld } from '../acts.ts'
import { type Journey, journey, shortJourney } from '../journey.ts'
import { seesHome, signIn } from '../steps.ts'

const PHONE = { viewport: { width: 360, height: 740 }, hasTouch: true, isMobile: true }

/** Throws if the page is wider than the screen. */
async function fits(page: Page): Promise<void> {
  const width = await page.evaluate(() => document.documentElement.scrollWidth)
  if (width > PHONE.viewport.width) throw new Error(`${page.url()} is ${width} wide`)
}

const bar = (page: Page) => page.getByRole('navigation', { name: 'Pages' })

export const phoneJourneys: readonly Journey[] = [
  shortJourney('on a phone the bar at the bottom leads to all pages, which fit', async (stage) => {
    const person = await stage.aPerson()
    const page = await stage.openTab(null, PHONE)
    await signIn(page, person)
    await seesHome(page)
    await fits(page)
    for (const [name, title] of [
      ['People', 'People'],
      ['Worlds', 'Worlds'],
      ['Notifications', 'Notifications'],
    ] as const) {
      await bar(page).getByRole('link', { name }).tap()
      await page.getByRole('heading', { level: 1, name: title, exact: true }).waitFor()
      await bar(page).locator('[aria-current=page]').filter({ hasText: name }).waitFor()
      await fits(page)
    }
    await bar(page).getByRole('button', { name: 'More' }).tap()
    const all = page.getByRole('dialog', { name: 'All pages' })
    await all.getByRole('link', { name: 'Settings' }).tap()
    await all.waitFor({ state: 'detached' })
    await page.getByRole('heading', { level: 1, name: 'Profile', exact: true }).waitFor()
    await fits(page)
    await page.getByRole('button', { name: 'Search' }).tap()
    await page.getByRole('searchbox').fill('a')
    await page.getByRole('region', { name: 'Events' }).getByText(/^\d+$/).first().waitFor()
    await fits(page)
    await bar(page).getByRole('link', { name: 'Home' }).tap()
    await seesHome(page)
  }),

  journey('on a phone the settings are chosen from a list, and all of them fit', async (stage) => {
    const page = await stage.openTab(await stage.aPerson(), PHONE)
    await page.goto('/settings')
    const sections = page.getByRole('combobox', { name: 'Sections of the settings' })
    await page.getByRole('heading', { level: 1, name: 'Profile', exact: true }).waitFor()
    const names = await sections.getByRole('option').allInnerTexts()
    if (names.length < 8) throw new Error(`there are ${names}`)
    for (const name of names) {
      await sections.selectOption({ label: name })
      await page.getByRole('heading', { level: 1, name, exact: true }).waitFor()
      await fits(page)
    }
  }),

  journey('on a phone the acts about a friend are in the menu, and a world fits', async (stage) => {
    const [person, friend] = [await stage.aPerson(), await stage.aPerson()]
    await befriend(person, friend)
    const page = await stage.openTab(person, PHONE)
    await page.goto('/people')
    await page.getByRole('link', { name: friend.username }).waitFor()
    await fits(page)
    await page.getByRole('button', { name: `More about ${friend.username}` }).tap()
    await page.getByRole('menuitem', { name: `Boop ${friend.username}` }).tap()
    await page.getByText(`You have booped ${friend.username}.`).waitFor()
    await page.getByRole('link', { name: friend.username }).tap()
    await page.getByRole('region', { name: 'Profile' }).waitFor()
    await fits(page)
    const world = await demoWorld(person, 14)
    await page.goto(`/worlds/${world.id}`)
    await page.getByRole('heading', { level: 1, name: world.name }).waitFor()
    await fits(page)
  }),
]
