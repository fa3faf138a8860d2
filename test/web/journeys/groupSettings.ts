import type { Page } from 'playwright-core'
import { assert, createRole, giveRole, inMenu, openSection } from '../acts/groupManage.ts'
import { aFounder, createGroup, type JourneyGroup, joinGroup, updateGroup } from '../acts/groups.ts'
import { seesTakenCode } from '../acts/shortCodes.ts'
import { seesSoon } from '../delays.ts'
import { type Journey, journey } from '../journey.ts'
import type { Person } from '../people.ts'
import { aPicture, chooseFile, confirm, seesValue } from '../steps.ts'

const DETAILS = 'query D($id: ID!) { group(id: $id) { name description rules links tags languages joinState iconId } }'

async function detailsOf(person: Person, { id }: JourneyGroup) {
  return Object(await person.run(DETAILS, { id })).group
}

const field = (page: Page, name: string) => page.getByRole('textbox', { name, exact: true })

/** Saves, and waits for what is said then. */
async function saves(page: Page, seen: string): Promise<void> {
  await page.getByRole('button', { name: 'Save' }).click()
  await page.getByText(seen, { exact: true }).first().waitFor()
}

export const groupSettingsJourneys: readonly Journey[] = [
  journey('change the details of a group: refusals at their fields, and two managers at once', async (stage) => {
    const [owner, manager] = [await aFounder(stage), await stage.aPerson()]
    const group = await createGroup(owner)
    await joinGroup(manager, group)
    await giveRole(owner, await createRole(owner, group, { name: 'Scribe', permissions: ['DATA_MANAGE'] }), manager)
    const [page, beside] = [await stage.openTab(owner), await stage.openTab(manager)]
    for (const tab of [page, beside]) await openSection(tab, group, 'details')
    await field(page, 'Name').fill('A')
    await field(page, 'Short code').fill('no code')
    await page.getByRole('button', { name: 'Add a link' }).click()
    await page.getByLabel('Link 1', { exact: true }).fill('no address')
    await saves(page, 'Use 3 or more characters.')
    await page.getByText('3 to 6 letters from A to Z or digits.').waitFor()
    await page.getByText('Enter a web address that begins with https:// or http://.').waitFor()
    assert((await detailsOf(owner, group)).name === group.name, 'something was saved')
    await page.getByRole('button', { name: 'Discard' }).click()
    await field(page, 'Short code').fill('PIER')
    await seesTakenCode(page, 'ManageUpdateGroup', () => page.getByRole('button', { name: 'Save' }).click())
    await page.getByRole('button', { name: 'Discard' }).click()
    await field(page, 'Description').fill('Written by the owner')
    await page.getByRole('combobox', { name: 'Tags' }).fill('music')
    await page.keyboard.press('Enter')
    await saves(page, 'Saved.')
    await seesValue(field(beside, 'Description'), 'Written by the owner')
    await field(beside, 'Description').fill('Being written by the manager')
    await updateGroup(owner, group, { description: 'Written again', rules: 'Be <b>kind</b>' })
    await beside.getByText('Changed elsewhere while you were editing: Description').waitFor()
    await seesValue(field(beside, 'Rules'), 'Be <b>kind</b>')
    await seesValue(field(beside, 'Description'), 'Being written by the manager')
    await beside.getByRole('button', { name: 'Keep mine' }).click()
    await beside.getByLabel('Who can join').selectOption({ label: 'People who are invited' })
    await saves(beside, 'Saved.')
    await seesValue(field(page, 'Description'), 'Being written by the manager')
    const after = await detailsOf(owner, group)
    assert(after.rules === 'Be <b>kind</b>' && after.tags.join() === 'music', JSON.stringify(after))
    assert(after.joinState === 'INVITE', JSON.stringify(after))
    await seesSoon({
      act: 'another name of a group',
      run: () => updateGroup(owner, group, { name: 'A new harbor' }),
      seen: beside.getByText('A new harbor', { exact: true }),
    })
  }),

  journey('choose an icon of a group, which the other managers see, and remove it', async (stage) => {
    const [owner, manager] = [await aFounder(stage), await stage.aPerson()]
    const group = await createGroup(owner)
    await joinGroup(manager, group)
    await giveRole(owner, await createRole(owner, group, { name: 'Scribe', permissions: ['DATA_MANAGE'] }), manager)
    const [page, beside] = [await stage.openTab(owner), await stage.openTab(manager)]
    for (const tab of [page, beside]) await openSection(tab, group, 'details')
    await chooseFile(page, 'Choose a file: Icon', await aPicture())
    await beside.getByRole('button', { name: 'Change: Icon' }).waitFor()
    await chooseFile(beside, 'Choose a file: Banner', await aPicture('banner.png'))
    await beside.getByText('You need a subscription for this.').waitFor()
    await page.getByRole('button', { name: 'Remove: Icon' }).click()
    await confirm(page, 'Remove')
    await beside.getByRole('button', { name: 'Choose a file: Icon' }).waitFor()
    assert((await detailsOf(owner, group)).iconId === null, 'the icon is still there')
  }),

  journey('read in the audit log what others do, and find it by kind, person and day', async (stage) => {
    const [owner, member] = [await aFounder(stage), await stage.aPerson()]
    const group = await createGroup(owner)
    const page = await stage.openTab(owner)
    await openSection(page, group, 'audit-log')
    const list = page.getByRole('region', { name: 'What has happened' })
    await list.getByText(`${owner.username} created the group`).waitFor()
    await seesSoon({
      act: 'an entry of the audit log',
      run: () => joinGroup(member, group),
      seen: list.getByText(`${member.username} joined the group`),
    })
    const role = await createRole(owner, group, { name: 'Herald', permissions: [] })
    await giveRole(owner, role, member)
    await list.getByText(`${owner.username} gave ${member.username} the role “Herald”`).waitFor()
    await updateGroup(owner, group, { description: 'Now <b>described</b>', joinState: 'CLOSED' })
    await list.getByText('Description: nothing → Now <b>described</b>').waitFor()
    await list.getByText('Who can join: Everybody → Nobody').waitFor()
    await page.getByRole('combobox', { name: 'By whom' }).fill(member.username)
    await page.getByRole('option', { name: member.username }).click()
    await page.waitForURL((url) => url.searchParams.get('actor') === member.id)
    await list.getByText(`${owner.username} created the group`).waitFor({ state: 'detached' })
    await page.reload()
    await list.getByText(`${member.username} joined the group`).waitFor()
    assert((await list.getByRole('listitem').count()) === 1, 'entries of others are shown')
    await page.getByRole('button', { name: 'Show all' }).click()
    await page.getByRole('combobox', { name: 'Kinds' }).click()
    await page.getByRole('option', { name: 'Role created' }).click()
    await list.getByText(`${owner.username} created the role “Herald”`).waitFor()
    await list.getByText(`${member.username} joined the group`).waitFor({ state: 'detached' })
    await page.getByRole('button', { name: 'Show all' }).click()
    await page.getByLabel('Until').fill('2020-01-01')
    await list.getByText('Nothing matches this.').waitFor()
    await page.getByRole('button', { name: 'Show all' }).click()
    await list.getByRole('link', { name: member.username }).first().click()
    await page.waitForURL(`**/people/${member.id}`)
    await page.goBack()
    await inMenu(page, 'Audit log').waitFor()
  }),
]
