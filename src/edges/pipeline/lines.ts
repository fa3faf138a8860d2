import type { Registry } from 'prom-client'
import type { WebSocket } from 'ws'
import type { Outside } from '../../kernel/scope.ts'
import type { Live } from '../live/live.ts'
import { closeSocket } from '../websocket.ts'
import type { Admitted, Refused } from './admission.ts'
import { keepHeartbeat } from './heartbeat.ts'
import { type Line, openLine, POLICY } from './line.ts'
import { pipelineMetrics } from './metrics.ts'

/** The open sockets of a node. */
export interface Lines {
  /** Tells the person from now on; whoever holds the socket open is here. */
  enter(socket: WebSocket, admitted: Admitted): void
  /** Says why, and closes. */
  refuse(socket: WebSocket, refused: Refused): void
  /** Closes all; resolves when the last has gone, by force after two seconds. */
  closeAll(code: number, reason: string): Promise<void>
}

export interface LinesOptions {
  readonly outside: Outside
  readonly live: Live
  readonly metrics: Registry
}

export function openLines({ outside, live, metrics }: LinesOptions): Lines {
  const lines = new Set<Line>()
  const { count } = pipelineMetrics(metrics, () => lines.size)
  const stop = keepHeartbeat(lines)
  const closing = new Set<Promise<void>>()
  const close = (socket: WebSocket, code: number, reason: string) => {
    const gone = closeSocket(socket, code, reason).then(() => void closing.delete(gone))
    closing.add(gone)
  }

  return {
    enter(socket, { viewer, place, isStill }) {
      const line = openLine({ socket, close, count })
      const depart = outside.presence.arrive(viewer.id, 'client')
      const unbind = live.sessions.bind(viewer, line.expel)
      lines.add(line)
      place.add(line)
      socket.once('close', () => {
        lines.delete(line)
        place.leave()
        depart()
        unbind()
      })
      // Once more, now that a revocation would find the line: one may have passed between.
      void isStill().then((still) => still || line.expel(), line.cut)
    },
    refuse(socket, { refused }) {
      socket.send(JSON.stringify({ err: refused }))
      close(socket, POLICY, refused)
    },
    async closeAll(code, reason) {
      stop()
      for (const line of [...lines]) line.end(code, reason)
      await Promise.all(closing)
    },
  }
}
