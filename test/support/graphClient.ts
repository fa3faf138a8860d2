import { setTimeout as pause } from 'node:timers/promises'
import { waitUntil } from '../../src/platform/processes.ts'
import type { TypedDocumentString } from '../generated/graphql.ts'
import type { TestApp } from './app.ts'
import { aRestClient, type RestClient } from './restClient.ts'
import { withoutTypenames, withTypenames } from './typesById.ts'

export interface GraphError {
  readonly message: string
  readonly path?: readonly (string | number)[]
  readonly extensions: Readonly<Record<string, unknown>>
}

export interface GraphAnswer<R = unknown> {
  readonly data?: R | null
  readonly errors?: readonly GraphError[]
}

type Variables<V> = V extends Record<string, never> ? [variables?: V] : [variables: V]

/** A GraphQL client that shares the cookies of a REST client. */
export interface GraphClient {
  readonly api: RestClient
  /** Runs a document; throws when it is refused. */
  run<R, V>(document: TypedDocumentString<R, V>, ...variables: Variables<V>): Promise<R>
  /** Runs a document that must be refused; returns its error codes. */
  refusalCodes<R, V>(document: TypedDocumentString<R, V>, ...variables: Variables<V>): Promise<unknown[]>
  /** Sends any text; returns the response even when it has errors. */
  send(query: string, variables?: object, headers?: Record<string, string>): Promise<GraphAnswer>
}

const JSON_BODY = { 'content-type': 'application/json' }

export function aGraphClient(app: TestApp, api: RestClient = aRestClient(app)): GraphClient {
  const send = async (query: string, variables?: object, headers: Record<string, string> = {}) => {
    const body = JSON.stringify({ query, variables })
    return graphAnswerOf(await api.fetch('/graphql', { method: 'POST', headers: { ...JSON_BODY, ...headers }, body }))
  }
  return {
    api,
    send,
    async run(document, ...[variables]) {
      const text = document.toString()
      if (text.includes('__typename')) return dataOf(document, await send(text, variables ?? {}))
      const { data, ...answer } = await send(withTypenames(text), variables ?? {})
      return dataOf(document, { ...answer, data: withoutTypenames(data) })
    },
    async refusalCodes(document, ...[variables]) {
      const { errors } = await send(document.toString(), variables ?? {})
      if (!errors) throw new Error(`not refused: ${document}`)
      return errors.map(({ extensions }) => extensions.code)
    },
  }
}

const isAnswer = (body: unknown): body is GraphAnswer =>
  typeof body === 'object' && body !== null && ('data' in body || 'errors' in body)

/** Returns the body as a GraphQL response; throws when it is none. */
export function graphAnswerOf({ body, status }: { body: unknown; status: number }): GraphAnswer {
  if (!isAnswer(body)) throw new Error(`not a GraphQL response: ${status} ${JSON.stringify(body)}`)
  return body
}

/** Narrows the data to the result type of the document. */
function isData<R, V>(
  _document: TypedDocumentString<R, V>,
  answer: GraphAnswer,
): answer is GraphAnswer<R> & { data: R } {
  return !answer.errors && answer.data !== null && answer.data !== undefined
}

function dataOf<R, V>(document: TypedDocumentString<R, V>, answer: GraphAnswer): R {
  if (!isData(document, answer)) throw new Error(`refused: ${JSON.stringify(answer.errors)}`)
  return answer.data
}

const RUNS = 5
/** Longer than the pauses between statements that follow an act, such as those of its events and of presence. */
const QUIET_MILLISECONDS = 100

/**
 * Counts the statements that an operation sends to the database, once no other statements run. Returns the least of
 * several runs, as other work may interfere.
 */
export async function countStatements(app: TestApp, work: () => Promise<unknown>): Promise<number> {
  await waitUntil(
    async () => (await countStatementsOnce(app, () => pause(QUIET_MILLISECONDS))) === 0,
    30 * QUIET_MILLISECONDS,
  )
  let least = Number.POSITIVE_INFINITY
  for (let run = 0; run < RUNS; run++) least = Math.min(least, await countStatementsOnce(app, work))
  return least
}

async function countStatementsOnce({ platform: { database } }: TestApp, work: () => Promise<unknown>): Promise<number> {
  let count = 0
  const counted = () => {
    count += 1
  }
  database.pool.on('acquire', counted)
  await work()
  database.pool.off('acquire', counted)
  return count
}
