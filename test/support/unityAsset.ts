import { compressSync } from 'lz4-napi'
import type { ReadRange } from '../../src/areas/files/unity/asset.ts'

const PACKINGS = { none: 0, lzma: 1, lz4: 2, lz4hc: 3 } as const
export type Packing = keyof typeof PACKINGS

export interface BlockSpec {
  readonly bytes: Buffer
  readonly packing: Packing
}

interface NodeSpec {
  readonly path: string
  readonly offset: number | bigint
  readonly size: number | bigint
  readonly flags: number
}

export interface AssetSpec {
  readonly signature: string
  readonly formatVersion: number
  readonly engineVersion: string
  readonly listPacking: Packing
  readonly listAtEnd: boolean
  /** The header is padded to 16 bytes. */
  readonly padded: boolean
  /** The blocks begin at a multiple of 16 bytes. */
  readonly blocksPadded: boolean
  readonly flags: number
  readonly blocks: readonly BlockSpec[]
  readonly nodes: readonly NodeSpec[]
  /** Values written in place of the correct ones. */
  readonly overrides: {
    readonly size?: number | bigint
    readonly packedListBytes?: number
    readonly listBytes?: number
    readonly blockCount?: number
    readonly nodeCount?: number
    readonly blockBytes?: number
    readonly list?: Buffer
  }
}

const DEFAULTS: Omit<AssetSpec, 'padded'> = {
  signature: 'UnityFS\0',
  formatVersion: 8,
  engineVersion: '2022.3.22f1',
  listPacking: 'lz4hc',
  listAtEnd: false,
  blocksPadded: false,
  flags: 0x40,
  blocks: [
    { bytes: Buffer.alloc(131_072, 'terrain'), packing: 'lz4' },
    { bytes: Buffer.alloc(70_000, 'sound'), packing: 'lz4hc' },
    { bytes: Buffer.from('what does not shrink'), packing: 'none' },
  ],
  nodes: [
    { path: 'BuildPlayer-Scene.sharedAssets', offset: 0, size: 131_072, flags: 4 },
    { path: 'BuildPlayer-Scene.resS', offset: 131_072, size: 70_020, flags: 0 },
  ],
  overrides: {},
}

/** Writes a UnityFS container as the engine does; each part can be overridden. */
export function aUnityAsset(wanted: Partial<AssetSpec> = {}): Buffer {
  const spec = { ...DEFAULTS, ...wanted }
  const padded = wanted.padded ?? spec.formatVersion >= 7
  const data = Buffer.concat(spec.blocks.map(packed))
  const list = spec.overrides.list ?? blockListOf(spec)
  const packedList = packed({ bytes: list, packing: spec.listPacking })
  const length = spec.signature.length + 4 + 6 + spec.engineVersion.length + 1 + 20
  const padding = paddingBehind(length, padded)
  const before = length + padding.length + (spec.listAtEnd ? 0 : packedList.length)
  const gap = paddingBehind(before, spec.blocksPadded)
  const body = spec.listAtEnd ? [gap, data, packedList] : [packedList, gap, data]
  const size = length + padding.length + gap.length + data.length + packedList.length
  const header = Buffer.concat([
    Buffer.from(spec.signature, 'latin1'),
    uint32(spec.formatVersion),
    Buffer.from(`5.x.x\0${spec.engineVersion}\0`, 'latin1'),
    int64(spec.overrides.size ?? size),
    uint32(spec.overrides.packedListBytes ?? packedList.length),
    uint32(spec.overrides.listBytes ?? list.length),
    uint32(spec.flags | PACKINGS[spec.listPacking] | (spec.listAtEnd ? 0x80 : 0) | (spec.blocksPadded ? 0x200 : 0)),
  ])
  return Buffer.concat([header, padding, ...body])
}

const paddingBehind = (length: number, padded: boolean) => Buffer.alloc(padded ? (16 - (length % 16)) % 16 : 0)

function blockListOf({ blocks, nodes, overrides }: Omit<AssetSpec, 'padded'>): Buffer {
  const blockEntries = blocks.map((block) =>
    Buffer.concat([
      uint32(overrides.blockBytes ?? block.bytes.length),
      uint32(packed(block).length),
      Buffer.from([0, PACKINGS[block.packing]]),
    ]),
  )
  const nodeEntries = nodes.map(({ path, offset, size, flags }) =>
    Buffer.concat([int64(offset), int64(size), uint32(flags), Buffer.from(`${path}\0`)]),
  )
  return Buffer.concat([
    Buffer.alloc(16),
    uint32(overrides.blockCount ?? blocks.length),
    ...blockEntries,
    uint32(overrides.nodeCount ?? nodes.length),
    ...nodeEntries,
  ])
}

/** Compresses by LZ4, without the length that the library prepends; other packings leave the bytes unchanged. */
const packed = ({ bytes, packing }: BlockSpec): Buffer =>
  packing === 'lz4' || packing === 'lz4hc' ? compressSync(bytes).subarray(4) : bytes

const uint32 = (value: number) => {
  const bytes = Buffer.alloc(4)
  bytes.writeUInt32BE(value)
  return bytes
}

const int64 = (value: number | bigint) => {
  const bytes = Buffer.alloc(8)
  bytes.writeBigInt64BE(BigInt(value))
  return bytes
}

/** A reader of bytes in memory that records the length of each read. */
export function anInMemoryReader(bytes: Uint8Array): {
  readonly read: ReadRange
  readonly readLengths: readonly number[]
} {
  const readLengths: number[] = []
  const read: ReadRange = async (start, length) => {
    readLengths.push(length)
    return bytes.subarray(start, start + length)
  }
  return { read, readLengths }
}
