import { mkdirSync } from 'node:fs'
import { join } from 'node:path'
import type { DemoSite } from './demoSite.ts'
import type { PageState } from './pageState.ts'
import { inEachTheme, visitAll } from './visits.ts'

const WIDTHS = [360, 768, 1440]

/** Writes a picture of each state in each width and theme to a folder. Returns what went wrong. */
export function takeScreenshots(site: DemoSite, states: readonly PageState[], folder: string): Promise<string[]> {
  mkdirSync(folder, { recursive: true })
  return visitAll(site, { states, widths: WIDTHS }, async (page, { name }, width) => {
    await inEachTheme(page, (theme) =>
      page.screenshot({ path: join(folder, `${name}-${width}-${theme}.png`), fullPage: true }),
    )
  })
}
