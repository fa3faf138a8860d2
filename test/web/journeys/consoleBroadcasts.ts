import type { Page } from 'playwright-core'
import { aStaffMember } from '../acts.ts'
import { type Journey, journey, shortJourney } from '../journey.ts'
import type { Person } from '../people.ts'
import type { Stage } from '../stage.ts'
import { confirm, seesHome } from '../steps.ts'

/** Somebody of the staff who tells people things, who has confirmed who it is. */
const anAnnouncer = (stage: Stage) => aStaffMember(stage, 'OPERATIONS')

async function openNotices(stage: Stage, person: Person): Promise<Page> {
  const page = await stage.openTab(person)
  await page.goto('/console/broadcasts')
  await page.getByRole('heading', { level: 1, name: 'Notices and broadcasts' }).waitFor()
  return page
}

const dialog = (page: Page) => page.getByRole('dialog')
/** The question that stands before the form. */
const answer = (page: Page, act: string) => page.getByRole('button', { name: act, exact: true }).click()

/** Writes a notice that everybody sees, but for the answer to the question. */
async function writeNotice(page: Page, slug: string, title: string): Promise<void> {
  await page.getByRole('button', { name: 'New notice' }).click()
  await dialog(page).getByLabel('Name for programs').fill(slug)
  await dialog(page).getByRole('textbox', { name: 'Title' }).fill(title)
  await dialog(page).getByRole('textbox', { name: 'Text', exact: true }).fill('From two until four.')
  await dialog(page).getByLabel('Priority').fill('1000')
  await dialog(page).getByRole('button', { name: 'Create' }).click()
}

const startsChange = async (page: Page, slug: string) => {
  await page.getByRole('button', { name: `Change the notice ${slug}` }).click()
  await dialog(page).getByRole('textbox', { name: 'Title' }).waitFor()
}

export const consoleBroadcastsJourneys: readonly Journey[] = [
  shortJourney('a notice is shown to everybody once that is confirmed, until it is deleted', async (stage) => {
    const announcer = await anAnnouncer(stage)
    const [slug, title] = [`n-${announcer.username}`.toLowerCase(), `Rest of ${announcer.username}`]
    const page = await openNotices(stage, announcer)
    await writeNotice(page, 'Not a name', title)
    await answer(page, 'Not yet')
    await dialog(page).getByRole('button', { name: 'Create' }).click()
    await answer(page, 'Show it')
    await dialog(page).getByLabel('Name for programs').and(page.locator('[aria-invalid="true"]')).waitFor()
    await dialog(page).getByLabel('Name for programs').fill(slug)
    await dialog(page).getByRole('button', { name: 'Create' }).click()
    await answer(page, 'Show it')
    await page.getByText('The notice was created.').waitFor()
    const other = await stage.openTab(await stage.aPerson())
    await other.goto('/')
    await other.getByRole('region', { name: 'Announcements' }).getByText(title).waitFor()
    await page.getByRole('button', { name: `Delete the notice ${slug}` }).click()
    await confirm(page, 'Delete')
    await page.getByRole('row', { name: title }).waitFor({ state: 'detached' })
    await other.reload()
    await seesHome(other)
    await other.getByText(title).waitFor({ state: 'detached' })
    stage.takeFaults()
  }),

  journey('of two who change a notice at once, the second is told, and decides', async (stage) => {
    const [first, second] = [await anAnnouncer(stage), await anAnnouncer(stage)]
    const slug = `n-${first.username}`.toLowerCase()
    const [page, other] = [await openNotices(stage, first), await openNotices(stage, second)]
    await writeNotice(page, slug, 'At first')
    await answer(page, 'Show it')
    await other.reload()
    for (const tab of [page, other]) await startsChange(tab, slug)
    await dialog(page).getByRole('textbox', { name: 'Title' }).fill('Then')
    await dialog(other).getByRole('textbox', { name: 'Title' }).fill('Otherwise')
    for (const tab of [page, other]) {
      await dialog(tab).getByRole('button', { name: 'Save' }).click()
      await answer(tab, 'Show it')
      if (tab === page) await page.getByText('Saved.').waitFor()
    }
    await dialog(other).getByText('Changed elsewhere while you were editing: Content').waitFor()
    await dialog(other).getByRole('button', { name: 'Keep' }).click()
    await dialog(other).getByRole('button', { name: 'Save' }).click()
    await answer(other, 'Show it')
    await other.getByText('Saved.').waitFor()
    await page.goto('/console/broadcasts')
    await page.getByRole('row', { name: /Otherwise/ }).waitFor()
    stage.takeFaults()
  }),

  journey('a broadcast goes to one person at once, and to everybody once that is confirmed', async (stage) => {
    const [announcer, person] = [await anAnnouncer(stage), await stage.aPerson()]
    const page = await openNotices(stage, announcer)
    await page.getByRole('tab', { name: 'Broadcasts' }).click()
    await page.getByRole('button', { name: 'New broadcast' }).click()
    await dialog(page).getByRole('button', { name: 'Send', exact: true }).click()
    await dialog(page).getByRole('textbox', { name: 'Title' }).and(page.locator('[aria-invalid="true"]')).waitFor()
    await dialog(page).getByRole('combobox', { name: 'Receivers' }).fill(person.username)
    await page.getByRole('option', { name: person.username }).click()
    await dialog(page).getByRole('textbox', { name: 'Title' }).fill('Only for you')
    await dialog(page).getByRole('textbox', { name: 'Text', exact: true }).fill('Have a look.')
    await dialog(page).getByLabel('Address of a link').fill('https://plaza.test/status')
    await dialog(page).getByLabel('Text of the link').fill('State of the servers')
    await dialog(page).getByRole('group', { name: 'What people see' }).getByText('State of the servers').waitFor()
    await dialog(page).getByRole('button', { name: 'Send', exact: true }).click()
    const row = page.getByRole('row', { name: /Only for you/ })
    await row.getByText('1 person').waitFor()
    await row.getByText('Delivered to 1').waitFor()
    const other = await stage.openTab(person)
    await other.goto('/notifications')
    await other.getByText('Only for you').waitFor()
    await other.getByRole('link', { name: 'State of the servers' }).waitFor()
    await page.getByRole('button', { name: 'New broadcast' }).click()
    await dialog(page).getByRole('radio', { name: 'Everybody' }).check()
    await dialog(page).getByRole('textbox', { name: 'Title' }).fill('For everybody')
    await dialog(page).getByRole('textbox', { name: 'Text', exact: true }).fill('We are back.')
    await dialog(page).getByRole('button', { name: 'Send', exact: true }).click()
    await answer(page, 'Send to everybody')
    await page
      .getByRole('row', { name: /For everybody/ })
      .getByText('Everybody', { exact: true })
      .waitFor()
    await other.getByText('For everybody').waitFor()
    stage.takeFaults()
  }),
]
