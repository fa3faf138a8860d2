import { Counter, Gauge, type Registry } from 'prom-client'
import type { WebSocket } from 'ws'
import type { Services } from '../../kernel/scope.ts'
import type { LiveUpdates } from '../../live/live.ts'
import type { FrameSocket } from '../frameSocket.ts'
import { closeSocket, MAX_BUFFERED_BYTES, runEvenly, type SocketClosing } from '../webSocketLimits.ts'
import type { Admission, Rejection } from './admission.ts'
import type { EncodedFrame } from './frames.ts'
import type { FrameSubscriber } from './userChannels.ts'

function pipelineMetrics(registry: Registry, sockets: () => number) {
  const collect = function (this: Gauge) {
    this.set(sockets())
  }
  new Gauge({ name: 'plaza_pipeline_sockets', help: 'Open legacy websockets.', registers: [registry], collect })
  const frames = new Counter({
    name: 'plaza_pipeline_frames_total',
    help: 'Frames sent over legacy websockets, by type.',
    labelNames: ['type'],
    registers: [registry],
  })
  return { count: ({ type }: { readonly type: string }) => frames.inc({ type }) }
}

/** Milliseconds between pings, so that a dead peer is detected within half a minute. */
const PING_INTERVAL = 14_000

/** Returns a function that pings every socket, and terminates those that didn't answer the previous ping. */
export function createHeartbeat(connections: ReadonlySet<Pick<PipelineConnection, 'socket'>>): () => void {
  const unanswered = new WeakSet<WebSocket>()
  const beat = ({ socket }: Pick<PipelineConnection, 'socket'>) => {
    if (unanswered.has(socket)) return socket.terminate()
    unanswered.add(socket)
    socket.once('pong', () => unanswered.delete(socket))
    socket.ping()
  }
  return () => {
    for (const connection of [...connections]) beat(connection)
  }
}

/** One open socket. Once it is ending it ignores further frames. */
interface PipelineConnection extends FrameSubscriber {
  readonly socket: WebSocket
  /** Called when the session has ended. */
  readonly endSession: () => void
  end(code: number, reason: string): void
}

interface PipelineConnectionOptions {
  readonly socket: FrameSocket
  readonly close: (socket: WebSocket, code: number, reason: string) => void
  /** Records a sent frame in the metrics. */
  readonly count: (frame: EncodedFrame) => void
}

const POLICY_VIOLATION = 1008
const TRY_AGAIN_LATER = 1013

function openConnection({ socket, close, count }: PipelineConnectionOptions): PipelineConnection {
  const isOpen = () => socket.readyState === socket.OPEN
  const end = (code: number, reason: string) => {
    if (isOpen()) close(socket, code, reason)
  }
  const disconnect = () => end(TRY_AGAIN_LATER, 'Read what you are sent, then connect again')
  const disconnectIfSlow = () => {
    if (socket.bufferedAmount > MAX_BUFFERED_BYTES) disconnect()
  }
  // Pongs to a flood of pings are queued, too.
  socket.on('ping', disconnectIfSlow)

  return {
    socket,
    send(frame) {
      if (!isOpen()) return
      void socket.sendFrame(frame.bytes)
      count(frame)
      disconnectIfSlow()
    },
    disconnect,
    end,
    endSession: () => end(POLICY_VIOLATION, 'The session has ended'),
  }
}

/** The open sockets of a node. */
interface PipelineConnections {
  /** Starts delivery of frames to an admitted socket, whose user is online from now on. */
  add(socket: FrameSocket, admitted: Admission): void
  /** Sends the reason and closes the socket. */
  refuse(socket: WebSocket, refused: Rejection): void
  closeAll(closing: SocketClosing): Promise<void>
}

interface PipelineConnectionsOptions {
  readonly services: Services
  readonly live: LiveUpdates
  readonly metrics: Registry
}

export function openConnections({ services, live, metrics }: PipelineConnectionsOptions): PipelineConnections {
  const connections = new Set<PipelineConnection>()
  const { count } = pipelineMetrics(metrics, () => connections.size)
  const heartbeat = setInterval(createHeartbeat(connections), PING_INTERVAL).unref()
  const closing = new Set<Promise<void>>()
  const close = (socket: WebSocket, code: number, reason: string) => {
    const closed = closeSocket(socket, code, reason).then(() => void closing.delete(closed))
    closing.add(closed)
  }

  return {
    add(socket, { viewer, slot, isStillValid }) {
      const connection = openConnection({ socket, close, count })
      const endPresence = services.presence.connect(viewer.id, 'client')
      const unbind = live.sessions.bind(viewer, connection.endSession)
      connections.add(connection)
      slot.add(connection)
      socket.once('close', () => {
        connections.delete(connection)
        slot.leave()
        endPresence()
        unbind()
      })
      // The session may have been revoked before it was bound.
      void isStillValid().then((valid) => valid || connection.endSession(), connection.disconnect)
    },
    refuse(socket, { reason }) {
      socket.send(JSON.stringify({ err: reason }))
      close(socket, POLICY_VIOLATION, reason)
    },
    async closeAll({ code, reason, over }) {
      await runEvenly([...connections], over, (connection) => connection.end(code, reason))
      clearInterval(heartbeat)
      await Promise.all(closing)
    },
  }
}
