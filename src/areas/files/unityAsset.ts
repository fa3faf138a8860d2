import { readBlocks, type UnityBlocks, unpackedList } from './unityBlocks.ts'
import { reasonOf, unreadable } from './unityBytes.ts'
import { MOST_HEADER_BYTES, readHeader, type UnityHeader } from './unityHeader.ts'

/** Answers so many bytes from a place on; fewer where the file ends. */
export type ReadRange = (start: number, length: number) => Promise<Uint8Array>

/** What an asset bundle tells of itself without an engine. */
export interface UnityAsset extends UnityBlocks {
  readonly ok: true
  readonly format: 'UnityFS'
  readonly engineVersion: string
  readonly formatVersion: number
}

export interface UnreadAsset {
  readonly ok: false
  /** A sentence for whoever uploaded it. */
  readonly reason: string
}

const LIST_AT_END = 0x80
const PADDING = 16

/**
 * Reads the container of a world, avatar or prop (UnityFS 6 to 8) of `size` bytes, for which it asks for two or three
 * small ranges. Whatever they hold, it throws nothing but what `read` throws, and takes a few MiB at most.
 */
export function readUnityAsset(read: ReadRange, size: number): Promise<UnityAsset | UnreadAsset> {
  return orReason(async () => {
    const header = readHeader(await exactly(read, 0, Math.min(size, MOST_HEADER_BYTES)), size)
    const [start, padded] = [header.end, aligned(header.end)]
    if (header.formatVersion >= 7) return readBehind(read, size, { ...header, end: padded })
    const asset = await orReason(() => readBehind(read, size, header))
    if (asset.ok || start === padded) return asset
    // Engine 2019.4 pads the header of format 6 as 7 does, and does not say so.
    const other = await orReason(() => readBehind(read, size, { ...header, end: padded }))
    return other.ok ? other : asset
  })
}

/** Reads what follows the header. Throws `unreadable`. */
async function readBehind(read: ReadRange, size: number, header: UnityHeader): Promise<UnityAsset> {
  const { flags, packedListBytes, end, formatVersion, engineVersion } = header
  const atEnd = (flags & LIST_AT_END) !== 0
  const listStart = atEnd ? size - packedListBytes : end
  if (listStart < end || packedListBytes > size - listStart) throw unreadable('It has no room for its list of blocks.')
  const packed = await exactly(read, listStart, packedListBytes)
  const blocks = readBlocks(unpackedList(packed, flags, header.listBytes))
  const dataStart = atEnd ? end : end + packedListBytes
  const room = (atEnd ? listStart : size) - dataStart
  if (!fills(blocks.compressedBytes, room)) throw unreadable('Its blocks are not as long as it says.')
  return { ok: true, format: 'UnityFS', engineVersion, formatVersion, ...blocks }
}

/** Blocks may be padded in front, as a flag says of newer engines, and behind. */
const fills = (bytes: number, room: number) => bytes <= room && room - bytes < 2 * PADDING

const aligned = (place: number) => Math.ceil(place / PADDING) * PADDING

async function exactly(read: ReadRange, start: number, length: number): Promise<Uint8Array> {
  const bytes = await read(start, length)
  if (bytes.length < length) throw unreadable('It ends too early.')
  return bytes.subarray(0, length)
}

async function orReason(work: () => Promise<UnityAsset | UnreadAsset>): Promise<UnityAsset | UnreadAsset> {
  try {
    return await work()
  } catch (error) {
    const reason = reasonOf(error)
    if (reason === null) throw error
    return { ok: false, reason }
  }
}
