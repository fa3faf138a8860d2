import type { Page } from 'playwright-core'
import {
  closeJam,
  createJam,
  createOpenJam,
  createWorld,
  deleteWorld,
  enterByDialog,
  enterJam,
  entriesOf,
  inSeconds,
  setWinners,
  updateJam,
} from '../acts/jams.ts'
import { seesSoon } from '../delays.ts'
import { type Journey, journey, shortJourney } from '../journey.ts'
import type { Person } from '../people.ts'
import type { Stage } from '../stage.ts'
import { confirm } from '../steps.ts'

const entries = (page: Page) => page.getByRole('region', { name: 'Entries' })
const own = (page: Page) => page.getByRole('region', { name: 'Your entries' })
const winners = (page: Page) => page.getByRole('region', { name: 'Winners' })
const phase = (page: Page, name: string) => page.getByRole('status').getByText(name, { exact: true })
const entry = (page: Page, name: string) => entries(page).getByRole('article', { name })

async function openJam(stage: Stage, person: Person, jamId: string, title: string): Promise<Page> {
  const page = await stage.openTab(person)
  await page.goto(`/jams/${jamId}`)
  await page.getByRole('heading', { level: 1, name: title }).waitFor()
  return page
}

/** Somebody with a world, at a jam that takes entries. */
async function anEntrant(stage: Stage, title: string, given: Readonly<Record<string, unknown>> = {}) {
  const admin = await stage.demoPerson('demo_admin')
  const person = await stage.aPerson()
  const name = `Paper garden ${person.username}`
  const worldId = await createWorld(person, name)
  const jamId = await createOpenJam(admin, title, given)
  return { admin, person, name, worldId, jamId, page: await openJam(stage, person, jamId, title) }
}

/** Rates an entry by the keyboard alone. */
async function rate(page: Page, name: string, rating: string): Promise<void> {
  await entry(page, name).getByRole('button', { name: 'Rate' }).focus()
  await page.keyboard.press('Enter')
  const dialog = page.getByRole('dialog', { name: `Rate ${name}` })
  await dialog.getByRole('textbox', { name: 'Your rating' }).fill(rating)
  await page.keyboard.press('Enter')
  await dialog.waitFor({ state: 'detached' })
}

interface Judged {
  readonly worse: string
  readonly better: string
  readonly ofJudge: string
}

/** Rates the entries of others; a judge cannot rate their own. */
async function judgeEntries(judge: Page, { worse, better, ofJudge }: Judged): Promise<void> {
  await rate(judge, worse, '70')
  await rate(judge, better, '90')
  await entry(judge, better).getByText('Score 90').waitFor()
  await entry(judge, ofJudge).getByRole('link', { name: 'by you' }).waitFor()
}

/** Somebody who does not judge sees no scores of entries and cannot rate them. */
async function seesNoScores(page: Page): Promise<void> {
  if (
    (await entries(page)
      .getByText(/Score|Rate/)
      .count()) > 0
  )
    throw new Error('people see what judges see')
}

interface Choice {
  readonly admin: Person
  readonly jamId: string
  /** The entry that has the highest score. */
  readonly best: { readonly contentId: string; readonly name: string }
}

/** An admin makes the two entries with the highest scores the winners, which the page shows soon. */
async function chooseWinners(page: Page, { admin, jamId, best }: Choice): Promise<void> {
  const all = await entriesOf(admin, jamId)
  const chosen = [...all].sort((a, b) => (b.ratingScore ?? 0) - (a.ratingScore ?? 0)).slice(0, 2)
  if (chosen[0]?.contentId !== best.contentId) throw new Error(JSON.stringify(all))
  await seesSoon({
    act: 'the choice of winners',
    run: () =>
      setWinners(
        admin,
        jamId,
        chosen.map(({ id }) => id),
      ),
    seen: winners(page).getByRole('article', { name: best.name }).getByText('Place 1'),
  })
}

export const jamsJourneys: readonly Journey[] = [
  shortJourney('a jam from its opening to its winner, whose phases begin while people look at it', async (stage) => {
    const [admin, one, other] = [await stage.demoPerson('demo_admin'), await stage.aPerson(), await stage.aPerson()]
    const title = `Paper Jam ${one.username}`
    const names = [`Crane ${one.username}`, `Boat ${other.username}`] as const
    const hat = `Hat ${one.username}`
    await createWorld(one, names[0])
    const boat = await createWorld(other, names[1])
    const judged = await createWorld(admin, hat)
    const jamId = await createJam(admin, title)
    const page = await openJam(stage, one, jamId, title)
    await phase(page, 'Coming up').waitFor()
    await own(page).getByText('You can enter as soon as the jam opens.').waitFor()

    await updateJam(admin, jamId, { submissionsOpenedAt: inSeconds(3) })
    await phase(page, 'Takes entries').waitFor()
    const second = await openJam(stage, other, jamId, title)
    await seesSoon({
      act: 'an entry to a jam',
      run: () => enterByDialog(page, names[0], 'A thousand cranes.'),
      seen: entry(second, names[0]).getByText('A thousand cranes.'),
    })
    await own(page).getByText('A thousand cranes.').waitFor()
    await enterJam(other, jamId, boat)
    await enterJam(admin, jamId, judged)
    await own(second).getByText(names[1]).waitFor()
    await entry(page, hat).waitFor()

    await updateJam(admin, jamId, { submissionsClosedAt: inSeconds(3) })
    const judge = await openJam(stage, admin, jamId, title)
    for (const each of [page, judge]) await phase(each, 'Being judged').waitFor()
    await page.getByRole('button', { name: 'Enter a world' }).waitFor({ state: 'detached' })
    await judgeEntries(judge, { worse: names[0], better: names[1], ofJudge: hat })
    await seesNoScores(page)

    await chooseWinners(page, { admin, jamId, best: { contentId: boat, name: names[1] } })
    await winners(second).getByRole('article', { name: names[0] }).getByText('Place 2').waitFor()
    await winners(page).getByText('Score 70').waitFor()
    await phase(page, 'Winners announced').waitFor()
    await closeJam(admin, jamId)
    for (const each of [page, second, judge]) await phase(each, 'Over').waitFor()
    await page.goto('/jams?list=past')
    await page.getByRole('link', { name: title }).waitFor()
  }),

  journey('describe an entry anew, withdraw it, and enter it again', async (stage) => {
    const title = 'Folding Jam'
    const { person, name, jamId, page } = await anEntrant(stage, title)
    const viewer = await openJam(stage, await stage.aPerson(), jamId, title)
    await entries(viewer).getByText('There are no entries yet.', { exact: false }).waitFor()
    await enterByDialog(page, name, 'First words')
    await own(page)
      .getByRole('button', { name: `Edit the description of ${name}` })
      .click()
    const dialog = page.getByRole('dialog')
    await dialog.getByLabel('Description').fill('Second words')
    await seesSoon({
      act: 'a new description of an entry',
      run: () => dialog.getByRole('button', { name: 'Save' }).click(),
      seen: entry(viewer, name).getByText('Second words'),
    })
    await dialog.waitFor({ state: 'detached' })
    const withdraw = own(page).getByRole('button', { name: `Withdraw ${name}` })
    await withdraw.click()
    await confirm(page, 'Cancel')
    await own(page).getByText('Second words').waitFor()
    await withdraw.click()
    await seesSoon({
      act: 'the withdrawal of an entry',
      run: () => confirm(page, 'Withdraw'),
      seen: entry(viewer, name),
      state: 'detached',
    })
    await own(page).getByText("You haven't entered anything yet.").waitFor()
    if ((await entriesOf(person, jamId)).length > 0) throw new Error('it is still entered')
    await enterByDialog(page, name, '')
    await entry(viewer, name).waitFor()
  }),

  journey('a jam refuses what is too long, gone, too late, too old and too much', async (stage) => {
    const title = 'Strict Jam'
    const { admin, person, name, worldId, jamId, page } = await anEntrant(stage, title)
    await page.getByRole('button', { name: 'Enter a world' }).click()
    const dialog = page.getByRole('dialog', { name: 'Enter a world' })
    const enter = dialog.getByRole('button', { name: 'Enter', exact: true })
    await enter.click()
    await dialog.getByText('Choose what to enter.').waitFor()
    await dialog.getByRole('radio', { name }).click()
    await dialog.getByLabel('Description').fill('x'.repeat(2_001))
    await enter.click()
    await dialog.getByRole('textbox', { name: 'Description' }).and(page.locator('[aria-invalid=true]')).waitFor()
    await dialog.getByLabel('Description').fill('Short')
    await deleteWorld(person, worldId)
    await enter.click()
    await dialog.getByRole('radiogroup', { name: 'World' }).waitFor()
    await dialog.getByText('This is gone, or cannot be used here.', { exact: false }).waitFor()
    await updateJam(admin, jamId, { submissionsClosedAt: inSeconds(-1) })
    await phase(page, 'Being judged').waitFor()
    await enter.click()
    await dialog.getByText('This jam takes no entries at the moment.').waitFor()
    if ((await entriesOf(person, jamId)).length > 0) throw new Error('it took what it refused')
  }),

  journey('a jam takes new work only, and three worlds of a person', async (stage) => {
    const title = 'Fresh Jam'
    const { admin, person, name, jamId, page } = await anEntrant(stage, title, {
      ...{ isContentGated: true, contentGateDate: inSeconds(600) },
    })
    await own(page).getByText('They must have been made or changed since', { exact: false }).waitFor()
    await page.getByRole('button', { name: 'Enter a world' }).click()
    const old = page.getByRole('radio', { name })
    await page.getByRole('dialog').getByText('Too old for this jam').waitFor()
    if (await old.isEnabled()) throw new Error('what is too old can be chosen')
    await page.getByRole('dialog').getByRole('button', { name: 'Close' }).click()
    await updateJam(admin, jamId, { isContentGated: false })
    await own(page).getByText('They must have been made', { exact: false }).waitFor({ state: 'detached' })
    for (const number of [1, 2]) await enterJam(person, jamId, await createWorld(person, `${name} ${number}`))
    await enterByDialog(page, name, 'The third')
    await page.getByRole('button', { name: 'Enter a world' }).waitFor({ state: 'detached' })
    await own(page)
      .getByRole('button', { name: `Withdraw ${name} 1` })
      .click()
    await confirm(page, 'Withdraw')
    await page.getByRole('button', { name: 'Enter a world' }).click()
    await page.getByRole('dialog').getByText('Already entered').first().waitFor()
  }),

  journey('find jams by their phase and type, which the address keeps', async (stage) => {
    const { page } = await anEntrant(stage, 'Listed Jam')
    await page.goto('/jams')
    await page.getByRole('link', { name: 'Lantern Jam' }).waitFor()
    await page.getByLabel('Show').selectOption({ label: 'Avatars' })
    await page.waitForURL((url) => url.searchParams.get('type') === 'AVATAR')
    await page.getByText('No jam is on right now.', { exact: false }).waitFor()
    await page.getByRole('tab', { name: 'Over' }).click()
    await page.getByRole('link', { name: 'Paper Avatar Jam' }).click()
    await phase(page, 'Over').waitFor()
    await page.goBack()
    await page.waitForURL((url) => url.searchParams.get('list') === 'past' && url.searchParams.get('type') === 'AVATAR')
    await page.getByRole('link', { name: 'Paper Avatar Jam' }).waitFor()
    await page.goto('/jams?list=nonsense&type=CAKE')
    await page.getByRole('link', { name: 'Lantern Jam' }).waitFor()
    await page.goto('/jams/jam_00000000-0000-4000-8000-00000000dead')
    await page.getByRole('heading', { name: 'There is nothing here' }).waitFor()
  }),
]
