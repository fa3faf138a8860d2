import { type DocumentNode, type ExecutionResult, type GraphQLError, getOperationAST } from 'graphql'
import type { GraphContext } from '../context.ts'
import { asGraphQLError } from '../errors.ts'
import type { Engine } from '../execution/engine.ts'
import { documentTextOf, type PersistedDocuments } from '../execution/persistedDocuments.ts'

/** The parameters of a GraphQL request. */
export interface GraphqlParams {
  /** The document; it may be left out where the request names a listed one by id or hash. */
  readonly query?: string
  readonly documentId?: string | null
  readonly operationName?: string | null
  readonly variables?: Record<string, unknown> | null
  readonly extensions?: Record<string, unknown> | null
}

const isRecord = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

const PART_CHECKS: Readonly<Record<string, (value: unknown) => boolean>> = {
  query: (value) => typeof value === 'string',
  documentId: (value) => value === null || typeof value === 'string',
  operationName: (value) => value === null || typeof value === 'string',
  variables: (value) => value === null || isRecord(value),
  extensions: (value) => value === null || isRecord(value),
}

const isGraphqlParams = (value: unknown): value is GraphqlParams =>
  isRecord(value) &&
  ['query', 'documentId', 'extensions'].some((name) => name in value) &&
  Object.entries(value).every(([name, part]) => PART_CHECKS[name]?.(part) ?? false)

/** A parsed request body. */
export interface GraphqlBody {
  /** Null for a batch and for a malformed body. */
  readonly params: GraphqlParams | null
  /** Number of operations. */
  readonly size: number
}

export function parseGraphqlBody(body: Buffer): GraphqlBody {
  const parsed = parseJson(body)
  return { params: isGraphqlParams(parsed) ? parsed : null, size: Array.isArray(parsed) ? parsed.length : 1 }
}

function parseJson(body: Buffer): unknown {
  try {
    return JSON.parse(body.toString('utf8'))
  } catch {
    return undefined
  }
}

const GRAPHQL_RESPONSE_TYPE = 'application/graphql-response+json'
const JSON_TYPE = 'application/json'
const MEDIA_TYPE_BY_ACCEPT: Readonly<Record<string, string>> = {
  [GRAPHQL_RESPONSE_TYPE]: GRAPHQL_RESPONSE_TYPE,
  [JSON_TYPE]: JSON_TYPE,
  'application/*': JSON_TYPE,
  '*/*': JSON_TYPE,
}

/** The first supported media type of an Accept header; null if only Yoga can handle it. */
export function responseMediaType(accept = '*/*'): string | null {
  const types = accept
    .toLowerCase()
    .split(',')
    .map((part) => part.split(';')[0]?.trim() ?? '')
  return types.map((type) => MEDIA_TYPE_BY_ACCEPT[type]).find((type) => type !== undefined) ?? null
}

export interface FastPathOptions {
  readonly engine: Engine
  readonly documents?: PersistedDocuments | null
}

/**
 * Fast path: runs an operation through Yoga's plugins without its HTTP layer, which costs more than the execution. Null
 * for a subscription, whose stream Yoga must send, and for a request that names no document.
 */
export async function executeFastPath(
  { engine, documents = null }: FastPathOptions,
  context: GraphContext,
  params: GraphqlParams,
): Promise<ExecutionResult | null> {
  const chain = engine.getEnveloped(context)
  try {
    const query = documentTextOf(documents, params)
    if (query === undefined) return null
    const document: DocumentNode = chain.parse(query)
    if (getOperationAST(document, params.operationName)?.operation === 'subscription') return null
    const errors: readonly GraphQLError[] = chain.validate(chain.schema, document)
    if (errors.length > 0) return { errors }
    const contextValue = await chain.contextFactory()
    const { variables: variableValues, operationName } = params
    return await chain.execute({ schema: chain.schema, document, contextValue, variableValues, operationName })
  } catch (error) {
    return { errors: [asGraphQLError(error)] }
  }
}

const OK = 200

/** The HTTP status of a result. As application/json, invalid documents get 200 (GraphQL over HTTP specification). */
export function httpStatusOf(result: ExecutionResult, type: string): number {
  const httpExtensions = (result.errors ?? []).map((error) => error.extensions.http)
  const counted = httpExtensions.filter((http) => type === GRAPHQL_RESPONSE_TYPE || !http?.spec)
  return Math.max(OK, ...counted.map((http) => http?.status ?? OK))
}
