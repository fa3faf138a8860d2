import { uncompressSync } from 'lz4-napi'
import { type ByteReader, createByteReader, unreadableAsset } from './byteReader.ts'

/** A file in the container. */
interface UnityNode {
  readonly path: string
  /** Uncompressed bytes. */
  readonly size: number
  readonly flags: number
}

/** Summary of a block list: totals of all blocks, and the files. */
export interface UnityBlockSummary {
  readonly blockCount: number
  readonly compressedBytes: number
  readonly uncompressedBytes: number
  readonly nodes: readonly UnityNode[]
}

/** Compression methods, in the lowest six bits of flags. */
const COMPRESSION_MASK = 0x3f
const [UNCOMPRESSED, LZMA, LZ4, LZ4_HIGH] = [0, 1, 2, 3]

const HASH_BYTES = 16
const BLOCK_BYTES = 10
/** Bytes of a file entry with a name of one letter. */
const MIN_NODE_BYTES = 22
const MAX_NODES = 10_000
const MAX_PATH_BYTES = 1024
/** Most uncompressed bytes of one LZ4 byte. */
const MAX_LZ4_RATIO = 255

/** Decompresses a block list to `size` bytes, which the caller must limit. Throws `invalid`. */
export function decompressBlockList(packed: Uint8Array, flags: number, size: number): Uint8Array {
  const packing = flags & COMPRESSION_MASK
  if (packing === LZMA) throw unreadableAsset('Its list of blocks is packed by LZMA, which is not read here.')
  if (packing === LZ4 || packing === LZ4_HIGH) return decompressLz4(packed, size)
  if (packing !== UNCOMPRESSED) throw unreadableAsset('Its list of blocks is packed in an unknown way.')
  if (packed.length !== size) throw unreadableAsset('Its list of blocks is not as long as it says.')
  return packed
}

/** The library requires the size as a prefix, and allocates as much memory. */
function decompressLz4(packed: Uint8Array, size: number): Uint8Array {
  const sized = Buffer.alloc(4 + packed.length)
  sized.writeUInt32LE(size)
  sized.set(packed, 4)
  const unpacked = tryDecompressLz4(sized)
  if (unpacked?.length !== size) throw unreadableAsset('Its list of blocks can not be unpacked.')
  return unpacked
}

function tryDecompressLz4(sized: Buffer): Uint8Array | null {
  try {
    return uncompressSync(sized)
  } catch {
    return null
  }
}

/** Reads an uncompressed block list with its files. Throws `invalid`. */
export function readBlocks(list: Uint8Array): UnityBlockSummary {
  const cursor = createByteReader(list)
  cursor.skip(HASH_BYTES)
  const blockCount = readCount(cursor, BLOCK_BYTES)
  let [compressedBytes, uncompressedBytes] = [0, 0]
  for (let block = 0; block < blockCount; block += 1) {
    const { compressed, uncompressed } = readBlock(cursor)
    compressedBytes += compressed
    uncompressedBytes += uncompressed
  }
  return { blockCount, compressedBytes, uncompressedBytes, nodes: readNodes(cursor, uncompressedBytes) }
}

function readBlock(cursor: ByteReader) {
  const [uncompressed, compressed] = [cursor.uint32(), cursor.uint32()]
  const packing = cursor.uint16() & COMPRESSION_MASK
  if (packing > LZ4_HIGH) throw unreadableAsset('A block in it is packed in an unknown way.')
  if (packing === UNCOMPRESSED && compressed !== uncompressed)
    throw unreadableAsset('A block in it is not as long as it says.')
  if (packing >= LZ4 && uncompressed > compressed * MAX_LZ4_RATIO) {
    throw unreadableAsset('A block in it says to unpack to more than it can.')
  }
  return { compressed, uncompressed }
}

function readNodes(cursor: ByteReader, uncompressedBytes: number): UnityNode[] {
  const count = readCount(cursor, MIN_NODE_BYTES)
  if (count > MAX_NODES) throw unreadableAsset('It holds too many files.')
  const nodes = Array.from({ length: count }, () => readNode(cursor, uncompressedBytes))
  const totalBytes = nodes.reduce((sum, { size }) => sum + size, 0)
  if (totalBytes > uncompressedBytes) throw unreadableAsset('The files in it are larger than all its blocks.')
  return nodes
}

function readNode(cursor: ByteReader, uncompressedBytes: number): UnityNode {
  const [offset, size, flags] = [cursor.size(), cursor.size(), cursor.uint32()]
  if (offset > uncompressedBytes || size > uncompressedBytes - offset) {
    throw unreadableAsset('A file in it lies outside of its blocks.')
  }
  const path = cursor.text(MAX_PATH_BYTES)
  if (path === '') throw unreadableAsset('A file in it has no name.')
  return { path, size, flags }
}

/** Reads a number of entries, which the rest of the list must have room for: it bounds the loops. */
function readCount(cursor: ByteReader, minEntryBytes: number): number {
  const count = cursor.uint32()
  if (count === 0) throw unreadableAsset('It holds nothing.')
  if (count > cursor.remaining() / minEntryBytes)
    throw unreadableAsset('It has no room for as many entries as it says.')
  return count
}
