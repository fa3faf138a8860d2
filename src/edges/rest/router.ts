import type { IncomingMessage } from 'node:http'
import { type MatchFunction, match } from 'path-to-regexp'
import type { Operation } from '../../contract/operation.ts'
import { getOrCreate } from '../../kernel/maps.ts'
import { targetOf } from '../requestHead.ts'

/** Path prefix that legacy clients expect. */
export const API_PREFIX = '/api/1/'

type Parameters = Readonly<Record<string, string>>

/** An endpoint with the parts of the target by which a request calls it. */
export interface Route<E> {
  readonly endpoint: E
  readonly params: Parameters
  readonly query: string
}

interface Candidate<E> {
  readonly endpoint: E
  readonly match: MatchFunction<Record<string, string>>
}

/**
 * Makes a finder of the endpoint that a request calls, among those that are passed in routing order; null for none. Paths
 * are matched without regard to case, and may end with a slash. HEAD calls the endpoint of GET.
 */
export function createRouter<E extends { readonly row: Operation }>(endpoints: readonly E[]) {
  const byStart = new Map<string, Candidate<E>[]>()
  for (const endpoint of endpoints) {
    const { method, path } = endpoint.row
    const candidates = getOrCreate(byStart, startOf(method.toUpperCase(), path.slice(1)), () => [])
    candidates.push({ endpoint, match: match(patternOf(path), { decode: decodeSafely }) })
  }
  return ({ method = '', url }: IncomingMessage): Route<E> | null => {
    const { path, query } = targetOf({ url })
    if (path.slice(0, API_PREFIX.length).toLowerCase() !== API_PREFIX) return null
    const candidates = byStart.get(startOf(method === 'HEAD' ? 'GET' : method, path.slice(API_PREFIX.length))) ?? []
    for (const candidate of candidates) {
      const matched = candidate.match(path.slice(API_PREFIX.length - 1))
      if (matched) return { endpoint: candidate.endpoint, params: matched.params, query }
    }
    return null
  }
}

/** What all requests to an endpoint have in common: its first segment, which is no parameter, and the number of segments. */
function startOf(method: string, path: string): string {
  const segments = (path.endsWith('/') ? path.slice(0, -1) : path).split('/')
  return `${method} ${segments.length} ${segments[0]?.toLowerCase()}`
}

/** Converts `{name}` to the `:name` of the library, and escapes literal colons. */
const patternOf = (path: string) =>
  path.replace(/\{(\w+)\}|:/g, (_, name: string | undefined) => (name === undefined ? '\\:' : `:${name}`))

function decodeSafely(text: string): string {
  try {
    return decodeURIComponent(text)
  } catch {
    return text
  }
}
