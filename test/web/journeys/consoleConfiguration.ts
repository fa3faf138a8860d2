import type { Page } from 'playwright-core'
import { aStaffMember } from '../acts.ts'
import { type Journey, journey } from '../journey.ts'
import type { Person } from '../people.ts'
import type { Stage } from '../stage.ts'
import { confirm, seesValue } from '../steps.ts'

/** Somebody of the staff with these permissions. */
const aMember = (stage: Stage, ...permissions: readonly string[]) => aStaffMember(stage, ...permissions)

async function open(stage: Stage, person: Person, path: string): Promise<Page> {
  const page = await stage.openTab(person)
  await page.goto(`/console/${path}`)
  return page
}

const dialog = (page: Page) => page.getByRole('dialog')
const row = (page: Page, name: string | RegExp) => page.getByRole('row', { name })
const SET = 'mutation S($input: SetConfigEntryInput!) { setConfigEntry(input: $input) { configEntry { key } } }'

/** Chooses by what is typed into a field, and sends it. */
async function choose(page: Page, label: string, name: string, submit: string): Promise<void> {
  await page.getByRole('combobox', { name: label }).fill(name)
  await page.getByRole('option', { name, exact: true }).click()
  await page.getByRole('button', { name: submit, exact: true }).click()
}

export const consoleConfigurationJourneys: readonly Journey[] = [
  journey(
    'a value of the configuration is changed, refused where clients would not understand it, and undone',
    async (stage) => {
      const page = await open(stage, await aMember(stage, 'CONFIGURATION'), 'configuration?q=reportCategories')
      const change = (key: string) => page.getByRole('button', { name: `Change ${key}` }).click()
      await change('reportCategories')
      await dialog(page).getByRole('textbox', { name: 'Value' }).fill('{ "x": ')
      await dialog(page).getByRole('button', { name: 'Save' }).click()
      await dialog(page).getByText('This is no valid JSON.').waitFor()
      await dialog(page).getByRole('textbox', { name: 'Value' }).fill('{ "x": 1 }')
      await dialog(page).getByRole('button', { name: 'Save' }).click()
      await dialog(page).getByText('Clients would not understand this value', { exact: false }).waitFor()
      await dialog(page).getByRole('button', { name: 'Cancel' }).click()
      await page.getByRole('searchbox', { name: 'Find values' }).fill('maxUserEmoji')
      await change('maxUserEmoji')
      await dialog(page).getByRole('textbox', { name: 'Value' }).fill('24')
      await dialog(page).getByRole('button', { name: 'Save' }).click()
      await page.getByText('Saved.').waitFor()
      await dialog(page).getByRole('button', { name: 'Cancel' }).click()
      await row(page, /maxUserEmoji .*24/).waitFor()
      await page.getByRole('button', { name: 'Set maxUserEmoji back to the default' }).click()
      await confirm(page, 'Back to the default')
      await row(page, /maxUserEmoji .*18 Default/).waitFor()
      stage.takeFaults()
    },
  ),

  journey('of two who change a value of the configuration at once, the second is told', async (stage) => {
    const page = await open(stage, await aMember(stage, 'CONFIGURATION'), 'configuration?q=CampaignStatus')
    await page.getByRole('button', { name: 'Change CampaignStatus' }).click()
    const value = dialog(page).getByRole('textbox', { name: 'Value' })
    await value.fill('mine')
    const admin = await stage.demoPerson('demo_admin')
    await admin.run(SET, { input: { key: 'CampaignStatus', value: 'theirs' } })
    await dialog(page).getByRole('button', { name: 'Save' }).click()
    await dialog(page).getByText('Changed elsewhere while you were editing: Value').waitFor()
    await dialog(page).getByRole('button', { name: 'Show the new version' }).click()
    await seesValue(value, 'theirs')
    stage.takeFaults()
  }),

  journey('a badge and a permission are made, given to a person, and taken again', async (stage) => {
    const [maker, person] = [await aMember(stage, 'CONFIGURATION', 'PEOPLE'), await stage.aPerson()]
    const [badge, permission] = [`Diver ${maker.username}`, `p-${maker.username}`.toLowerCase()]
    const page = await open(stage, maker, 'badges')
    await page.getByRole('button', { name: 'New badge' }).click()
    await dialog(page).getByRole('button', { name: 'Create' }).click()
    await dialog(page).getByRole('textbox', { name: 'Name' }).and(page.locator('[aria-invalid="true"]')).waitFor()
    await dialog(page).getByRole('textbox', { name: 'Name' }).fill(badge)
    await dialog(page).getByRole('button', { name: 'Create' }).click()
    await page.getByText(`The badge ${badge} was made.`).waitFor()
    await page.goto('/console/permissions')
    await page.getByRole('button', { name: 'New permission' }).click()
    await dialog(page).getByRole('textbox', { name: 'Name', exact: true }).fill(permission)
    await dialog(page).getByRole('textbox', { name: 'Name for programs' }).fill(permission)
    await dialog(page).getByRole('textbox', { name: 'Own groups' }).fill('7')
    await dialog(page).getByRole('button', { name: 'Create' }).click()
    await row(page, new RegExp(permission)).waitFor()
    await page.goto(`/console/people/${person.id}?tab=grants`)
    await choose(page, 'Award a badge', badge, 'Award')
    await choose(page, 'Grant a permission', permission, 'Grant')
    await page.getByRole('button', { name: `Revoke ${permission}` }).waitFor()
    await page.goto('/console/permissions')
    await page.getByRole('button', { name: `Open ${permission}` }).click()
    await seesValue(dialog(page).getByRole('textbox', { name: 'Own groups' }), '7')
    await dialog(page).getByRole('link', { name: person.username }).click()
    await page.getByRole('button', { name: `Revoke ${permission}` }).click()
    await confirm(page, 'Revoke')
    await page.getByText('Nothing was granted.').waitFor()
    await page.getByRole('button', { name: `Withdraw ${badge}` }).click()
    await confirm(page, 'Withdraw')
    await page.getByText('The person has no badge.').waitFor()
    await page.goto('/console/permissions')
    await page.getByRole('button', { name: `Delete ${permission}` }).click()
    await confirm(page, 'Delete')
    await row(page, new RegExp(permission)).waitFor({ state: 'detached' })
    stage.takeFaults()
  }),

  journey('a note about a person is seen at once by others of the staff, and never by the person', async (stage) => {
    const [first, second] = [await aMember(stage, 'PEOPLE'), await aMember(stage, 'PEOPLE', 'REPORTS')]
    const person = await stage.aPerson()
    const [page, other] = [
      await open(stage, first, `people/${person.id}?tab=notes`),
      await open(stage, second, `people/${person.id}?tab=notes`),
    ]
    await other.getByText('Nobody has written a note.').waitFor()
    await page.getByRole('button', { name: 'Add', exact: true }).click()
    await page.getByRole('textbox', { name: 'Note' }).and(page.locator('[aria-invalid="true"]')).waitFor()
    await page.getByRole('textbox', { name: 'Note' }).fill('Asks for help by mail.')
    await page.getByRole('button', { name: 'Add', exact: true }).click()
    await other.getByRole('listitem').getByText('Asks for help by mail.').waitFor()
    await other.getByRole('button', { name: `Delete the note of ${first.username}` }).click()
    await confirm(other, 'Delete')
    await page.getByText('Nobody has written a note.').waitFor()
    await other.goto(`/console/people/${second.id}?tab=notes`)
    await other.getByText('What the staff writes about you, only others read.').waitFor()
    stage.takeFaults()
  }),

  journey('a canned reason is written, changed and deleted', async (stage) => {
    const author = await aMember(stage, 'CONFIGURATION')
    const title = `Thanks ${author.username}`
    const page = await open(stage, author, 'reasons?kind=WARN')
    await page.getByRole('button', { name: 'New text' }).click()
    await dialog(page).getByRole('textbox', { name: 'Title' }).fill(title)
    await dialog(page).getByRole('textbox', { name: 'Text that people read' }).fill('Please stop.')
    await dialog(page).getByRole('button', { name: 'Create' }).click()
    await row(page, new RegExp(`Warning ${title}`)).waitFor()
    await page.getByRole('button', { name: `Open ${title}` }).click()
    await dialog(page).getByRole('textbox', { name: 'Text that people read' }).fill('Please stop it.')
    await dialog(page).getByRole('button', { name: 'Save' }).click()
    await page.getByText('Saved.').waitFor()
    await dialog(page).getByRole('button', { name: 'Cancel' }).click()
    await row(page, /Please stop it\./).waitFor()
    await page.getByRole('button', { name: `Delete ${title}` }).click()
    await confirm(page, 'Delete')
    await row(page, new RegExp(title)).waitFor({ state: 'detached' })
  }),

  journey('pages of the configuration are not for staff without their permission', async (stage) => {
    const page = await open(stage, await aMember(stage, 'ECONOMY'), 'configuration')
    for (const name of ['configuration', 'badges', 'permissions', 'reasons', 'broadcasts']) {
      await page.goto(`/console/${name}`)
      await page.getByRole('heading', { name: /is not for you$/ }).waitFor()
    }
    const helper = await open(stage, await aMember(stage, 'PEOPLE'), 'badges')
    await row(helper, /./).first().waitFor()
    await helper.getByRole('button', { name: 'New badge' }).waitFor({ state: 'detached' })
  }),
]
