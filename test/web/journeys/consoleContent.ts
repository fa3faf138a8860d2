import type { Page } from 'playwright-core'
import { aStaffMember, demoWorld } from '../acts.ts'
import { type Journey, journey, shortJourney } from '../journey.ts'
import type { Person } from '../people.ts'
import type { Stage } from '../stage.ts'
import { confirm } from '../steps.ts'

const REASON = 'It is louder than people can bear.'
const REPORT =
  'mutation R($input: SubmitModerationReportInput!) { submitModerationReport(input: $input) { report { id } } }'
const CANNED =
  'mutation C($input: CreateCannedReasonInput!) { createCannedReason(input: $input) { cannedReason { id } } }'
const EVENT = `{ discoverCalendarEvents(first: 20) { nodes { id title group { id } } } }`

/** Somebody of the staff, in the console. */
async function openAs(stage: Stage, path: string, ...permissions: readonly string[]): Promise<Page> {
  const keeper = await aStaffMember(stage, ...permissions)
  const page = await stage.openTab(keeper)
  await page.goto(path)
  return page
}

/** Whether a person finds a world. */
async function seesWorld(person: Person, worldId: string): Promise<boolean> {
  const { world } = Object(await person.run('query W($id: ID!) { world(id: $id) { id } }', { id: worldId }))
  return world !== null
}

const fillIn = (page: Page, label: string, text: string) => page.getByRole('dialog').getByLabel(label).fill(text)
const send = (page: Page, name: string) => page.getByRole('dialog').getByRole('button', { name, exact: true }).click()

export const consoleContentJourneys: readonly Journey[] = [
  shortJourney('a new world is hidden with a canned reason, and shown again from what is hidden', async (stage) => {
    const person = await stage.aPerson()
    const { id, name } = await demoWorld(person)
    const admin = await stage.demoPerson('demo_admin')
    await admin.run(CANNED, { input: { kind: 'HIDE', title: 'Too loud', text: REASON } })
    const page = await openAs(stage, '/console/content', 'CONTENT')
    await page.getByLabel('Name or id').fill(id)
    await page.waitForURL(/q=wrld/)
    await page.getByRole('button', { name: `Hide ${name}`, exact: true }).click()
    await page.getByRole('dialog').getByLabel('Canned reasons').selectOption({ label: 'Too loud' })
    await send(page, 'Hide')
    await page.getByText(`${name} is hidden.`).waitFor()
    await page
      .getByRole('row', { name: new RegExp(name) })
      .getByText('Hidden', { exact: true })
      .waitFor()
    if (await seesWorld(person, id)) throw new Error('others still find the hidden world')
    await page.getByRole('tab', { name: 'Hidden' }).click()
    await page
      .getByRole('row', { name: new RegExp(name) })
      .getByText(REASON)
      .waitFor()
    await page.getByRole('button', { name: `Show again: ${name}` }).click()
    await confirm(page, 'Show again')
    await page.getByText(`${name} is shown again.`).waitFor()
    await page.getByText('Nothing is hidden here.').waitFor()
    if (!(await seesWorld(person, id))) throw new Error('others do not find the world that is shown again')
  }),

  journey('content is hidden by the keyboard, and nothing is without a reason', async (stage) => {
    const { id, name } = await demoWorld(await stage.aPerson(), 1)
    const page = await openAs(stage, `/console/worlds?q=${id}`, 'CONTENT')
    const row = page.getByRole('row', { name: new RegExp(name) })
    await row.focus()
    await page.keyboard.press('h')
    await send(page, 'Hide')
    await page.getByRole('dialog').getByRole('alert').waitFor()
    await fillIn(page, 'What its author or owner reads', REASON)
    await send(page, 'Hide')
    await row.getByText('Hidden', { exact: true }).waitFor()
    await row.focus()
    await page.keyboard.press('h')
    await confirm(page, 'Show again')
    await page.getByText(`${name} is shown again.`).waitFor()
    stage.takeFaults()
  }),

  journey('a reported world is found by its reports, looked at, tagged and hidden on its page', async (stage) => {
    const person = await stage.aPerson()
    const { id, name } = await demoWorld(person, 2)
    await person.run(REPORT, { input: { type: 'world', category: 'content', reason: 'hate', contentId: id } })
    const page = await openAs(stage, '/console/worlds?mark=reported', 'CONTENT', 'REPORTS')
    const row = page.getByRole('row', { name: new RegExp(name) })
    await row.getByRole('link', { name: '1 report' }).waitFor()
    await row.getByRole('link', { name, exact: true }).click()
    await page.getByRole('heading', { level: 1, name }).waitFor()
    await page.getByRole('region', { name: 'Reports about it' }).getByText('content · hate').waitFor()
    await page.getByLabel('Add tags').fill('system_journey')
    await page.getByRole('button', { name: 'Add', exact: true }).click()
    await page.getByRole('button', { name: 'Remove the tag system_journey' }).click()
    await confirm(page, 'Remove')
    await page.getByRole('button', { name: 'Remove the tag system_journey' }).waitFor({ state: 'detached' })
    await page.getByRole('button', { name: 'Hide', exact: true }).click()
    await fillIn(page, 'What its author or owner reads', REASON)
    await send(page, 'Hide')
    await page.getByText(REASON).waitFor()
    await page.getByRole('region', { name: 'Acts of the staff' }).getByText('hide_content').first().waitFor()
    await page.getByRole('button', { name: 'Show again' }).click()
    await confirm(page, 'Show again')
    await page.getByRole('button', { name: 'Hide', exact: true }).waitFor()
  }),

  journey('a group is verified, and an event of it featured and hidden', async (stage) => {
    const { discoverCalendarEvents: found } = Object(await (await stage.aPerson()).run(EVENT))
    const { group, title } = found.nodes[0]
    const page = await openAs(stage, `/console/groups/${group.id}`, 'CONTENT')
    const verify = page.getByRole('button', { name: 'Verify', exact: true })
    const end = page.getByRole('button', { name: 'End the verification' })
    await verify.or(end).waitFor()
    if (await end.isVisible()) {
      await end.click()
      await confirm(page, 'End the verification')
    }
    await verify.click()
    await end.waitFor()
    const events = page.getByRole('region', { name: 'Events', exact: true })
    const row = events.getByRole('row', { name: new RegExp(title) }).first()
    const feature = row.getByRole('button', { name: /^Feature/ })
    const before = (await feature.textContent()) ?? ''
    await feature.click()
    await page.waitForFunction(
      ([label, was]) =>
        [...document.querySelectorAll('button')].some(
          (one) =>
            one.ariaLabel?.startsWith('Feature') && one.ariaLabel.endsWith(String(label)) && one.textContent !== was,
        ),
      [title, before],
    )
    await row.getByRole('button', { name: `Hide ${title}`, exact: true }).click()
    await fillIn(page, 'What its author or owner reads', REASON)
    await send(page, 'Hide')
    await row.getByText('Hidden', { exact: true }).waitFor()
    await row.getByRole('button', { name: `Show again: ${title}` }).click()
    await confirm(page, 'Show again')
    await row.getByRole('button', { name: `Hide ${title}`, exact: true }).waitFor()
  }),

  journey('the photo of a person is hidden from their page in the console', async (stage) => {
    const ada = await stage.demoPerson('demo_ada')
    const page = await openAs(stage, `/console/people/${ada.id}?tab=files`, 'CONTENT', 'PEOPLE')
    const photos = page.getByRole('region', { name: 'Photos', exact: true })
    await photos.getByRole('button', { name: 'Hide First evening here' }).click()
    await fillIn(page, 'What its author or owner reads', REASON)
    await send(page, 'Hide')
    await photos.getByRole('button', { name: 'Show again: First evening here' }).click()
    await confirm(page, 'Show again')
    await photos.getByRole('button', { name: 'Hide First evening here' }).waitFor()
  }),

  journey('the pages of content are for those with the permission, who keep what they do not own', async (stage) => {
    const page = await openAs(stage, '/console/content', 'PEOPLE')
    for (const name of ['content', 'worlds', 'groups', 'assets']) {
      await page.goto(`/console/${name}`)
      await page.getByRole('heading', { name: /is not for you$/ }).waitFor()
    }
    const ada = await stage.demoPerson('demo_ada')
    await page.goto(`/console/people/${ada.id}?tab=files`)
    await page.getByText('Files are shown to staff with the permission for content or reports.').waitFor()
  }),
]
