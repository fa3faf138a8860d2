import type { Page } from 'playwright-core'
import { addRows } from './addedRows.ts'
import type { DemoSite } from './demoSite.ts'
import { type Cost, costOf, type Loaded, NOTHING, recordLoads, sizeOf } from './pageLoads.ts'
import type { PageState } from './pageState.ts'
import { visitAll } from './visits.ts'

/** What a page may cost at most. */
const MOST = { requests: 2, statements: 30, cost: 2_000 }
/** Bytes of script over the wire, compressed by brotli, of pages before and after sign-in. */
const MOST_SCRIPT = { 'sign-in': 150_000, home: 270_000 }
/** How far a figure may be above these. */
const TOLERANCE = 1.1

const WIDTH = 1280

/** Sends what a page has sent again, and counts what that costs. */
const costAs = ({ app, origin, tokens }: DemoSite, { viewer }: PageState, bodies: readonly string[]): Promise<Cost> =>
  // Otherwise cached records would expire between the two.
  app.clock.hold(() =>
    costOf({ platform: app.platform, origin, token: viewer === 'nobody' ? undefined : tokens[viewer] }, bodies),
  )

/** Rows of each kind that are added to see whether statements grow with them. */
const MANY = 12
/** Statements that rows of another kind may need, which came with them. One for each row would be more. */
const OTHER_KINDS = 2

/** What a page has asked for when it was loaded. */
interface Visit {
  readonly state: PageState
  readonly bodies: readonly string[]
  /** Of script. */
  readonly bytes: number
}

async function loadPages(site: DemoSite, states: readonly PageState[]): Promise<{ visits: Visit[]; faults: string[] }> {
  const visits: Visit[] = []
  const records = new WeakMap<Page, Loaded>()
  const onOpen = (page: Page) => void records.set(page, recordLoads(page))
  const faults = await visitAll(site, { states, widths: [WIDTH], onOpen }, async (page, state) => {
    const { bodies = [], scripts = [] } = records.get(page) ?? {}
    visits.push({ state, bodies, bytes: sizeOf(scripts) })
  })
  return { visits, faults }
}

const kilobytes = (bytes: number) => `${Math.round(bytes / 1000)} kB`

/** Loads each page, and counts its requests, statements, cost and script, with a row of each kind and with many. */
export async function measurePages(site: DemoSite, all: readonly PageState[]): Promise<string[]> {
  const { visits, faults } = await loadPages(
    site,
    all.filter(({ prepare }) => !prepare),
  )
  await addRows(site, 1)
  const few = await costsOf(site, visits)
  await addRows(site, MANY)
  const many = await costsOf(site, visits)
  for (const { state, bodies, bytes } of visits) {
    const [before = NOTHING, after = NOTHING] = [few.get(state), many.get(state)]
    const counts = { requests: bodies.length, ...after }
    process.stdout.write(
      `${state.name.padEnd(26)} ${bodies.length} requests, ${before.statements} statements, ${after.statements} with more rows, cost ${after.cost}, ${kilobytes(bytes)}\n`,
    )
    faults.push(...excessOf(state.name, counts, bytes), ...growthOf(state.name, before, after))
  }
  return faults
}

async function costsOf(site: DemoSite, visits: readonly Visit[]): Promise<ReadonlyMap<PageState, Cost>> {
  const costs = new Map<PageState, Cost>()
  for (const { state, bodies } of visits) costs.set(state, await costAs(site, state, bodies))
  return costs
}

function excessOf(name: string, counts: Cost & { readonly requests: number }, bytes: number): string[] {
  const keys = ['requests', 'statements', 'cost'] as const
  const most = name === 'sign-in' || name === 'home' ? MOST_SCRIPT[name] : Number.POSITIVE_INFINITY
  return [
    ...keys
      .filter((key) => counts[key] > MOST[key] * TOLERANCE)
      .map((key) => `${name}: ${key}: ${counts[key]} of ${MOST[key]}`),
    ...(bytes > most * TOLERANCE ? [`${name}: ${kilobytes(bytes)} of script, of ${kilobytes(most)}`] : []),
  ]
}

const growthOf = (name: string, before: Cost, after: Cost) =>
  after.statements > before.statements + OTHER_KINDS
    ? [`${name}: ${before.statements} statements, ${after.statements} with more rows`]
    : []
