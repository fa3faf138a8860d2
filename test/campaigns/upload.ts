import { createCipheriv, createHash, randomBytes } from 'node:crypto'
import { once } from 'node:events'
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { request } from 'node:http'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import type { Blobs } from '../../src/kernel/blobs.ts'
import { systemClock } from '../../src/kernel/clock.ts'
import { createSecrets } from '../../src/kernel/secrets.ts'
import { openDiskLocks } from '../../src/platform/blobs/disk/mutexes.ts'
import { openDiskBlobs } from '../../src/platform/blobs/disk/store.ts'
import { findFreePort } from '../../src/platform/database/embedded/freePort.ts'
import { SERVER_ARGUMENTS, startProcess } from '../bench/processes.ts'
import { reportEconomy } from './support/economy.ts'

/**
 * Uploads 1 GiB to the built server in one piece and in parts, and reads it back: `npm run campaign -- upload`.
 * Measures by how much the server's memory grows. The script shares the server's data folder and secret key, so it begins and
 * finishes the uploads itself; only the bytes go through the server.
 */
const MEBIBYTE = 1_048_576
const TOTAL = 1_024 * MEBIBYTE
const PART = 64 * MEBIBYTE
/** Bytes by which the server's memory may grow. */
const MAX_GROWTH = 32 * MEBIBYTE
const TYPE = 'application/octet-stream'

const inMebibytes = (bytes: number) => `${(bytes / MEBIBYTE).toFixed(1)} MiB`

function residentBytes(pid: number): number {
  const text = readFileSync(`/proc/${pid}/status`, 'utf8')
  return Number(/^VmRSS:\s+(\d+) kB/m.exec(text)?.[1] ?? 0) * 1_024
}

/** By how many bytes the resident memory of a process grows at most during the work. */
async function growthOf(pid: number, work: () => Promise<void>): Promise<number> {
  const before = residentBytes(pid)
  let peak = before
  const sampling = setInterval(() => {
    peak = Math.max(peak, residentBytes(pid))
  }, 20)
  await work()
  clearInterval(sampling)
  return Math.max(peak, residentBytes(pid)) - before
}

/** Random bytes without end, generated as they are read, and their hash. */
function randomContent() {
  const cipher = createCipheriv('aes-256-ctr', randomBytes(32), randomBytes(16))
  const zeros = Buffer.alloc(65_536)
  const hash = createHash('sha256')
  return {
    async *take(size: number) {
      for (let left = size; left > 0; left -= zeros.length) {
        const chunk = cipher.update(zeros.subarray(0, Math.min(left, zeros.length)))
        hash.update(chunk)
        yield chunk
      }
    },
    sha256: () => hash.digest('hex'),
  }
}

async function send(address: string, content: AsyncIterable<Buffer>, length: number): Promise<string> {
  const headers = { 'Content-Length': length, 'Content-Type': TYPE }
  const sending = request(address, { method: 'PUT', headers })
  const answered = once(sending, 'response')
  await pipeline(Readable.from(content), sending)
  const [answer] = await answered
  answer.resume()
  if (answer.statusCode !== 200) throw new Error(`a part was answered with ${answer.statusCode}`)
  return String(answer.headers.etag)
}

async function hashOf(blobs: Blobs, key: string): Promise<string> {
  const hash = createHash('sha256')
  for await (const chunk of (await blobs.read(key))?.stream ?? []) hash.update(chunk)
  return hash.digest('hex')
}

async function upload(blobs: Blobs, pid: number, plan: { total: number; part: number }): Promise<string[]> {
  const { total, part } = plan
  const multipart = part < total
  const ref = await blobs.beginUpload({ contentType: TYPE, multipart })
  const source = randomContent()
  const etags: string[] = []
  const begun = performance.now()
  const growth = await growthOf(pid, async () => {
    for (let sent = 0; sent < total; sent += part) {
      const request = { partNumber: etags.length + 1, contentType: TYPE, totalBytes: total }
      etags.push(await send(await blobs.partUploadUrl(ref, request), source.take(part), part))
    }
  })
  const seconds = (performance.now() - begun) / 1_000
  const assembly = await growthOf(process.pid, async () => {
    await blobs.finishUpload(ref, multipart ? etags : null)
  })
  const { key, size } = await blobs.finishUpload(ref, null)
  const isSame = size === total && (await hashOf(blobs, key)) === source.sha256()
  const mode = multipart ? `${etags.length} parts` : 'one piece'
  console.log(
    `${inMebibytes(total)} in ${mode}: ${seconds.toFixed(1)} s, the server grew by ${inMebibytes(growth)} (limit ${inMebibytes(MAX_GROWTH)}), ` +
      `assembling the parts took ${inMebibytes(assembly)}; the bytes read back ${isSame ? 'are the same' : 'DIFFER'}`,
  )
  await blobs.remove(key)
  return [
    ...(growth < MAX_GROWTH ? [] : [`${mode}: grew by ${inMebibytes(growth)}`]),
    ...(isSame ? [] : [`${mode}: the bytes read back differ`]),
  ]
}

const dataDir = mkdtempSync(join(tmpdir(), 'plaza-upload-'))
const key = randomBytes(36).toString('base64')
const env = { DATABASE_URL: '', REDIS_URL: '', DATA_DIR: dataDir, DEMO: 'off', LOG_LEVEL: 'error', SECRET_KEY: key }
const server = await startProcess({ args: SERVER_ARGUMENTS, env, port: await findFreePort(), ready: '/readyz' })
const secrets = createSecrets(key)
const { blobs } = await openDiskBlobs({
  dataDir,
  publicUrl: server.url,
  secrets,
  clock: systemClock,
  assertRoom: async () => {},
  locks: openDiskLocks(),
})
// The first upload loads modules, which stay in memory.
await upload(blobs, server.pid, { total: PART, part: PART })
const faults = [
  ...(await upload(blobs, server.pid, { total: TOTAL, part: TOTAL })),
  ...(await upload(blobs, server.pid, { total: TOTAL, part: PART })),
]
await reportEconomy({ DATA_DIR: dataDir, SECRET_KEY: key })
const exitCode = await server.stop()
rmSync(dataDir, { recursive: true, force: true })
for (const fault of faults) console.error(fault)
console.log(`${faults.length} faults; the server stopped with exit code ${exitCode}`)
if (faults.length > 0 || exitCode !== 0) process.exitCode = 1
