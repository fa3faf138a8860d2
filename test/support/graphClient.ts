import { REFUSAL_REASONS } from '../../src/kernel/refusalReasons.ts'
import type { TypedDocumentString } from '../generated/graphql.ts'
import { createJointAnswers } from './answerOrder.ts'
import type { TestApp } from './app.ts'
import { statementsOf } from './pageStatements.ts'
import { aRestClient, type RestClient } from './restClient.ts'
import { objectsIn } from './resultObjects.ts'

export interface GraphError {
  readonly message: string
  readonly path?: readonly (string | number)[]
  readonly extensions: Readonly<Record<string, unknown>>
}

export interface GraphAnswer<R = unknown> {
  readonly data?: R | null
  readonly errors?: readonly GraphError[]
  readonly extensions?: { readonly cost?: { readonly requested: number; readonly limit: number } }
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

export function aGraphClient(app: Pick<TestApp, 'origin'>, api: RestClient = aRestClient(app)): GraphClient {
  const send = async (query: string, variables?: object, headers: Record<string, string> = {}) => {
    const body = JSON.stringify({ query, variables })
    const sent = { ...JSON_BODY, [COST_HEADER]: '1', ...headers }
    const answer = graphAnswerOf(await api.fetch('/graphql', { method: 'POST', headers: sent, body }))
    assertWithinCost(query, answer)
    return COST_HEADER in headers ? answer : withoutCost(answer)
  }
  return {
    api,
    send,
    async run(document, ...[variables]) {
      return dataOf(document, await send(document.toString(), variables ?? {}))
    },
    async refusalCodes(document, ...[variables]) {
      const { errors } = await send(document.toString(), variables ?? {})
      if (!errors) throw new Error(`not refused: ${document}`)
      return errors.map(({ extensions }) => extensions.code)
    },
  }
}

const COST_HEADER = 'x-plaza-cost'

/** No document returns more objects than it costs. */
function assertWithinCost(query: string, { data, extensions }: GraphAnswer) {
  const cost = extensions?.cost?.requested
  const objects = data && cost !== undefined ? objectsIn(query, data) : null
  if (objects !== null && cost !== undefined && objects > cost)
    throw new Error(`returned ${objects} objects for a cost of ${cost}: ${query}`)
}

const withoutCost = ({ extensions: _, ...answer }: GraphAnswer): GraphAnswer => answer

const isAnswer = (body: unknown): body is GraphAnswer =>
  typeof body === 'object' && body !== null && ('data' in body || 'errors' in body)

/** Returns the body as a GraphQL response; throws when it is none, or refuses something without a reason. */
export function graphAnswerOf({ body, status }: { body: unknown; status: number }): GraphAnswer {
  if (!isAnswer(body)) throw new Error(`not a GraphQL response: ${status} ${JSON.stringify(body)}`)
  const unreasoned = body.errors?.find(({ extensions }) => !reasons.has(extensions?.reason))
  if (unreasoned) throw new Error(`refused without a published reason: ${JSON.stringify(unreasoned)}`)
  return body
}

/** Values of `extensions.reason`. */
const reasons = new Set<unknown>(
  Object.values(REFUSAL_REASONS).flatMap((ofKind) => Object.keys(ofKind).map((reason) => reason.toUpperCase())),
)

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

const RUNS = 3

/**
 * The fewest statements that one of several runs of some requests takes, as the first ones fill caches. The answers of the
 * database reach the server together, and the clock stands still: no count depends on how fast either is.
 */
export const countStatements = (app: TestApp, work: () => Promise<unknown>): Promise<number> =>
  app.clock.hold(async () => {
    const counts: number[] = []
    for (let run = 0; run < RUNS; run++) counts.push((await statementsOf(app, work, createJointAnswers())).length)
    return Math.min(...counts)
  })
