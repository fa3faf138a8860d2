import type { TestApp } from '../support/app.ts'
import { aGraphClient } from '../support/graphClient.ts'
import type { OperationName, RestClient } from '../support/restClient.ts'
import { aUser, type TestUser } from '../support/users.ts'

/** The status of a REST or GraphQL response, and its Retry-After in seconds. */
export interface Outcome {
  readonly status: number
  readonly retryAfter: number
}
export type Attempt = () => Promise<Outcome>

/** A client with the full points of a limit. */
export interface LimitCase {
  /** The key by which the limit counts. */
  readonly key: string
  /** Requests that each take a point of the same limit. */
  readonly attempts: readonly [Attempt, ...Attempt[]]
}

export interface LimitRow {
  readonly points: number
  /** In seconds. */
  readonly window: number
  /** Whether the limit is counted in batches. */
  readonly isFrequent?: boolean
  /** The status of a refusal where it is not 429. */
  readonly refusal?: number
  prepare(app: TestApp): Promise<LimitCase>
}

export const HOUR = 3_600
export const DAY = 24 * HOUR
export const RATE_LIMITED = 429

export type Call = (at: number) => Record<string, unknown> | Promise<Record<string, unknown>>

/** Calls an operation, each time with a newly built input. */
export function operation(api: RestClient, name: OperationName, callOf: Call = () => ({})): Attempt {
  let count = 0
  return async () => {
    const { status, headers } = await api.try(name, await callOf(count++))
    return { status, retryAfter: Number(headers.get('retry-after')) }
  }
}

export function mutation(app: TestApp, { api }: Pick<TestUser, 'api'>, field: string): Attempt {
  return async () => {
    const { errors } = await aGraphClient(app, api).send(`mutation { ${field} }`)
    const { code, retryAfter } = errors?.[0]?.extensions ?? {}
    return { status: code === 'RATE_LIMITED' ? RATE_LIMITED : 200, retryAfter: Number(retryAfter) }
  }
}

export type OperationCalls = readonly (readonly [name: OperationName, callOf?: Call])[]

/** A limit for each user, shared by these operations. */
export const perUser = (
  points: number,
  window: number,
  ...operations: readonly [OperationCalls[0], ...OperationCalls]
): LimitRow => ({
  points,
  window,
  async prepare(app) {
    const { id, api } = await aUser(app)
    const [first, ...more] = operations
    const attempt = ([name, callOf]: OperationCalls[0]) => operation(api, name, callOf)
    return { key: id, attempts: [attempt(first), ...more.map(attempt)] }
  },
})
