import { decompressBlockList, readBlocks, type UnityBlockSummary } from './blocks.ts'
import { createByteReader, unreadableAsset, unreadableReason } from './byteReader.ts'

/** Header of a UnityFS file. */
interface UnityHeader {
  readonly formatVersion: number
  readonly engineVersion: string
  readonly flags: number
  /** Bytes of the block list, compressed and uncompressed. */
  readonly compressedListBytes: number
  readonly uncompressedListBytes: number
  /** Offset of the end of the header. */
  readonly end: number
}

/** Far more than signature, versions and sizes need. */
const MAX_HEADER_BYTES = 512
/** One GiB in blocks of 128 KiB has a block list of 80 KiB. */
const MAX_LIST_BYTES = 1024 * 1024
const MAX_VERSION_BYTES = 64

const SIGNATURE = 'UnityFS'
const SUPPORTED_FORMATS = [6, 7, 8]
/** Compression, files in the block list, block list at the end, old plugin compatibility, padded blocks. */
const KNOWN_FLAGS = 0x3f | 0x40 | 0x80 | 0x100 | 0x200
const FILES_LISTED_FLAG = 0x40

/** Reads the header from the first bytes of a file of `size` bytes. Throws `invalid`. */
function readHeader(head: Uint8Array, size: number): UnityHeader {
  assertUnityFs(head)
  const cursor = createByteReader(head)
  cursor.skip(SIGNATURE.length + 1)
  const formatVersion = cursor.uint32()
  if (!SUPPORTED_FORMATS.includes(formatVersion))
    throw unreadableAsset('Its format is of a version that is not read here.')
  cursor.text(MAX_VERSION_BYTES)
  const engineVersion = cursor.text(MAX_VERSION_BYTES)
  if (!/^[\w.+-]+$/.test(engineVersion)) throw unreadableAsset('It does not say which engine made it.')
  if (cursor.size() !== size) throw unreadableAsset('The file is not as long as it says.')
  const [compressedListBytes, uncompressedListBytes] = [cursor.uint32(), cursor.uint32()]
  if (Math.max(compressedListBytes, uncompressedListBytes) > MAX_LIST_BYTES)
    throw unreadableAsset('Its list of blocks is too long.')
  const flags = cursor.uint32()
  if ((flags & ~KNOWN_FLAGS) !== 0) throw unreadableAsset('It is locked or made in an unknown way.')
  if ((flags & FILES_LISTED_FLAG) === 0) throw unreadableAsset('It does not list its files.')
  return { formatVersion, engineVersion, flags, compressedListBytes, uncompressedListBytes, end: cursor.position() }
}

function assertUnityFs(head: Uint8Array): void {
  const start = Buffer.from(head.subarray(0, SIGNATURE.length + 1)).toString('latin1')
  if (start === `${SIGNATURE}\0`) return
  if (start.startsWith('\x1f\x8b')) throw unreadableAsset('It is a zipped package, not an asset bundle.')
  throw unreadableAsset('It is no asset bundle.')
}

/** Reads `length` bytes from the offset `start`; fewer at the end of the file. */
export type ReadRange = (start: number, length: number) => Promise<Uint8Array>

/** What can be read of an asset bundle without a game engine. */
interface UnityAsset extends UnityBlockSummary {
  readonly ok: true
  readonly format: 'UnityFS'
  readonly engineVersion: string
  readonly formatVersion: number
}

interface UnreadableAsset {
  readonly ok: false
  /** A sentence for the person who uploaded the file. */
  readonly reason: string
}

const LIST_AT_END_FLAG = 0x80
const PADDING = 16

/**
 * Reads header and block list of a world, avatar or prop (UnityFS 6 to 8) of `size` bytes, by two or three small ranges.
 * For any content, it only throws errors of `read`, and uses a few MiB of memory at most.
 */
export function readUnityAsset(read: ReadRange, size: number): Promise<UnityAsset | UnreadableAsset> {
  return catchUnreadable(async () => {
    const header = readHeader(await readExactly(read, 0, Math.min(size, MAX_HEADER_BYTES)), size)
    const [start, padded] = [header.end, alignToPadding(header.end)]
    if (header.formatVersion >= 7) return readBody(read, size, { ...header, end: padded })
    const asset = await catchUnreadable(() => readBody(read, size, header))
    if (asset.ok || start === padded) return asset
    // Engine 2019.4 pads the header of format 6 like that of format 7, without a flag.
    const other = await catchUnreadable(() => readBody(read, size, { ...header, end: padded }))
    return other.ok ? other : asset
  })
}

/** Reads the block list after the header. Throws `invalid`. */
async function readBody(read: ReadRange, size: number, header: UnityHeader): Promise<UnityAsset> {
  const { flags, compressedListBytes, end, formatVersion, engineVersion } = header
  const atEnd = (flags & LIST_AT_END_FLAG) !== 0
  const listStart = atEnd ? size - compressedListBytes : end
  if (listStart < end || compressedListBytes > size - listStart)
    throw unreadableAsset('It has no room for its list of blocks.')
  const packed = await readExactly(read, listStart, compressedListBytes)
  const blocks = readBlocks(decompressBlockList(packed, flags, header.uncompressedListBytes))
  const dataStart = atEnd ? end : end + compressedListBytes
  const room = (atEnd ? listStart : size) - dataStart
  if (!fillsSpace(blocks.compressedBytes, room)) throw unreadableAsset('Its blocks are not as long as it says.')
  return { ok: true, format: 'UnityFS', engineVersion, formatVersion, ...blocks }
}

/** Blocks can be padded before, as newer engines flag it, and after. */
const fillsSpace = (bytes: number, room: number) => bytes <= room && room - bytes < 2 * PADDING

const alignToPadding = (offset: number) => Math.ceil(offset / PADDING) * PADDING

async function readExactly(read: ReadRange, start: number, length: number): Promise<Uint8Array> {
  const bytes = await read(start, length)
  if (bytes.length < length) throw unreadableAsset('It ends too early.')
  return bytes.subarray(0, length)
}

async function catchUnreadable(
  work: () => Promise<UnityAsset | UnreadableAsset>,
): Promise<UnityAsset | UnreadableAsset> {
  try {
    return await work()
  } catch (error) {
    const reason = unreadableReason(error)
    if (reason === null) throw error
    return { ok: false, reason }
  }
}
