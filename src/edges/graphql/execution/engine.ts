import { useCSRFPrevention } from '@graphql-yoga/plugin-csrf-prevention'
import {
  type DocumentNode,
  type ExecutionResult,
  type GraphQLSchema,
  getOperationAST,
  Kind,
  NoSchemaIntrospectionCustomRule,
} from 'graphql'
import { createYoga, mapAsyncIterator, type Plugin } from 'graphql-yoga'
import type { SetCookie } from '../../../contract/operation.ts'
import type { RequestGate } from '../../requestGate.ts'
import { type GraphContext, isFinished, type OperationInfo, reauthenticate } from '../context.ts'
import { type ErrorPresenter, presentError, presentErrors } from '../errors.ts'
import { documentLimitPlugins, MAX_BATCH, MAX_BODY, MAX_EXECUTION } from '../limits.ts'
import { createDocumentCaches } from './documentCache.ts'
import { gatePlugin } from './gatePlugin.ts'
import { type OperationRecorder, recordOutcome } from './operationMetrics.ts'
import { operationTimeout, storableTextPlugin } from './plugins.ts'
import { resultText } from './resultText.ts'
import { type SubscriptionLimit, subscribeWithin } from './subscriptionLimit.ts'

export interface EngineOptions extends ErrorPresenter {
  readonly schema: GraphQLSchema
  /** Introspection needs a session, and error messages suggest no field names. */
  readonly production: boolean
  readonly recorder: OperationRecorder
  readonly subscriptions: SubscriptionLimit
  readonly gate: RequestGate
  /** Returns the Set-Cookie header of a cookie. */
  readonly writeCookie: (cookie: SetCookie) => string
  /** Milliseconds that an operation may take; 10,000 by default. */
  readonly maxExecution?: number
}

type GraphPlugin = Plugin<GraphContext, GraphContext>

export const GRAPHQL_PATH = '/graphql'

/** The Yoga server whose plugins run for every operation, over HTTP and websocket. */
export function createEngine(options: EngineOptions) {
  return createYoga<GraphContext>({
    schema: options.schema,
    graphqlEndpoint: GRAPHQL_PATH,
    landingPage: false,
    graphiql: false,
    cors: false,
    logging: false,
    multipart: false,
    // Replaced by presentError, which adds the request id.
    maskedErrors: false,
    batching: { limit: MAX_BATCH },
    maxRequestBodySize: MAX_BODY,
    parserAndValidationCache: createDocumentCaches(),
    plugins: [
      useCSRFPrevention(),
      ...documentLimitPlugins(options.production),
      options.production ? hiddenSchemaPlugin : {},
      operationTimeout(options.maxExecution ?? MAX_EXECUTION),
      gatePlugin(options.gate),
      storableTextPlugin,
      operationStartPlugin(options.subscriptions),
      resultPlugin(options),
    ],
  })
}

export type Engine = ReturnType<typeof createEngine>

const hiddenSchemaPlugin: GraphPlugin = {
  onValidate({ context, addValidationRule }) {
    if (!isFinished(context.scope.viewer)) addValidationRule(NoSchemaIntrospectionCustomRule)
  },
}

function operationInfoOf(document: DocumentNode, operationName: string | null | undefined): OperationInfo | undefined {
  const operation = getOperationAST(document, operationName)
  if (!operation) return undefined
  const [first] = operation.selectionSet.selections
  return {
    type: operation.operation,
    name: operation.name?.value,
    field: first?.kind === Kind.FIELD ? first.name.value : 'fragment',
  }
}

interface OperationStart {
  readonly args: { document: DocumentNode; operationName?: string | null; contextValue: GraphContext }
}

/** Logout doesn't count as activity, so that it doesn't cancel a pending deletion of the account. */
const LOGOUT_FIELD = 'logout'

async function startOperation({
  args: { document, operationName, contextValue: context },
}: OperationStart): Promise<void> {
  const info = operationInfoOf(document, operationName)
  if (info) context.operationInfo = info
  if (isFinished(context.scope.viewer) && info?.field !== LOGOUT_FIELD) await reauthenticate(context)
}

const operationStartPlugin = (subscriptions: SubscriptionLimit): GraphPlugin => ({
  onExecute: startOperation,
  onSubscribe(start) {
    const { contextValue } = start.args
    start.setSubscribeFn((args) => subscribeWithin(subscriptions, { ...args, contextValue }))
    return startOperation(start)
  },
})

/** Lets Yoga send the text of a result that other subscriptions send, too. */
const withText = (result: ExecutionResult) => ({ ...result, stringify: () => resultText(result) })

/** Presents errors, records outcomes and sets cookies for responses that Yoga sends itself. */
function resultPlugin(options: EngineOptions): GraphPlugin {
  return {
    onExecutionResult({ result, setResult, context }) {
      if (!result) return
      const present = (one: ExecutionResult) => presentErrors(options, one, context.requestId)
      const presentPart = (one: ExecutionResult) => withText(present(one))
      const presented = Symbol.asyncIterator in result ? mapAsyncIterator(result, presentPart) : present(result)
      recordOutcome(options.recorder, context, presented)
      setResult(presented)
    },
    onResultProcess({ result, setResult, serverContext }) {
      if (Array.isArray(result) || Symbol.asyncIterator in result || !result.errors) return
      setResult({
        ...result,
        errors: result.errors.map((error) => presentError(options, error, serverContext.requestId)),
      })
    },
    onResponse({ response, serverContext }) {
      for (const cookie of serverContext.cookies) response.headers.append('Set-Cookie', options.writeCookie(cookie))
    },
  }
}
