import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import type { Page } from 'playwright-core'
import { z } from 'zod'
import type { DemoSite } from './demoSite.ts'
import type { PageState } from './pageState.ts'
import { inEachTheme, visitAll } from './visits.ts'

const WIDTHS = [360, 1280]

const Violations = z.array(
  z.object({ id: z.string(), help: z.string(), nodes: z.array(z.object({ html: z.string(), target: z.unknown() })) }),
)

const axeSource = () => readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8')

/** The policy of the page refuses other scripts; the protocol of the browser does not ask it. */
async function violationsOf(page: Page, source: string): Promise<z.infer<typeof Violations>> {
  await page.evaluate(source)
  return Violations.parse(await page.evaluate('axe.run(document).then(({ violations }) => violations)'))
}

/** What axe-core finds in a page as it is now, with where. */
async function faultsOf(page: Page, source: string): Promise<string[]> {
  const violations = await violationsOf(page, source)
  return violations.flatMap(({ id, help, nodes }) =>
    nodes.map(({ html, target }) => `${id}: ${help}: ${JSON.stringify(target)} ${html.slice(0, 160)}`),
  )
}

/** Checks accessibility by axe-core in both themes. Returns what it finds, by state, width and theme. */
export function checkAccessibility(site: DemoSite, states: readonly PageState[]): Promise<string[]> {
  const source = axeSource()
  return visitAll(site, { states, widths: WIDTHS }, async (page) => {
    const faults = await inEachTheme(page, async (theme) =>
      (await faultsOf(page, source)).map((fault) => `${theme}: ${fault}`),
    )
    return faults.flat()
  })
}
