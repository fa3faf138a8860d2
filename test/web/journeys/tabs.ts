import { befriend, boop, demoWorld } from '../acts.ts'
import { seesSoon } from '../delays.ts'
import { type Journey, journey, shortJourney } from '../journey.ts'
import { seesHome, seesValue, signOut } from '../steps.ts'

/** What the browser keeps of a site. */
interface Kept {
  readonly storages: string
  readonly caches: readonly string[]
  readonly databases: readonly string[]
}

export const tabJourneys: readonly Journey[] = [
  journey('favorites that one tab changes are seen in another one', async (stage) => {
    const [ada, grace] = [await stage.aPerson(), await stage.aPerson()]
    await befriend(ada, grace)
    const world = await demoWorld(ada, 13)
    const first = await stage.openTab(ada)
    const second = await stage.openTabBeside(first)
    for (const page of [first, second]) {
      await page.goto(`/worlds/${world.id}`)
      await page.getByRole('button', { name: 'Add to favorites' }).waitFor()
    }
    await first.getByRole('button', { name: 'Add to favorites' }).click()
    const remove = second.getByRole('button', { name: 'Remove from Group 1' })
    await seesSoon({
      act: 'a favorite world, in another tab,',
      run: () => first.getByRole('menuitem').first().click(),
      seen: remove,
    })
    await remove.click()
    await first.getByRole('button', { name: 'Add to favorites' }).waitFor()
    await first.goto(`/people/${grace.id}`)
    await second.goto('/people?tab=favorites')
    await second.getByRole('region', { name: 'Group 2' }).waitFor()
    await first.getByRole('button', { name: `More about ${grace.username}` }).click()
    await seesSoon({
      act: 'a favorite friend, in another tab,',
      run: () => first.getByRole('menuitemradio', { name: 'Group 2', exact: true }).click(),
      seen: second.getByRole('region', { name: 'Group 2' }).getByRole('link', { name: grace.username }),
    })
  }),

  journey('a note that one tab saves is seen in another one, unless that is being edited', async (stage) => {
    const [ada, grace] = [await stage.aPerson(), await stage.aPerson()]
    const first = await stage.openTab(ada)
    const second = await stage.openTabBeside(first)
    const note = (page: typeof first) => page.getByRole('textbox', { name: 'Your note' })
    for (const page of [first, second]) {
      await page.goto(`/people/${grace.id}`)
      await note(page).waitFor()
    }
    const save = async (text: string) => {
      await note(first).fill(text)
      await first.getByRole('button', { name: 'Save' }).click()
      await first.getByRole('button', { name: 'Save', disabled: true }).waitFor()
    }
    await save('Likes ducks')
    await seesValue(note(second), 'Likes ducks')
    await note(second).fill('Being written')
    await save('Likes geese')
    await second.getByText('Changed elsewhere while you were editing: Your note').waitFor()
    await seesValue(note(second), 'Being written')
    await second.getByRole('button', { name: 'Show the new version' }).click()
    await seesValue(note(second), 'Likes geese')
  }),

  journey(
    'a notification that is read in one tab is read in another one, and gone if it is dismissed',
    async (stage) => {
      const [ada, grace] = [await stage.aPerson(), await stage.aPerson()]
      await befriend(ada, grace)
      const first = await stage.openTab(ada)
      const second = await stage.openTabBeside(first)
      await first.goto('/notifications')
      await second.goto('/')
      await seesHome(second)
      await boop(grace, ada)
      const booped = first.getByRole('listitem').filter({ hasText: `${grace.username} has booped you.` })
      await second.getByText(`${grace.username} has booped you.`).waitFor()
      await second.getByRole('link', { name: /^Notifications\s*1$/ }).waitFor()
      await seesSoon({
        act: 'a notification that is read, in another tab,',
        run: () => booped.getByRole('button', { name: 'Mark as read' }).click(),
        seen: second.getByRole('link', { name: 'Notifications', exact: true }),
      })
      await booped.getByRole('button', { name: 'Dismiss' }).click()
      await second.getByText(`${grace.username} has booped you.`).waitFor({ state: 'detached' })
    },
  ),

  shortJourney('signing out ends all tabs, and leaves nothing of the person in the browser', async (stage) => {
    const [ada, grace] = [await stage.aPerson(), await stage.aPerson()]
    await befriend(ada, grace)
    const page = await stage.openTab(ada)
    const beside = await stage.openTabBeside(page)
    await beside.goto('/people')
    await beside.getByRole('link', { name: grace.username }).waitFor()
    await page.goto(`/people/${grace.id}`)
    await page.getByRole('button', { name: 'Boop', exact: true }).waitFor()
    await page.goto('/settings/account')
    await page.getByText(ada.email).first().waitFor()
    await signOut(page, ada)
    await beside.getByRole('heading', { name: 'Sign in' }).waitFor()
    for (const tab of [page, beside]) {
      await tab.goBack()
      await tab.getByRole('heading', { name: 'Sign in' }).waitFor()
      const text = await tab.locator('body').innerText()
      if (text.includes(ada.username) || text.includes(grace.username)) throw new Error(`the page shows ${text}`)
    }
    const kept = await page.evaluate(
      async (): Promise<Kept> => ({
        storages: JSON.stringify([{ ...localStorage }, { ...sessionStorage }, document.cookie]),
        caches: await caches.keys(),
        databases: (await indexedDB.databases()).map(({ name = '' }) => name),
      }),
    )
    const personal = [ada.id, ada.username, grace.id, grace.username].filter((text) => kept.storages.includes(text))
    if (personal.length > 0 || kept.caches.length > 0 || kept.databases.length > 0)
      throw new Error(`the browser has kept ${JSON.stringify(kept)}`)
    const cookies = await page.context().cookies()
    if (cookies.some(({ value }) => value !== '')) throw new Error(`there are cookies: ${JSON.stringify(cookies)}`)
  }),
]
