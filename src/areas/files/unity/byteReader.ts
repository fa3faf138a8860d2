import { Failure, invalid } from '../../../kernel/failure.ts'

/** The failure to read an asset; the reason is a sentence for the person who uploaded it. */
export const unreadableAsset = (reason: string) => invalid('file', reason, 'unreadable_asset')

/** The reason of an `unreadableAsset`; null for other errors. */
export const unreadableReason = (error: unknown): string | null =>
  error instanceof Failure && error.reason === 'unreadable_asset' ? error.message : null

export type ByteReader = ReturnType<typeof createByteReader>

const UTF8 = new TextDecoder('utf-8', { fatal: true })

/** Reads big-endian numbers and texts in sequence. Throws `invalid` past the end. */
export function createByteReader(bytes: Uint8Array) {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength)
  let at = 0
  const take = (length: number) => {
    if (length > bytes.length - at) throw unreadableAsset('It ends in the middle of its description.')
    at += length
    return at - length
  }
  return {
    /** Offset of the next byte. */
    position: () => at,
    remaining: () => bytes.length - at,
    skip: (length: number) => void take(length),
    uint16: () => view.getUint16(take(2)),
    uint32: () => view.getUint32(take(4)),
    /** Reads 64 bits. Throws `invalid` for negative numbers and unsafe integers. */
    size: () => toExactNumber(view.getBigInt64(take(8))),
    /** Reads a text that ends with NUL, of `maxBytes` at most. */
    text(maxBytes: number) {
      const length = bytes.subarray(at, at + maxBytes + 1).indexOf(0)
      if (length < 0) throw unreadableAsset('A name in it is too long or has no end.')
      return decodeUtf8(bytes.subarray(take(length + 1), at - 1))
    },
  }
}

function toExactNumber(value: bigint): number {
  if (value < 0n || value > Number.MAX_SAFE_INTEGER) throw unreadableAsset('A size in it is out of all bounds.')
  return Number(value)
}

function decodeUtf8(bytes: Uint8Array): string {
  try {
    return UTF8.decode(bytes)
  } catch {
    throw unreadableAsset('A name in it is no text.')
  }
}
