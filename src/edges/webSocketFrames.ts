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
