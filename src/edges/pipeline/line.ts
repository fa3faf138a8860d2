import type { WebSocket } from 'ws'
import type { Sent } from './frames.ts'
import type { Taker } from './streams.ts'

/** One open socket. From its end on it takes nothing more. */
export interface Line extends Taker {
  readonly socket: WebSocket
  /** Called when the session has ended. */
  readonly expel: () => void
  end(code: number, reason: string): void
}

export interface LineOptions {
  readonly socket: WebSocket
  /** Closes the socket. */
  readonly close: (socket: WebSocket, code: number, reason: string) => void
  /** Notes a frame that was sent. */
  readonly count: (frame: Sent) => void
}

export const POLICY = 1008
const TRY_AGAIN_LATER = 1013

/** Bytes that may wait for a reader at most. */
const MOST_WAITING = 512 * 1024
const TEXT = { binary: false } as const

export function openLine({ socket, close, count }: LineOptions): Line {
  const isOpen = () => socket.readyState === socket.OPEN
  const end = (code: number, reason: string) => {
    if (isOpen()) close(socket, code, reason)
  }
  const cut = () => end(TRY_AGAIN_LATER, 'Read what you are sent, then connect again')
  const cutWhenFull = () => {
    if (socket.bufferedAmount > MOST_WAITING) cut()
  }
  // Each ping is answered, whether or not the answers are read.
  socket.on('ping', cutWhenFull)

  return {
    socket,
    take(frame) {
      if (!isOpen()) return
      socket.send(frame.data, TEXT)
      count(frame)
      cutWhenFull()
    },
    cut,
    end,
    expel: () => end(POLICY, 'The session has ended'),
  }
}
