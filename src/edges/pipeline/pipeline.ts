import type { IncomingMessage } from 'node:http'
import type { Duplex } from 'node:stream'
import type { Registry } from 'prom-client'
import { WebSocketServer } from 'ws'
import type { Outside } from '../../kernel/scope.ts'
import type { Live } from '../live/live.ts'
import { watchStalled } from '../stalled.ts'
import { turnAway } from '../websocket.ts'
import { type Admitted, admit, type Identify, type Refused } from './admission.ts'
import { makeFraming, type Presenters } from './frames.ts'
import { openLines } from './lines.ts'
import { openStreams } from './streams.ts'

/** What the legacy websocket needs of the house. */
export interface PipelineOptions {
  readonly outside: Outside
  readonly live: Live
  readonly identify: Identify
  readonly presenters: Presenters
  readonly metrics: Registry
}

export interface Pipeline {
  /** Takes over an HTTP connection that asks for the legacy websocket. */
  upgrade(request: IncomingMessage, socket: Duplex, head: Buffer): void
  /** Closes every socket and accepts no more; resolves when the last has gone, by force after two seconds. */
  closeAll(code: number, reason: string): Promise<void>
}

/** Bytes of a message: nobody has anything to say here. */
const MOST_RECEIVED = 4_096

/**
 * The legacy websocket. It only tells: what it receives is passed over. Its token stands in the address and no cookie
 * counts, so a page elsewhere, which can't know the token, need not be turned away by its Origin.
 */
export function makePipeline({ outside, live, identify, presenters, metrics }: PipelineOptions): Pipeline {
  const { log } = outside
  const server = new WebSocketServer({ noServer: true, maxPayload: MOST_RECEIVED, perMessageDeflate: false })
  const streams = openStreams({ live, framing: makeFraming({ outside, sightings: live.sightings, presenters }) })
  const lines = openLines({ outside, live, metrics })
  let draining = false

  const open = (request: IncomingMessage, duplex: Duplex, head: Buffer, admission: Admitted | Refused) => {
    let opened = false
    server.handleUpgrade(request, duplex, head, (socket) => {
      opened = true
      watchStalled(duplex, () => socket.terminate())
      socket.on('error', (error) => log.debug({ err: error }, 'websocket failed'))
      if ('refused' in admission) lines.refuse(socket, admission)
      else lines.enter(socket, admission)
    })
    // Whoever has gone meanwhile, or shakes hands wrongly, gives the place back.
    if (!opened) release(admission)
  }

  return {
    async upgrade(request, duplex, head) {
      duplex.on('error', () => {})
      try {
        const admission = await admit(request, identify, streams)
        if (!draining) return open(request, duplex, head, admission)
        release(admission)
      } catch (error) {
        log.warn({ err: error }, 'a websocket could not be opened')
      }
      turnAway(duplex, '503 Service Unavailable')
    },
    closeAll(code, reason) {
      draining = true
      return lines.closeAll(code, reason)
    },
  }
}

function release(admission: Admitted | Refused) {
  if ('place' in admission) admission.place.leave()
}
