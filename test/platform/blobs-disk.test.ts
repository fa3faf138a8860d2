import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, readdir, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { DAY, HOUR, later } from '../../src/kernel/clock.ts'
import { PATIENCE } from '../process/server.ts'
import { aDiskSite } from './blobs-sites.ts'
import { all, anUpload, aPiece, bytes, contentOf, md5, PARTS } from './blobs-tools.ts'

let dataDir: string
beforeAll(async () => {
  dataDir = await mkdtemp(join(tmpdir(), 'plaza-blobs-'))
})
afterAll(() => rm(dataDir, { recursive: true }))

test('keeps equal content once, under the SHA-256 of it, in folders of two levels', async () => {
  const site = await aDiskSite()
  const content = bytes(1_000)
  const [one, other] = await Promise.all([site.blobs.store(content, 'a/b'), site.blobs.store(content, 'c/d')])
  const { ref } = await aPiece(site, content)
  expect(await site.blobs.finishUpload(ref, null)).toEqual(one)
  expect(other).toEqual(one)
  const { key } = one
  expect(key).toMatch(/^[0-9a-f]{64}$/)
  expect(await readdir(join(site.dataDir, 'blobs', key.slice(0, 2), key.slice(2, 4)))).toEqual([key])
  expect(await all(site.blobs.storedBefore(later(new Date(), DAY)))).toEqual([key])
  await site.close()
})

test('does not remove what was stored again since it was found to be unused', async () => {
  const site = await aDiskSite()
  const content = bytes(1_000)
  site.shift(-2 * DAY)
  const { key } = await site.blobs.store(content, 'a/b')
  site.shift(2 * DAY)
  const moment = later(new Date(), -DAY)
  expect(await all(site.blobs.storedBefore(moment))).toEqual([key])
  await site.blobs.store(content, 'a/b')
  expect(await all(site.blobs.storedBefore(moment))).toEqual([])
  await site.blobs.remove(key, moment)
  expect((await contentOf(site.blobs, key))?.content).toEqual(content)
  await site.blobs.remove(key)
  expect(await site.blobs.read(key)).toBeNull()
  await site.close()
})

test('stores while it removes: whoever was told that it is stored, before or after, finds it or nothing at all', async () => {
  const site = await aDiskSite()
  const content = bytes(1_000)
  for (let round = 0; round < 20; round++) {
    const { key } = await site.blobs.store(content, 'a/b')
    await Promise.all([site.blobs.remove(key), site.blobs.store(content, 'a/b'), site.blobs.remove(key)])
    const found = await contentOf(site.blobs, key)
    expect(found === null || found.content.equals(content)).toBe(true)
  }
  expect(await readdir(join(site.dataDir, 'blobs', 'aside'))).toEqual([])
  await site.close()
})

test('clears what dead processes were writing, and leaves what living ones do', async () => {
  const first = await aDiskSite(dataDir)
  await first.close()
  const aside = join(dataDir, 'blobs', 'aside')
  const names = [`${process.ppid}-living`, '4194399-dead', `${process.pid}-before`]
  await Promise.all(names.map((name) => writeFile(join(aside, name), 'x')))
  const second = await aDiskSite(dataDir)
  expect(await readdir(aside)).toEqual([`${process.ppid}-living`])
  await rm(join(aside, `${process.ppid}-living`))
  await second.close()
})

test('remembers how an upload ended for a day, and nothing else of it', async () => {
  const site = await aDiskSite()
  const { ref, etags } = await anUpload(site, PARTS)
  const blob = await site.blobs.finishUpload(ref, etags)
  const folder = join(site.dataDir, 'uploads', ref)
  expect(await readdir(folder)).toEqual(['outcome.json'])
  await site.blobs.abortUpload(ref)
  site.shift(23 * HOUR)
  expect(await all(site.blobs.begunBefore(later(new Date(), DAY)))).toEqual([])
  expect(await site.blobs.finishUpload(ref, etags)).toEqual(blob)
  site.shift(2 * HOUR)
  expect(await all(site.blobs.begunBefore(later(new Date(), DAY)))).toEqual([])
  expect(await readdir(join(site.dataDir, 'uploads'))).toEqual([])
  await site.close()
})

const FINISHER = join(import.meta.dirname, 'blobs-finisher.ts')

/** Finishes uploads in a process of their own and kills it somewhere in the next after so many. */
async function killAfter(count: number, uploads: readonly (readonly [string, readonly string[]])[]) {
  const args = ['--import', import.meta.resolve('tsx'), FINISHER, dataDir, JSON.stringify(uploads)]
  const child = spawn(process.execPath, args, { stdio: ['ignore', 'pipe', 'inherit'] })
  let told = 0
  child.stdout.on('data', (chunk: Buffer) => {
    told += chunk.toString().split('\n').length - 1
    if (told >= count) setTimeout(() => child.kill('SIGKILL'), Math.random() * 15)
  })
  await once(child, 'close')
  return told
}

test('a process that is killed while it finishes uploads loses none of them', PATIENCE, async () => {
  const site = await aDiskSite(dataDir)
  const contents = Array.from({ length: 40 }, (_, at) => [bytes(20_000 + at), bytes(30_000)])
  const uploads: [string, string[]][] = []
  for (const parts of contents) {
    const { ref, etags } = await anUpload(site, uploads.length % 2 ? parts : parts.slice(0, 1))
    uploads.push([ref, etags])
  }
  for (const count of [3, 6, 9]) expect(await killAfter(count, uploads)).toBeLessThan(uploads.length)
  const again = await aDiskSite(dataDir)
  for (const [at, [ref, etags]] of uploads.entries()) {
    const blob = await again.blobs.finishUpload(ref, etags)
    const whole = Buffer.concat((contents[at] ?? []).slice(0, etags.length))
    expect(blob.md5).toBe(md5(whole))
    expect((await contentOf(again.blobs, blob.key))?.content.equals(whole)).toBe(true)
    expect(await readdir(join(dataDir, 'uploads', ref))).toEqual(['outcome.json'])
  }
  await Promise.all([site.close(), again.close()])
})
