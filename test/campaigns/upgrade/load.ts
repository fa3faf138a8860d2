import { randomBytes } from 'node:crypto'
import { setTimeout as pause } from 'node:timers/promises'
import { z } from 'zod'
import { getOrCreate } from '../../../src/kernel/maps.ts'

/** A person of the load, with an address of their own, behind a proxy. */
interface Person {
  readonly id: string
  readonly username: string
  readonly cookie: string
  readonly address: string
  readonly fileId: string
}

/** Counts of calls of a kind. */
interface Tally {
  calls: number
  /** Answered by 2xx, at once or after a retry. */
  succeeded: number
  failed: number
  failedTwice: number
  limited: number
  slowest: number
}

interface Request {
  readonly method?: string
  readonly path: string
  readonly body?: object
  readonly headers?: Readonly<Record<string, string>>
  /** Statuses beside 2xx that an earlier call or its repetition explains. */
  readonly also?: readonly number[]
}

const PASSWORD = 'a long password of the load'
/** Milliseconds after which a call counts as failed, and before it is repeated. */
const [TIMEOUT, BEFORE_RETRY] = [30_000, 1_000]
const Created = z.object({ id: z.string() })

export interface UpgradeLoad {
  readonly tallies: ReadonlyMap<string, Tally>
  /** What failed also after its repetition. */
  readonly failures: readonly string[]
  /** What failed at first. */
  readonly firstFailures: readonly string[]
  /** Sends the calls to these servers from now on, in turn. */
  useServers(origins: readonly string[]): void
  stop(): Promise<void>
}

/** Registers people at the server, each with a file. */
export async function registerPeople(origin: string, count: number): Promise<Person[]> {
  const people: Person[] = []
  for (let number = 1; number <= count; number++) people.push(await register(origin, `10.0.0.${number}`))
  return people
}

async function register(origin: string, address: string): Promise<Person> {
  const username = `l${randomBytes(5).toString('hex')}`
  const account = { username, password: PASSWORD, email: `${username}@plaza.test` }
  const terms = { year: '1990', month: '1', day: '2', captchaCode: '', subscribe: false, acceptedTOSVersion: 1 }
  const response = await send(
    origin,
    { address },
    { method: 'POST', path: '/auth/register', body: { ...account, ...terms } },
  )
  const cookie = response.headers
    .getSetCookie()
    .map((one) => one.split(';')[0] ?? '')
    .find((one) => one.startsWith('auth='))
  if (!response.ok || !cookie) throw new Error(`registration was refused: ${await response.text()}`)
  const { id } = Created.parse(await response.json())
  const body = { name: 'A file', mimeType: 'image/png', extension: '.png' }
  const created = await send(origin, { address, cookie }, { method: 'POST', path: '/file', body })
  return { id, username, cookie, address, fileId: Created.parse(await created.json()).id }
}

const send = (
  origin: string,
  { address, cookie = '' }: { readonly address: string; readonly cookie?: string },
  { method = 'GET', path, body, headers = {} }: Request,
): Promise<Response> =>
  fetch(`${origin}/api/1${path}`, {
    method,
    headers: {
      'user-agent': 'plaza-campaign/1',
      'x-forwarded-for': address,
      ...(body && { 'content-type': 'application/json' }),
      ...(cookie && { cookie }),
      ...headers,
    },
    ...(body && { body: JSON.stringify(body) }),
    signal: AbortSignal.timeout(TIMEOUT),
  })

const basic = (username: string) =>
  `Basic ${Buffer.from(`${username}:${encodeURIComponent(PASSWORD)}`).toString('base64')}`

/** The calls of a person, by kind. A friend request may have arrived though its answer was lost. */
function callsOf(person: Person, others: readonly Person[], worlds: readonly string[]) {
  let turn = 0
  const next = <T>(list: readonly T[]): T | undefined => list[turn % list.length]
  return (): [kind: string, request: Request][] => {
    turn += 1
    const [other, world] = [next(others) ?? person, next(worlds) ?? '']
    return [
      ['friend request', { method: 'POST', path: `/user/${other.id}/friendRequest`, also: [400, 403, 404] }],
      ['friend request withdrawn', { method: 'DELETE', path: `/user/${other.id}/friendRequest`, also: [400, 404] }],
      ['note', { method: 'POST', path: '/userNotes', body: { targetUserId: other.id, note: `note ${turn}` } }],
      ['notifications', { path: '/auth/user/notifications?n=10' }],
      ['own user', { path: '/auth/user' }],
      [
        'change of own user',
        { method: 'PUT', path: `/users/${person.id}`, body: { statusDescription: `turn ${turn}` } },
      ],
      ['other user', { path: `/users/${other.id}` }],
      ['search of users', { path: `/users?search=old%20${turn % 900}&n=10` }],
      ['world', { path: `/worlds/${world}` }],
      ['worlds', { path: '/worlds?n=10' }],
      ['file', { path: `/file/${person.fileId}` }],
      ['new file', { method: 'POST', path: '/file', body: { name: 'A', mimeType: 'image/png', extension: '.png' } }],
      ['login', { path: '/auth/user', headers: { cookie: '', authorization: basic(person.username) } }],
    ]
  }
}

interface LoadOptions {
  readonly people: readonly Person[]
  /** Ids of public worlds. */
  readonly worlds: readonly string[]
  readonly origins: readonly string[]
}

const NONE: Tally = { calls: 0, succeeded: 0, failed: 0, failedTwice: 0, limited: 0, slowest: 0 }

interface LoadState {
  origins: readonly string[]
  stopped: boolean
  sent: number
  readonly tallies: Map<string, Tally>
  readonly failures: string[]
  readonly firstFailures: string[]
}

/** Each person sends one call after the other until the load is stopped. */
export function startUpgradeLoad({ people, worlds, origins }: LoadOptions): UpgradeLoad {
  const state: LoadState = { origins, stopped: false, sent: 0, tallies: new Map(), failures: [], firstFailures: [] }
  const work = async (person: Person) => {
    const others = people.filter((other) => other !== person)
    const calls = callsOf(person, others, worlds)
    while (!state.stopped)
      for (const [kind, request] of calls()) {
        await call(state, person, kind, request)
        await pause(20)
      }
  }
  const working = people.map(work)
  return {
    ...state,
    useServers(next) {
      state.origins = next
    },
    async stop() {
      state.stopped = true
      await Promise.all(working)
    },
  }
}

/** Sends a call, and once more when it fails. */
async function call(state: LoadState, person: Person, kind: string, request: Request): Promise<void> {
  const tally = getOrCreate(state.tallies, kind, () => ({ ...NONE }))
  tally.calls += 1
  const begun = performance.now()
  const first = await attempt(state, person, request)
  tally.slowest = Math.max(tally.slowest, performance.now() - begun)
  if (count(tally, first)) return
  tally.failed += 1
  state.firstFailures.push(`${kind}: ${first}`)
  await pause(BEFORE_RETRY)
  const second = await attempt(state, person, request)
  if (count(tally, second)) return
  tally.failedTwice += 1
  state.failures.push(`${kind}: ${first}; then ${second}`)
}

/** Counts an answer; returns whether it is no failure. */
function count(tally: Tally, answer: string): boolean {
  if (answer === '429') tally.limited += 1
  if (answer.startsWith('2')) tally.succeeded += 1
  return !answer.startsWith('failed')
}

/** The status of the answer, or what failed. */
async function attempt(state: LoadState, person: Person, request: Request): Promise<string> {
  state.sent += 1
  const origin = state.origins[state.sent % state.origins.length] ?? ''
  try {
    const response = await send(origin, person, request)
    const text = await response.text()
    const isFine = response.ok || response.status === 429 || request.also?.includes(response.status)
    return isFine ? String(response.status) : `failed: ${response.status} of ${origin}: ${text.slice(0, 200)}`
  } catch (error) {
    return `failed: ${error instanceof Error ? `${error.message} ${String(error.cause ?? '')}` : error} of ${origin}`
  }
}
