import { type ExecutionResult, GraphQLError, type GraphQLSchema, NoSchemaIntrospectionCustomRule } from 'graphql'
import { createYoga, mapAsyncIterator, type Plugin } from 'graphql-yoga'
import type { SetCookie } from '../../../contract/operation.ts'
import { cookieHeaders, type GraphContext, isFinished } from '../context.ts'
import { type ErrorPresenter, presentErrors } from '../errors.ts'
import { documentLimitPlugins, MAX_BATCH, MAX_BODY } from '../limits.ts'
import { csrfPlugin } from './csrfPlugin.ts'
import { createDocumentCaches } from './documentCache.ts'
import { documentPlugin } from './documentPlugin.ts'
import { repeatedFieldsError, zeroByteRule } from './documentRules.ts'
import { type OperationRecorder, recordOutcome } from './operationMetrics.ts'
import type { OperationRunner } from './operationRunner.ts'
import type { PersistedDocuments } from './persistedDocuments.ts'
import { refusalPlugin } from './refusalPlugin.ts'
import { resultText } from './resultText.ts'
import { type SubscriptionLimit, subscribeWithin } from './subscriptionLimit.ts'

export interface EngineOptions extends ErrorPresenter {
  readonly schema: GraphQLSchema
  /** Introspection needs a session, and without one error messages suggest no names of the schema. */
  readonly production: boolean
  readonly recorder: OperationRecorder
  readonly operations: OperationRunner
  readonly subscriptions: SubscriptionLimit
  /** Returns the Set-Cookie header of a cookie. */
  readonly writeCookie: (cookie: SetCookie) => string
  /** Documents that clients can name by id; null or left out: none. */
  readonly documents?: PersistedDocuments | null
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
      refusalPlugin(options),
      documentPlugin(options.documents ?? null),
      ...documentLimitPlugins(),
      options.production ? hiddenSchemaPlugin : {},
      documentRulesPlugin,
      operationPlugin(options),
      resultPlugin(options),
    ],
  })
}

export type Engine = ReturnType<typeof createEngine>

const hiddenSchemaPlugin: GraphPlugin = {
  onValidate({ context, addValidationRule }) {
    if (isFinished(context.scope.viewer)) return
    addValidationRule(NoSchemaIntrospectionCustomRule)
    return ({ result, setResult }) => setResult(result.map(withoutSuggestion))
  },
}

/** Results of validation are cached, also for requests with a session, so that no error is changed in place. */
function withoutSuggestion(error: Error): Error {
  if (!(error instanceof GraphQLError)) return error
  const message = error.message.replace(/Did you mean .+\?$/s, '[Suggestion hidden]')
  const { nodes = null, source = null, positions = null, extensions } = error
  return new GraphQLError(message, { nodes, source, positions, extensions })
}

const documentRulesPlugin: GraphPlugin = {
  onValidate({ params: { documentAST }, addValidationRule, setResult }) {
    addValidationRule(zeroByteRule)
    const error = repeatedFieldsError(documentAST)
    if (error) setResult([error])
  },
}

const operationPlugin = ({ operations, subscriptions }: EngineOptions): GraphPlugin => ({
  onExecute({ args: { contextValue }, executeFn, setExecuteFn }) {
    setExecuteFn((args) => operations.run({ ...args, contextValue }, executeFn))
  },
  async onSubscribe({ args, setSubscribeFn, setResultAndStopExecution }) {
    const { refusal, operation } = await operations.begin(args)
    if (refusal) setResultAndStopExecution(refusal)
    else setSubscribeFn(() => subscribeWithin(subscriptions, operation))
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
      for (const [name, value] of cookieHeaders(serverContext.cookies, options.writeCookie))
        response.headers.append(name, value)
    },
  }
}
