import { describe, expect, it } from 'vitest'
import { checkAccessibility } from './audits/axe.ts'
import { withDemoSite } from './audits/demoSite.ts'
import { measureFirstContent } from './audits/firstContent.ts'
import { checkHostileTexts, writeHostileTexts } from './audits/hostile.ts'
import { measurePages } from './audits/pageCosts.ts'
import { PAGE_STATES, SHORT_STATES } from './audits/pageStates.ts'
import { takeScreenshots } from './audits/screenshots.ts'

/** The audit that `npm run test:web -- --NAME` makes of every page; all tests make some of a few pages. */
const only = process.env.WEB_AUDIT
const states = only
  ? PAGE_STATES.filter(({ name }) => new RegExp(process.env.WEB_PAGES ?? '').test(name))
  : SHORT_STATES
/** Milliseconds: every page in every look takes minutes. */
const PATIENCE_OF_ALL = 3_600_000

/** Each returns what it finds wrong. */
const AUDITS: Readonly<Record<string, () => Promise<string[]>>> = {
  axe: () => withDemoSite((site) => checkAccessibility(site, states)),
  hostile: () => withDemoSite((site) => checkHostileTexts(site, states), writeHostileTexts),
  costs: () => withDemoSite((site) => measurePages(site, states)),
  screenshots: () => withDemoSite((site) => takeScreenshots(site, states, process.env.WEB_SCREENSHOTS ?? '')),
  'first-content': measureFirstContent,
}
const WITH_ALL_TESTS = ['axe', 'hostile', 'costs']

describe('the pages of the web UI pass the audit', () => {
  it.each(only ? [only] : WITH_ALL_TESTS)('%s', { timeout: PATIENCE_OF_ALL }, async (name) => {
    const faults = await AUDITS[name]?.()
    process.stdout.write(`${name}: ${states.length} states, ${faults?.length} faults\n`)
    expect(faults).toEqual([])
  })
})
