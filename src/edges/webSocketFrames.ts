import type { Duplex } from 'node:stream'
import type { WebSocket } from 'ws'

/** First byte of the header: a whole message of text. */
const FINAL_TEXT = 0x81
/** Largest length in the second byte, which otherwise tells that the length follows in 2 or 8 bytes. */
const MAX_SHORT = 125
const MAX_MEDIUM = 0xffff
const MEDIUM = 126
const LONG = 127

/**
 * Encodes a text message as one frame of the websocket protocol (RFC 6455), not compressed, as servers send it. `start`
 * and `end` surround the body, so that messages with different ids share a body that is encoded once.
 */
export function encodeTextFrame(body: Buffer, start = '', end = ''): Buffer {
  const startLength = Buffer.byteLength(start)
  const length = startLength + body.length + Buffer.byteLength(end)
  const header = headerLength(length)
  const frame = Buffer.allocUnsafe(header + length)
  writeHeader(frame, length)
  frame.write(start, header)
  body.copy(frame, header + startLength)
  frame.write(end, header + startLength + body.length)
  return frame
}

function headerLength(length: number): number {
  if (length <= MAX_SHORT) return 2
  return length <= MAX_MEDIUM ? 4 : 10
}

function writeHeader(frame: Buffer, length: number) {
  frame[0] = FINAL_TEXT
  if (length <= MAX_SHORT) {
    frame[1] = length
  } else if (length <= MAX_MEDIUM) {
    frame[1] = MEDIUM
    frame.writeUInt16BE(length, 2)
  } else {
    frame[1] = LONG
    frame.writeBigUInt64BE(BigInt(length), 2)
  }
}

/** A websocket without compression, and the connection below it. */
export interface FrameSocket {
  readonly socket: WebSocket
  readonly connection: Duplex
}

/**
 * Writes an encoded frame past the library, which would frame the message again for each socket. Frames are whole, so they
 * may alternate with messages that the library sends. Returns a promise only when as much is queued as the connection
 * should hold: it resolves once the frame has left the process, or can't, because the connection is closed.
 */
export function writeFrame({ socket, connection }: FrameSocket, frame: Buffer): Promise<void> | undefined {
  if (socket.readyState !== socket.OPEN) return undefined
  if (connection.writableNeedDrain) return new Promise((resolve) => connection.write(frame, () => resolve()))
  collectWrites(connection)
  const hasRoom = connection.write(frame)
  if (!hasRoom && connection.writableCorked > 0) connection.uncork()
  return undefined
}

/** Connections that collect what is written to them until the current tick ends. */
let collecting: Duplex[] = []

/**
 * Lets a connection send all frames of this tick by one system call, which costs more than the work that makes a frame. The
 * calls for all connections follow each other, so a process that holds many of them, such as a proxy, wakes up once.
 */
function collectWrites(connection: Duplex) {
  if (connection.writableCorked > 0) return
  if (collecting.length === 0) process.nextTick(endTick)
  connection.cork()
  collecting.push(connection)
}

function endTick() {
  const connections = collecting
  collecting = []
  for (const connection of connections) connection.uncork()
}
