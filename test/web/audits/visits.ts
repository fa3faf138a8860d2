import type { BrowserContext, Page } from 'playwright-core'
import { faultsOf } from '../browser.ts'
import type { DemoSite, Viewer } from './demoSite.ts'
import type { PageState } from './pageState.ts'

/** How a browser shows pages. */
export interface Look {
  /** Width of the window in CSS pixels. */
  readonly width: number
  readonly theme: 'light' | 'dark'
}

/** Milliseconds, for a busy machine. */
const TIMEOUT = 20_000

/** A browser of its own, signed in as the viewer. The caller closes it. */
export async function openContext(site: DemoSite, viewer: Viewer, { width, theme }: Look): Promise<BrowserContext> {
  const context = await site.browser.newContext({
    ...{ baseURL: site.origin, locale: 'en-US', colorScheme: theme, reducedMotion: 'reduce' },
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
    const isLoading = document.querySelector('.mantine-Skeleton-root, [data-loading=true]') !== null
    // Those far below the window would be loaded only when somebody scrolls there.
    for (const image of document.images) image.loading = 'eager'
    return !isLoading && [...document.images].every(({ complete }) => complete)
  })
}

/** Returns what it finds wrong on a page. */
type Audit = (page: Page, state: PageState, look: Look) => Promise<readonly string[] | void>

interface Visits {
  readonly states: readonly PageState[]
  readonly looks: readonly Look[]
  /** Called with each new tab before it loads anything. */
  readonly onOpen?: (page: Page) => void
}

/**
 * Calls `audit` for each state in each look; states of one viewer share a browser. Returns what went wrong, by state and
 * look: pages that did not come to their state, faults of scripts, and what the audit has found.
 */
export async function visitAll(site: DemoSite, { states, looks, onOpen }: Visits, audit: Audit): Promise<string[]> {
  const found: string[] = []
  const viewers = new Set(states.map(({ viewer }) => viewer))
  for (const [look, viewer] of looks.flatMap((one) => [...viewers].map((person) => [one, person] as const))) {
    const context = await openContext(site, viewer, look)
    for (const state of states.filter((one) => one.viewer === viewer)) {
      const page = await context.newPage()
      onOpen?.(page)
      const faults = await faultsIn(page, async () => {
        await bringToState(site, page, state)
        return audit(page, state, look)
      })
      found.push(...faults.map((fault) => `${state.name} ${look.width} ${look.theme}: ${fault}`))
      await page.close()
      await context.setOffline(false)
    }
    await context.close()
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
