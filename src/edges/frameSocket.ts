import type { Duplex } from 'node:stream'
import { WebSocket, WebSocketServer } from 'ws'

type Message = Parameters<WebSocket['send']>[0]
type SendOptions = Parameters<WebSocket['send']>[1]
type OnSent = (error?: Error) => void

/** The room for the reason in a close frame (RFC 6455, 5.5). */
const MAX_REASON_BYTES = 123

/** Accepts frame sockets with messages of at most `maxPayload` bytes, which must be attached to their connections. */
export const createFrameSocketServer = (maxPayload: number) =>
  new WebSocketServer({ noServer: true, maxPayload, perMessageDeflate: false, WebSocket: FrameSocket })

/**
 * A websocket without compression that also sends encoded frames, past the library, which would frame a message again
 * for each socket. Frames are whole, and keep their order with the messages that the library sends.
 *
 * All frames of a tick leave by one system call, which costs more than the work that makes a frame. The calls for all
 * sockets follow each other at the end of the tick, so a process that holds many of them, such as a proxy, wakes up once.
 * Until then the first frame waits in the socket itself: the streams below are objects that the processor has to fetch
 * anew for each of hundreds of sockets, so they are touched once, when they write.
 */
export class FrameSocket extends WebSocket {
  private connection: Duplex | null = null
  /** The only frame of this tick so far. */
  private waiting: Buffer | null = null
  /** Whether the connection collects several frames of this tick. */
  private isCorked = false
  /** Whether the connection holds as much as it should, or did when this was last asked. */
  private wasFull = false

  /** Tells the connection below the socket, which the library does not. */
  attach(connection: Duplex): void {
    this.connection = connection
  }

  /**
   * Sends a frame. Returns a promise only when as much is queued as the connection should hold: it resolves once the
   * frame has left the process, or can't, because the connection is closed.
   */
  sendFrame(frame: Buffer): Promise<void> | undefined {
    if (this.waiting || this.isCorked || this.wasFull) return this.sendAfterOthers(frame)
    this.wait(frame)
    return undefined
  }

  private wait(frame: Buffer): void {
    if (collecting.length === 0) process.nextTick(flushAll)
    collecting.push(this)
    this.waiting = frame
  }

  private sendAfterOthers(frame: Buffer): Promise<void> | undefined {
    const { connection } = this
    if (!connection || this.readyState !== this.OPEN) return undefined
    if (connection.writableNeedDrain) return new Promise((resolve) => connection.write(frame, () => resolve()))
    this.wasFull = false
    if (!this.waiting && !this.isCorked) {
      this.wait(frame)
      return undefined
    }
    if (!this.isCorked) connection.cork()
    this.isCorked = true
    this.writeWaiting()
    this.write(frame)
    if (this.wasFull) this.flush()
    return undefined
  }

  private write(frame: Buffer): void {
    if (this.readyState === this.OPEN && this.connection?.write(frame) === false) this.wasFull = true
  }

  private writeWaiting(): void {
    const { waiting } = this
    this.waiting = null
    if (waiting) this.write(waiting)
  }

  /** Sends what was collected. */
  flush(): void {
    this.writeWaiting()
    if (!this.isCorked) return
    this.isCorked = false
    this.connection?.uncork()
  }

  override send(message: Message, onSent?: OnSent): void
  override send(message: Message, options: SendOptions, onSent?: OnSent): void
  override send(message: Message, options?: SendOptions | OnSent, onSent?: OnSent): void {
    this.flush()
    if (options === undefined || typeof options === 'function') super.send(message, options)
    else super.send(message, options, onSent)
  }

  override close(code?: number, reason?: string | Buffer): void {
    this.flush()
    super.close(code, reason === undefined ? reason : Buffer.from(reason).subarray(0, MAX_REASON_BYTES))
  }
}

/** Sockets that collect what is sent until the current tick ends. */
let collecting: FrameSocket[] = []

function flushAll(): void {
  const sockets = collecting
  collecting = []
  for (const socket of sockets) socket.flush()
}
