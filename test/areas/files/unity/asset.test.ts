import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { readUnityAsset } from '../../../../src/areas/files/unity/asset.ts'
import { type AssetSpec, anInMemoryReader, aUnityAsset, type Packing } from '../../../support/unityAsset.ts'

const readOf = (bytes: Buffer, size = bytes.length) => readUnityAsset(anInMemoryReader(bytes).read, size)

const LIST_PACKINGS: readonly Packing[] = ['none', 'lz4', 'lz4hc']
const layouts = LIST_PACKINGS.flatMap((listPacking) =>
  [6, 7, 8].flatMap((formatVersion) =>
    [false, true].map(
      (listAtEnd): Pick<AssetSpec, 'listPacking' | 'formatVersion' | 'listAtEnd'> => ({
        listPacking,
        formatVersion,
        listAtEnd,
      }),
    ),
  ),
)

describe('an asset bundle', () => {
  it.each(layouts)(
    'is read: format $formatVersion, block list $listPacking, at the end: $listAtEnd',
    async (layout) => {
      const bytes = aUnityAsset(layout)
      const read = await readOf(bytes)
      expect(read).toMatchObject({
        ok: true,
        format: 'UnityFS',
        engineVersion: '2022.3.22f1',
        formatVersion: layout.formatVersion,
        uncompressedBytes: 131_072 + 70_000 + 20,
        blockCount: 3,
        nodes: [
          { path: 'BuildPlayer-Scene.sharedAssets', size: 131_072, flags: 4 },
          { path: 'BuildPlayer-Scene.resS', size: 70_020, flags: 0 },
        ],
      })
      const { compressedBytes } = read.ok ? read : { compressedBytes: 0 }
      expect(compressedBytes).toBeGreaterThan(20)
      expect(compressedBytes).toBeLessThan(bytes.length)
    },
  )

  it('of the engine that pads format 6 like format 7 is read', async () => {
    const old = { formatVersion: 6, engineVersion: '2019.4.31f1', padded: true }
    for (const listPacking of LIST_PACKINGS) {
      expect(await readOf(aUnityAsset({ ...old, listPacking }))).toMatchObject({
        ok: true,
        formatVersion: 6,
        blockCount: 3,
      })
    }
  })

  it('whose blocks are padded before them is read', async () => {
    for (let letters = 1; letters <= 16; letters += 1) {
      const nodes = [{ path: 'x'.repeat(letters), offset: 0, size: 20, flags: 4 }]
      const spec = { nodes, listPacking: 'none', blocksPadded: true } as const
      expect(await readOf(aUnityAsset(spec))).toMatchObject({ ok: true, blockCount: 3 })
      expect(await readOf(aUnityAsset({ ...spec, listAtEnd: true }))).toMatchObject({ ok: true, blockCount: 3 })
    }
  })

  it('with LZMA blocks is read, since blocks are not decompressed', async () => {
    const blocks = [{ bytes: Buffer.from('not really LZMA'), packing: 'lzma' as const }]
    const nodes = [{ path: 'CAB-1', offset: 0, size: 15, flags: 4 }]
    expect(await readOf(aUnityAsset({ blocks, nodes }))).toMatchObject({
      ok: true,
      uncompressedBytes: 15,
      nodes: [{ size: 15 }],
    })
  })

  it('with many blocks is read by two small ranges', async () => {
    const block = { bytes: Buffer.alloc(131_072), packing: 'none' } as const
    const blocks = Array.from({ length: 80 }, () => block)
    const bytes = aUnityAsset({ blocks, nodes: [{ path: 'CAB-1', offset: 0, size: 80 * 131_072, flags: 4 }] })
    const { read, readLengths } = anInMemoryReader(bytes)
    const asset = await readUnityAsset(read, bytes.length)
    expect(asset).toMatchObject({ ok: true, blockCount: 80, uncompressedBytes: 80 * 131_072 })
    expect(readLengths).toHaveLength(2)
    expect(Math.max(...readLengths)).toBeLessThan(2048)
  })

  it('with the most blocks and files is read in linear time', async () => {
    const count = (value: number) => Buffer.from([0, value >> 16, (value >> 8) & 0xff, value & 0xff])
    const node = Buffer.concat([Buffer.alloc(20), Buffer.from('a\0')])
    /** The shortest of several runs, since other processes may slow one down. */
    const timeToRead = async (blocks: number, nodes: number) => {
      const parts = [Buffer.alloc(16), count(blocks), Buffer.alloc(blocks * 10)]
      const list = Buffer.concat([...parts, count(nodes), ...Array.from({ length: nodes }, () => node)])
      const bytes = aUnityAsset({ overrides: { list }, blocks: [] })
      const times: number[] = []
      while (times.length < 5) {
        const began = performance.now()
        const asset = await readOf(bytes)
        times.push(performance.now() - began)
        expect(asset).toMatchObject({ ok: true, blockCount: blocks, uncompressedBytes: 0, compressedBytes: 0 })
      }
      return Math.min(...times)
    }
    const tenth = await timeToRead(7_500, 1_000)
    expect((await timeToRead(75_000, 10_000)) / tenth).toBeLessThan(60)
  })

  it('that cannot be fetched throws the error of the store', async () => {
    await expect(readUnityAsset(() => Promise.reject(new Error('the disk is gone')), 1000)).rejects.toThrow('the disk')
  })
})

const huge = 0xffffffff
const plain = { bytes: Buffer.from('twenty bytes of data'), packing: 'none' } as const
const cases: readonly (readonly [string, Partial<AssetSpec>, RegExp])[] = [
  ['another signature', { signature: 'UnityWeb\0' }, /no asset bundle/],
  ['a zipped package', { signature: '\x1f\x8b\x08\0\0\0\0\0' }, /zipped package/],
  ['an older format', { formatVersion: 5 }, /version/],
  ['a newer format', { formatVersion: 9 }, /version/],
  ['no engine', { engineVersion: '' }, /which engine/],
  ['an engine that is no version', { engineVersion: '<script>' }, /which engine/],
  ['an endless engine', { engineVersion: '2'.repeat(600) }, /too long or has no end/],
  ['a larger size than it has', { overrides: { size: 10 ** 9 } }, /not as long as it says/],
  ['a smaller size than it has', { overrides: { size: 100 } }, /not as long as it says/],
  ['a negative size', { overrides: { size: -1 } }, /out of all bounds/],
  ['the greatest size', { overrides: { size: 2n ** 63n - 1n } }, /out of all bounds/],
  ['a list of 4 GB', { overrides: { packedListBytes: huge } }, /too long/],
  ['a list that unpacks to 4 GB', { overrides: { listBytes: huge } }, /too long/],
  ['a list that unpacks to more than it holds', { overrides: { listBytes: 1024 * 1024 } }, /can not be unpacked/],
  ['a list that unpacks to less than it holds', { overrides: { listBytes: 40 } }, /can not be unpacked/],
  ['a plain list of another length', { listPacking: 'none', overrides: { listBytes: 40 } }, /not as long as it says/],
  ['a list longer than the file', { overrides: { packedListBytes: 900_000 } }, /no room for its list/],
  [
    'a list longer than the file, at its end',
    { listAtEnd: true, overrides: { packedListBytes: 900_000 } },
    /no room for its list/,
  ],
  ['a list by LZMA', { listPacking: 'lzma' }, /LZMA/],
  ['a list packed in an unknown way', { flags: 0x44, listPacking: 'none' }, /unknown way/],
  ['a lock', { flags: 0x440 }, /locked/],
  ['no list of files', { flags: 0 }, /does not list/],
  ['no blocks', { blocks: [], nodes: [] }, /holds nothing/],
  ['no files', { nodes: [] }, /holds nothing/],
  ['4 thousand million blocks', { overrides: { blockCount: huge } }, /no room for as many/],
  ['a block more than there are', { overrides: { blockCount: 4 } }, /block in it is not as long/],
  ['4 thousand million files', { overrides: { nodeCount: huge } }, /no room for as many/],
  ['an empty list', { overrides: { list: Buffer.alloc(0) }, listPacking: 'none' }, /ends in the middle/],
  ['a list of zeros', { overrides: { list: Buffer.alloc(1000) } }, /holds nothing/],
  ['plain blocks of 4 GB', { blocks: [plain], overrides: { blockBytes: huge } }, /block in it is not as long/],
  [
    'packed blocks of 4 GB',
    { blocks: [{ ...plain, packing: 'lz4' }], overrides: { blockBytes: huge } },
    /more than it can/,
  ],
  [
    'blocks packed in an unknown way',
    { overrides: { list: Buffer.from(`${'00'.repeat(16)}00000001${'00'.repeat(9)}04`, 'hex') } },
    /block in it is packed in an unknown way/,
  ],
]

const node = { path: 'CAB-1', offset: 0, size: 20, flags: 4 }
const nodeCases: readonly (readonly [string, Partial<AssetSpec>, RegExp])[] = [
  ['a file before its start', { nodes: [{ ...node, offset: -1 }] }, /out of all bounds/],
  ['a file of negative size', { nodes: [{ ...node, size: -20 }] }, /out of all bounds/],
  ['a file beyond its end', { nodes: [{ ...node, offset: 21, size: 0 }] }, /outside/],
  ['a file that reaches beyond its end', { nodes: [{ ...node, offset: 1 }] }, /outside/],
  ['a file of the greatest size', { nodes: [{ ...node, size: 2n ** 63n - 1n }] }, /out of all bounds/],
  ['files over one another', { nodes: [node, node] }, /larger than all its blocks/],
  ['a file without a name', { nodes: [{ ...node, path: '' }, node] }, /no name/],
  ['a file with an endless name', { nodes: [{ ...node, path: 'x'.repeat(2000) }] }, /too long or has no end/],
  ['a million files', { nodes: Array(11_000).fill({ ...node, size: 0 }) }, /too many files/],
]

describe('a file that is refused with a reason', () => {
  it.each(cases)('%s', async (_name, spec, reason) => {
    expect(await readOf(aUnityAsset(spec))).toEqual({ ok: false, reason: expect.stringMatching(reason) })
  })

  it.each(nodeCases)('%s', async (_name, spec, reason) => {
    const bytes = aUnityAsset({ blocks: [plain], ...spec })
    expect(await readOf(bytes)).toEqual({ ok: false, reason: expect.stringMatching(reason) })
  })

  it('has a name that is not UTF-8', async () => {
    const bytes = aUnityAsset({ listPacking: 'none' })
    bytes[bytes.indexOf('BuildPlayer')] = 0xff
    expect(await readOf(bytes)).toEqual({ ok: false, reason: 'A name in it is no text.' })
  })

  it('has fewer or more bytes of blocks than its list says', async () => {
    const reason = 'Its blocks are not as long as it says.'
    for (const difference of [-1, 32]) {
      const whole = aUnityAsset()
      const size = whole.length + difference
      const bytes = Buffer.concat([aUnityAsset({ overrides: { size } }), Buffer.alloc(32)]).subarray(0, size)
      expect(await readOf(bytes)).toEqual({ ok: false, reason })
    }
  })

  it('is cut off at any offset', async () => {
    const whole = aUnityAsset()
    for (let length = 0; length < whole.length; length += 7) {
      expect(await readOf(whole.subarray(0, length))).toMatchObject({ ok: false })
    }
  })

  it('is shorter in the store than its size says', async () => {
    const whole = aUnityAsset()
    for (let length = 0; length < 300; length += 7) {
      const reason = 'It ends too early.'
      expect(await readOf(whole.subarray(0, length), whole.length)).toEqual({ ok: false, reason })
    }
  })
})

describe('any input', () => {
  const MOST_RANGE = 1024 * 1024
  const settles = async (bytes: Buffer) => {
    const { read, readLengths } = anInMemoryReader(bytes)
    const result = await readUnityAsset(read, bytes.length)
    expect(readLengths.length).toBeLessThanOrEqual(3)
    expect(Math.max(...readLengths)).toBeLessThanOrEqual(MOST_RANGE)
    return result
  }
  const good = layouts.map((layout) => aUnityAsset(layout))
  const place = fc.nat({ max: 400 })

  it('does not throw or cause large reads: changed bytes', async () => {
    const changes = fc.array(fc.record({ at: place, to: fc.nat({ max: 255 }) }), { minLength: 1, maxLength: 6 })
    const property = fc.asyncProperty(fc.constantFrom(...good), changes, async (whole, list) => {
      const bytes = Buffer.from(whole)
      for (const { at, to } of list) bytes[at] = to
      const result = await settles(bytes)
      if (result.ok) expect(result.compressedBytes).toBeLessThanOrEqual(bytes.length)
      else expect(result.reason).toMatch(/^[A-Z].*\.$/)
    })
    await fc.assert(property, { numRuns: 3000 })
  })

  it('does not throw or cause large reads: changed numbers', async () => {
    const numbers = fc.constantFrom(0, 1, 0x7fffffff, 0x80000000, huge, 1024 * 1024, 0x0fffff)
    const property = fc.asyncProperty(fc.constantFrom(...good), place, numbers, async (whole, at, value) => {
      const bytes = Buffer.from(whole)
      bytes.writeUInt32BE(value, at)
      await settles(bytes)
    })
    await fc.assert(property, { numRuns: 2000 })
  })

  it('does not throw or cause large reads: random data after a signature, cut and repeated pieces', async () => {
    const noise = fc.uint8Array({ maxLength: 600 })
    const property = fc.asyncProperty(noise, fc.constantFrom(...good), place, async (bytes, whole, at) => {
      await settles(Buffer.from(bytes))
      await settles(Buffer.concat([Buffer.from('UnityFS\0\0\0\0\x08'), bytes]))
      await settles(Buffer.concat([whole.subarray(0, at), bytes, whole.subarray(at)]))
      await settles(Buffer.concat([whole.subarray(0, at), whole.subarray(at + bytes.length)]))
    })
    await fc.assert(property, { numRuns: 500 })
  })

  it('is refused when its block list has random content', async () => {
    const property = fc.asyncProperty(
      fc.uint8Array({ minLength: 1, maxLength: 300 }),
      fc.boolean(),
      async (list, lead) => {
        const counted = lead ? Buffer.concat([Buffer.alloc(16), Buffer.from([0, 0, 0, 1]), list]) : Buffer.from(list)
        const result = await settles(aUnityAsset({ overrides: { list: counted } }))
        expect(result.ok).toBe(false)
      },
    )
    await fc.assert(property, { numRuns: 1000 })
  })
})
