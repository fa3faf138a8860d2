import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { Client } from 'pg'
import type { Browser, BrowserContextOptions, Page } from 'playwright-core'
import { findFreePort } from '../../src/platform/database/embedded/freePort.ts'
import { findRunningEmbeddedUrl } from '../../src/platform/database/openDatabase.ts'
import { eventually } from '../support/eventually.ts'
import { aMigratedServerFolder, type ReadyServer, startReadyServer } from '../support/serverProcess.ts'
import { faultsOf, openBrowser } from './browser.ts'
import { type Person, registerPerson, signInDemo } from './people.ts'

/** A server with the demo and a browser, for journeys through the web UI. */
export interface Stage {
  readonly origin: string
  /** A new account of its own. */
  aPerson(): Promise<Person>
  /** One of the demo accounts, such as `demo_ada`. */
  demoPerson(username: string): Promise<Person>
  /** A browser of its own, signed in as a person or as nobody, whose first tab is empty. */
  openTab(person: Person | null, options?: BrowserContextOptions): Promise<Page>
  /** A further tab in the browser of another one. */
  openTabBeside(page: Page): Promise<Page>
  /** The text of the newest mail to an address that matches. Waits for it. */
  readMail(address: string, pattern: RegExp): Promise<string>
  /** Runs a statement on the database of the server. */
  sql(text: string, values?: readonly unknown[]): Promise<void>
  /** Kills the server, and starts it again at the same address. */
  restart(whileDown?: () => Promise<void>): Promise<void>
  /** What the server has written to its output since it was started last. */
  log(): string
  /** What went wrong in the pages since this was called last. */
  takeFaults(): string[]
  /** Closes the browsers of a journey. */
  clear(): Promise<void>
  close(): Promise<void>
}

/** Environment variables of the server beside those of the demo. */
type Environment = Readonly<Record<string, string>>

export async function openStage(environment: Environment = {}): Promise<Stage> {
  const folder = await aMigratedServerFolder()
  const port = await findFreePort()
  const origin = `http://127.0.0.1:${port}`
  const env = { DATA_DIR: folder.dataDir, DEMO: 'on', PORT: String(port), PUBLIC_URL: origin, ...environment }
  let server: ReadyServer = await startReadyServer(env)
  const browser = await openBrowser()
  const pages: { page: Page; faults: string[] }[] = []
  const watch = (page: Page): Page => {
    pages.push({ page, faults: faultsOf(page) })
    return page
  }
  return {
    origin,
    aPerson: () => registerPerson(origin),
    demoPerson: (username) => signInDemo(origin, username),
    openTab: async (person, options) => watch(await openTab(browser, { origin, person, options: options ?? {} })),
    openTabBeside: async (page) => watch(await page.context().newPage()),
    async readMail(address, pattern) {
      let mail: string | undefined
      await eventually(() => {
        mail = findMail(folder.dataDir, address, pattern)
        return mail !== undefined
      })
      return mail ?? ''
    },
    sql: (text, values = []) => runOn(folder.dataDir, text, values),
    async restart(whileDown = async () => {}) {
      process.kill(server.pid, 'SIGKILL')
      await server.ended
      await whileDown()
      server = await startReadyServer(env)
    },
    log: () => server.output(),
    takeFaults: () => pages.flatMap(({ faults }) => faults.splice(0)),
    async clear() {
      await Promise.all([...new Set(pages.map(({ page }) => page.context()))].map((context) => context.close()))
      pages.splice(0)
    },
    async close() {
      await browser.close()
      await folder.clear([server])
    },
  }
}

async function runOn(dataDir: string, text: string, values: readonly unknown[]): Promise<void> {
  const client = new Client({ connectionString: (await findRunningEmbeddedUrl(dataDir)) ?? undefined })
  await client.connect()
  await client.query(text, [...values]).finally(() => client.end())
}

interface Tab {
  readonly origin: string
  readonly person: Person | null
  readonly options: BrowserContextOptions
}

/** Milliseconds, for a busy machine. */
const TIMEOUT = 60_000

async function openTab(browser: Browser, { origin, person, options }: Tab): Promise<Page> {
  const context = await browser.newContext({ baseURL: origin, locale: 'en-US', ...options })
  if (person) await context.addCookies([{ name: 'auth', value: person.token, url: origin, httpOnly: true }])
  const page = await context.newPage()
  page.setDefaultTimeout(TIMEOUT)
  return page
}

const decodeQuotedPrintable = (text: string) =>
  text
    .replaceAll('=\r\n', '')
    .replace(/=([\dA-F]{2})/g, (_all, code: string) => String.fromCharCode(Number.parseInt(code, 16)))

/** The newest mail to an address whose text matches; undefined if there is none. */
function findMail(dataDir: string, address: string, pattern: RegExp): string | undefined {
  const mailFolder = join(dataDir, 'mail')
  // The first mail makes the folder.
  if (!existsSync(mailFolder)) return undefined
  // A mail that is being written has another name.
  const names = readdirSync(mailFolder).filter((name) => !name.endsWith('.part'))
  const mails = names
    .sort()
    .reverse()
    .map((name) => decodeQuotedPrintable(readFileSync(join(mailFolder, name), 'utf8')))
  return mails.find((mail) => mail.includes(address) && pattern.test(mail))
}
