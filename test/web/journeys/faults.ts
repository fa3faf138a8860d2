import type { Page } from 'playwright-core'
import { befriend, boop } from '../acts.ts'
import { changeAnswers, failed, upgrade } from '../graphRoutes.ts'
import { type Journey, journey, shortJourney } from '../journey.ts'
import { seesHome } from '../steps.ts'

const link = (page: Page, name: string) => page.getByRole('link', { name, exact: true }).first()

/** Marks the page as it is loaded now; the mark is gone once it is loaded anew. */
const mark = (page: Page) => page.evaluate(() => document.documentElement.setAttribute('data-mark', 'on'))
const isMarked = (page: Page) => page.evaluate(() => document.documentElement.hasAttribute('data-mark'))

/** What is written to the console about a page whose script could not be loaded. */
const EXPECTED_OFFLINE = /there is no network|Error in route match/

export const faultJourneys: readonly Journey[] = [
  shortJourney('a panel that has failed says so with the id of the request, and leaves the others', async (stage) => {
    const page = await stage.openTab(await stage.aPerson())
    const mend = await changeAnswers(page, 'HomeEvents', () => failed('req-of-a-journey'))
    await page.goto('/')
    const events = page.getByRole('region', { name: "What's on" })
    await events.getByText('Something went wrong on the server.', { exact: false }).waitFor()
    await events.getByText('Request req-of-a-journey').waitFor()
    await page.getByText("You're all caught up.").waitFor()
    await page.getByText('No friends are online right now.').waitFor()
    await page.getByRole('region', { name: 'Worlds with people' }).getByRole('link').first().waitFor()
    await mend()
    await events.getByRole('button', { name: 'Try again' }).click()
    await events.getByText('Request req-of-a-journey').waitFor({ state: 'detached' })
    await events.getByRole('listitem').first().waitFor()
  }),

  journey('an act that has failed unexpectedly shows the id of the request, and can be repeated', async (stage) => {
    const [ada, grace] = [await stage.aPerson(), await stage.aPerson()]
    await befriend(ada, grace)
    const page = await stage.openTab(ada)
    await page.goto(`/people/${grace.id}`)
    const mend = await changeAnswers(page, 'Boop', () => failed('req-of-an-act'))
    await page.getByRole('button', { name: 'Boop', exact: true }).click()
    await page.getByText('Request req-of-an-act').waitFor()
    await mend()
    await page.getByRole('button', { name: 'Boop', exact: true }).click()
    await page.getByText(`You have booped ${grace.username}.`).waitFor()
  }),

  shortJourney('without a network the page says so; what was missed comes with the network', async (stage) => {
    const [ada, grace] = [await stage.aPerson(), await stage.aPerson()]
    await befriend(ada, grace)
    const page = await stage.openTab(ada)
    await page.goto('/')
    await page.getByText("You're all caught up.").waitFor()
    await page.context().setOffline(true)
    await page.getByText('The connection is lost.', { exact: false }).waitFor()
    await boop(grace, ada)
    await link(page, 'Worlds').click()
    await page.getByText('The server does not answer. Check your connection and try again.').first().waitFor()
    await page.context().setOffline(false)
    await page.getByText('The connection is lost.', { exact: false }).waitFor({ state: 'detached' })
    await page.getByRole('button', { name: 'Try again' }).first().click()
    await page.getByText(/^\d+ worlds?$/).waitFor()
    await link(page, 'Home').click()
    await page.getByText(`${grace.username} has booped you.`).waitFor()
    const others = stage.takeFaults().filter((fault) => !EXPECTED_OFFLINE.test(fault))
    if (others.length > 0) throw new Error(others.join('\n'))
  }),

  journey('after an upgrade of the server a hint shows, and the next page is loaded anew', async (stage) => {
    const page = await stage.openTab(await stage.aPerson())
    await page.goto('/')
    await seesHome(page)
    await mark(page)
    await link(page, 'People').click()
    await page.getByText('You have no friends here yet.').waitFor()
    if (!(await isMarked(page))) throw new Error('the page was loaded anew without a reason')
    await upgrade(page, 'another-version')
    await link(page, 'Worlds').click()
    await page.getByText('There is a new version of this page.').waitFor()
    if (!(await isMarked(page))) throw new Error('the page was loaded anew before the next one was asked for')
    await page.getByRole('tab', { name: 'All', exact: true }).click()
    await page.waitForURL(/list=all/)
    if (!(await isMarked(page))) throw new Error('the page was loaded anew within a page')
    await link(page, 'People').click()
    await page.getByText('There is a new version of this page.').waitFor({ state: 'detached' })
    await page.getByText('You have no friends here yet.').waitFor()
    if (await isMarked(page)) throw new Error('the page was not loaded anew')
    await page.goBack()
    await page.waitForURL(/list=all/)
    await page.getByText(/^\d+ worlds$/).waitFor()
  }),

  journey('a script that is gone after an upgrade is mended by loading the page once more', async (stage) => {
    const page = await stage.openTab(await stage.aPerson())
    await page.goto('/')
    await seesHome(page)
    let misses = 0
    await page.route(/\/assets\/PeoplePage-[^/]*\.js$/, (route) => {
      misses += 1
      return misses === 1 ? route.fulfill({ status: 404, body: '' }) : route.continue()
    })
    await link(page, 'People').click()
    await page.getByText('You have no friends here yet.').waitFor()
    if (misses === 0) throw new Error('the script was not asked for')
  }),
]
