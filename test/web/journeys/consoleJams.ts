import type { Page } from 'playwright-core'
import { createJam, createOpenJam, createWorld, enterJam, inSeconds, updateJam } from '../acts/jams.ts'
import { aStaffMember, entrust } from '../acts.ts'
import { type Journey, journey, shortJourney } from '../journey.ts'
import type { Stage } from '../stage.ts'
import { confirm } from '../steps.ts'

/** Somebody of the staff who holds jams. */
const aHost = (stage: Stage) => aStaffMember(stage, 'CONTENT')

/** A time as a field takes it: local, so many hours from now. */
function localIn(hours: number): string {
  const at = new Date(Date.now() + hours * 3_600_000)
  return new Date(at.getTime() - at.getTimezoneOffset() * 60_000).toISOString().slice(0, 16)
}

const heading = (page: Page, title: string) => page.getByRole('heading', { level: 1, name: title, exact: true })
const winners = (page: Page) => page.getByRole('region', { name: 'Choose the winners' })

async function fillInTexts(page: Page, title: string): Promise<void> {
  await page.getByLabel('Title').fill(title)
  await page.getByLabel('What it is about').fill('Make a world of paper.')
  await page.getByLabel('Rules, prizes and more').fill('Three prizes.')
}

/** A jam that is judged, with the worlds of two people. Returns its id. */
async function aJudgedJam(stage: Stage, title: string, names: readonly [string, string]): Promise<string> {
  const admin = await stage.demoPerson('demo_admin')
  const jamId = await createOpenJam(admin, title)
  for (const name of names) {
    const person = await stage.aPerson()
    await enterJam(person, jamId, await createWorld(person, name))
  }
  await updateJam(admin, jamId, { submissionsClosedAt: inSeconds(0) })
  return jamId
}

export const consoleJamsJourneys: readonly Journey[] = [
  shortJourney(
    'a jam is planned by the staff, whose faults stand at their fields, changed and deleted',
    async (stage) => {
      const host = await aHost(stage)
      const title = `Paper plan ${host.username}`
      const page = await stage.openTab(host)
      await page.goto('/console/jams')
      await page.getByRole('link', { name: 'New jam' }).click()
      await page.getByRole('button', { name: 'Create the jam' }).click()
      await page.getByText('Use 1 or more characters.').first().waitFor()
      await fillInTexts(page, title)
      await page.getByLabel('Everybody can see it').check({ force: true })
      await page.getByLabel('Entries open').fill(localIn(2))
      await page.getByLabel('Entries close').fill(localIn(1))
      await page.getByRole('button', { name: 'Create the jam' }).click()
      await page.getByLabel('Entries close').and(page.locator('[aria-invalid=true]')).waitFor()
      await page.getByLabel('Entries close').fill(localIn(3))
      await page.getByRole('button', { name: 'Create the jam' }).click()
      await heading(page, title).waitFor()
      const outside = await stage.openTab(await stage.aPerson())
      await outside.goto('/jams?list=coming')
      await outside.getByRole('link', { name: title }).waitFor()
      await page.getByLabel('Title').fill(`${title} anew`)
      await page.getByRole('button', { name: 'Save', exact: true }).click()
      await heading(page, `${title} anew`).waitFor()
      await page.getByRole('button', { name: 'Delete', exact: true }).click()
      await confirm(page, 'Delete')
      await page.getByText(`“${title} anew” is deleted.`).waitFor()
      await page.getByRole('table').waitFor()
      await page.getByRole('link', { name: `${title} anew` }).waitFor({ state: 'detached' })
      stage.takeFaults()
    },
  ),

  journey('entries of a jam are rated and win by the console', async (stage) => {
    const host = await aHost(stage)
    const title = `Paper judged ${host.username}`
    const [crane, boat] = [`Crane ${host.username}`, `Boat ${host.username}`]
    const jamId = await aJudgedJam(stage, title, [crane, boat])
    const page = await stage.openTab(host)
    await page.goto(`/console/jams?state=SUBMISSIONS_CLOSED`)
    await page.getByRole('link', { name: title }).click()
    await heading(page, title).waitFor()
    const entry = page.getByRole('region', { name: 'Entries' }).getByRole('article', { name: boat })
    await entry.getByRole('button', { name: 'Rate' }).click()
    await page.getByRole('dialog').getByRole('textbox', { name: 'Your rating' }).fill('90')
    await page.getByRole('dialog').getByRole('button', { name: 'Save the rating' }).click()
    await entry.getByText('Score 90').waitFor()
    for (const name of [crane, boat]) {
      await winners(page).getByRole('combobox').click()
      await page.getByRole('option', { name: new RegExp(`^${name} `) }).click()
    }
    await winners(page)
      .getByRole('button', { name: new RegExp(`up.*${boat}|${boat}.*up`, 'i') })
      .click()
    await winners(page).getByRole('button', { name: 'Save', exact: true }).click()
    await page.getByRole('status').getByText('Winners announced').first().waitFor()
    await page.goto(`/jams/${jamId}`)
    await page
      .getByRole('region', { name: 'Winners' })
      .getByRole('article', { name: boat })
      .getByText('Place 1')
      .waitFor()
    await page.goto(`/console/jams/${jamId}`)
    await page.getByRole('button', { name: 'Close the jam', exact: true }).click()
    await confirm(page, 'Close the jam')
    await winners(page).getByText('The jam is over, so its winners stay as they are.').waitFor()
  }),

  journey('staff rates no entry of its own', async (stage) => {
    const [admin, host] = [await stage.demoPerson('demo_admin'), await aHost(stage)]
    const name = `Own ${host.username}`
    const jamId = await createOpenJam(admin, `Paper own ${host.username}`)
    await enterJam(host, jamId, await createWorld(host, name))
    await updateJam(admin, jamId, { submissionsClosedAt: inSeconds(0) })
    const page = await stage.openTab(host)
    await page.goto(`/console/jams/${jamId}`)
    await winners(page).getByRole('combobox').click()
    await page.getByRole('option', { name: new RegExp(`^${name} `) }).click()
    await winners(page).getByRole('button', { name: 'Save', exact: true }).click()
    await winners(page).getByText('Only admins act upon the staff', { exact: false }).waitFor()
    stage.takeFaults()
  }),

  journey('be refused the jams of the console without their permission', async (stage) => {
    const [admin, person] = [await stage.demoPerson('demo_admin'), await stage.aPerson()]
    await entrust(stage, person, 'ECONOMY')
    const jamId = await createJam(admin, `Paper hidden ${person.username}`)
    const page = await stage.openTab(person)
    for (const path of ['', '/new', `/${jamId}`]) {
      await page.goto(`/console/jams${path}`)
      await page.getByRole('heading', { name: /is not for you$/ }).waitFor()
    }
  }),
]
