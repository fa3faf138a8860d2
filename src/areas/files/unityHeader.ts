import { cursorOver, unreadable } from './unityBytes.ts'

/** What stands in front of a container. */
export interface UnityHeader {
  readonly formatVersion: number
  readonly engineVersion: string
  readonly flags: number
  /** Bytes of the list of blocks, as it stands in the file and unpacked. */
  readonly packedListBytes: number
  readonly listBytes: number
  /** Where the header ends. */
  readonly end: number
}

/** Far above what signature, versions and sizes take. */
export const MOST_HEADER_BYTES = 512
/** A gigabyte in blocks of 128 KiB has a list of 80 KiB. */
const MOST_LIST_BYTES = 1024 * 1024
const MOST_VERSION_BYTES = 64

const SIGNATURE = 'UnityFS'
const FORMATS = [6, 7, 8]
/** Packing, files listed with the blocks, list at the end, compatibility with old plugins, blocks padded. */
const KNOWN_FLAGS = 0x3f | 0x40 | 0x80 | 0x100 | 0x200
const FILES_LISTED = 0x40

/** Reads the first bytes of a file of `size` bytes. Throws `unreadable`. */
export function readHeader(head: Uint8Array, size: number): UnityHeader {
  refuseOther(head)
  const cursor = cursorOver(head)
  cursor.skip(SIGNATURE.length + 1)
  const formatVersion = cursor.uint32()
  if (!FORMATS.includes(formatVersion)) throw unreadable('Its format is of a version that is not read here.')
  cursor.text(MOST_VERSION_BYTES)
  const engineVersion = cursor.text(MOST_VERSION_BYTES)
  if (!/^[\w.+-]+$/.test(engineVersion)) throw unreadable('It does not say which engine made it.')
  if (cursor.size() !== size) throw unreadable('The file is not as long as it says.')
  const [packedListBytes, listBytes] = [cursor.uint32(), cursor.uint32()]
  if (Math.max(packedListBytes, listBytes) > MOST_LIST_BYTES) throw unreadable('Its list of blocks is too long.')
  const flags = cursor.uint32()
  if ((flags & ~KNOWN_FLAGS) !== 0) throw unreadable('It is locked or made in an unknown way.')
  if ((flags & FILES_LISTED) === 0) throw unreadable('It does not list its files.')
  return { formatVersion, engineVersion, flags, packedListBytes, listBytes, end: cursor.at() }
}

function refuseOther(head: Uint8Array): void {
  const start = Buffer.from(head.subarray(0, SIGNATURE.length + 1)).toString('latin1')
  if (start === `${SIGNATURE}\0`) return
  if (start.startsWith('\x1f\x8b')) throw unreadable('It is a zipped package, not an asset bundle.')
  throw unreadable('It is no asset bundle.')
}
