import { type DocumentNode, type ExecutionResult, type GraphQLError, getOperationAST } from 'graphql'
import type { GraphContext } from '../context.ts'
import { asGraphQLError } from '../errors.ts'
import type { Engine } from '../execution/engine.ts'

/** The parameters of a GraphQL request. */
export interface GraphqlParams {
  readonly query: string
  readonly operationName?: string | null
  readonly variables?: Record<string, unknown> | null
}

const isRecord = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

const PART_CHECKS: Readonly<Record<string, (value: unknown) => boolean>> = {
  query: (value) => typeof value === 'string',
  operationName: (value) => value === null || typeof value === 'string',
  variables: (value) => value === null || isRecord(value),
  extensions: (value) => value === null || isRecord(value),
}

const isGraphqlParams = (value: unknown): value is GraphqlParams =>
  isRecord(value) &&
  'query' in value &&
  Object.entries(value).every(([name, part]) => PART_CHECKS[name]?.(part) ?? false)

/** Parses a request body; null for a batch and for a malformed body. */
export function parseGraphqlParams(body: Buffer): GraphqlParams | null {
  try {
    const parsed: unknown = JSON.parse(body.toString('utf8'))
    return isGraphqlParams(parsed) ? parsed : null
  } catch {
    return null
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

/**
 * Fast path: runs an operation through Yoga's plugins without its HTTP layer, which costs more than the execution. Null
 * for a subscription, whose stream Yoga must send.
 */
export async function executeFastPath(
  engine: Engine,
  context: GraphContext,
  params: GraphqlParams,
): Promise<ExecutionResult | null> {
  const chain = engine.getEnveloped(context)
  try {
    const document: DocumentNode = chain.parse(params.query)
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
