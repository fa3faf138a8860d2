/** Encodes and decodes websocket frames for a client: single-frame messages below 64 KiB only. */

export const OPCODE = { text: 1, close: 8, ping: 9, pong: 10 } as const

export interface WebSocketFrame {
  readonly opcode: number
  readonly payload: Buffer
  /** Bytes of the frame, with its header. */
  readonly size: number
}

const SHORT = 125
const TWO_BYTES = 126

/** Encodes a client frame; the mask that the protocol requires is all zeros. */
export function encodeFrame(opcode: number, payload: Buffer): Buffer {
  const long = payload.length > SHORT
  const head = Buffer.alloc(long ? 8 : 6)
  head[0] = 0x80 | opcode
  head[1] = 0x80 | (long ? TWO_BYTES : payload.length)
  if (long) head.writeUInt16BE(payload.length, 2)
  return Buffer.concat([head, payload])
}

/** Decodes the first frame of the received bytes, or returns null while it is incomplete. */
export function decodeFrame(bytes: Buffer): WebSocketFrame | null {
  const size = sizeOf(bytes)
  if (size === null || bytes.length < size.head + size.payload) return null
  const end = size.head + size.payload
  return { opcode: (bytes[0] ?? 0) & 0x0f, payload: bytes.subarray(size.head, end), size: end }
}

function sizeOf(bytes: Buffer) {
  if (bytes.length < 4 && bytes.length < 2 + (bytes[1] ?? Number.POSITIVE_INFINITY)) return null
  const payload = (bytes[1] ?? 0) & 0x7f
  if (payload > TWO_BYTES) throw new Error('a frame of 64 KiB or more')
  return payload === TWO_BYTES ? { head: 4, payload: bytes.readUInt16BE(2) } : { head: 2, payload }
}
