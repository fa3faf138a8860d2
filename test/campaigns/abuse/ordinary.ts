import { setTimeout as pause } from 'node:timers/promises'
import { type CampaignUser, sendGraph, sendRestRequest } from '../support/users.ts'

/** What ordinary people have met. */
export interface OrdinaryOutcome {
  /** Milliseconds of each request. */
  readonly durations: number[]
  /** Requests that were refused or got no response, in words. */
  readonly lost: string[]
}

type Act = (origin: string, person: CampaignUser, others: readonly CampaignUser[]) => Promise<string | null>

/** Sends a REST request; the fault of its response, or null. */
const rest =
  (method: string, pathOf: (person: CampaignUser, other: CampaignUser) => string, body?: object): Act =>
  async (origin, person, others) => {
    const path = pathOf(person, others[Math.floor(Math.random() * others.length)] ?? person)
    const response = await sendRestRequest(origin, { method, path, cookie: person.cookie, body })
    await response.arrayBuffer()
    return response.ok ? null : `${method} ${path}: ${response.status}`
  }

const VIEWER = '{ viewer { id email user { id displayName bio } notifications(first: 5) { nodes { id } } } }'
const graph: Act = async (origin, person) => {
  const result = await sendGraph(origin, person, VIEWER, {})
  return Object(result).errors ? `graph: ${JSON.stringify(result)}` : null
}

const ACTS: readonly Act[] = [
  rest('GET', () => '/auth/user'),
  rest('GET', () => '/worlds?n=20'),
  rest('GET', (_, { id }) => `/users/${id}`),
  rest('GET', () => '/auth/user/friends'),
  rest('GET', () => '/notifications'),
  rest('PUT', ({ id }) => `/users/${id}`, { bio: 'An ordinary day' }),
  rest('GET', () => '/files?n=20'),
  graph,
]

/** Milliseconds between two acts of a person: less often than the limit of requests. */
const INTERVAL = 500

/** Lets each person act every half a second, until the signal. */
export async function liveOrdinarily(
  origin: string,
  people: readonly CampaignUser[],
  signal: AbortSignal,
): Promise<OrdinaryOutcome> {
  const outcome: OrdinaryOutcome = { durations: [], lost: [] }
  const live = async (person: CampaignUser) => {
    for (let at = Math.floor(Math.random() * ACTS.length); !signal.aborted; at++) {
      await actOnce(ACTS[at % ACTS.length] ?? graph, { origin, person, people }, outcome)
      await pause(INTERVAL * (0.5 + Math.random()), undefined, { signal }).catch(() => {})
    }
  }
  await Promise.all(people.map(live))
  return outcome
}

interface ActContext {
  readonly origin: string
  readonly person: CampaignUser
  readonly people: readonly CampaignUser[]
}

async function actOnce(act: Act, { origin, person, people }: ActContext, { durations, lost }: OrdinaryOutcome) {
  const begun = performance.now()
  const fault = await act(origin, person, people).catch((error: unknown) => `no response: ${String(error)}`)
  durations.push(performance.now() - begun)
  if (fault !== null) lost.push(fault)
}

/** The duration that 99 of 100 requests do not exceed. */
export function percentile99({ durations }: OrdinaryOutcome): number {
  const sorted = [...durations].sort((a, b) => a - b)
  return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * 0.99))] ?? 0
}
