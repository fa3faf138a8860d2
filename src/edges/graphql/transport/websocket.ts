import type { ExecutionArgs, ExecutionResult } from 'graphql'
import { type Context, MessageType, type ServerOptions, type SubscribePayload } from 'graphql-ws'
import { type Extra, useServer } from 'graphql-ws/use/ws'
import type { WebSocket } from 'ws'
import { noSession } from '../../../kernel/access.ts'
import { Failure } from '../../../kernel/failure.ts'
import { siblingId } from '../../../kernel/ids.ts'
import { lookUp } from '../../../kernel/maps.ts'
import type { RefusalReason } from '../../../kernel/refusalReasons.ts'
import type { Scope } from '../../../kernel/scope.ts'
import { VERSION } from '../../../version.ts'
import { createFrameSocketServer } from '../../frameSocket.ts'
import { isAllowedOrigin } from '../../request.ts'
import { closeSocket, rejectUpgrade, runEvenly, type SocketServer, watchSlowConsumer } from '../../webSocketLimits.ts'
import { createContext, type GraphContext, isFinished, noUsage, type ScopeLookupOptions } from '../context.ts'
import { asGraphQLError, formatResult, presentErrors } from '../errors.ts'
import type { Engine } from '../execution/engine.ts'
import { recordOutcome } from '../execution/operationMetrics.ts'
import { declaredVariables } from '../execution/operationVariables.ts'
import { documentTextOf } from '../execution/persistedDocuments.ts'
import { errorsOf, type OperationText, operationTypeOf, prepareOperation } from '../execution/preparedOperation.ts'
import { MAX_BODY, MAX_SOCKET_MESSAGE, MAX_SOCKET_OPERATIONS } from '../limits.ts'
import { viewerFault } from '../viewerGuard.ts'
import type { GraphqlHandlerOptions } from './httpHandler.ts'
import { sendResults } from './resultMessages.ts'
import { openConnection, type SocketConnection, temporaryReasonOf } from './socketConnection.ts'

type Payload = Record<string, unknown> | undefined
type Options = ServerOptions<Payload, Extra>
type SocketContext = Context<Payload, Extra>
type Chain = ReturnType<Engine['getEnveloped']>

interface Operation {
  /** Chosen by the client. */
  readonly id: string
  readonly socket: WebSocket
  readonly chain: Chain
  readonly context: GraphContext
}

const tooManyOperations = () =>
  new Failure('exhausted', `At most ${MAX_SOCKET_OPERATIONS} operations at a time on one socket`, {
    reason: 'too_many_operations',
  })
const mutationOverSocket = () =>
  new Failure('invalid', 'Mutations are sent by HTTP: they may set cookies', { reason: 'mutation_over_websocket' })

/** Options of graphql-ws: operations run through the same Yoga plugins as over HTTP. */
function socketServerOptions(
  options: GraphqlHandlerOptions,
  connectionOf: (socket: WebSocket) => SocketConnection,
): Options {
  const operations = new WeakMap<ExecutionArgs, Operation>()
  const operationOf = (args: ExecutionArgs) => {
    const operation = operations.get(args)
    if (!operation) throw new Error('operation was not prepared by onSubscribe')
    return operation
  }

  return {
    jsonMessageReviver: refuseServerMessages,
    onConnect: (context) => connectOrClose(options, connectionOf(context.extra.socket), context),
    onPing: ({ extra: { socket } }) => disconnectIfSlow(connectionOf(socket), socket),
    async onSubscribe(context, id, payload) {
      const connection = connectionOf(context.extra.socket)
      try {
        assertOperationLimit(connection, context)
        await options.gate.count(await connection.lookUpScope({ skipTouch: true }))
        const { args, operation } = await prepare(options, connection, payload)
        operations.set(args, { ...operation, id, socket: context.extra.socket })
        return args
      } catch (error) {
        return refuse(options, connection, payload, error)
      }
    },
    async execute(args) {
      const { chain, context } = operationOf(args)
      return recordResult(options, context, await resultOf(() => chain.execute(args)))
    },
    async subscribe(args) {
      const { chain, context, id, socket } = operationOf(args)
      const connection = connectionOf(socket)
      const result = recordResult(options, context, await resultOf(() => chain.subscribe(args)))
      const present = (one: ExecutionResult) => presentOrClose(options, connection, one)
      return Symbol.asyncIterator in result
        ? sendResults({ id, socket: connection.socket, present }, result)
        : present(result)
    },
    onNext: (...[{ extra }, , , , result]) =>
      formatResult(presentErrors(options, result, connectionOf(extra.socket).requestId)),
    onError({ extra, subscriptions }, id, _payload, errors) {
      const connection = connectionOf(extra.socket)
      // The library keeps iterators alone here: that of a subscription whose source has failed.
      if (lookUp(subscriptions, id)) return formatResult(presentOrClose(options, connection, { errors })).errors
      return formatResult(presentErrors(options, { errors }, connection.requestId)).errors
    },
  }
}

/** The errors of an operation that could not be prepared. Closes the connection if it is a subscription, and they are temporary. */
function refuse(
  options: GraphqlHandlerOptions,
  connection: SocketConnection,
  payload: SubscribePayload,
  error: unknown,
) {
  const presented = presentErrors(options, { errors: errorsOf(error) }, connection.requestId)
  const reason = temporaryReasonOf(presented)
  if (reason && isSubscription(options, payload)) connection.closeForRetry(reason)
  return presented.errors
}

function isSubscription(options: GraphqlHandlerOptions, payload: SubscribePayload): boolean {
  try {
    return operationTypeOf(textOf(options, payload)) === 'subscription'
  } catch {
    return false
  }
}

/** Presents the errors of a result of a subscription for the client. Closes the connection if they are temporary. */
function presentOrClose(options: GraphqlHandlerOptions, connection: SocketConnection, result: ExecutionResult) {
  const presented = presentErrors(options, result, connection.requestId)
  const reason = temporaryReasonOf(presented)
  if (reason) connection.closeForRetry(reason)
  return presented
}

const SERVER_MESSAGES: readonly unknown[] = [MessageType.ConnectionAck, MessageType.Next, MessageType.Error]

/** Makes the library close with 4400 for messages that only a server sends: it would take them for an error of its own. */
function refuseServerMessages(key: string, value: unknown): unknown {
  if (key === '' && SERVER_MESSAGES.includes(Object(value).type)) throw new Error('a message of servers')
  return value
}

type Result = ExecutionResult | AsyncIterable<ExecutionResult>

/** The library would close the socket of all operations for an error that one of them throws. */
async function resultOf<R extends Result>(run: () => R | Promise<R>): Promise<R | ExecutionResult> {
  try {
    return await run()
  } catch (error) {
    return { errors: errorsOf(error) }
  }
}

function recordResult(options: GraphqlHandlerOptions, context: GraphContext, result: Result): Result {
  const presented = 'errors' in result ? presentErrors(options, result, context.requestId) : result
  recordOutcome(options.recorder, context, presented)
  return presented
}

/** Closes the socket by a code after which clients connect again if the session can't be looked up. */
async function connectOrClose(
  options: GraphqlHandlerOptions,
  connection: SocketConnection,
  context: SocketContext,
): Promise<Acknowledgement | false> {
  try {
    return await connect(options, connection, context)
  } catch (error) {
    presentErrors(options, { errors: [asGraphQLError(error)] }, connection.requestId)
    connection.closeForRetry('database_unavailable')
    return false
  }
}

/** The payload of `connection_ack`. */
interface Acknowledgement extends Record<string, unknown> {
  /** The id of the `Viewer`. */
  readonly viewerId: string
  readonly serverVersion: string
}

/** Accepts only sessions with completed login, and only of the viewer whom the client has named. */
async function connect(
  { live }: GraphqlHandlerOptions,
  connection: SocketConnection,
  context: SocketContext,
): Promise<Acknowledgement | false> {
  const { socket } = context.extra
  const scope = await connection.lookUpScope(lookupOptionsOf(context))
  const { viewer, presence, clientInfo } = scope
  if (socket.readyState !== socket.OPEN) return false
  const fault = viewerFault(context.connectionParams?.viewerId, scope)
  if (viewer && fault) return connection.forbid(fault)
  if (!isFinished(viewer)) return connection.refuse(reasonOfMissing(scope))
  connection.viewer = viewer
  connection.onClose.push(live.sessions.bind(viewer, connection.refuse))
  // The session may have been revoked before it was bound.
  const current = await connection.lookUpScope({ skipTouch: true })
  if (!isFinished(current.viewer)) return connection.refuse(reasonOfMissing(current))
  if (socket.readyState !== socket.OPEN || connection.closeIfTooMany(viewer)) return false
  connection.onClose.push(presence.connect(viewer.id, clientInfo.presenceSource))
  return { viewerId: siblingId('viewer', viewer.id), serverVersion: VERSION }
}

/** Why the scope has no finished session. */
const reasonOfMissing = ({ viewer, sessionEnd }: Scope): RefusalReason =>
  viewer ? 'second_factor_required' : noSession(sessionEnd).reason

function lookupOptionsOf({ connectionParams }: SocketContext): ScopeLookupOptions {
  const token = connectionParams?.authToken
  return { skipTouch: true, ...(typeof token === 'string' && token !== '' && { token }) }
}

function disconnectIfSlow({ disconnect }: SocketConnection, socket: WebSocket) {
  if (socket.bufferedAmount > MAX_BODY) disconnect()
}

function assertOperationLimit(connection: SocketConnection, { subscriptions, extra: { socket } }: SocketContext) {
  disconnectIfSlow(connection, socket)
  if (Object.keys(subscriptions).length > MAX_SOCKET_OPERATIONS) throw tooManyOperations()
}

function textOf({ documents = null }: GraphqlHandlerOptions, payload: SubscribePayload): OperationText {
  // The protocol requires a text; it is empty where a client names a listed document.
  const text = documentTextOf(documents, payload) ?? payload.query
  return { text, operationName: payload.operationName }
}

async function prepare(
  options: GraphqlHandlerOptions,
  { requestId, lookUpScope, disconnect }: SocketConnection,
  payload: SubscribePayload,
) {
  const { engine, closing, live } = options
  const connection = { closing, lookUpScope, disconnect, cookies: () => [], usage: noUsage() }
  const context = createContext({ requestId, scope: await lookUpScope({ skipTouch: true }), connection, live })
  const { operationName, variables } = payload
  const { chain, document, type } = prepareOperation(engine, context, textOf(options, payload))
  if (type === 'mutation') throw mutationOverSocket()
  await chain.contextFactory()
  const variableValues = declaredVariables({ document, operationName, variableValues: variables })
  // The library keeps the message as long as the subscription lasts.
  Object.assign(payload, { variables: variableValues, extensions: null })
  const args: ExecutionArgs = { schema: chain.schema, document, contextValue: context, variableValues, operationName }
  return { args, operation: { chain, context } }
}

interface GraphqlSocketServer extends SocketServer {
  /** Number of open sockets. */
  count(): number
}

export function createSocketServer(options: GraphqlHandlerOptions): GraphqlSocketServer {
  const server = createFrameSocketServer(MAX_SOCKET_MESSAGE)
  const open = new Map<WebSocket, SocketConnection>()
  let draining = false

  // Includes closed sockets, whose operations may end later.
  const connections = new WeakMap<WebSocket, SocketConnection>()
  const connectionOf = (socket: WebSocket) => {
    const connection = connections.get(socket)
    if (!connection) throw new Error('socket has no connection')
    return connection
  }
  server.on('connection', (socket, request) => {
    const connection = openConnection(options, socket, request, open)
    open.set(socket, connection)
    connections.set(socket, connection)
    socket.once('close', () => {
      open.delete(socket)
      for (const onClose of connection.onClose) onClose()
    })
  })
  useServer({ ...socketServerOptions(options, connectionOf), isProd: true }, server)
  server.on('connection', (socket) => logErrors(options, socket))

  return {
    count: () => open.size,
    upgrade(request, socket, head) {
      if (draining) return rejectUpgrade(socket, '503 Service Unavailable')
      if (!isAllowedOrigin(request, options.allowedOrigins)) return rejectUpgrade(socket, '403 Forbidden')
      server.handleUpgrade(request, socket, head, (opened) => {
        opened.attach(socket)
        watchSlowConsumer(socket, () => opened.terminate())
        server.emit('connection', opened, request)
      })
    },
    async closeAll({ code, reason, over }) {
      draining = true
      const closed: Promise<void>[] = []
      await runEvenly([...open.keys()], over, (socket) => closed.push(closeSocket(socket, code, reason)))
      await Promise.all(closed)
    },
  }
}

/** Replaces the library's listener, which writes client errors to the console. */
function logErrors({ log }: GraphqlHandlerOptions, socket: WebSocket) {
  socket.removeAllListeners('error').on('error', (error) => log.debug({ err: error }, 'websocket failed'))
}
