import { eventually } from '../../support/eventually.ts'
import { awardNewBadge, closeReport, reportPerson, writeNote } from '../acts/people.ts'
import { type Journey, journey } from '../journey.ts'
import { confirm, hasFocus } from '../steps.ts'

const BADGES = 'query B($id: ID!) { user(id: $id) { badges(first: 9) { nodes { badge { name } } } } }'

/** The color of the button on the own page. */
const BUTTON_COLOR = (button: HTMLElement) => getComputedStyle(button).backgroundColor

export const ownListsJourneys: readonly Journey[] = [
  journey('make a theme, wear it on the own profile, change it and delete it', async (stage) => {
    const person = await stage.aPerson()
    const page = await stage.openTab(person)
    const profile = await stage.openTabBeside(page)
    await profile.goto(`/people/${person.id}`)
    await page.goto('/settings/themes')
    await page.getByRole('button', { name: 'New theme' }).click()
    const dialog = page.getByRole('dialog')
    await dialog.getByRole('button', { name: 'Create' }).click()
    await dialog.getByText('Use 1 or more characters.', { exact: false }).waitFor()
    await dialog.getByLabel('Name').fill('<b>Sea</b>')
    await dialog.getByLabel('Buttons').fill('#064b5c')
    await dialog.getByRole('button', { name: 'Create' }).click()
    await page.getByRole('button', { name: 'Wear <b>Sea</b>' }).click()
    await page.getByText('Worn', { exact: true }).waitFor()
    const edit = profile.getByRole('link', { name: 'Edit your profile' })
    await eventually(async () => (await edit.evaluate(BUTTON_COLOR)) === 'rgb(6, 75, 92)')
    await page.getByRole('button', { name: 'Change <b>Sea</b>' }).click()
    await dialog.getByLabel('Buttons').fill('#ffcc00')
    await dialog.getByRole('button', { name: 'Save' }).click()
    await eventually(async () => (await edit.evaluate(BUTTON_COLOR)) === 'rgb(255, 204, 0)')
    await page.getByRole('button', { name: 'Delete <b>Sea</b>' }).click()
    await confirm(page, 'Delete')
    await page.getByText('You have none yet.', { exact: false }).waitFor()
    await eventually(async () => (await edit.evaluate(BUTTON_COLOR)) !== 'rgb(255, 204, 0)')
  }),

  journey('hide a badge from others, and put another one first', async (stage) => {
    const [person, admin] = [await stage.aPerson(), await stage.demoPerson('demo_admin')]
    const [diver, singer] = [`Diver ${person.username}`, `Singer ${person.username}`]
    for (const name of [diver, singer]) await awardNewBadge(admin, person, name)
    const page = await stage.openTab(person)
    await page.goto('/settings/badges')
    const settingsOf = (name: string) => page.getByRole('group', { name })
    await settingsOf(singer).getByRole('switch', { name: 'Stands first' }).click()
    await page.goto(`/people/${person.id}`)
    const shown = page.getByRole('group', { name: 'Badges' }).getByRole('listitem')
    await eventually(async () => (await shown.allTextContents()).join() === `${singer},${diver}`)
    await page.goto('/settings/badges')
    await settingsOf(diver).getByRole('switch', { name: 'Others see it' }).click()
    await eventually(async () => {
      const { user } = Object(await admin.run(BADGES, { id: person.id }))
      return user.badges.nodes.length === 1 && user.badges.nodes[0].badge.name === singer
    })
    await settingsOf(diver).getByRole('switch', { name: 'Stands first' }).and(page.locator(':disabled')).waitFor()
  }),

  journey('find a note about somebody, change it and delete it, also while it is written elsewhere', async (stage) => {
    const person = await stage.aPerson()
    const others = [await stage.aPerson(), await stage.aPerson()] as const
    await writeNote(person, others[0], 'Met at the <b>lake</b>')
    await writeNote(person, others[1], 'Knows 100% of the songs')
    const page = await stage.openTab(person)
    await page.goto('/settings/notes')
    await page.getByText('Knows 100% of the songs').waitFor()
    await page.getByLabel('Search names and texts').fill('LAKE')
    await page.waitForURL(/search=LAKE/)
    await page.getByText('Knows 100% of the songs').waitFor({ state: 'detached' })
    await page.getByRole('button', { name: `Change the note about ${others[0].username}` }).click()
    await page.getByLabel(`Note about ${others[0].username}`).fill('Met at the lake, twice')
    await page.getByRole('button', { name: 'Save' }).click()
    await page.getByText('Met at the lake, twice').waitFor()
    await hasFocus(page.getByRole('button', { name: `Change the note about ${others[0].username}` }))
    await page.getByLabel('Search names and texts').fill(others[1].username)
    await page.getByText('Knows 100% of the songs').waitFor()
    await page.getByLabel('Search names and texts').fill('no such text')
    await page.getByText('No notes match.').waitFor()
    await page.getByRole('button', { name: 'Clear' }).click()
    await page.getByRole('button', { name: `Delete the note about ${others[0].username}` }).click()
    await confirm(page, 'Delete')
    await page.getByText('Met at the lake, twice', { exact: true }).waitFor({ state: 'detached' })
    await hasFocus(page.getByRole('link', { name: others[1].username }))
    await writeNote(person, others[1], '')
    await page.getByText('You have no notes yet.').waitFor()
  }),

  journey('see what came of a report, to which its notification leads', async (stage) => {
    const [person, other] = [await stage.aPerson(), await stage.aPerson()]
    const admin = await stage.demoPerson('demo_admin')
    const page = await stage.openTab(person)
    await page.goto('/settings/reports')
    await page.getByText('You have reported nothing.').waitFor()
    const reportId = await reportPerson(person, other, 'Floods <i>the chat</i>')
    await page.reload()
    await page.getByRole('link', { name: other.username }).waitFor()
    await page.getByText('Behavior · Spam').waitFor()
    await page.getByText('Floods <i>the chat</i>').waitFor()
    await page.getByText('Waiting', { exact: true }).waitFor()
    await closeReport(admin, reportId, 'We have <b>talked</b> to them.')
    await page.getByText('Closed', { exact: true }).waitFor()
    await page.getByText('Answer: We have <b>talked</b> to them.').waitFor()
    await page.goto('/notifications')
    await page.getByText('The moderators have looked into your report.').getByRole('link').click()
    await page.waitForURL('**/settings/reports')
  }),
]
