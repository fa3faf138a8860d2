import { mkdirSync } from 'node:fs'
import { join } from 'node:path'
import type { DemoSite } from './demoSite.ts'
import type { PageState } from './pageState.ts'
import { type Look, visitAll } from './visits.ts'

const WIDTHS = [360, 768, 1440]
const THEMES = ['light', 'dark'] as const

const LOOKS: readonly Look[] = WIDTHS.flatMap((width) => THEMES.map((theme) => ({ width, theme })))

/** Writes a picture of each state in each width and theme to a folder. Returns what went wrong. */
export function takeScreenshots(site: DemoSite, states: readonly PageState[], folder: string): Promise<string[]> {
  mkdirSync(folder, { recursive: true })
  return visitAll(site, { states, looks: LOOKS }, async (page, { name }, { width, theme }) => {
    await page.screenshot({ path: join(folder, `${name}-${width}-${theme}.png`), fullPage: true })
  })
}
