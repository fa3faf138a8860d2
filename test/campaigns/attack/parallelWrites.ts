import { Agent, request as httpRequest } from 'node:http'
import { setTimeout as delay } from 'node:timers/promises'
import { BINARY_FILE } from '../../support/files.ts'
import { aRestClient, type RestClient } from '../../support/restClient.ts'
import { aRegistration } from '../../support/users.ts'
import type { Attack } from './attack.ts'

const PARALLEL = 100
/** Requests of the other user in each phase. */
const SAMPLES = 200
const MAX_SLOWDOWN = 3

/** What another user notices of one who sends many writes at a time. */
export interface CrowdingFigures {
  /** Median latencies of the other user in milliseconds. */
  readonly quiet: number
  readonly crowded: number
  /** Responses to the other user that were not 200, by status. */
  readonly failures: ReadonlyMap<number, number>
  /** Responses to the writes, by status. */
  readonly writes: ReadonlyMap<number, number>
}

interface Sent {
  readonly method: string
  readonly path: string
  readonly body?: object
}

type Send = (sent: Sent) => Promise<number>

interface Person {
  readonly id: string
  readonly api: RestClient
  readonly send: Send
}

/** Registers a user, who sends over up to `connections` connections. */
async function register(origin: string, connections: number): Promise<Person> {
  const api = aRestClient({ origin }, { direct: true })
  const registered = await api.call('registerUserAccount', { body: aRegistration() })
  if (!('id' in registered)) throw new Error('registration did not log in')
  const agent = new Agent({ keepAlive: true, maxSockets: connections })
  const headers = { cookie: `auth=${api.cookies.get('auth')}`, 'content-type': 'application/json' }
  const send: Send = ({ method, path, body }) =>
    new Promise((resolve, reject) => {
      const sent = httpRequest(`${origin}/api/1${path}`, { agent, method, headers }, (response) => {
        response.resume().on('end', () => resolve(response.statusCode ?? 0))
      })
      sent.on('error', reject)
      sent.end(body && JSON.stringify(body))
    })
  return { id: registered.id, api, send }
}

const countBy = (statuses: readonly number[]) =>
  statuses.reduce((counts, status) => counts.set(status, (counts.get(status) ?? 0) + 1), new Map<number, number>())
const medianOf = (values: readonly number[]) => values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)] ?? 0

/** Latencies of requests one after the other, and the statuses that were not 200. */
async function sample({ send }: Person) {
  const latencies: number[] = []
  const failures: number[] = []
  for (let at = 0; at < SAMPLES; at++) {
    const begun = performance.now()
    const status = await send({ method: 'GET', path: '/auth/user' })
    latencies.push(performance.now() - begun)
    if (status !== 200) failures.push(status)
    await delay(5)
  }
  return { median: medianOf(latencies), failures: countBy(failures) }
}

const MD5 = 'CY9rzUYh03PK3k6DJie09g=='
const VERSION = { fileMd5: MD5, fileSizeInBytes: 1, signatureMd5: MD5, signatureSizeInBytes: 1 }

/** Writes that all wait for the same row or lock, until `isOver`. Answers their statuses. */
async function crowd(person: Person, fileId: string, isOver: () => boolean): Promise<number[]> {
  const statuses: number[] = []
  const write = (at: number): Sent =>
    at % 2 === 0
      ? { method: 'POST', path: `/file/${fileId}`, body: VERSION }
      : { method: 'PUT', path: `/favorite/group/world/worlds1/${person.id}`, body: { displayName: `${at}` } }
  const repeat = async (at: number) => {
    while (!isOver()) statuses.push(await person.send(write(at)))
  }
  await Promise.all(Array.from({ length: PARALLEL }, (_, at) => repeat(at)))
  return statuses
}

/** Measures what a user notices of another one's 100 parallel writes to the same file and favorite group. */
export async function measureCrowding(origin: string): Promise<CrowdingFigures> {
  const [busy, other] = [await register(origin, PARALLEL), await register(origin, 1)]
  await sample(other)
  const quiet = await sample(other)
  let isOver = false
  const { id: fileId } = await busy.api.call('createFile', { body: BINARY_FILE })
  const writing = crowd(busy, fileId, () => isOver)
  const crowded = await sample(other)
  isOver = true
  return { quiet: quiet.median, crowded: crowded.median, failures: crowded.failures, writes: countBy(await writing) }
}

const describeCounts = (counts: ReadonlyMap<number, number>) =>
  [...counts].map(([status, count]) => `${count} x ${status}`).join(', ') || 'none'

/** Attacks by many requests at a time. */
export const parallelWriteAttacks: readonly Attack[] = [
  {
    name: 'parallel-writes',
    what: `a user sends ${PARALLEL} writes to one file and one favorite group at a time`,
    async run({ startProcess }) {
      const { origin } = await startProcess({ MAX_REQUESTS_PER_USER: '1500', MAX_REQUESTS_PER_ADDRESS: '300' })
      const { quiet, crowded, failures, writes } = await measureCrowding(origin)
      return {
        harmless: failures.size === 0 && crowded <= MAX_SLOWDOWN * quiet,
        figures: `another user's median ${crowded.toFixed(1)} ms, quiet ${quiet.toFixed(1)} ms, at most ${MAX_SLOWDOWN} times; failures of the other ${describeCounts(failures)}; writes ${describeCounts(writes)}`,
      }
    },
  },
]
