import type { Browser } from 'playwright-core'
import { writeDataExports } from '../../../src/areas/accounts/dataExport/dataExport.ts'
import { exportRules } from '../../../src/areas/index.ts'
import { bringDemoUsersOnline } from '../../../src/demo/onlineUsers.ts'
import { ensureDemoData } from '../../../src/demo/seed.ts'
import type { Scope } from '../../../src/kernel/scope.ts'
import { findFreePort } from '../../../src/platform/database/embedded/freePort.ts'
import { anApp, type TestApp } from '../../support/app.ts'
import { aUser } from '../../support/users.ts'
import { openBrowser } from '../browser.ts'
import { type Person, signInDemo } from '../people.ts'

/** Who looks at a page: demo_ada, demo_admin, an account of its own without anything, or nobody. */
export type Viewer = 'ada' | 'admin' | 'newcomer' | 'nobody'

/** A server of this process with the demo and a browser, so that audits can read and change the database. */
export interface DemoSite {
  readonly app: TestApp
  readonly browser: Browser
  readonly origin: string
  readonly ada: Person
  /** Tokens of the sessions of all viewers but nobody. */
  readonly tokens: Readonly<Record<Exclude<Viewer, 'nobody'>, string>>
  readonly known: KnownIds
}

/** Ids of the demo that addresses of pages need. */
export interface KnownIds {
  readonly friend: string
  readonly stranger: string
  /** A world with people in it. */
  readonly world: string
}

/** Runs an audit with the demo as `change` leaves it. */
export async function withDemoSite(
  audit: (site: DemoSite) => Promise<string[]>,
  change: (scope: Scope) => Promise<void> = async () => {},
): Promise<string[]> {
  const app = await openDemoApp(change)
  const { origin } = app
  const ada = await signInDemo(origin, 'demo_ada')
  await ada.run('mutation { requestDataExport(input: {}) { viewer { id } } }')
  await writeDataExports(app.scope(), exportRules)
  const admin = await signInDemo(origin, 'demo_admin')
  const newcomer = await aUser(app, { username: 'newcomer' })
  const tokens = { ada: ada.token, admin: admin.token, newcomer: String(newcomer.api.cookies.get('auth')) }
  const browser = await openBrowser()
  try {
    return await audit({ app, browser, origin, ada, tokens, known: await readKnownIds(ada) })
  } finally {
    await browser.close()
    await app.close()
  }
}

async function openDemoApp(change: (scope: Scope) => Promise<void>): Promise<TestApp> {
  const port = await findFreePort()
  const app = await anApp({ PORT: String(port), PUBLIC_URL: `http://127.0.0.1:${port}`, TRUST_PROXY: '0' })
  const settings = { ...app.platform.settings, DATABASE_URL: undefined, DEMO: 'on' as const }
  await ensureDemoData({ ...app.platform, settings }, app.app.services)
  await change(app.scope())
  await bringDemoUsersOnline(app.app.services)
  return app
}

const KNOWN = `{
  viewer { user { id } friends(first: 1, filter: { standings: [ONLINE] }) { nodes { id } } }
  users(first: 10, filter: { search: "a" }) { nodes { id isFriend } }
  activeWorlds(first: 1) { nodes { id } }
}`

async function readKnownIds(ada: Person): Promise<KnownIds> {
  const { viewer, users, activeWorlds } = Object(await ada.run(KNOWN))
  const strangers: { id: string; isFriend: boolean }[] = users.nodes
  const stranger = strangers.find(({ id, isFriend }) => !isFriend && id !== viewer.user.id)
  return { friend: viewer.friends.nodes[0].id, stranger: stranger?.id ?? '', world: activeWorlds.nodes[0].id }
}
