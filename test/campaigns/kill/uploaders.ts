import { createHash, randomBytes } from 'node:crypto'
import { setTimeout as delay } from 'node:timers/promises'
import { z } from 'zod'
import { PATIENCE } from '../../support/patience.ts'
import { type CampaignUser, registerUsers, sendRestRequest } from '../support/users.ts'
import type { WriteLoad } from './writers.ts'

/** A file whose upload was begun. */
interface BegunUpload {
  readonly id: string
  readonly owner: CampaignUser
  readonly bytes: Buffer
  /** Whether the server acknowledged the finished upload. */
  acknowledged: boolean
}

const PARTS = 3
const MIN_BYTES = 30_000
const CONCURRENT_CHECKS = 20
const md5Of = (bytes: Buffer) => createHash('md5').update(bytes).digest('base64')

/** The server did not answer or is shutting down, so the outcome of the request is unknown. */
class ServerUnavailable extends Error {}

/**
 * Makes users upload files without pause, in one piece and in parts, also while the server is down. Losses are
 * acknowledged files that are missing or incomplete, incomplete files that are served, acknowledged parts that are
 * gone, and refused requests.
 */
export async function startUploaders(url: string, people: number): Promise<WriteLoad> {
  const begun: BegunUpload[] = []
  const state = { stopped: false, refusals: new Set<string>() }
  const uploadRepeatedly = async (owner: CampaignUser) => {
    for (let number = 1; !state.stopped; number++)
      await upload(url, owner, number % 2 === 0 ? PARTS : 1, begun).catch((error: unknown) => {
        if (!(error instanceof ServerUnavailable)) state.refusals.add(String(error))
        return delay(20)
      })
  }
  const uploads = (await registerUsers(url, people)).map(uploadRepeatedly)
  return {
    acknowledged: () => begun.filter(({ acknowledged }) => acknowledged).length,
    losses: async () => [...(await lossesOf(url, [...begun])), ...state.refusals],
    async stop() {
      state.stopped = true
      await Promise.all(uploads)
    },
  }
}

const CreatedFile = z.object({ id: z.string() })

async function upload(url: string, owner: CampaignUser, parts: number, begun: BegunUpload[]): Promise<void> {
  const bytes = randomBytes(MIN_BYTES + Math.floor(Math.random() * MIN_BYTES))
  const kind = { name: 'campaign', mimeType: 'application/octet-stream', extension: '.bin' }
  const { id } = CreatedFile.parse(await call(url, owner, 'POST /file', kind))
  const file = { id, owner, bytes, acknowledged: false }
  begun.push(file)
  const sizes = { fileSizeInBytes: bytes.length, signatureSizeInBytes: 1 }
  await call(url, owner, `POST /file/${id}`, { fileMd5: md5Of(bytes), signatureMd5: md5Of(bytes), ...sizes })
  const etags = await sendParts(url, file, parts)
  await finish(url, file, etags)
  file.acknowledged = true
}

const StartedUpload = z.object({ url: z.string() })

async function sendParts(url: string, { id, owner, bytes }: BegunUpload, parts: number): Promise<string[]> {
  const size = Math.ceil(bytes.length / parts)
  const etags: string[] = []
  for (let number = 1; number <= parts; number++) {
    const query = parts === 1 ? '' : `?partNumber=${number}`
    const { url: address } = StartedUpload.parse(await call(url, owner, `PUT /file/${id}/1/file/start${query}`))
    etags.push(await put(address, bytes.subarray((number - 1) * size, number * size)))
  }
  return etags
}

async function put(address: string, part: Buffer): Promise<string> {
  const headers = { 'content-type': 'application/octet-stream' }
  const response = await fetch(address, { method: 'PUT', headers, body: new Uint8Array(part) }).catch(throwUnavailable)
  await response.text().catch(throwUnavailable)
  if (response.status >= 500) throw new ServerUnavailable(`a part was answered ${response.status}`)
  if (!response.ok) throw new Error(`a part was refused with ${response.status}`)
  return response.headers.get('etag') ?? ''
}

/** Finishes an upload, retrying while the server is unavailable: as all parts were acknowledged, it must succeed. */
const finish = (url: string, { id, owner }: BegunUpload, etags: readonly string[]): Promise<unknown> =>
  retryWhileUnavailable(() => call(url, owner, `PUT /file/${id}/1/file/finish`, etags.length > 1 ? { etags } : {}))

/** Milliseconds from one try to the next, and for which a server may be unavailable: less than a test may take. */
const PAUSE = 50
const MOST_UNAVAILABLE = PATIENCE / 2

async function retryWhileUnavailable<R>(request: () => Promise<R>): Promise<R> {
  for (const end = performance.now() + MOST_UNAVAILABLE; ; await delay(PAUSE)) {
    try {
      return await request()
    } catch (error) {
      if (!(error instanceof ServerUnavailable) || performance.now() > end) throw error
    }
  }
}

const FileRecord = z.object({
  versions: z.array(z.object({ file: z.object({ status: z.string() }).optional() }).loose()),
})

async function lossesOf(url: string, begun: readonly BegunUpload[]): Promise<string[]> {
  const lost: string[] = []
  for (let at = 0; at < begun.length; at += CONCURRENT_CHECKS) {
    const found = await Promise.all(begun.slice(at, at + CONCURRENT_CHECKS).map((file) => lossOf(url, file)))
    lost.push(...found.filter((loss) => loss !== ''))
  }
  return lost
}

/**
 * Describes what is wrong with a file, which must be either complete or absent; empty when all is well. Reads are retried,
 * as a server whose database was killed may refuse some after it is ready again.
 */
async function lossOf(url: string, file: BegunUpload): Promise<string> {
  const { id, owner, bytes, acknowledged } = file
  const record = await retryWhileUnavailable(() => call(url, owner, `GET /file/${id}`))
  const { status: served, received } = await retryWhileUnavailable(() => download(url, file))
  if (served === 404) return acknowledged ? `${id} was acknowledged and is missing` : ''
  if (served !== 200) return `${id} was answered ${served}`
  const { status } = FileRecord.parse(record).versions[1]?.file ?? {}
  if (status !== 'complete' && !acknowledged && received.equals(bytes)) return ''
  return status === 'complete' && received.equals(bytes) ? '' : `${id} is served incomplete, with status ${status}`
}

async function download(url: string, { id, owner }: BegunUpload) {
  const address = `${url}/api/1/file/${id}/1/file`
  const response = await fetch(address, { headers: { cookie: owner.cookie } }).catch(throwUnavailable)
  const received = Buffer.from(await response.arrayBuffer().catch(throwUnavailable))
  if (response.status >= 500) throw new ServerUnavailable(`GET ${address} was answered ${response.status}`)
  return { status: response.status, received }
}

const throwUnavailable = (cause: unknown): never => {
  throw new ServerUnavailable('the server did not answer', { cause })
}

async function call(url: string, { cookie }: CampaignUser, act: string, body?: object): Promise<unknown> {
  const [method = '', path = ''] = act.split(' ')
  const response = await sendRestRequest(url, { method, path, cookie, body }).catch(throwUnavailable)
  const text = await response.text().catch(throwUnavailable)
  if (response.status >= 500) throw new ServerUnavailable(`${act} was answered ${response.status}: ${text}`)
  if (!response.ok) throw new Error(`${act} was refused with ${response.status}: ${text}`)
  return JSON.parse(text)
}
