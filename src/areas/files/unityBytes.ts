import { Failure, invalid } from '../../kernel/failure.ts'

const UNREADABLE = 'unreadable_asset'

/** Ends the reading of an asset; the reason is a sentence for whoever uploaded it. */
export const unreadable = (reason: string) => invalid('file', reason, UNREADABLE)

/** The reason why an asset could not be read; null for what was thrown by something else. */
export const reasonOf = (error: unknown): string | null =>
  error instanceof Failure && error.code === UNREADABLE ? error.message : null

/** Reads numbers (big-endian) and texts one after the other. Each throws `unreadable` past the end. */
export interface Cursor {
  /** Bytes read so far. */
  at(): number
  left(): number
  skip(length: number): void
  uint16(): number
  uint32(): number
  /** Of 64 bits; throws `unreadable` below 0 and where a number is no longer exact. */
  size(): number
  /** Up to its NUL, of so many bytes at most. */
  text(most: number): string
}

const UTF8 = new TextDecoder('utf-8', { fatal: true })

export function cursorOver(bytes: Uint8Array): Cursor {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength)
  let at = 0
  const take = (length: number) => {
    if (length > bytes.length - at) throw unreadable('It ends in the middle of its description.')
    at += length
    return at - length
  }
  return {
    at: () => at,
    left: () => bytes.length - at,
    skip: (length) => void take(length),
    uint16: () => view.getUint16(take(2)),
    uint32: () => view.getUint32(take(4)),
    size: () => exact(view.getBigInt64(take(8))),
    text(most) {
      const length = bytes.subarray(at, at + most + 1).indexOf(0)
      if (length < 0) throw unreadable('A name in it is too long or has no end.')
      return decoded(bytes.subarray(take(length + 1), at - 1))
    },
  }
}

function exact(value: bigint): number {
  if (value < 0n || value > Number.MAX_SAFE_INTEGER) throw unreadable('A size in it is out of all bounds.')
  return Number(value)
}

function decoded(bytes: Uint8Array): string {
  try {
    return UTF8.decode(bytes)
  } catch {
    throw unreadable('A name in it is no text.')
  }
}
