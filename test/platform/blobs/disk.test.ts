import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, readdir, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { addMilliseconds, DAY, HOUR } from '../../../src/kernel/clock.ts'
import {
  aMultipartUpload,
  aSinglePartUpload,
  collect,
  contentOf,
  invalidFailure,
  md5,
  PARTS,
  randomContent,
} from './fixtures.ts'
import { aDiskStore } from './stores.ts'

let dataDir: string
beforeAll(async () => {
  dataDir = await mkdtemp(join(tmpdir(), 'plaza-blobs-'))
})
afterAll(() => rm(dataDir, { recursive: true }))

test('stores equal content once, under its SHA-256, in two levels of folders', async () => {
  const site = await aDiskStore()
  const content = randomContent(1_000)
  const [one, other] = await Promise.all([site.blobs.store(content, 'a/b'), site.blobs.store(content, 'c/d')])
  const { ref } = await aSinglePartUpload(site, content)
  expect(await site.blobs.finishUpload(ref, null)).toEqual(one)
  expect(other).toEqual(one)
  const { key } = one
  expect(key).toMatch(/^[0-9a-f]{64}$/)
  expect(await readdir(join(site.dataDir, 'blobs', key.slice(0, 2), key.slice(2, 4)))).toEqual([key])
  expect(await collect(site.blobs.storedBefore(addMilliseconds(new Date(), DAY)))).toEqual([key])
  await site.close()
})

test('does not remove a blob that was stored again after it was found unused', async () => {
  const site = await aDiskStore()
  const content = randomContent(1_000)
  site.shift(-2 * DAY)
  const { key } = await site.blobs.store(content, 'a/b')
  site.shift(2 * DAY)
  const moment = addMilliseconds(new Date(), -DAY)
  expect(await collect(site.blobs.storedBefore(moment))).toEqual([key])
  await site.blobs.store(content, 'a/b')
  expect(await collect(site.blobs.storedBefore(moment))).toEqual([])
  for (const _ of ['first', 'second']) site.blobs.settle(key)
  expect(await site.blobs.remove(key, moment)).toBe(false)
  expect((await contentOf(site.blobs, key))?.content).toEqual(content)
  await site.blobs.remove(key)
  expect(await site.blobs.read(key)).toBeNull()
  await site.close()
})

test('does not remove a blob until all who stored it have written their rows', async () => {
  const site = await aDiskStore()
  const content = randomContent(1_000)
  const { key } = await site.blobs.store(content, 'a/b')
  const { ref } = await aSinglePartUpload(site, content)
  expect(await site.blobs.finishUpload(ref, null)).toMatchObject({ key })
  for (const _ of ['stored', 'uploaded']) {
    expect([await site.blobs.remove(key), await site.blobs.isHeld(key)]).toEqual([false, true])
    site.blobs.settle(key)
  }
  expect([await site.blobs.remove(key), await site.blobs.read(key)]).toEqual([true, null])
  await site.close()
})

test('an upload whose blob was removed before its row was written is over', async () => {
  const site = await aDiskStore()
  const { ref } = await aSinglePartUpload(site, randomContent(100))
  const { key } = await site.blobs.finishUpload(ref, null)
  site.blobs.settle(key)
  await site.blobs.remove(key)
  await expect(site.blobs.finishUpload(ref, null)).rejects.toEqual(invalidFailure('upload_gone'))
  expect(await site.blobs.isHeld(key)).toBe(false)
  await site.close()
})

test('storing and removing at once leaves a whole blob or none', async () => {
  const site = await aDiskStore()
  const content = randomContent(1_000)
  for (let round = 0; round < 20; round++) {
    const { key } = await site.blobs.store(content, 'a/b')
    site.blobs.settle(key)
    await Promise.all([site.blobs.remove(key), site.blobs.store(content, 'a/b'), site.blobs.remove(key)])
    const found = await contentOf(site.blobs, key)
    expect(found === null || found.content.equals(content)).toBe(true)
  }
  expect(await readdir(join(site.dataDir, 'blobs', 'aside'))).toEqual([])
  await site.close()
})

test('removes temporary files of dead processes, and keeps those of running ones', async () => {
  const first = await aDiskStore(dataDir)
  await first.close()
  const aside = join(dataDir, 'blobs', 'aside')
  const names = [`${process.ppid}-living`, '4194399-dead', `${process.pid}-before`]
  await Promise.all(names.map((name) => writeFile(join(aside, name), 'x')))
  const second = await aDiskStore(dataDir)
  expect(await readdir(aside)).toEqual([`${process.ppid}-living`])
  await rm(join(aside, `${process.ppid}-living`))
  await second.close()
})

test('remembers the outcome of an upload for a day, and nothing else of it', async () => {
  const site = await aDiskStore()
  const { ref, etags } = await aMultipartUpload(site, PARTS)
  const blob = await site.blobs.finishUpload(ref, etags)
  const folder = join(site.dataDir, 'uploads', ref)
  expect(await readdir(folder)).toEqual(['outcome.json'])
  await site.blobs.abortUpload(ref)
  site.shift(23 * HOUR)
  expect(await collect(site.blobs.uploadsBegunBefore(addMilliseconds(new Date(), DAY)))).toEqual([])
  expect(await site.blobs.finishUpload(ref, etags)).toEqual(blob)
  site.shift(2 * HOUR)
  expect(await collect(site.blobs.uploadsBegunBefore(addMilliseconds(new Date(), DAY)))).toEqual([])
  expect(await readdir(join(site.dataDir, 'uploads'))).toEqual([])
  await site.close()
})

const FINISHER = join(import.meta.dirname, 'finishUploadsProcess.ts')

/** Finishes the given number of uploads in a child process, and kills it while it finishes the next. */
async function killAfter(count: number, uploads: readonly (readonly [string, readonly string[]])[]) {
  const args = ['--import', import.meta.resolve('tsx'), FINISHER, dataDir, JSON.stringify(uploads)]
  const child = spawn(process.execPath, args, { stdio: ['pipe', 'pipe', 'inherit'] })
  child.stdin.on('error', () => {})
  let acknowledged = 0
  child.stdin.write('next\n')
  child.stdout.on('data', (chunk: Buffer) => {
    acknowledged += chunk.toString().split('\n').length - 1
    if (acknowledged > count) return
    child.stdin.write('next\n')
    if (acknowledged === count) setTimeout(() => child.kill('SIGKILL'), Math.random() * 15)
  })
  await once(child, 'close')
  return acknowledged
}

test('no upload is lost when a process is killed while it finishes uploads', async () => {
  const site = await aDiskStore(dataDir)
  const contents = Array.from({ length: 40 }, (_, at) => [randomContent(20_000 + at), randomContent(30_000)])
  const uploads: [string, string[]][] = []
  for (const parts of contents) {
    const { ref, etags } = await aMultipartUpload(site, uploads.length % 2 ? parts : parts.slice(0, 1))
    uploads.push([ref, etags])
  }
  for (const count of [3, 6, 9]) expect(await killAfter(count, uploads)).toBeGreaterThanOrEqual(count)
  const again = await aDiskStore(dataDir)
  for (const [at, [ref, etags]] of uploads.entries()) {
    const blob = await again.blobs.finishUpload(ref, etags)
    const whole = Buffer.concat((contents[at] ?? []).slice(0, etags.length))
    expect(blob.md5).toBe(md5(whole))
    expect((await contentOf(again.blobs, blob.key))?.content.equals(whole)).toBe(true)
    expect(await readdir(join(dataDir, 'uploads', ref))).toEqual(['outcome.json'])
  }
  await Promise.all([site.close(), again.close()])
})
