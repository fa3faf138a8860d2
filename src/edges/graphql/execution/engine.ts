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
import { type ErrorPresenter, presentErrors } from '../errors.ts'
import { documentLimitPlugins, MAX_BATCH, MAX_BODY, MAX_EXECUTION } from '../limits.ts'
import { costPlugin } from './costPlugin.ts'
import { csrfPlugin } from './csrfPlugin.ts'
import { createDocumentCaches } from './documentCache.ts'
import { documentPlugin } from './documentPlugin.ts'
import { gatePlugin } from './gatePlugin.ts'
import { type OperationRecorder, recordOutcome } from './operationMetrics.ts'
import type { PersistedDocuments } from './persistedDocuments.ts'
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
  /** Documents that clients can name by id; null or left out: none. */
  readonly documents?: PersistedDocuments | null
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
    extraParamNames: ['documentId'],
    maxRequestBodySize: MAX_BODY,
    parserAndValidationCache: createDocumentCaches(),
    plugins: [
      csrfPlugin,
      documentPlugin(options.documents ?? null),
      ...documentLimitPlugins(options.production),
      options.production ? hiddenSchemaPlugin : {},
      operationInfoPlugin,
      operationTimeout(options.maxExecution ?? MAX_EXECUTION),
      gatePlugin(options.gate),
      storableTextPlugin,
      costPlugin(),
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

/** Before any refusal, so that metrics and the log show what was refused. */
function describeOperation({ args: { document, operationName, contextValue } }: OperationStart) {
  const info = operationInfoOf(document, operationName)
  if (info) contextValue.operationInfo = info
}

const operationInfoPlugin: GraphPlugin = { onExecute: describeOperation, onSubscribe: describeOperation }

async function startOperation({ args: { contextValue: context } }: OperationStart): Promise<void> {
  if (isFinished(context.scope.viewer) && context.operationInfo?.field !== LOGOUT_FIELD) await reauthenticate(context)
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
      const present = (one: ExecutionResult) => presentErrors(options, one, serverContext.requestId)
      if (Array.isArray(result)) setResult(result.map(present))
      else if (!(Symbol.asyncIterator in result)) setResult(present(result))
    },
    onResponse({ response, serverContext }) {
      for (const cookie of serverContext.cookies) response.headers.append('Set-Cookie', options.writeCookie(cookie))
    },
  }
}
