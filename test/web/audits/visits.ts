import type { BrowserContext, Page } from 'playwright-core'
import { faultsOf } from '../browser.ts'
import type { DemoSite, Viewer } from './demoSite.ts'
import type { PageState } from './pageState.ts'

/** Milliseconds, for a busy machine. */
const TIMEOUT = 20_000

/** A browser of its own with a window of this width in CSS pixels, signed in as the viewer. The caller closes it. */
async function openContext(site: DemoSite, viewer: Viewer, width: number): Promise<BrowserContext> {
  const context = await site.browser.newContext({
    ...{ baseURL: site.origin, locale: 'en-US', colorScheme: 'light', reducedMotion: 'reduce' },
    viewport: { width, height: width < 600 ? 740 : 900 },
  })
  context.setDefaultTimeout(TIMEOUT)
  if (viewer !== 'nobody')
    await context.addCookies([{ name: 'auth', value: site.tokens[viewer], url: site.origin, httpOnly: true }])
  return context
}

/** Loads a page and brings it to a state. */
async function bringToState(site: DemoSite, page: Page, { path, prepare }: PageState): Promise<void> {
  await page.goto(await path(site))
  await settled(page)
  if (!prepare) return
  await prepare(page)
  await settled(page)
}

/** Resolves when a page has its heading, and everything on it is loaded. */
export async function settled(page: Page): Promise<void> {
  await page.getByRole('heading', { level: 1 }).first().waitFor({ state: 'attached' })
  await page.waitForFunction(() => {
    const isLoading = document.querySelector('.mantine-Skeleton-root, [data-loading=true], [aria-busy=true]') !== null
    // Those far below the window would be loaded only when somebody scrolls there.
    for (const image of document.images) image.loading = 'eager'
    return !isLoading && [...document.images].every(({ complete }) => complete)
  })
}

/** Returns what it finds wrong on a page. */
type Audit = (page: Page, state: PageState, width: number) => Promise<readonly string[] | void>

interface Visits {
  readonly states: readonly PageState[]
  /** Of the window in CSS pixels; each state is visited in each. */
  readonly widths: readonly number[]
  /** Called with each new tab before it loads anything. */
  readonly onOpen?: (page: Page) => void
}

/**
 * Calls `audit` for each state in each width, in the light theme; states of one viewer share a browser. Returns what went
 * wrong, by state and width: pages that did not come to their state, faults of scripts, and what the audit has found.
 */
export async function visitAll(site: DemoSite, { states, widths, onOpen }: Visits, audit: Audit): Promise<string[]> {
  const found: string[] = []
  const viewers = new Set(states.map(({ viewer }) => viewer))
  for (const [width, viewer] of widths.flatMap((one) => [...viewers].map((person) => [one, person] as const))) {
    const context = await openContext(site, viewer, width)
    const visit = async (state: PageState) => {
      const page = await context.newPage()
      onOpen?.(page)
      const faults = await faultsIn(page, async () => {
        await bringToState(site, page, state)
        return audit(page, state, width)
      })
      await page.close()
      await context.setOffline(false)
      return faults.map((fault) => `${state.name} ${width}: ${fault}`)
    }
    for (const state of states.filter((one) => one.viewer === viewer)) found.push(...tell(await visit(state)))
    await context.close()
  }
  return found
}

/** Tells faults at once, since visits of all pages take minutes. */
function tell(faults: readonly string[]): readonly string[] {
  for (const fault of faults) process.stdout.write(`${fault}\n`)
  return faults
}

const THEMES = ['light', 'dark'] as const

/** Calls `look` with a page in each theme, which the page takes from the system. Returns all that it returns. */
export async function inEachTheme<Found>(page: Page, look: (theme: string) => Promise<Found>): Promise<Found[]> {
  const found: Found[] = []
  for (const theme of THEMES) {
    await page.emulateMedia({ colorScheme: theme })
    await page.locator(`html[data-mantine-color-scheme=${theme}]`).waitFor({ state: 'attached' })
    found.push(await look(theme))
  }
  return found
}

/** What goes wrong in a page while it is audited, and what the audit finds. */
async function faultsIn(page: Page, audit: () => Promise<readonly string[] | void>): Promise<readonly string[]> {
  const faults = faultsOf(page)
  try {
    const found = (await audit()) ?? []
    return [...faults, ...found]
  } catch (error) {
    return [...faults, String(error).split('\n', 3).join(' ')]
  }
}
