import fc from 'fast-check'
import { type Generator, pick } from '../values.ts'

export const TEXT = 0x1
const BINARY = 0x2
export const CLOSE = 0x8
export const PING = 0x9
export const PONG = 0xa

export interface Frame {
  readonly opcode: number
  readonly payload: Buffer | string
  /** The first byte's bits above the opcode: FIN, and three that are reserved. */
  readonly flags?: number
  readonly isMasked?: boolean
  /** The length in the header, where it is not that of the payload. */
  readonly length?: number
}

const FIN = 0x80
const MASKED = 0x80
/** It leaves the payload readable, as descriptions quote it. */
const MASK = Buffer.alloc(4)
const MEDIUM = 126
const LONG = 127

/** The bytes of a websocket frame, as they are given. */
export function frameBytes({ opcode, payload, flags = FIN, isMasked = true, length }: Frame): Buffer {
  const body = Buffer.from(payload)
  const told = length ?? body.length
  const mask = isMasked ? MASKED : 0
  const first = flags | opcode
  const head = headOf(told, first, mask)
  if (!isMasked) return Buffer.concat([head, body])
  return Buffer.concat([head, MASK, body])
}

function headOf(length: number, first: number, mask: number): Buffer {
  if (length < MEDIUM) return Buffer.from([first, mask | length])
  if (length < 65_536) {
    const head = Buffer.from([first, mask | MEDIUM, 0, 0])
    head.writeUInt16BE(length, 2)
    return head
  }
  const head = Buffer.alloc(10)
  head.set([first, mask | LONG])
  head.writeBigUInt64BE(BigInt(length), 2)
  return head
}

/** A frame that breaks the protocol of websockets, or ends early. */
export function brokenFrame(g: Generator, text: string): Buffer {
  const payload = Buffer.from(text)
  const at = g(fc.nat, { max: payload.length })
  const frame = (given: Partial<Frame>) => frameBytes({ opcode: TEXT, payload, ...given })
  const [start, rest] = [payload.subarray(0, at), payload.subarray(at)]
  return pick(g, [
    () => frame({ isMasked: false }),
    () => frame({ flags: FIN | pick(g, [0x10, 0x20, 0x40, 0x70]) }),
    () => frame({ opcode: pick(g, [0x3, 0x7, 0xb, 0xf]) }),
    () => frame({ opcode: 0 }),
    () => frame({ opcode: BINARY }),
    () => frame({ flags: 0 }),
    () => Buffer.concat([frame({ flags: 0, payload: start }), frame({ opcode: 0, payload: rest })]),
    () => Buffer.concat([frame({ flags: 0, payload: start }), frame({ payload: rest })]),
    () =>
      Buffer.concat([
        frame({ flags: 0, payload: start }),
        frameBytes({ opcode: PING, payload: 'x' }),
        frame({ opcode: 0, payload: rest }),
      ]),
    () => Buffer.concat(Array.from({ length: 500 }, () => frame({ flags: 0, opcode: 0, payload: '' }))),
    () => frame({ opcode: PING, payload: 'x'.repeat(126) }),
    () => frame({ opcode: PING, flags: 0 }),
    () => Buffer.concat(Array.from({ length: 10 }, () => frameBytes({ opcode: pick(g, [PING, PONG]), payload: 'x' }))),
    () => frame({ payload: Buffer.from(pick(g, [[0xff], [0xc0, 0xaf], [0xed, 0xa0, 0x80], [0xe2, 0x82]])) }),
    () => frame({ opcode: CLOSE, payload: Buffer.from(pick(g, CLOSE_PAYLOADS)) }),
    () => frame({ length: pick(g, [payload.length + 100, 2 ** 20 + 1, 2 ** 31, 2 ** 40, Number.MAX_SAFE_INTEGER]) }),
    () => frame({ length: Math.max(0, payload.length - 3) }),
    () => frame({ payload: 'x'.repeat(pick(g, [5_000, 70_000, 1_100_000])) }),
    () => frame({}).subarray(0, 1 + at),
    () => Buffer.from(g(fc.uint8Array, { minLength: 1, maxLength: 200 })),
    () => Buffer.from('GET / HTTP/1.1\r\nHost: x\r\n\r\n'),
  ])()
}

const CLOSE_PAYLOADS = [
  [],
  [0x03],
  [0x03, 0xe8],
  [0x03, 0xec],
  [0x03, 0xed],
  [0x00, 0x00],
  [0xff, 0xff],
  [0x03, 0xe8, 0xff],
  [0x0b, 0xb8, 0x78],
] as const

/** Whether some bytes of a client end where a frame ends, so that a further frame is read as one. */
export function endsWithFrame(bytes: Buffer): boolean {
  let at = 0
  while (at < bytes.length) {
    const second = bytes[at + 1]
    if (second === undefined) return false
    const length = lengthAt(bytes.subarray(at), second & ~MASKED)
    if (!length) return false
    at += length.start + (second & MASKED ? MASK.length : 0) + length.size
  }
  return at === bytes.length
}

/** The length of a frame and where its header ends, without the mask; null while the header is incomplete. */
function lengthAt(bytes: Buffer, short: number): { readonly start: number; readonly size: number } | null {
  if (short < MEDIUM) return { start: 2, size: short }
  if (short === MEDIUM) return bytes.length < 4 ? null : { start: 4, size: bytes.readUInt16BE(2) }
  return bytes.length < 10 ? null : { start: 10, size: Number(bytes.readBigUInt64BE(2)) }
}

/** A frame that the server has sent. */
export interface ReceivedFrame {
  readonly opcode: number
  readonly payload: Buffer
}

/** Reads whole frames of a server; what remains is an incomplete one. */
export function readFrames(bytes: Buffer): { readonly frames: readonly ReceivedFrame[]; readonly rest: Buffer } {
  const frames: ReceivedFrame[] = []
  let left = bytes
  for (;;) {
    const frame = readFrame(left)
    if (!frame) return { frames, rest: left }
    frames.push(frame)
    left = left.subarray(frame.size)
  }
}

function readFrame(bytes: Buffer): (ReceivedFrame & { readonly size: number }) | null {
  const [first = 0, second] = bytes
  const length = second === undefined ? null : lengthAt(bytes, second)
  if (!length) return null
  const size = length.start + length.size
  return bytes.length < size ? null : { opcode: first & 0xf, payload: bytes.subarray(length.start, size), size }
}
