import { randomUUID } from 'node:crypto'
import type { IncomingMessage } from 'node:http'
import type { ExecutionResult } from 'graphql'
import { CloseCode } from 'graphql-ws'
import type { WebSocket } from 'ws'
import { Failure } from '../../../kernel/failure.ts'
import type { RefusalReason } from '../../../kernel/refusalReasons.ts'
import type { Viewer } from '../../../kernel/scope.ts'
import type { FrameSocket } from '../../frameSocket.ts'
import { closeSocket } from '../../webSocketLimits.ts'
import type { ScopeLookup } from '../context.ts'
import { nameOf } from '../errors.ts'
import { MAX_SOCKETS } from '../limits.ts'
import type { GraphqlHandlerOptions } from './httpHandler.ts'

/** One open websocket. The text of a close frame is a value of the enum RefusalReason. */
export interface SocketConnection {
  readonly requestId: string
  readonly socket: FrameSocket
  /** Null until the connection is acknowledged. */
  viewer: Viewer | null
  readonly lookUpScope: ScopeLookup
  /** Called when the socket has closed. */
  readonly onClose: (() => void)[]
  /** Closes the socket of a slow consumer. */
  readonly disconnect: () => void
  /** Closes the socket by a code after which clients of graphql-ws connect again and repeat their operations. */
  readonly closeForRetry: (reason: RefusalReason) => void
  /** Closes the socket of a client without a valid session. */
  readonly refuse: (reason: RefusalReason) => false
  /** Closes the socket of a client that was meant for another viewer than that of its session. */
  readonly forbid: (fault: Failure) => false
  /** Closes the socket if its user has too many. Returns whether it did. */
  readonly closeIfTooMany: (viewer: Viewer) => boolean
}

const TRY_AGAIN_LATER = 1013

const tooManySockets = () =>
  new Failure('exhausted', `At most ${MAX_SOCKETS} websockets at a time`, { reason: 'too_many_sockets' })

export function openConnection(
  { openScopeLookup }: GraphqlHandlerOptions,
  socket: FrameSocket,
  request: IncomingMessage,
  open: ReadonlyMap<WebSocket, SocketConnection>,
): SocketConnection {
  const requestId = randomUUID()
  const closeForRetry = (reason: RefusalReason) => {
    if (socket.readyState === socket.OPEN) void closeSocket(socket, TRY_AGAIN_LATER, nameOf(reason))
  }
  return {
    requestId,
    socket,
    viewer: null,
    lookUpScope: openScopeLookup(request, requestId),
    onClose: [],
    disconnect: () => closeForRetry('lagging'),
    closeForRetry,
    refuse(reason) {
      socket.close(CloseCode.Unauthorized, nameOf(reason))
      return false
    },
    forbid({ reason }) {
      socket.close(CloseCode.Forbidden, nameOf(reason))
      return false
    },
    closeIfTooMany({ id }) {
      const sameUser = [...open.values()].filter(({ viewer }) => viewer?.id === id)
      if (sameUser.length <= MAX_SOCKETS) return false
      closeForRetry(tooManySockets().reason)
      return true
    },
  }
}

/** Reasons for which a subscription that is begun again goes on after a while. */
const TEMPORARY_REASONS = [
  'database_unavailable',
  'lagging',
  'gap',
  'going_away',
] as const satisfies readonly RefusalReason[]

/**
 * The temporary reason for which a subscription did not begin or ended, or an event of it was refused as a whole. Clients of
 * graphql-ws give up a subscription after an error, but begin it again after a lost connection, as they repeat all other
 * operations of the connection: so no other operation closes it.
 */
export function temporaryReasonOf({ data, errors = [] }: ExecutionResult): RefusalReason | undefined {
  if (data) return undefined
  return TEMPORARY_REASONS.find((reason) => errors.some(({ extensions }) => extensions.reason === nameOf(reason)))
}
