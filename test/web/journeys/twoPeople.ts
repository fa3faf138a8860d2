import type { Page } from 'playwright-core'
import { createInstance, demoWorld, enter, updateProfile } from '../acts.ts'
import { seesSoon } from '../delays.ts'
import { type Journey, journey, shortJourney } from '../journey.ts'
import type { Person } from '../people.ts'
import type { Stage } from '../stage.ts'
import { chooseInMenu, confirm, friendMark } from '../steps.ts'

const profile = (page: Page) => page.getByRole('region', { name: 'Profile' })

/** Two people in two browsers, each on the page of the other, and the notifications of the second in a further tab. */
async function openBoth(stage: Stage) {
  const [ada, grace] = [await stage.aPerson(), await stage.aPerson()]
  const open = async (viewer: Person, person: Person) => {
    const page = await stage.openTab(viewer)
    await page.goto(`/people/${person.id}`)
    await page.getByRole('heading', { level: 1, name: person.username }).waitFor()
    return page
  }
  const adas = await open(ada, grace)
  const graces = await open(grace, ada)
  const news = await stage.openTabBeside(graces)
  await news.goto('/notifications')
  await news.getByText("You're all caught up.", { exact: false }).waitFor()
  return { ada, grace, adas, graces, news }
}

async function becomeFriends({ grace, ada, adas, news }: Awaited<ReturnType<typeof openBoth>>): Promise<void> {
  const request = news.getByRole('listitem').filter({ hasText: `${ada.username} wants to be your friend.` })
  await seesSoon({
    act: 'a friend request',
    run: () => adas.getByRole('button', { name: `Add friend: ${grace.username}` }).click(),
    seen: request,
  })
  await seesSoon({
    act: 'the answer to a friend request',
    run: () => request.getByRole('button', { name: 'Accept' }).click(),
    seen: friendMark(adas),
  })
}

export const twoPeopleJourneys: readonly Journey[] = [
  shortJourney(
    'two people become friends, boop, meet and part; each sees at once what the other does',
    async (stage) => {
      const both = await openBoth(stage)
      const { ada, grace, adas, graces, news } = both
      await becomeFriends(both)
      await friendMark(graces).waitFor()
      await seesSoon({
        act: 'a boop by a button',
        run: () => adas.getByRole('button', { name: 'Boop', exact: true }).click(),
        seen: news.getByText(`${ada.username} has booped you.`),
      })
      const world = await demoWorld(ada, 11)
      const location = await createInstance(ada, world, 'FRIENDS')
      const place = profile(graces).getByRole('link', { name: world.name })
      await seesSoon({ act: 'where a friend is', run: () => enter(ada, location), seen: place })
      await adas.reload()
      await seesSoon({
        act: 'an invite by a button',
        run: () => adas.getByRole('button', { name: 'Invite here' }).click(),
        seen: news.getByText(`${ada.username} invites you to ${world.name}.`),
      })
      await seesSoon({
        act: 'a status',
        run: () => updateProfile(ada, { statusDescription: 'Feeding the ducks' }),
        seen: profile(graces).getByText('Feeding the ducks'),
      })
      await chooseInMenu(adas, grace.username, 'Unfriend')
      await seesSoon({
        act: 'the end of a friendship',
        run: () => confirm(adas, 'Unfriend'),
        seen: friendMark(graces),
        state: 'detached',
      })
    },
  ),

  journey('a block hides both from each other at once, and an unblock shows them again', async (stage) => {
    const both = await openBoth(stage)
    const { ada, grace, adas, graces, news } = both
    await becomeFriends(both)
    const world = await demoWorld(ada, 12)
    await enter(ada, await createInstance(ada, world, 'FRIENDS'))
    const place = profile(graces).getByRole('link', { name: world.name })
    await place.waitFor()
    await adas.getByRole('button', { name: 'Boop', exact: true }).click()
    await news.getByText(`${ada.username} has booped you.`).waitFor()
    await chooseInMenu(adas, grace.username, 'Block')
    await seesSoon({ act: 'a block', run: () => confirm(adas, 'Block'), seen: place, state: 'detached' })
    await news.getByText(`${ada.username} has booped you.`).waitFor({ state: 'detached' })
    await graces.getByRole('button', { name: 'Boop', exact: true }).waitFor({ state: 'detached' })
    await seesSoon({
      act: 'the end of a block',
      run: () => adas.getByRole('button', { name: `Unblock: ${grace.username}` }).click(),
      seen: place,
    })
  }),

  journey('mutes and reports are seen by nobody else', async (stage) => {
    const both = await openBoth(stage)
    const { ada, grace, adas, graces, news } = both
    await becomeFriends(both)
    await friendMark(graces).waitFor()
    const before = await profile(graces).innerText()
    await chooseInMenu(adas, grace.username, 'Mute')
    await adas.getByText('Muted by you').waitFor()
    await chooseInMenu(adas, grace.username, 'Report')
    const dialog = adas.getByRole('dialog', { name: `Report ${grace.username}` })
    await dialog.getByRole('radio', { name: 'Behavior' }).check()
    await dialog.getByRole('radio', { name: 'Spam' }).check()
    await dialog.getByRole('button', { name: 'Send the report' }).click()
    await dialog.getByText('Thank you for telling us').waitFor()
    await dialog.getByRole('button', { name: 'Close', exact: true }).last().click()
    await adas.getByRole('button', { name: 'Boop', exact: true }).click()
    await news.getByText(`${ada.username} has booped you.`).waitFor()
    const after = await profile(graces).innerText()
    if (after !== before) throw new Error(`the page has changed: ${after}`)
  }),
]
