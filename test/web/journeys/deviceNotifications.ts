import type { Page } from 'playwright-core'
import { eventually } from '../../support/eventually.ts'
import { befriend, boop } from '../acts.ts'
import { type Journey, journey } from '../journey.ts'

/** A system that shows notifications once the person allows it, and a person who looks away when `away` is set. */
const SYSTEM = `
  window.shown = []
  window.Notification = class {
    static permission = localStorage.getItem('allowed') ?? 'default'
    static async requestPermission() {
      localStorage.setItem('allowed', 'granted')
      return (this.permission = 'granted')
    }
    constructor(title, options) { window.shown.push(this); this.body = options.body }
    close() {}
  }
  Object.defineProperty(document, 'hidden', { get: () => localStorage.getItem('away') === 'yes' })
`

const lookAway = (page: Page, isAway: boolean) =>
  page.evaluate(`localStorage.setItem('away', '${isAway ? 'yes' : 'no'}')`)
const shownIn = async (page: Page) => Object(await page.evaluate('shown.map(({ body }) => body)'))

export const deviceNotificationJourneys: readonly Journey[] = [
  journey('notifications of the device, while the person looks at no tab', async (stage) => {
    const [person, first, second] = [await stage.aPerson(), await stage.aPerson(), await stage.aPerson()]
    await befriend(person, first)
    await befriend(person, second)
    const page = await stage.openTab(person)
    await page.context().addInitScript(SYSTEM)
    await page.goto('/settings/appearance')
    const box = page.getByRole('switch', { name: 'Show new notifications on this device' })
    await box.click({ force: true })
    await eventually(() => box.isChecked())
    await page.goto('/people')
    await page.getByRole('heading', { level: 1 }).waitFor()
    await boop(first, person)
    await eventually(async () => (await page.title()).startsWith('(1)'))
    await lookAway(page, true)
    await boop(second, person)
    await eventually(async () => (await shownIn(page)).length > 0)
    const shown = await shownIn(page)
    if (String(shown) !== `${second.username} has booped you.`) throw new Error(String(shown))
    await page.evaluate('shown[0].onclick()')
    await page.waitForURL('**/notifications')
  }),
]
