import { type DocumentNode, type ExecutionResult, type GraphQLError, getOperationAST } from 'graphql'
import type { Params } from './body.ts'
import type { GraphContext } from './context.ts'
import type { Engine } from './engine.ts'
import { asGraphQLError } from './failure.ts'

const RESPONSE = 'application/graphql-response+json'
const JSON_TYPE = 'application/json'
const ANSWER: Readonly<Record<string, string>> = {
  [RESPONSE]: RESPONSE,
  [JSON_TYPE]: JSON_TYPE,
  'application/*': JSON_TYPE,
  '*/*': JSON_TYPE,
}

/** The media type that answers an Accept header, or null when only Yoga can: the first of the list that is known. */
export function mediaType(accept = '*/*'): string | null {
  const asked = accept
    .toLowerCase()
    .split(',')
    .map((part) => part.split(';')[0]?.trim() ?? '')
  return asked.map((type) => ANSWER[type]).find((type) => type !== undefined) ?? null
}

/**
 * Executes an ordinary operation in Yoga's chain of plugins, but past its HTTP layer, which costs more than the rest.
 * Null for a subscription: its stream is Yoga's to send.
 */
export async function executeLean(
  engine: Engine,
  context: GraphContext,
  params: Params,
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

/** The HTTP status of a result. A client that asks for plain JSON hears of faulty documents by 200, as ever. */
export function statusOf(result: ExecutionResult, type: string): number {
  const faults = (result.errors ?? []).map((error) => error.extensions.http)
  const counted = faults.filter((http) => type === RESPONSE || !http?.spec)
  return Math.max(OK, ...counted.map((http) => http?.status ?? OK))
}
