import fc from 'fast-check'
import { table } from '../../areas/accessTable.ts'
import { wrongWith } from './answers.ts'
import { type Described, described } from './document.ts'
import type { Ground } from './ground.ts'
import { fill, namesOf, standIns } from './names.ts'
import { type Asker, type Call, type Drawn, drawRequest, rightRequest } from './requests.ts'
import { type Answered, send } from './sending.ts'

/** What nobody can be answered with success, and why. */
export const NEVER: Readonly<Record<string, string>> = {
  getHealth: 'it always refuses',
  confirmEmail: 'the link is in a mail',
  verifyLoginPlace: 'the link is in a mail',
  verify2FAEmailCode: 'the code is in a mail',
  verify2FA: 'the code is in an authenticator',
  verifyPending2FA: 'the code is in an authenticator',
  verifyRecoveryCode: 'the code is written on paper',
}

/** How an operation fared. */
export interface Fared {
  readonly name: string
  /** How often each status was answered. */
  readonly statuses: Map<number, number>
  readonly breaches: Breach[]
}

export interface Breach {
  readonly operation: string
  readonly request: Drawn
  readonly said: string
}

const operations = new Map(described.map((operation) => [operation.name, operation]))

/** Every operation, in the order in which their right calls leave each other what they need. */
export const names = Object.keys(table).sort((a, b) => Number(a === 'logout') - Number(b === 'logout'))

export function operationOf(name: string): Described {
  const found = operations.get(name)
  if (!found) throw new Error(`the document has no operation ${name}`)
  return found
}

const REFUSED = 400

/** How often it succeeded. */
export const successes = ({ statuses }: Fared) =>
  [...statuses].reduce((sum, [status, count]) => (status < REFUSED ? sum + count : sum), 0)

export const nothingYet = (name: string): Fared => ({ name, statuses: new Map(), breaches: [] })

const isNamed = (name: string): name is keyof typeof table => name in table

const rightCall = ({ things }: Ground, name: string): Call =>
  (isNamed(name) && table[name].call?.(standIns(things))) || {}

const CALLING: readonly Asker[] = ['owner', 'admin', 'owing', 'anonymous']

/** Calls an operation as it should be called: whoever may call it succeeds. */
export async function callRightly(ground: Ground, fared: Fared): Promise<void> {
  const operation = operationOf(fared.name)
  const call = rightCall(ground, fared.name)
  for (const asker of CALLING) await ask(ground, fared, rightRequest(operation, call, asker))
}

/** The requests that a seed stands for: the same ones for each server. */
export function requestsOf(ground: Ground, name: string, { seed, runs }: { seed: number; runs: number }): Drawn[] {
  const [operation, call, known] = [operationOf(name), rightCall(ground, name), namesOf(ground.known)]
  const drawing = fc.gen().map((g) => drawRequest(g, operation, call, known))
  return fc.sample(drawing, { seed: seed ^ hashOf(name), numRuns: runs })
}

const hashOf = (name: string) => [...name].reduce((hash, one) => (Math.imul(hash, 31) + one.charCodeAt(0)) | 0, 7)

/** After so many requests the windows of rate limits pass. */
const WINDOW = 20

/** Sends an operation what the seed stands for, some at a time. */
export async function fuzz(ground: Ground, fared: Fared, plan: { seed: number; runs: number; lanes: number }) {
  const requests = requestsOf(ground, fared.name, plan)
  for (let at = 0; at < requests.length; at += WINDOW) {
    await ground.letPass()
    await inLanes(requests.slice(at, at + WINDOW), plan.lanes, (request) => ask(ground, fared, request))
  }
}

/** Does something with each of a list, so many at a time. */
export async function inLanes<T>(list: readonly T[], lanes: number, act: (one: T) => Promise<void>) {
  const left = [...list]
  const lane = async () => {
    for (let next = left.shift(); next !== undefined; next = left.shift()) await act(next)
  }
  await Promise.all(Array.from({ length: lanes }, lane))
}

let addresses = 0
const anAddress = () => `10.200.${Math.floor(++addresses / 250) % 250}.${(addresses % 250) + 1}`

async function ask(ground: Ground, fared: Fared, request: Drawn): Promise<void> {
  const token = ground.cookieOf(request.asker)
  const more = { 'x-forwarded-for': anAddress(), ...(token && { cookie: `auth=${token}` }) }
  const answered = await send(ground.app.origin, request, ground.known, more).catch((error: Error) => error)
  const said = answered instanceof Error ? `no answer: ${answered.message}` : judge(ground, request, answered)
  const faults = ground.faults.splice(0).map((line) => `logged ${line}`)
  const wrong = [...(said === null ? [] : [said]), ...faults]
  fared.breaches.push(...wrong.map((text) => ({ operation: fared.name, request, said: text })))
  if (answered instanceof Error) return
  fared.statuses.set(answered.status, (fared.statuses.get(answered.status) ?? 0) + 1)
  const isOut = answered.bytes.includes('Missing Credentials') && request.headers.cookie === undefined
  if (isOut && token === ground.cookieOf(request.asker)) await ground.renew(request.asker)
}

const judge = ({ known }: Ground, { method, path }: Drawn, answered: Answered) =>
  wrongWith(method, fill(path, known, encodeURIComponent), answered)

const LONGEST = 1_500
/** A breach in two lines: how to have it again, and what was wrong. */
export const told = (seed: number, { operation, request, said }: Breach) =>
  `--seed ${seed} --operation ${operation} ${JSON.stringify(request, withoutBytes).slice(0, LONGEST)}\n    ${said.slice(0, LONGEST)}`

/** JSON.stringify has made numbers of a buffer by the time it asks. */
const withoutBytes = (_: string, value: unknown) => (isBuffer(value) ? `${value.data.length} bytes` : value)
const isBuffer = (value: unknown): value is { data: unknown[] } =>
  typeof value === 'object' && value !== null && 'type' in value && value.type === 'Buffer'
