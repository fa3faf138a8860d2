import type { IncomingMessage } from 'node:http'
import type { Duplex } from 'node:stream'
import type { Registry } from 'prom-client'
import { BOUNDS } from '../../kernel/bounds.ts'
import type { Services } from '../../kernel/scope.ts'
import type { LiveUpdates } from '../../live/live.ts'
import { createFrameSocketServer } from '../frameSocket.ts'
import { rejectUpgrade, type SocketServer, watchSlowConsumer } from '../webSocketLimits.ts'
import { type Admission, admitConnection, type IdentifyToken, type Rejection } from './admission.ts'
import { openConnections } from './connections.ts'
import { createFrameMaker, type FramePresenters } from './frames.ts'
import { openUserChannels } from './userChannels.ts'

interface PipelineOptions {
  readonly services: Services
  readonly live: LiveUpdates
  readonly identify: IdentifyToken
  readonly presenters: readonly FramePresenters[]
  readonly metrics: Registry
}

/**
 * The legacy websocket. It only sends; received messages are ignored. It authenticates by a token in the URL, not by
 * cookie, so pages of foreign origins can't use a viewer's session and the Origin isn't checked.
 */
export function createPipeline({ services, live, identify, presenters, metrics }: PipelineOptions): SocketServer {
  const { log } = services
  const server = createFrameSocketServer(BOUNDS.pipelineMessageBytes.most)
  const frameMaker = createFrameMaker({ services, friendSnapshots: live.friendSnapshots, presenters })
  const channels = openUserChannels({ live, frameMaker })
  const connections = openConnections({ services, live, metrics })
  let draining = false

  const open = (request: IncomingMessage, duplex: Duplex, head: Buffer, admission: Admission | Rejection) => {
    let opened = false
    server.handleUpgrade(request, duplex, head, (socket) => {
      opened = true
      socket.attach(duplex)
      watchSlowConsumer(duplex, () => socket.terminate())
      socket.on('error', (error) => log.debug({ err: error }, 'websocket failed'))
      if ('reason' in admission) connections.refuse(socket, admission)
      else connections.add(socket, admission)
    })
    // The peer has disconnected, or its handshake was invalid.
    if (!opened) releaseSlot(admission)
  }

  return {
    async upgrade(request, duplex, head) {
      try {
        const admission = await admitConnection(request, identify, channels)
        if (!draining) return open(request, duplex, head, admission)
        releaseSlot(admission)
      } catch (error) {
        log.warn({ err: error }, 'a websocket could not be opened')
      }
      rejectUpgrade(duplex, '503 Service Unavailable')
    },
    closeAll(closing) {
      draining = true
      return connections.closeAll(closing)
    },
  }
}

function releaseSlot(admission: Admission | Rejection) {
  if ('slot' in admission) admission.slot.leave()
}
