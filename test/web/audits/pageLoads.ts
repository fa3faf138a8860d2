import { statSync } from 'node:fs'
import type { Page } from 'playwright-core'
import { type StatementsSource, statementsOf } from '../../support/pageStatements.ts'

/** What a page has asked for. */
export interface Loaded {
  /** Bodies of the GraphQL requests. */
  readonly bodies: string[]
  /** Paths of the scripts. */
  readonly scripts: Set<string>
}

/** Records what a page loads from now on. */
export function recordLoads(page: Page): Loaded {
  const loaded: Loaded = { bodies: [], scripts: new Set() }
  page.on('request', (request) => {
    const { pathname } = new URL(request.url())
    if (pathname === '/graphql') loaded.bodies.push(request.postData() ?? '')
    if (/^\/assets\/.*\.js$/.test(pathname)) loaded.scripts.add(pathname)
  })
  return loaded
}

/** Bytes of built scripts, compressed by brotli; Chromium asks for that only over TLS. */
export const sizeOf = (scripts: Iterable<string>) =>
  [...scripts].reduce((bytes, path) => bytes + statSync(`dist/web${path}.br`).size, 0)

export interface Cost {
  readonly statements: number
  /** The highest of one operation. */
  readonly cost: number
}

export const NOTHING: Cost = { statements: 0, cost: 0 }

interface Site extends StatementsSource {
  readonly origin: string
  /** Of the viewer's session; undefined for nobody. */
  readonly token: string | undefined
}

/** Sends what a page has sent again, once to fill caches, and counts what the second time costs. */
export async function costOf({ platform, origin, token }: Site, bodies: readonly string[]): Promise<Cost> {
  const cookie = token === undefined ? {} : { cookie: `auth=${token}` }
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
  await send()
  return { statements: (await statementsOf({ platform }, send)).length, cost: Math.max(...costs) }
}
