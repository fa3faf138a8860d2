import type { Page } from 'playwright-core'
import { askToBeFriend, befriend, boop } from '../acts.ts'
import { type Journey, journey } from '../journey.ts'
import type { Person } from '../people.ts'

const booped = (page: Page, person: Person) => page.getByText(`${person.username} has booped you.`)

/** Throws unless a text stands on the page exactly once. */
async function seesOnce(page: Page, person: Person): Promise<void> {
  await booped(page, person).first().waitFor()
  const count = await booped(page, person).count()
  if (count !== 1) throw new Error(`${count} notifications are shown`)
}

/** Stops the scripts of a tab, as a browser does with tabs that nobody looks at. Returns what lets them go on. */
async function suspend(page: Page): Promise<() => Promise<void>> {
  const devtools = await page.context().newCDPSession(page)
  await devtools.send('Debugger.enable')
  await devtools.send('Debugger.pause')
  return async () => {
    await devtools.send('Debugger.resume')
    await devtools.detach()
  }
}

export const liveJourneys: readonly Journey[] = [
  journey('a friend request shows while Home is open, is accepted there, and both are friends', async (stage) => {
    const [ada, grace] = [await stage.aPerson(), await stage.aPerson()]
    const page = await stage.openTab(ada)
    await page.goto('/')
    await page.getByText("You're all caught up.").waitFor()
    await askToBeFriend(grace, ada)
    await page.getByText(`${grace.username} wants to be your friend.`).waitFor()
    await page.getByRole('button', { name: 'Accept' }).click()
    await page.getByText(`${grace.username} wants to be your friend.`).waitFor({ state: 'detached' })
  }),

  journey('notifications go on after the server was killed, none lost and none twice', async (stage) => {
    const [ada, grace, linus] = [await stage.aPerson(), await stage.aPerson(), await stage.aPerson()]
    await befriend(ada, grace)
    await befriend(ada, linus)
    const page = await stage.openTab(ada)
    await page.goto('/notifications')
    await boop(grace, ada)
    await seesOnce(page, grace)
    await stage.restart(async () => {
      await page.getByText('The connection is lost.').waitFor()
    })
    await boop(linus, ada)
    await seesOnce(page, linus)
    await seesOnce(page, grace)
    await page.getByText('The connection is lost.').waitFor({ state: 'detached' })
  }),

  journey('15 tabs share one socket, and all of them are live', async (stage) => {
    const [ada, grace] = [await stage.aPerson(), await stage.aPerson()]
    await befriend(ada, grace)
    const first = await stage.openTab(ada)
    const tabs = [first]
    let sockets = 0
    first.context().on('page', (page) => page.on('websocket', () => sockets++))
    first.on('websocket', () => sockets++)
    await first.goto('/notifications')
    for (let count = 1; count < 15; count++) {
      const page = await stage.openTabBeside(first)
      await page.goto('/notifications')
      tabs.push(page)
    }
    await boop(grace, ada)
    for (const page of tabs) await seesOnce(page, grace)
    if (sockets !== 1) throw new Error(`${sockets} sockets were opened`)
    const linus = await stage.aPerson()
    await first.close()
    await askToBeFriend(linus, ada)
    await tabs[14]?.getByText(`${linus.username} wants to be your friend.`).waitFor()
  }),

  journey('another tab takes over from one that sleeps, which shows all of it once when it wakes', async (stage) => {
    const [ada, grace] = [await stage.aPerson(), await stage.aPerson()]
    await befriend(ada, grace)
    const asleep = await stage.openTab(ada)
    await asleep.goto('/notifications')
    await asleep.getByText("You're all caught up.", { exact: false }).first().waitFor()
    const awake = await stage.openTabBeside(asleep)
    await awake.goto('/notifications')
    await awake.getByRole('button', { name: `Account of ${ada.username}` }).waitFor()
    let sockets = 0
    awake.on('websocket', () => sockets++)
    const wake = await suspend(asleep)
    await boop(grace, ada)
    await seesOnce(awake, grace)
    if (sockets === 0) throw new Error('the sleeping tab was not suspended')
    await wake()
    await seesOnce(asleep, grace)
    await askToBeFriend(await stage.aPerson(), ada)
    for (const page of [asleep, awake]) {
      await page.getByText('wants to be your friend.').waitFor()
      await page.getByText('The connection is lost.').waitFor({ state: 'detached' })
    }
  }),

  journey('tabs of two people in one browser stay apart', async (stage) => {
    const [ada, grace, linus] = [await stage.aPerson(), await stage.aPerson(), await stage.aPerson()]
    await befriend(ada, linus)
    await befriend(grace, linus)
    const first = await stage.openTab(ada)
    await first.goto('/notifications')
    await first.getByRole('button', { name: `Account of ${ada.username}` }).waitFor()
    const cookie = { name: 'auth', value: grace.token, url: stage.origin, httpOnly: true }
    await first.context().addCookies([cookie])
    const second = await stage.openTabBeside(first)
    await second.goto('/notifications')
    await second.getByRole('button', { name: `Account of ${grace.username}` }).waitFor()
    await boop(linus, ada)
    await seesOnce(first, linus)
    await boop(linus, grace)
    await seesOnce(second, linus)
  }),

  journey('a tab that is open while somebody else signs in shows nothing of both', async (stage) => {
    const [ada, grace] = [await stage.aPerson(), await stage.aPerson()]
    const page = await stage.openTab(ada)
    await page.goto('/')
    await page.getByRole('button', { name: `Account of ${ada.username}` }).waitFor()
    await page.context().clearCookies()
    await page.context().addCookies([{ name: 'auth', value: grace.token, url: stage.origin, httpOnly: true }])
    await page.getByRole('link', { name: 'Worlds', exact: true }).first().click()
    await page.getByRole('button', { name: `Account of ${grace.username}` }).waitFor()
    await page.getByRole('button', { name: `Account of ${ada.username}` }).waitFor({ state: 'detached' })
  }),

  journey('a session that is ended from another device leads to sign-in, and says so', async (stage) => {
    const ada = await stage.aPerson()
    const page = await stage.openTab(ada)
    await page.goto('/')
    await page.getByRole('heading', { name: 'Friends online' }).waitFor()
    await ada.run('mutation { logout(input: {}) { deletedSessionId } }')
    await page.getByText(/You are signed out|Your session/).waitFor()
    await page.getByRole('heading', { name: 'Sign in' }).waitFor()
  }),
]
