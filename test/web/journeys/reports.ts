import type { Page } from 'playwright-core'
import { aStaffMember, demoWorld } from '../acts.ts'
import { type Journey, journey } from '../journey.ts'
import type { Person } from '../people.ts'
import type { Stage } from '../stage.ts'
import { confirm } from '../steps.ts'

const REPORT =
  'mutation R($input: SubmitModerationReportInput!) { submitModerationReport(input: $input) { report { id } } }'
const SUSPEND = 'mutation S($input: SuspendUserInput!) { suspendUser(input: $input) { clientMutationId } }'

/** A person reports another one. */
const report = (reporter: Person, contentId: string, reason = 'hate') =>
  reporter.run(REPORT, { input: { type: 'user', category: 'text', reason, contentId } })

async function openReports(stage: Stage, moderator: Person, subject: Person): Promise<Page> {
  const page = await stage.openTab(moderator)
  await page.goto(`/console/reports/${subject.id}`)
  await page.getByRole('heading', { level: 1, name: subject.username }).waitFor()
  return page
}

/** Fills in what a dialog asks for, and sends it. */
async function explain(page: Page, label: string, text: string, submit: string) {
  await page.getByRole('dialog').getByLabel(label).fill(text)
  await confirm(page, submit)
  await page.getByRole('dialog').waitFor({ state: 'detached' })
}

/** Goes to a button of the dialog by the Tab key, and presses it. */
async function pressByTab(page: Page, name: string) {
  const button = page.getByRole('dialog').getByRole('button', { name })
  const hasFocus = () => button.evaluate((element) => element === document.activeElement)
  for (let step = 0; step < 10 && !(await hasFocus()); step++) await page.keyboard.press('Tab')
  await page.keyboard.press('Enter')
}

export const reportsJourneys: readonly Journey[] = [
  journey('a report is claimed, taken over, noted, acted upon, appealed against and closed', async (stage) => {
    const [first, second, ada, eve] = await Promise.all([
      aStaffMember(stage, 'REPORTS'),
      aStaffMember(stage, 'REPORTS'),
      stage.aPerson(),
      stage.aPerson(),
    ])
    await report(ada, eve.id)
    const [one, two] = [await openReports(stage, first, eve), await openReports(stage, second, eve)]
    await one.getByRole('button', { name: 'Claim', exact: true }).click()
    await two.getByText(`Claimed by ${first.username}`).waitFor()
    await two.getByRole('button', { name: 'Claim', exact: true }).click()
    await two.getByText(`${first.username} has claimed this`).waitFor()
    await confirm(two, 'Take over')
    await one.getByText(`Claimed by ${second.username}`).waitFor()
    await two.getByRole('row', { name: /text · hate/ }).focus()
    await two.keyboard.press('n')
    await explain(two, 'Note, which only the staff reads', 'Looks bad.', 'Add')
    await one.getByText('Looks bad.').waitFor()
    await two.getByRole('button', { name: 'Warn', exact: true }).click()
    await explain(two, 'What the person reads', 'Mind your words.', 'Warn')
    const person = await stage.openTab(eve)
    await person.goto('/notifications')
    await person.getByText('Mind your words.').waitFor()
    await person.getByRole('button', { name: 'Appeal', exact: true }).click()
    await explain(person, 'Why was this wrong?', 'That was a quote.', 'Send')
    await person.getByText('You have appealed. The moderators will answer.').waitFor()
    await two.goto('/console/appeals?status=OPEN')
    await two.getByRole('row', { name: /That was a quote/ }).focus()
    await two.keyboard.press('Enter')
    await two.getByRole('dialog').getByLabel('Decision').selectOption({ label: 'Accept: it is undone' })
    await explain(two, 'Explanation to the person', 'You are right.', 'Decide')
    await person.getByText('You are right.').waitFor()
  }),

  journey('all reports about a person are closed at once, and one is opened again by the keyboard', async (stage) => {
    const [moderator, ada, bob, eve] = await Promise.all([
      aStaffMember(stage, 'REPORTS'),
      stage.aPerson(),
      stage.aPerson(),
      stage.aPerson(),
    ])
    await Promise.all([report(ada, eve.id), report(bob, eve.id)])
    const page = await openReports(stage, moderator, eve)
    await page.getByText('2 reports by 2').waitFor()
    await page.getByRole('button', { name: 'Close all reports' }).click()
    await explain(page, 'Explanation to who has reported it', 'We have acted.', 'Close with this answer')
    await page.getByText('2 reports were closed.').waitFor()
    await page.getByRole('row', { name: /Acted/ }).first().focus()
    await page.keyboard.press('u')
    await page.getByText('1 report by 1').waitFor()
  }),

  journey('the queue is gone through by the keyboard alone', async (stage) => {
    const [moderator, ada, eve] = await Promise.all([aStaffMember(stage, 'REPORTS'), stage.aPerson(), stage.aPerson()])
    await report(ada, eve.id, 'spam')
    const page = await stage.openTab(moderator)
    await page.goto('/console/reports?sort=NEWEST_AT')
    const row = page.getByRole('row', { name: new RegExp(eve.username) })
    await row.focus()
    await page.keyboard.press('c')
    await row.getByRole('cell', { name: moderator.username }).waitFor()
    await row.focus()
    await page.keyboard.press('x')
    await page.getByRole('dialog').getByLabel('Explanation to who has reported it').fill('Seen to.')
    await pressByTab(page, 'Close with this answer')
    await row.waitFor({ state: 'detached' })
  }),

  journey('reports are filtered, chosen by the keyboard, and closed together', async (stage) => {
    const [moderator, ada, bob, eve] = await Promise.all([
      aStaffMember(stage, 'REPORTS'),
      stage.aPerson(),
      stage.aPerson(),
      stage.aPerson(),
    ])
    await Promise.all([report(ada, eve.id), report(bob, eve.id, 'spam'), report(ada, bob.id)])
    const page = await stage.openTab(moderator)
    await page.goto(`/console/reports/list?authorId=${eve.id}`)
    await page.getByRole('button', { name: `About ${eve.username}` }).waitFor()
    const rows = page.getByRole('row', { name: new RegExp(eve.username) })
    await rows.nth(1).waitFor()
    const [file] = await Promise.all([page.waitForEvent('download'), page.getByRole('button', { name: 'CSV' }).click()])
    if (file.suggestedFilename() !== 'reports.csv') throw new Error(`the file is called ${file.suggestedFilename()}`)
    await rows.first().focus()
    await page.keyboard.press('s')
    await page.getByText('1 report chosen').waitFor()
    await page.keyboard.press('j')
    await page.keyboard.press('s')
    await page.getByText('2 reports chosen').waitFor()
    await page.getByRole('group', { name: 'Acts on the chosen reports' }).getByRole('button', { name: 'Claim' }).click()
    await rows.first().getByRole('cell', { name: moderator.username }).waitFor()
    await page.getByLabel(new RegExp(`Choose ${eve.username}: hate`)).check()
    await page.getByLabel(new RegExp(`Choose ${eve.username}: spam`)).check()
    await page.getByRole('group', { name: 'Acts on the chosen reports' }).getByRole('button', { name: 'Close' }).click()
    await explain(page, 'Explanation to who has reported it', 'Thank you.', 'Close with this answer')
    await page.getByText('2 reports were closed.').waitFor()
    await page.getByLabel('State').selectOption({ label: 'Open' })
    await page.getByText('No report matches.').waitFor()
  }),

  journey('a reported world is hidden, and shown again beside its reports', async (stage) => {
    const [moderator, ada] = await Promise.all([aStaffMember(stage, 'REPORTS'), stage.aPerson()])
    const world = await demoWorld(ada, 1)
    const about = { type: 'world', category: 'content', reason: 'hate', contentId: world.id }
    await ada.run(REPORT, { input: about })
    const page = await stage.openTab(moderator)
    await page.goto(`/console/reports/${world.id}`)
    const content = page.getByRole('region', { name: 'What is reported' })
    await page.getByRole('button', { name: 'Hide', exact: true }).click()
    await explain(page, 'What the person reads', 'It shows hate.', 'Hide')
    await content.getByText('Hidden', { exact: true }).waitFor()
    await page.getByRole('region', { name: 'Acts of the staff' }).getByText('hide_content').waitFor()
    await content.getByRole('button', { name: 'Show again' }).click()
    await confirm(page, 'Show again')
    await content.getByText('Hidden', { exact: true }).waitFor({ state: 'detached' })
  }),

  journey('somebody of the staff without the permission is refused the pages of reports', async (stage) => {
    const page = await stage.openTab(await aStaffMember(stage, 'PEOPLE'))
    for (const [path, name] of [
      ['reports', 'Reports'],
      ['appeals', 'Appeals'],
    ] as const) {
      await page.goto(`/console/${path}`)
      await page.getByRole('heading', { name: `${name} is not for you` }).waitFor()
    }
  }),

  journey('a suspended person appeals from the page to sign in', async (stage) => {
    const [admin, moderator, eve] = await Promise.all([
      stage.demoPerson('demo_admin'),
      aStaffMember(stage, 'REPORTS'),
      stage.aPerson(),
    ])
    await admin.run(SUSPEND, { input: { userId: eve.id, reason: 'Sold things.' } })
    const page = await stage.openTab(null)
    await page.goto('/sign-in')
    await page.getByLabel('Username or email address').fill(eve.username)
    await page.getByLabel('Password', { exact: true }).fill(eve.password)
    await page.getByRole('button', { name: 'Sign in', exact: true }).click()
    await page.getByRole('link', { name: 'Appeal against it' }).click()
    await page.getByLabel('Why was this wrong?').fill('I gave them away.')
    await page.getByRole('button', { name: 'Send' }).click()
    await page.getByText('Your appeal has arrived. The answer comes by mail.').waitFor()
    const staff = await stage.openTab(moderator)
    await staff.goto('/console/appeals?status=OPEN')
    await staff.getByRole('row', { name: /I gave them away/ }).waitFor()
  }),
]
