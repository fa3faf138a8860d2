import { statSync } from 'node:fs'
import type { Page } from 'playwright-core'
import { statementsOf } from '../../support/pageStatements.ts'
import { addRows } from './addedRows.ts'
import type { DemoSite } from './demoSite.ts'
import type { PageState } from './pageState.ts'
import { visitAll } from './visits.ts'

/** What a page may cost at most. */
const MOST = { requests: 2, statements: 30, cost: 2_000 }
/** Bytes of script over the wire, compressed by brotli, of pages before and after sign-in. */
const MOST_SCRIPT = { 'sign-in': 150_000, home: 270_000 }
/** How far a figure may be above these. */
const TOLERANCE = 1.1

const LOOK = { width: 1280, theme: 'light' } as const

interface Loaded {
  /** Bodies of the GraphQL requests. */
  readonly bodies: string[]
  /** Paths of the scripts. */
  readonly scripts: Set<string>
}

/** Records what a page loads from now on. */
function recordLoads(page: Page): Loaded {
  const loaded: Loaded = { bodies: [], scripts: new Set() }
  page.on('request', (request) => {
    const { pathname } = new URL(request.url())
    if (pathname === '/graphql') loaded.bodies.push(request.postData() ?? '')
    if (/^\/assets\/.*\.js$/.test(pathname)) loaded.scripts.add(pathname)
  })
  return loaded
}

/** Bytes of built scripts, compressed by brotli; Chromium asks for that only over TLS. */
const sizeOf = (scripts: Iterable<string>) =>
  [...scripts].reduce((bytes, path) => bytes + statSync(`dist/web${path}.br`).size, 0)

interface Cost {
  readonly statements: number
  /** The highest of one operation. */
  readonly cost: number
}

/** Sends what a page has sent again, and counts what that costs. */
async function costOf(
  { app, origin, tokens }: DemoSite,
  { viewer }: PageState,
  bodies: readonly string[],
): Promise<Cost> {
  const cookie = viewer === 'nobody' ? {} : { cookie: `auth=${tokens[viewer]}` }
  const headers = { 'content-type': 'application/json', 'x-plaza-cost': '1', ...cookie }
  const costs: number[] = [0]
  const send = async () => {
    for (const body of bodies) {
      const response = await fetch(`${origin}/graphql`, { method: 'POST', headers, body })
      const answers: unknown = await response.json()
      for (const answer of Array.isArray(answers) ? answers : [answers])
        costs.push(Object(answer).extensions?.cost?.requested ?? 0)
    }
  }
  if (bodies.length === 0) return NOTHING
  // Otherwise cached records would expire between the two.
  return app.clock.hold(async () => {
    await send()
    return { statements: (await statementsOf(app, send)).length, cost: Math.max(...costs) }
  })
}

const NOTHING: Cost = { statements: 0, cost: 0 }
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
  const faults = await visitAll(site, { states, looks: [LOOK], onOpen }, async (page, state) => {
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
  for (const { state, bodies } of visits) costs.set(state, await costOf(site, state, bodies))
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
