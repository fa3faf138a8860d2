import { fork } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'
import { constants, deflateRawSync, deflateSync } from 'node:zlib'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { z } from 'zod'
import { aPlainImage, handMadePng, handMadeTiff, pngChunk } from '../support/images.ts'

const DAMAGED = /^The picture is damaged/
const TOO_MANY = /^The picture has too many pixels/
const MEBIBYTE = 1024 * 1024
/** Limits of memory, in bytes, and processor time, in microseconds: other work slows down wall-clock time only. */
const MOST_GROWTH = 128 * MEBIBYTE
const MOST_WORK = 5_000_000

const child = fork(join(import.meta.dirname, 'imageProcess.ts'), {
  execArgv: ['--import', import.meta.resolve('tsx')],
  serialization: 'advanced',
})
afterAll(() => void child.kill())

const Outcome = z.object({ bytes: z.number(), message: z.string(), peak: z.number(), work: z.number() })

/** Encodes in a separate process, so that nothing else has raised its peak memory. */
async function encode(bytes: Buffer): Promise<z.infer<typeof Outcome>> {
  const answered = once(child, 'message')
  child.send(bytes)
  const [outcome] = await answered
  return Outcome.parse(outcome)
}

let usual = 0
beforeAll(async () => {
  usual = (await encode(await aPlainImage(64, 64))).peak
})

async function encodeWithinBudget(bytes: Buffer) {
  const outcome = await encode(bytes)
  expect(outcome.peak - usual).toBeLessThan(MOST_GROWTH)
  expect(outcome.work).toBeLessThan(MOST_WORK)
  return outcome
}

const refuses = async (bytes: Buffer, message: RegExp) =>
  expect((await encodeWithinBudget(bytes)).message).toMatch(message)

describe('a decompression bomb', () => {
  const tiny = deflateSync(Buffer.alloc(100))

  it.each([
    ['60,000 pixels a side', handMadePng({ width: 60_000, height: 60_000, packed: tiny }), TOO_MANY],
    ['lines of a million', handMadePng({ width: 1_000_000, height: 51, packed: tiny }), TOO_MANY],
    ['more sides than a png has', handMadePng({ width: 2 ** 32 - 1, height: 2 ** 32 - 1, packed: tiny }), DAMAGED],
    ['8 bytes a pixel', handMadePng({ width: 7000, height: 7000, depth: 16, packed: tiny }), TOO_MANY],
  ])('of a PNG: %s', (_name, bytes, message) => refuses(bytes, message))

  it('of a PNG whose data unpacks to a gigabyte', async () => {
    const [bytes, times] = [64 * MEBIBYTE, 16]
    const piece = deflateRawSync(Buffer.alloc(bytes), { finishFlush: constants.Z_FULL_FLUSH })
    const end = Buffer.from([3, 0, 0, 0, 0, 1])
    end.writeUInt16BE((bytes * times) % 65_521, 2)
    const packed = Buffer.concat([Buffer.from([0x78, 0xda]), ...Array.from({ length: times }, () => piece), end])
    await refuses(handMadePng({ width: 64, height: 64, packed }), DAMAGED)
  })

  it('of a PNG whose colour profile and text chunks unpack to huge sizes', async () => {
    const packed = Buffer.concat([Buffer.from('a\0\0'), deflateSync(Buffer.alloc(64 * MEBIBYTE))])
    const more = [pngChunk('iCCP', packed), ...Array.from({ length: 20 }, () => pngChunk('zTXt', packed))]
    const bytes = handMadePng({ width: 32, height: 32, more })
    expect((await encodeWithinBudget(bytes)).bytes).toBeLessThan(1000)
  })

  const grey = (width: number, height: number) =>
    [
      [256, width],
      [257, height],
      [258, 8],
      [259, 1],
      [262, 1],
    ] as const
  it.each([
    ['pixels', TOO_MANY, (at: number) => [...grey(60_000, 60_000), [273, at], [277, 1], [278, 1], [279, 100]] as const],
    [
      'tiles',
      DAMAGED,
      (at: number) => [...grey(16, 16), [277, 1], [322, 60_000], [323, 60_000], [324, at], [325, 100]] as const,
    ],
    ['channels', DAMAGED, (at: number) => [...grey(700, 700), [273, at], [277, 60_000], [278, 1], [279, 100]] as const],
    ['rows', DAMAGED, (at: number) => [...grey(7000, 7000), [273, at], [277, 1], [278, 7000], [279, 100]] as const],
  ])('of a TIFF with too many %s', async (_name, message, tags) =>
    refuses(handMadeTiff(tags, Buffer.alloc(100)), message),
  )

  it('of a GIF of 60,000 × 60,000 pixels', async () => {
    const gif = await aPlainImage(16, 16, 'gif')
    const sides = Buffer.from([0x60, 0xea, 0x60, 0xea])
    sides.copy(gif, 6)
    sides.copy(gif, gif.indexOf(0x2c) + 5)
    await refuses(gif, TOO_MANY)
  })
})
