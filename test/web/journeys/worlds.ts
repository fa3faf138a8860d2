import type { Page } from 'playwright-core'
import { befriend, createInstance, demoWorld, enter, leave } from '../acts.ts'
import { seesSoon } from '../delays.ts'
import { type Journey, journey, shortJourney } from '../journey.ts'
import type { Stage } from '../stage.ts'
import { hasSearch } from '../steps.ts'

/** Somebody with a friend, on the page of a world that nobody is in. */
async function openWorld(stage: Stage, index: number) {
  const [viewer, friend] = [await stage.aPerson(), await stage.aPerson()]
  await befriend(viewer, friend)
  const world = await demoWorld(viewer, index)
  const page = await stage.openTab(viewer)
  await page.goto(`/worlds/${world.id}`)
  await page.getByRole('heading', { level: 1, name: world.name }).waitFor()
  return { viewer, friend, world, page }
}

const whoIsHere = (page: Page) => page.getByRole('region', { name: 'Who is here' })

export const worldJourneys: readonly Journey[] = [
  shortJourney('find worlds by filters that the address keeps, after a reload and after going back', async (stage) => {
    const viewer = await stage.aPerson()
    const { name } = await demoWorld(viewer, 3)
    const page = await stage.openTab(viewer)
    await page.goto('/worlds')
    await page.getByLabel('Search worlds').fill(name)
    await page.waitForURL(hasSearch({ search: name }))
    await page.getByLabel('Sort by').selectOption({ label: 'Name' })
    await page.waitForURL(hasSearch({ search: name, sort: 'NAME' }))
    const found = page.getByRole('tabpanel').getByRole('link', { name, exact: true })
    await found.waitFor()
    await page.getByText(/^\d+ worlds?$/).waitFor()
    await page.reload()
    await found.click()
    await page.getByRole('heading', { level: 1, name }).waitFor()
    await page.goBack()
    await page.waitForURL(hasSearch({ search: name, sort: 'NAME' }))
    await found.waitFor()
    if ((await page.getByLabel('Search worlds').inputValue()) !== name) throw new Error('the field is empty')
    await page.getByLabel('Platform').selectOption({ label: 'iOS' })
    await page.waitForURL(hasSearch({ search: name, platform: 'ios' }))
    await page.getByRole('tab', { name: 'Favorites' }).click()
    await page.waitForURL(hasSearch({ list: 'favorites', platform: 'ios' }))
    await page.getByText('You have no favorites here.', { exact: false }).waitFor()
    await page.goto('/worlds?sort=NONSENSE&list=all')
    await page.getByText(/^\d+ worlds$/).waitFor()
  }),

  shortJourney('a friend enters a world, is seen there at once, and leaves', async (stage) => {
    const { friend, world, page } = await openWorld(stage, 4)
    const here = whoIsHere(page)
    await here.getByText('Nobody is here right now').waitFor()
    const location = await createInstance(friend, world, 'FRIENDS')
    await seesSoon({
      act: 'entering a world',
      run: () => enter(friend, location),
      seen: here.getByText(friend.username),
    })
    await here.getByText('Friends', { exact: true }).waitFor()
    await here.getByText(/^1 of \d+ people$/).waitFor()
    await here.getByRole('button', { name: 'Join' }).click()
    await page.getByText('An invite is on its way to you').waitFor()
    await seesSoon({
      act: 'leaving a world',
      run: () => leave(friend),
      seen: here.getByText(friend.username),
      state: 'detached',
    })
  }),

  journey('invite a friend to an instance from the page of its world', async (stage) => {
    const { viewer, friend, world, page } = await openWorld(stage, 5)
    await enter(viewer, await createInstance(viewer, world, 'FRIENDS'))
    const other = await stage.openTab(friend)
    await other.goto('/notifications')
    await other.getByText("You're all caught up.", { exact: false }).waitFor()
    await whoIsHere(page).getByRole('button', { name: 'Invite friends' }).click()
    const dialog = page.getByRole('dialog', { name: 'Invite friends' })
    await dialog.getByLabel('Find a friend').fill('nobody like this')
    await dialog.getByRole('button', { name: `Invite ${friend.username}` }).waitFor({ state: 'detached' })
    await dialog.getByLabel('Find a friend').fill(friend.username.toUpperCase())
    await seesSoon({
      act: 'an invite to a world',
      run: () => dialog.getByRole('button', { name: `Invite ${friend.username}` }).click(),
      seen: other.getByText(`${viewer.username} invites you to ${world.name}`),
    })
    await dialog.getByText('Invited', { exact: true }).waitFor()
    await dialog.getByRole('button', { name: 'Close' }).click()
    await dialog.waitFor({ state: 'detached' })
  }),

  journey('put a world into a group of favorites, find it there, and take it out again', async (stage) => {
    const { world, page } = await openWorld(stage, 6)
    await page.getByRole('button', { name: 'Add to favorites' }).click()
    const item = page.getByRole('menuitem').first()
    const group = ((await item.textContent()) ?? '').replace(/ \(0 of \d+\)$/, '')
    await item.click()
    const remove = page.getByRole('button', { name: `Remove from ${group}` })
    await remove.waitFor()
    await page.goto('/worlds?list=favorites')
    await page.getByText('1 world', { exact: true }).waitFor()
    await page.getByRole('link', { name: world.name, exact: true }).click()
    await remove.click()
    await page.getByRole('button', { name: 'Add to favorites' }).click()
    await page.getByRole('menuitem', { name: `${group} (0 of` }).waitFor()
  }),

  journey('give feedback on a world, and report it', async (stage) => {
    const { viewer, world, page } = await openWorld(stage, 7)
    await page.getByRole('button', { name: 'Give feedback' }).click()
    const feedback = page.getByRole('dialog', { name: `Feedback on ${world.name}` })
    await feedback.getByRole('button', { name: 'Send' }).click()
    await feedback.getByRole('textbox', { name: 'Summary' }).and(page.locator('[aria-invalid=true]')).waitFor()
    await feedback.getByLabel('Kind of feedback').selectOption({ label: 'Criticism' })
    await feedback.getByLabel('Summary').fill('Too dark <b>inside</b>')
    await feedback.getByLabel('Details').fill('I see nothing in the cellar.')
    await feedback.getByRole('button', { name: 'Send' }).click()
    await page.getByText('The author can read it now.').waitFor()
    await page.getByRole('button', { name: 'Report', exact: true }).click()
    const report = page.getByRole('dialog', { name: `Report ${world.name}` })
    await report.getByRole('radio').first().check()
    await report.getByRole('radiogroup', { name: 'What is wrong with it?' }).getByRole('radio').first().check()
    await report.getByRole('button', { name: 'Send the report' }).click()
    await report.getByText('Thank you for telling us').waitFor()
    const sent = '{ viewer { reports(first: 2) { nodes { contentId } } } }'
    const { viewer: reader } = Object(await viewer.run(sent))
    if (reader.reports.nodes[0]?.contentId !== world.id) throw new Error(JSON.stringify(reader))
  }),

  journey('an address that leads to no world, or to nothing', async (stage) => {
    const page = await stage.openTab(await stage.aPerson())
    await page.goto('/worlds/wrld_00000000-0000-4000-8000-00000000dead')
    await page.getByRole('heading', { name: 'There is nothing here' }).waitFor()
    await page.goto('/no/such/page')
    await page.getByRole('heading', { name: 'There is nothing here' }).waitFor()
    await page.getByRole('link', { name: 'Go to Home' }).click()
    await page.getByRole('heading', { name: 'Friends online' }).waitFor()
  }),
]
