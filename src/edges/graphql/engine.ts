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
import type { SetCookie } from '../../contract/operation.ts'
import { type Facts, type GraphContext, isFinished, lookAgain } from './context.ts'
import { deadline } from './deadline.ts'
import { documents } from './documents.ts'
import { type Presenter, present, presented } from './failure.ts'
import { documentLimits, MAX_BATCH, MAX_BODY, MAX_EXECUTION } from './limits.ts'
import { type Recorder, settle } from './record.ts'
import { subscribe } from './sharing.ts'
import { storableTexts } from './storable.ts'

export interface EngineOptions extends Presenter {
  readonly schema: GraphQLSchema
  /** In production the schema is shown to people with a session only, and messages don't hint at its names. */
  readonly production: boolean
  readonly recorder: Recorder
  /** The Set-Cookie header of a cookie. */
  readonly writeCookie: (cookie: SetCookie) => string
  /** Milliseconds that an operation may take. */
  readonly maxExecution?: number
}

type GraphPlugin = Plugin<GraphContext, GraphContext>

export const ENDPOINT = '/graphql'

/** The chain of plugins that every operation runs through, whichever way it came in. */
export function makeEngine(options: EngineOptions) {
  return createYoga<GraphContext>({
    schema: options.schema,
    graphqlEndpoint: ENDPOINT,
    landingPage: false,
    graphiql: false,
    cors: false,
    logging: false,
    multipart: false,
    // Errors are presented where a result leaves, with the id of its request.
    maskedErrors: false,
    batching: { limit: MAX_BATCH },
    maxRequestBodySize: MAX_BODY,
    parserAndValidationCache: documents(),
    plugins: [
      useCSRFPrevention(),
      ...documentLimits(options.production),
      options.production ? hiddenSchema : {},
      deadline(options.maxExecution ?? MAX_EXECUTION),
      storableTexts,
      beginning,
      presentation(options),
    ],
  })
}

export type Engine = ReturnType<typeof makeEngine>

const hiddenSchema: GraphPlugin = {
  onValidate({ context, addValidationRule }) {
    if (!isFinished(context.scope.viewer)) addValidationRule(NoSchemaIntrospectionCustomRule)
  },
}

function factsOf(document: DocumentNode, operationName: string | null | undefined): Facts | undefined {
  const operation = getOperationAST(document, operationName)
  if (!operation) return undefined
  const [first] = operation.selectionSet.selections
  return {
    type: operation.operation,
    name: operation.name?.value,
    field: first?.kind === Kind.FIELD ? first.name.value : 'fragment',
  }
}

interface Beginning {
  readonly args: { document: DocumentNode; operationName?: string | null; contextValue: GraphContext }
}

/** Ends a session without being a sign of life: whoever deletes the account and leaves does not call the deletion off. */
const FAREWELL = 'logout'

async function begin({ args: { document, operationName, contextValue: context } }: Beginning): Promise<void> {
  const known = factsOf(document, operationName)
  if (known) context.facts = known
  if (isFinished(context.scope.viewer) && known?.field !== FAREWELL) await lookAgain(context)
}

const beginning: GraphPlugin = {
  onExecute: begin,
  onSubscribe(beginning) {
    beginning.setSubscribeFn(subscribe)
    return begin(beginning)
  },
}

/** Yoga's own ways out: each operation's result, and the refusal of a request that never became an operation. */
function presentation(options: EngineOptions): GraphPlugin {
  return {
    onExecutionResult({ result, setResult, context }) {
      if (!result) return
      const show = (one: ExecutionResult) => presented(options, one, context.requestId)
      const settled = Symbol.asyncIterator in result ? mapAsyncIterator(result, show) : show(result)
      settle(options.recorder, context, settled)
      setResult(settled)
    },
    onResultProcess({ result, setResult, serverContext }) {
      if (Array.isArray(result) || Symbol.asyncIterator in result || !result.errors) return
      setResult({ ...result, errors: result.errors.map((error) => present(options, error, serverContext.requestId)) })
    },
    onResponse({ response, serverContext }) {
      for (const cookie of serverContext.cookies) response.headers.append('Set-Cookie', options.writeCookie(cookie))
    },
  }
}
