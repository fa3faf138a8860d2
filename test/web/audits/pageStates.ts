import type { Page } from 'playwright-core'
import { SECTIONS } from '../../../src/web/pages/settings/sections.ts'
import type { KnownIds, Viewer } from './demoSite.ts'

/** A page of the web UI in a state that a person can bring it to. */
export interface PageState {
  /** Unique; also the name of its screenshots. */
  readonly name: string
  readonly viewer: Viewer
  readonly path: (known: KnownIds) => string
  /** Acts that lead to the state once the page is loaded. */
  readonly prepare?: (page: Page) => Promise<void>
}

/** Shows the name that an unknown person has on no page. */
const NOTHING = 'zzzznothing'

const at = (viewer: Viewer, name: string, path: string | PageState['path'], prepare?: PageState['prepare']) => ({
  ...{ name, viewer, path: typeof path === 'string' ? () => path : path },
  ...(prepare && { prepare }),
})

const dialogOpens = (page: Page) => page.getByRole('dialog').waitFor()

const openMenuOfPerson = (page: Page) => page.getByRole('button', { name: /^More about/ }).click()

const SIGNED_OUT: readonly PageState[] = [
  at('nobody', 'sign-in', '/sign-in'),
  at('nobody', 'sign-in-refused', '/sign-in', async (page) => {
    await page.getByLabel('Username or email address').fill(`nobody-${Math.random()}`)
    await page.getByRole('textbox', { name: 'Password' }).fill('wrong-password')
    await page.getByRole('button', { name: 'Sign in' }).click()
    await page.getByText('do not match any account').waitFor()
  }),
  at('nobody', 'sign-in-suspended', '/sign-in?notice=ACCOUNT_SUSPENDED'),
  at('nobody', 'register', '/register'),
  at('nobody', 'register-refused', '/register', async (page) => {
    await page.getByRole('button', { name: 'Create account' }).click()
    await page.locator('[aria-invalid=true]').first().waitFor()
  }),
  at('nobody', 'forgot-password', '/forgot-password'),
  at('nobody', 'reset-password', '/reset-password?token=unknown'),
  at('nobody', 'first-run', '/first-run'),
  at('nobody', 'not-found', '/nothing/here'),
]

const LIVE: readonly PageState[] = [
  at('ada', 'home', '/'),
  at('newcomer', 'home-empty', '/'),
  at('ada', 'account-menu', '/', async (page) => {
    await page.getByRole('button', { name: /^Account of/ }).click()
    await page.getByRole('menu').waitFor()
  }),
  at('ada', 'offline', '/', async (page) => {
    await page.context().setOffline(true)
    await page.getByText('The connection is lost.').waitFor()
  }),
  at('ada', 'notifications', '/notifications'),
  at('newcomer', 'notifications-empty', '/notifications'),
  at('ada', 'search', '/search'),
  at('ada', 'search-all', '/search?text=a'),
  at('ada', 'search-events', '/search?text=a&kind=events'),
  at('ada', 'search-nothing', `/search?text=${NOTHING}`),
]

const PEOPLE: readonly PageState[] = [
  at('ada', 'friends', '/people'),
  at('newcomer', 'friends-empty', '/people'),
  at('ada', 'requests', '/people?tab=requests'),
  at('newcomer', 'requests-empty', '/people?tab=requests'),
  at('ada', 'find', '/people?tab=find&search=a'),
  at('ada', 'find-nothing', `/people?tab=find&search=${NOTHING}`),
  at('ada', 'favorites', '/people?tab=favorites'),
  at('ada', 'friend', ({ friend }) => `/people/${friend}`),
  at('ada', 'stranger', ({ stranger }) => `/people/${stranger}`),
  at('ada', 'unknown-person', '/people/usr_00000000-0000-4000-8000-00000000ffff'),
  at(
    'ada',
    'person-menu',
    ({ friend }) => `/people/${friend}`,
    async (page) => {
      await openMenuOfPerson(page)
      await page.getByRole('menu').waitFor()
    },
  ),
  at(
    'ada',
    'block',
    ({ stranger }) => `/people/${stranger}`,
    async (page) => {
      await openMenuOfPerson(page)
      await page.getByRole('menuitem', { name: 'Block' }).click()
      await dialogOpens(page)
    },
  ),
  at(
    'ada',
    'report',
    ({ stranger }) => `/people/${stranger}`,
    async (page) => {
      await openMenuOfPerson(page)
      await page.getByRole('menuitem', { name: 'Report' }).click()
      await dialogOpens(page)
    },
  ),
]

const WORLDS: readonly PageState[] = [
  at('ada', 'worlds', '/worlds'),
  at('ada', 'worlds-all', '/worlds?list=all&sort=NAME'),
  at('newcomer', 'worlds-favorites-empty', '/worlds?list=favorites'),
  at('ada', 'worlds-nothing', `/worlds?list=all&search=${NOTHING}`),
  at('ada', 'world', ({ world }) => `/worlds/${world}`),
  at('ada', 'unknown-world', '/worlds/wrld_00000000-0000-4000-8000-000000000000'),
  at(
    'ada',
    'invite',
    ({ world }) => `/worlds/${world}`,
    async (page) => {
      await page
        .getByRole('button', { name: /^Invite friends/ })
        .first()
        .click()
      await dialogOpens(page)
    },
  ),
]

/** Every page, and the states that look different. */
export const PAGE_STATES: readonly PageState[] = [
  ...SIGNED_OUT,
  ...LIVE,
  ...PEOPLE,
  ...WORLDS,
  ...SECTIONS.map((section) => at('ada', `settings-${section}`, `/settings/${section}`)),
]

/** The few states that audits look at in the run of all tests. */
const SHORT = ['sign-in', 'home', 'friend']
export const SHORT_STATES: readonly PageState[] = PAGE_STATES.filter(({ name }) => SHORT.includes(name))
