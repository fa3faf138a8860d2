import type { Page } from 'playwright-core'
import type { DemoSite, Viewer } from './demoSite.ts'

/** A page of the web UI in a state that a person can bring it to. */
export interface PageState {
  /** Unique; also the name of its screenshots. */
  readonly name: string
  readonly viewer: Viewer
  readonly path: (site: DemoSite) => string | Promise<string>
  /** Acts that lead to the state once the page is loaded. */
  readonly prepare?: (page: Page) => Promise<void>
}

/** Shows the name that an unknown person has on no page. */
export const NOTHING = 'zzzznothing'

/** A state; the path may need what the demo has. */
export const at = (viewer: Viewer, name: string, path: string | PageState['path'], prepare?: PageState['prepare']) => ({
  ...{ name, viewer, path: typeof path === 'string' ? () => path : path },
  ...(prepare && { prepare }),
})

export const dialogOpens = (page: Page) => page.getByRole('dialog').waitFor()
