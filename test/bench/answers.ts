import { isDeepStrictEqual } from 'node:util'
import type { BothSides } from './compare.ts'
import type { RunningServer } from './processes.ts'
import type { Task, TaskRequest } from './tasks.ts'

/** Fields that may differ: the product counts users as present once they have sent a request, and cursors hold a time. */
const VOLATILE = new Set(['state', 'activeFriends', 'offlineFriends', 'onlineFriends', 'nextCursor'])
const COMPARED_REQUESTS = 20

/** Asserts that the product gives the answers of the baseline and perhaps more, otherwise the comparison is void. */
export async function assertSameAnswers({ product, baseline }: BothSides<RunningServer>, { name, requests }: Task) {
  for (const request of requests.slice(0, COMPARED_REQUESTS)) {
    const difference = findDifference(await read(baseline, request), await read(product, request))
    if (difference) throw new Error(`${name}: product and baseline differ at ${request.path}: ${difference}`)
  }
}

/** The answer of a server. Throws unless it is 200 without GraphQL errors. */
async function read({ url }: RunningServer, { method, path, headers, body }: TaskRequest): Promise<unknown> {
  const response = await fetch(url + path, { method, headers, ...(body && { body }) })
  const text = await response.text()
  if (!response.ok || text.startsWith('{"errors"'))
    throw new Error(`${method} ${path} answered ${response.status}: ${text}`)
  return JSON.parse(text, (key, value) => (VOLATILE.has(key) ? undefined : value))
}

const isObject = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

/** The first field that an answer lacks or contradicts; null when it has all that are expected, at all depths. */
function findDifference(expected: unknown, given: unknown, path = ''): string | null {
  const isList = Array.isArray(expected) && Array.isArray(given) && expected.length === given.length
  if (!isList && !(isObject(expected) && isObject(given)))
    return isDeepStrictEqual(expected, given)
      ? null
      : `${path} is ${JSON.stringify(given)} instead of ${JSON.stringify(expected)}`
  const fields = new Map(Object.entries(given))
  for (const [key, value] of Object.entries(expected)) {
    const difference = findDifference(value, fields.get(key), `${path}/${key}`)
    if (difference) return difference
  }
  return null
}
