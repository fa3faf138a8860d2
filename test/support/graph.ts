import { setTimeout as pause } from 'node:timers/promises'
import { waitUntil } from '../../src/platform/database/processes.ts'
import type { TypedDocumentString } from '../generated/graphql.ts'
import { type Api, anApi } from './api.ts'
import type { TestApp } from './app.ts'

export interface GraphError {
  readonly message: string
  readonly path?: readonly (string | number)[]
  readonly extensions: Readonly<Record<string, unknown>>
}

export interface Answer<R = unknown> {
  readonly data?: R | null
  readonly errors?: readonly GraphError[]
}

type Variables<V> = V extends Record<string, never> ? [variables?: V] : [variables: V]

/** A client of the graph, with the cookies of an API client: one person, two doors. */
export interface GraphClient {
  readonly api: Api
  /** Runs a document that must succeed. */
  run<R, V>(document: TypedDocumentString<R, V>, ...variables: Variables<V>): Promise<R>
  /** Runs a document that must be refused, and answers the codes of its errors. */
  refused<R, V>(document: TypedDocumentString<R, V>, ...variables: Variables<V>): Promise<unknown[]>
  /** Sends any text; `headers` for odd clients. */
  send(query: string, variables?: object, headers?: Record<string, string>): Promise<Answer>
}

const JSON_BODY = { 'content-type': 'application/json' }

export function aGraph(app: TestApp, api: Api = anApi(app)): GraphClient {
  const send = async (query: string, variables?: object, headers: Record<string, string> = {}) => {
    const body = JSON.stringify({ query, variables })
    return answerOf(await api.fetch('/graphql', { method: 'POST', headers: { ...JSON_BODY, ...headers }, body }))
  }
  return {
    api,
    send,
    async run(document, ...[variables]) {
      const answer = await send(document.toString(), variables ?? {})
      return dataOf(document, answer)
    },
    async refused(document, ...[variables]) {
      const { errors } = await send(document.toString(), variables ?? {})
      if (!errors) throw new Error(`not refused: ${document}`)
      return errors.map(({ extensions }) => extensions.code)
    },
  }
}

const isAnswer = (body: unknown): body is Answer =>
  typeof body === 'object' && body !== null && ('data' in body || 'errors' in body)

/** What a response says, which must be a GraphQL one. */
export function answerOf({ body, status }: { body: unknown; status: number }): Answer {
  if (!isAnswer(body)) throw new Error(`no GraphQL answer, but ${status} ${JSON.stringify(body)}`)
  return body
}

/** The compiler knows the data by the document that asked for it. */
function isData<R, V>(_document: TypedDocumentString<R, V>, answer: Answer): answer is Answer<R> & { data: R } {
  return !answer.errors && answer.data !== null && answer.data !== undefined
}

function dataOf<R, V>(document: TypedDocumentString<R, V>, answer: Answer): R {
  if (!isData(document, answer)) throw new Error(`refused: ${JSON.stringify(answer.errors)}`)
  return answer.data
}

const RUNS = 5
/** Longer than what follows an act (its events, a round of presence) leaves the database alone in between. */
const QUIET = 100

/**
 * How many statements an operation sends to the database: the least of some runs, as other work may come between,
 * counted once the database is quiet.
 */
export async function statementsOf(app: TestApp, work: () => Promise<unknown>): Promise<number> {
  await waitUntil(async () => (await countOnce(app, () => pause(QUIET))) === 0, 30 * QUIET)
  let least = Number.POSITIVE_INFINITY
  for (let run = 0; run < RUNS; run++) least = Math.min(least, await countOnce(app, work))
  return least
}

async function countOnce({ platform: { database } }: TestApp, work: () => Promise<unknown>): Promise<number> {
  let count = 0
  const counted = () => {
    count += 1
  }
  database.pool.on('acquire', counted)
  await work()
  database.pool.off('acquire', counted)
  return count
}
