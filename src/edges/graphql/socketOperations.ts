import {
  type DocumentNode,
  type ExecutionArgs,
  type ExecutionResult,
  type GraphQLError,
  getOperationAST,
} from 'graphql'
import type { Context, ServerOptions, SubscribePayload } from 'graphql-ws'
import type { Extra } from 'graphql-ws/use/ws'
import type { WebSocket } from 'ws'
import { Failure } from '../../kernel/failure.ts'
import type { Viewer } from '../../kernel/scope.ts'
import { type GraphContext, isFinished, type Look, type Manner, openContext } from './context.ts'
import type { DoorOptions } from './door.ts'
import type { Engine } from './engine.ts'
import { asGraphQLError, formatted, present, presented } from './failure.ts'
import { MAX_BODY, MAX_SUBSCRIPTIONS } from './limits.ts'
import { settle } from './record.ts'

/** What is known of one websocket. */
export interface Line {
  readonly requestId: string
  /** Who is at the other end, once the connection was acknowledged. */
  viewer: Viewer | null
  readonly look: Look
  /** What to do when it has closed. */
  readonly leaving: (() => void)[]
  /** Ends a line whose other end does not read. */
  readonly cut: () => void
  /** Ends a line without a session. */
  readonly refuse: () => false
  /** Ends the line of a person who holds as many as one may. Answers whether it did. */
  readonly refuseCrowd: (viewer: Viewer) => boolean
}

type Payload = Record<string, unknown> | undefined
type Options = ServerOptions<Payload, Extra>
type SocketContext = Context<Payload, Extra>
type Chain = ReturnType<Engine['getEnveloped']>

interface Operation {
  readonly chain: Chain
  readonly context: GraphContext
}

const tooMany = () =>
  new Failure('exhausted', `At most ${MAX_SUBSCRIPTIONS} operations at a time on one socket`, {
    code: 'too_many_operations',
  })
const overHttp = () => new Failure('invalid', 'Mutations are sent by HTTP: they may set cookies', { code: 'over_http' })

/** How operations that come over a websocket run: through the same chain as those that come over HTTP. */
export function socketOperations(options: DoorOptions, lineOf: (socket: WebSocket) => Line): Options {
  const operations = new WeakMap<ExecutionArgs, Operation>()
  const operationOf = (args: ExecutionArgs) => {
    const operation = operations.get(args)
    if (!operation) throw new Error('an operation that was never prepared')
    return operation
  }

  return {
    onConnect: (context) => connect(options, lineOf(context.extra.socket), context),
    onPing: ({ extra: { socket } }) => cutWhenFull(lineOf(socket), socket),
    async onSubscribe(context, _id, payload) {
      const line = lineOf(context.extra.socket)
      try {
        refuseCrowd(line, context)
        const { args, operation } = await prepare(options, line, payload)
        operations.set(args, operation)
        return args
      } catch (error) {
        return errorsOf(error).map((one) => present(options, one, line.requestId))
      }
    },
    async execute(args) {
      const { chain, context } = operationOf(args)
      return settled(options, context, await chain.execute(args))
    },
    async subscribe(args) {
      const { chain, context } = operationOf(args)
      return settled(options, context, await chain.subscribe(args))
    },
    onNext: (...[{ extra }, , , , result]) => formatted(presented(options, result, lineOf(extra.socket).requestId)),
    onError({ extra }, _id, _payload, errors) {
      return formatted(presented(options, { errors }, lineOf(extra.socket).requestId)).errors
    },
  }
}

type Result = ExecutionResult | AsyncIterable<ExecutionResult>

function settled(options: DoorOptions, context: GraphContext, result: Result): Result {
  const shown = 'errors' in result ? presented(options, result, context.requestId) : result
  settle(options.recorder, context, shown)
  return shown
}

/** Only people with a finished session may hold a socket open. */
async function connect({ live }: DoorOptions, line: Line, context: SocketContext): Promise<boolean> {
  const { socket } = context.extra
  const { viewer, presence, origin } = await line.look(mannerOf(context))
  // Whoever has gone while we looked has nobody left to tell it.
  if (socket.readyState !== socket.OPEN) return false
  if (!isFinished(viewer)) return line.refuse()
  line.viewer = viewer
  line.leaving.push(live.sessions.bind(viewer, line.refuse))
  // Once more, now that a revocation would find the line: one may have passed between.
  if (!isFinished((await line.look({ quiet: true })).viewer)) return line.refuse()
  if (socket.readyState !== socket.OPEN || line.refuseCrowd(viewer)) return false
  line.leaving.push(presence.arrive(viewer.id, origin.via))
  return true
}

function mannerOf({ connectionParams }: SocketContext): Manner {
  const token = connectionParams?.authToken
  return { quiet: true, ...(typeof token === 'string' && { token }) }
}

function cutWhenFull(line: Line, socket: WebSocket) {
  if (socket.bufferedAmount > MAX_BODY) line.cut()
}

function refuseCrowd(line: Line, { subscriptions, extra: { socket } }: SocketContext) {
  cutWhenFull(line, socket)
  if (Object.keys(subscriptions).length > MAX_SUBSCRIPTIONS) throw tooMany()
}

/** Errors of a validation come as a list. */
class Invalid extends Error {
  readonly errors: readonly GraphQLError[]
  constructor(errors: readonly GraphQLError[]) {
    super('invalid document')
    this.errors = errors
  }
}

const errorsOf = (error: unknown) => (error instanceof Invalid ? error.errors : [asGraphQLError(error)])

async function prepare({ engine, closing, live }: DoorOptions, line: Line, payload: SubscribePayload) {
  const { requestId, look, cut } = line
  const connection = { closing, look, cut, cookie: () => undefined }
  const context = openContext({ requestId, scope: await look({ quiet: true }), connection, live })
  const chain: Chain = engine.getEnveloped(context)
  const document: DocumentNode = chain.parse(payload.query)
  const errors: readonly GraphQLError[] = chain.validate(chain.schema, document)
  if (errors.length > 0) throw new Invalid(errors)
  if (getOperationAST(document, payload.operationName)?.operation === 'mutation') throw overHttp()
  await chain.contextFactory()
  const args: ExecutionArgs = {
    schema: chain.schema,
    document,
    contextValue: context,
    variableValues: payload.variables,
    operationName: payload.operationName,
  }
  return { args, operation: { chain, context } }
}
