import fc from 'fast-check'
import { restAccessTable } from '../../access/restTable.ts'
import type { FuzzFixture } from './fixture.ts'
import { OFFER_CALLS } from './groupOffers.ts'
import { type FuzzResponse, sendRequest } from './httpClient.ts'
import { type DescribedOperation, describedOperations } from './openApiDocument.ts'
import { fillPlaceholders, placeholderNames, withPlaceholders } from './placeholders.ts'
import { responseFault } from './responseFaults.ts'
import {
  type CorrectCall,
  correctRequest,
  type FuzzCaller,
  type GeneratedRequest,
  generateRequest,
} from './restRequests.ts'

/** Operations that cannot succeed in this campaign, with the reason. */
export const NEVER_SUCCEEDS: Readonly<Record<string, string>> = {
  downloadDataExport: 'a job has to write the archive first',
  getHealth: 'it always refuses',
  confirmEmail: 'the link is in a mail',
  verifyLoginPlace: 'the link is in a mail',
  verify2FAEmailCode: 'the code is in a mail',
  verify2FA: 'the code is in an authenticator',
  verifyPending2FA: 'the code is in an authenticator',
  verifyRecoveryCode: 'the code is written on paper',
  shareInventoryItemPedestal: 'the person must be in an instance',
  spawnInventoryItem: 'the person must be in an instance',
}

/** The results of an operation. */
export interface OperationTally {
  readonly name: string
  /** The number of responses by status. */
  readonly statuses: Map<number, number>
  readonly breaches: Breach[]
}

export interface Breach {
  readonly operation: string
  readonly request: GeneratedRequest
  readonly fault: string
}

const operations = new Map(describedOperations.map((operation) => [operation.name, operation]))

/** All operations; `logout` is last, as it ends the session that the others need. */
export const operationNames = Object.keys(restAccessTable).sort(
  (a, b) => Number(a === 'logout') - Number(b === 'logout'),
)

export function operationOf(name: string): DescribedOperation {
  const found = operations.get(name)
  if (!found) throw new Error(`the document has no operation ${name}`)
  return found
}

const BAD_REQUEST = 400

/** The number of successful responses. */
export const successes = ({ statuses }: OperationTally) =>
  [...statuses].reduce((sum, [status, count]) => (status < BAD_REQUEST ? sum + count : sum), 0)

export const emptyTally = (name: string): OperationTally => ({ name, statuses: new Map(), breaches: [] })

const isOperationName = (name: string): name is keyof typeof restAccessTable => name in restAccessTable

const correctCall = ({ things }: FuzzFixture, name: string): CorrectCall =>
  OFFER_CALLS[name]?.(withPlaceholders(things)) ??
  ((isOperationName(name) && restAccessTable[name].call?.(withPlaceholders(things))) || {})

const CALLERS: readonly FuzzCaller[] = ['owner', 'admin', 'pendingFactor', 'anonymous']

/** Calls an operation correctly as each kind of caller. */
export async function callCorrectly(fixture: FuzzFixture, tally: OperationTally): Promise<void> {
  const operation = operationOf(tally.name)
  const call = correctCall(fixture, tally.name)
  for (const caller of CALLERS) await sendAndCheck(fixture, tally, correctRequest(operation, call, caller))
}

/** The requests that a seed generates for an operation. */
export function requestsOf(
  fixture: FuzzFixture,
  name: string,
  { seed, runs }: { seed: number; runs: number },
): GeneratedRequest[] {
  const [operation, call, known] = [operationOf(name), correctCall(fixture, name), placeholderNames(fixture.known)]
  const generator = fc.gen().map((g) => generateRequest(g, operation, call, known))
  return fc.sample(generator, { seed: seed ^ hashOf(name), numRuns: runs })
}

const hashOf = (name: string) => [...name].reduce((hash, one) => (Math.imul(hash, 31) + one.charCodeAt(0)) | 0, 7)

/** Requests after which the rate limits are reset. */
const BATCH_SIZE = 20

/** Sends an operation the requests of a seed, `concurrency` at a time. */
export async function fuzzOperation(
  fixture: FuzzFixture,
  tally: OperationTally,
  plan: { seed: number; runs: number; concurrency: number },
) {
  const requests = requestsOf(fixture, tally.name, plan)
  for (let at = 0; at < requests.length; at += BATCH_SIZE) {
    await fixture.resetRateLimits()
    await runWithWorkers(requests.slice(at, at + BATCH_SIZE), plan.concurrency, (request) =>
      sendAndCheck(fixture, tally, request),
    )
  }
}

/** Calls `act` with each element, `concurrency` at a time. */
export async function runWithWorkers<T>(list: readonly T[], concurrency: number, act: (one: T) => Promise<void>) {
  const left = [...list]
  const work = async () => {
    for (let next = left.shift(); next !== undefined; next = left.shift()) await act(next)
  }
  await Promise.all(Array.from({ length: concurrency }, work))
}

let addresses = 0
const anAddress = () => `10.200.${Math.floor(++addresses / 250) % 250}.${(addresses % 250) + 1}`

async function sendAndCheck(fixture: FuzzFixture, tally: OperationTally, request: GeneratedRequest): Promise<void> {
  const token = fixture.cookieOf(request.caller)
  const headers = { 'x-forwarded-for': anAddress(), ...(token && { cookie: `auth=${token}` }) }
  const response = await sendRequest(fixture.app.origin, request, fixture.known, headers).catch((error: Error) => error)
  const fault = response instanceof Error ? `no response: ${response.message}` : faultOf(fixture, request, response)
  const faults = fixture.loggedErrors.splice(0).map((line) => `logged ${line}`)
  const found = [...(fault === null ? [] : [fault]), ...faults]
  tally.breaches.push(...found.map((text) => ({ operation: tally.name, request, fault: text })))
  if (response instanceof Error) return
  tally.statuses.set(response.status, (tally.statuses.get(response.status) ?? 0) + 1)
  const isLoggedOut = response.bytes.includes('Missing Credentials') && request.headers.cookie === undefined
  if (isLoggedOut && token === fixture.cookieOf(request.caller)) await fixture.renewSession(request.caller)
}

const faultOf = ({ known }: FuzzFixture, { method, path }: GeneratedRequest, response: FuzzResponse) =>
  responseFault(method, fillPlaceholders(path, known, encodeURIComponent), response)

/** Characters of a request or fault in a description. */
const MAX_LENGTH = 1_500
/** Describes a breach in two lines: the options that repeat it, and the fault. */
export const describeBreach = (seed: number, { operation, request, fault }: Breach) =>
  `--seed ${seed} --operation ${operation} ${JSON.stringify(request, withoutBytes).slice(0, MAX_LENGTH)}\n    ${fault.slice(0, MAX_LENGTH)}`

/** Abbreviates buffers, which JSON.stringify passes on as arrays of numbers. */
const withoutBytes = (_: string, value: unknown) => (isBuffer(value) ? `${value.data.length} bytes` : value)
const isBuffer = (value: unknown): value is { data: unknown[] } =>
  typeof value === 'object' && value !== null && 'type' in value && value.type === 'Buffer'
