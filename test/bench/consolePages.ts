import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Client } from 'pg'
import { pino } from 'pino'
import type { Browser, Page } from 'playwright-core'
import { makeApp } from '../../src/app.ts'
import { findFreePort } from '../../src/platform/database/embedded/freePort.ts'
import { openPlatform } from '../../src/platform/openPlatform.ts'
import type { Platform } from '../../src/platform/platform.ts'
import { readSettings } from '../../src/settings.ts'
import { type Cost, costOf, recordLoads } from '../web/audits/pageLoads.ts'
import { settled } from '../web/audits/visits.ts'
import { openBrowser } from '../web/browser.ts'
import { addConsoleRows } from './consoleDataset.ts'
import { tokenOf, userIdOf } from './dataset.ts'
import { openSeededDatabase } from './seededDatabase.ts'

/** Fewer people, such as 10,000, for a quick look. */
const people = Number(process.env.BENCH_PEOPLE ?? 1_000_000)
const ROWS = { people, reports: people / 10, auditEntries: people * 10 }
/** Milliseconds until a page shows its first content. */
const MOST = 1_000
/** How far a figure may be above its bar. */
const TOLERANCE = 1.1
const LOADS = 5
/** Somebody whom many have reported. */
const PERSON = userIdOf(12)

/** Addresses of the pages that list what there is much of, below `/console`. */
const PAGES = [
  'overview',
  'overview?range=quarter',
  'reports',
  'reports?sort=OLDEST_AT',
  'reports?kind=WORLD',
  'reports?claim=free',
  'reports/list',
  'reports/list?status=OPEN&sort=CREATED_AT',
  `reports/list?authorId=${PERSON}`,
  `reports/${PERSON}`,
  'appeals',
  'people',
  'people?sort=LAST_LOGIN_AT',
  'people?sort=REPORT_COUNT',
  'people?sort=DISPLAY_NAME',
  'people?q=karomite',
  'people?q=person123456',
  'people?state=suspended',
  'people?state=reported',
  'people?state=admins',
  'people?state=withoutTwoFactor&sort=LAST_LOGIN_AT',
  'people?permission=REPORTS',
  `people/${PERSON}`,
  `people/${PERSON}?tab=security`,
  `people/${PERSON}?tab=reports`,
  `people/${PERSON}?tab=content`,
  `people/${PERSON}?tab=groups`,
  `people/${PERSON}?tab=files`,
  `people/${PERSON}?tab=economy`,
  `people/${PERSON}?tab=notes`,
  `people/${PERSON}?tab=grants`,
  'content',
  'content?part=hidden',
  'content?kind=PICTURE',
  'worlds',
  'worlds?q=karomite',
  'groups',
  'assets',
  'economy',
  'catalogue',
  'jams',
  'broadcasts',
  'configuration',
  'badges',
  'permissions',
  'reasons',
  'audit',
  `audit?q=about%3A${PERSON}`,
  'audit?q=act%3Asuspend',
  'audit?q=actor%3Aperson1+after%3A2026-01-01',
  'jobs',
  'mails',
  'nodes',
  'settings',
  'staff',
] as const

interface Server {
  readonly platform: Platform
  readonly origin: string
}

/** Opens the pages of the console on a large database. Returns what is worse than accepted. */
export async function measureConsolePages(): Promise<string[]> {
  const database = await openSeededDatabase(ROWS.people)
  try {
    const begun = performance.now()
    const client = new Client({ connectionString: database.url })
    await client.connect()
    await addConsoleRows(client, ROWS).finally(() => client.end())
    console.error(`added reports and audit entries in ${Math.round((performance.now() - begun) / 1_000)} s`)
    return await withServer(database.url, (server) => withBrowser((browser) => measureAll(server, browser)))
  } finally {
    await database.drop()
  }
}

async function withServer<T>(url: string, work: (server: Server) => Promise<T>): Promise<T> {
  const folder = await mkdtemp(join(tmpdir(), 'plaza-bench-console-'))
  const limits = { MAX_REQUESTS_PER_USER: '0', MAX_REQUESTS_PER_ADDRESS: '0' }
  const port = await findFreePort()
  const address = { PORT: String(port), PUBLIC_URL: `http://127.0.0.1:${port}` }
  const settings = { NODE_ENV: 'test', ...address, DATA_DIR: folder, JOBS: 'off', DATABASE_URL: url, ...limits }
  const platform = await openPlatform(readSettings(settings), { log: pino({ level: 'error' }) })
  try {
    const app = await makeApp(platform)
    await app.listen()
    return await work({ platform, origin: `http://127.0.0.1:${port}` }).finally(() => app.drain())
  } finally {
    await platform.close()
    await rm(folder, { recursive: true, force: true })
  }
}

async function withBrowser<T>(work: (browser: Browser) => Promise<T>): Promise<T> {
  const browser = await openBrowser()
  return await work(browser).finally(() => browser.close())
}

async function measureAll(server: Server, browser: Browser): Promise<string[]> {
  const context = await browser.newContext({
    baseURL: server.origin,
    locale: 'en-US',
    viewport: { width: 1280, height: 900 },
  })
  context.setDefaultTimeout(60_000)
  await context.addCookies([{ name: 'auth', value: tokenOf(1), url: server.origin, httpOnly: true }])
  const faults: string[] = []
  for (const path of PAGES) faults.push(...judge(path, await measurePage(server, await context.newPage(), path)))
  return faults
}

interface PageFigures extends Cost {
  readonly requests: number
  /** Milliseconds from the request of the page until it shows its content, the median of several loads. */
  readonly time: number
  /** Milliseconds until the answers of its requests alone, sent one after the other. */
  readonly answers: number
}

/** Loads a page several times, of which the first fills the caches of browser and server. */
async function measurePage({ platform, origin }: Server, page: Page, path: string): Promise<PageFigures> {
  await page.goto(`/console/${path}`)
  await settled(page)
  const times: number[] = []
  const { bodies } = recordLoads(page)
  for (let load = 0; load < LOADS; load++) {
    bodies.length = 0
    const begun = performance.now()
    await page.goto(`/console/${path}`)
    await settled(page)
    times.push(performance.now() - begun)
  }
  await page.close()
  const begun = performance.now()
  const cost = await costOf({ platform, origin, token: tokenOf(1) }, bodies)
  const time = times.sort((a, b) => a - b)[Math.floor(LOADS / 2)] ?? 0
  return { ...cost, requests: bodies.length, time, answers: (performance.now() - begun) / 2 }
}

function judge(path: string, { requests, statements, cost, time, answers }: PageFigures): string[] {
  const text = `${requests} requests, ${statements} statements, cost ${cost}, answers in ${answers.toFixed(0)} ms`
  console.log(`${path.padEnd(52)} ${time.toFixed(0).padStart(5)} ms to its content, ${text}`)
  return time > MOST * TOLERANCE ? [`${path}: ${time.toFixed(0)} ms of ${MOST} ms`] : []
}
