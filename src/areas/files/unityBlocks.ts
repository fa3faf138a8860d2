import { uncompressSync } from 'lz4-napi'
import { type Cursor, cursorOver, unreadable } from './unityBytes.ts'

/** One of the files that a container holds. */
export interface UnityNode {
  readonly path: string
  /** Bytes, unpacked. */
  readonly size: number
  readonly flags: number
}

/** What the list of blocks tells: sums over all blocks, and the files. */
export interface UnityBlocks {
  readonly blockCount: number
  readonly compressedBytes: number
  readonly uncompressedBytes: number
  readonly nodes: readonly UnityNode[]
}

/** The ways of packing, as the lowest six bits of flags name them. */
const PACKING = 0x3f
const [PLAIN, LZMA, LZ4, LZ4_HIGH] = [0, 1, 2, 3]

const HASH_BYTES = 16
const BLOCK_BYTES = 10
/** A file with a name of one letter. */
const LEAST_NODE_BYTES = 22
const MOST_NODES = 10_000
const MOST_PATH_BYTES = 1024
/** No byte of LZ4 stands for more than this many. */
const LZ4_RATIO = 255

/** Unpacks the list of blocks; `size` is that of the result in bytes, which the caller has bounded. */
export function unpackedList(packed: Uint8Array, flags: number, size: number): Uint8Array {
  const packing = flags & PACKING
  if (packing === LZMA) throw unreadable('Its list of blocks is packed by LZMA, which is not read here.')
  if (packing === LZ4 || packing === LZ4_HIGH) return unpackedLz4(packed, size)
  if (packing !== PLAIN) throw unreadable('Its list of blocks is packed in an unknown way.')
  if (packed.length !== size) throw unreadable('Its list of blocks is not as long as it says.')
  return packed
}

/** The library wants the size in front, and allocates that much. */
function unpackedLz4(packed: Uint8Array, size: number): Uint8Array {
  const sized = Buffer.alloc(4 + packed.length)
  sized.writeUInt32LE(size)
  sized.set(packed, 4)
  const unpacked = attemptLz4(sized)
  if (unpacked?.length !== size) throw unreadable('Its list of blocks can not be unpacked.')
  return unpacked
}

function attemptLz4(sized: Buffer): Uint8Array | null {
  try {
    return uncompressSync(sized)
  } catch {
    return null
  }
}

/** Reads an unpacked list of blocks and the files in them. Throws `unreadable`. */
export function readBlocks(list: Uint8Array): UnityBlocks {
  const cursor = cursorOver(list)
  cursor.skip(HASH_BYTES)
  const blockCount = countOf(cursor, BLOCK_BYTES)
  let [compressedBytes, uncompressedBytes] = [0, 0]
  for (let block = 0; block < blockCount; block += 1) {
    const { compressed, uncompressed } = readBlock(cursor)
    compressedBytes += compressed
    uncompressedBytes += uncompressed
  }
  return { blockCount, compressedBytes, uncompressedBytes, nodes: readNodes(cursor, uncompressedBytes) }
}

function readBlock(cursor: Cursor) {
  const [uncompressed, compressed] = [cursor.uint32(), cursor.uint32()]
  const packing = cursor.uint16() & PACKING
  if (packing > LZ4_HIGH) throw unreadable('A block in it is packed in an unknown way.')
  if (packing === PLAIN && compressed !== uncompressed) throw unreadable('A block in it is not as long as it says.')
  if (packing >= LZ4 && uncompressed > compressed * LZ4_RATIO) {
    throw unreadable('A block in it says to unpack to more than it can.')
  }
  return { compressed, uncompressed }
}

function readNodes(cursor: Cursor, uncompressedBytes: number): UnityNode[] {
  const count = countOf(cursor, LEAST_NODE_BYTES)
  if (count > MOST_NODES) throw unreadable('It holds too many files.')
  const nodes = Array.from({ length: count }, () => readNode(cursor, uncompressedBytes))
  const held = nodes.reduce((sum, { size }) => sum + size, 0)
  if (held > uncompressedBytes) throw unreadable('The files in it are larger than all its blocks.')
  return nodes
}

function readNode(cursor: Cursor, uncompressedBytes: number): UnityNode {
  const [offset, size, flags] = [cursor.size(), cursor.size(), cursor.uint32()]
  if (offset > uncompressedBytes || size > uncompressedBytes - offset) {
    throw unreadable('A file in it lies outside of its blocks.')
  }
  const path = cursor.text(MOST_PATH_BYTES)
  if (path === '') throw unreadable('A file in it has no name.')
  return { path, size, flags }
}

/** A count that what is left has room for, so that no loop runs longer than the list is. */
function countOf(cursor: Cursor, leastBytesEach: number): number {
  const count = cursor.uint32()
  if (count === 0) throw unreadable('It holds nothing.')
  if (count > cursor.left() / leastBytesEach) throw unreadable('It has no room for as many entries as it says.')
  return count
}
