import { readFile } from 'node:fs/promises'
import type { Page } from 'playwright-core'
import { aStaffMember } from '../acts.ts'
import { seesSoon } from '../delays.ts'
import { type Journey, journey, shortJourney } from '../journey.ts'
import type { Stage } from '../stage.ts'

const REVOKE =
  'mutation R($input: RevokeStaffPermissionInput!) { revokeStaffPermission(input: $input) { user { id } } }'

const rows = (page: Page) => page.getByRole('table', { name: 'Entries of the audit log' }).locator('tbody tr')

/** Opens the audit log as an admin, with a query. */
async function openAuditLog(stage: Stage, query = ''): Promise<Page> {
  const page = await stage.openTab(await stage.demoPerson('demo_admin'))
  await page.goto(`/console/audit${query && `?q=${encodeURIComponent(query)}`}`)
  await page.getByRole('heading', { level: 1, name: 'Audit log' }).waitFor()
  return page
}

export const consoleStaffJourneys: readonly Journey[] = [
  shortJourney('an admin entrusts somebody with the console, who loses it when it is taken back', async (stage) => {
    const [admin, person] = [await stage.demoPerson('demo_admin'), await stage.aPerson()]
    const theirs = await stage.openTab(person)
    await theirs.goto('/console')
    await theirs.getByText('There is nothing here').first().waitFor()
    await theirs.goto('/settings/profile')
    const link = theirs.getByRole('link', { name: 'Console', exact: true })
    const page = await stage.openTab(admin)
    await page.goto('/console/staff')
    await page.getByRole('combobox', { name: 'Find somebody by name' }).fill(person.username)
    await page.getByRole('option', { name: person.username }).click()
    await seesSoon({
      act: 'a permission of the staff',
      run: () => page.getByRole('checkbox', { name: 'Content' }).first().click(),
      seen: link,
    })
    const permissions = page.getByRole('group', { name: `Permissions of ${person.username}` })
    await permissions.getByRole('checkbox', { name: 'Content', checked: true }).waitFor()
    await link.click()
    await theirs.getByRole('heading', { level: 1, name: 'Content', exact: true }).waitFor()
    await permissions.getByRole('checkbox', { name: 'Content' }).click()
    await permissions.waitFor({ state: 'detached' })
    await theirs.getByText('There is nothing here').first().waitFor()
  }),

  journey('staff read the acts of their permissions in the audit log, and find them by a query', async (stage) => {
    const [admin, person] = [await stage.demoPerson('demo_admin'), await aStaffMember(stage, 'ECONOMY', 'CONTENT')]
    await admin.run(REVOKE, { input: { userId: person.id, permission: 'CONTENT' } })
    const page = await openAuditLog(stage, `about:${person.id}`)
    await rows(page).nth(2).waitFor()
    await page.getByRole('searchbox', { name: 'Find entries' }).fill(`about:${person.username} act:revoke actor:Admin`)
    await page.keyboard.press('Enter')
    await rows(page).getByText('revoke_staff_permission').waitFor()
    if ((await rows(page).count()) !== 1) throw new Error('the query finds other entries')
    await page.getByRole('searchbox', { name: 'Find entries' }).fill('after:yesterday whoever')
    await page.getByRole('button', { name: 'Search', exact: true }).click()
    await page.getByText('“after:yesterday” has no day', { exact: false }).waitFor()
    await page.getByText('“whoever” is not understood.', { exact: false }).waitFor()
    const theirs = await stage.openTab(person)
    await theirs.goto(`/console/audit?q=about%3A${person.id}`)
    await theirs.getByText('No entry matches.').waitFor()
  }),

  journey('a view of the audit log is kept, its rows are gone through by keys, and saved as a file', async (stage) => {
    const person = await aStaffMember(stage, 'ECONOMY', 'CONTENT', 'REPORTS')
    const page = await openAuditLog(stage, `about:${person.id}`)
    await rows(page).nth(2).waitFor()
    await rows(page).first().focus()
    for (const key of ['j', 'j', 'j', 'k']) await page.keyboard.press(key)
    if (
      !(await rows(page)
        .nth(1)
        .evaluate((row) => row === document.activeElement))
    )
      throw new Error('another row has it')
    await page.getByRole('button', { name: 'Saved views' }).click()
    await page.getByRole('button', { name: 'Save this view' }).click()
    await page.getByRole('textbox', { name: 'Name' }).fill('Newcomer')
    await page.keyboard.press('Enter')
    await page.goto('/console/audit')
    await page.getByRole('button', { name: 'Saved views' }).click()
    await page.getByRole('button', { name: 'Newcomer', exact: true }).click()
    await page.waitForURL((url) => url.searchParams.get('q') === `about:${person.id}`)
    await rows(page).nth(2).waitFor()
    const [download] = await Promise.all([
      page.waitForEvent('download'),
      page.getByRole('button', { name: 'CSV' }).click(),
    ])
    const lines = (await readFile(await download.path(), 'utf8')).trim().split('\r\n')
    if (lines.length !== 4) throw new Error(`the file has ${lines.length} lines`)
    if (!lines.slice(1).every((line) => line.includes(person.id))) throw new Error('the file has other entries')
  }),
]
