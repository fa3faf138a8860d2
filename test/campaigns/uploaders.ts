import { createHash, randomBytes } from 'node:crypto'
import { setTimeout as delay } from 'node:timers/promises'
import { z } from 'zod'
import { registerPeople, type Somebody } from './people.ts'
import type { WriteLoad } from './writers.ts'

/** A file that somebody began to upload. */
interface Begun {
  readonly id: string
  readonly owner: Somebody
  readonly bytes: Buffer
  /** Whether the server has said that it is whole. */
  acknowledged: boolean
}

const PARTS = 3
const LEAST_BYTES = 30_000
const AT_ONCE = 20
const md5Of = (bytes: Buffer) => createHash('md5').update(bytes).digest('base64')

/** The server did not answer, or is about to go: whether it has done what was asked is not known. */
class Away extends Error {}

/**
 * Lets people upload files without pause, in one piece and in parts, whatever happens to the server. A loss is a file
 * that was acknowledged and is not whole, one that is there and not whole, a part that was acknowledged and is gone,
 * and whatever was refused.
 */
export async function startUploading(url: string, people: number): Promise<WriteLoad> {
  const begun: Begun[] = []
  const state = { stopped: false, refusals: new Set<string>() }
  const lane = async (owner: Somebody) => {
    for (let number = 1; !state.stopped; number++)
      await upload(url, owner, number % 2 === 0 ? PARTS : 1, begun).catch((error: unknown) => {
        if (!(error instanceof Away)) state.refusals.add(String(error))
        return delay(20)
      })
  }
  const lanes = (await registerPeople(url, people)).map(lane)
  return {
    acknowledged: () => begun.filter(({ acknowledged }) => acknowledged).length,
    losses: async () => [...(await lossesOf(url, [...begun])), ...state.refusals],
    async stop() {
      state.stopped = true
      await Promise.all(lanes)
    },
  }
}

const Made = z.object({ id: z.string() })

async function upload(url: string, owner: Somebody, parts: number, begun: Begun[]): Promise<void> {
  const bytes = randomBytes(LEAST_BYTES + Math.floor(Math.random() * LEAST_BYTES))
  const kind = { name: 'campaign', mimeType: 'application/octet-stream', extension: '.bin' }
  const { id } = Made.parse(await call(url, owner, 'POST /file', kind))
  const file = { id, owner, bytes, acknowledged: false }
  begun.push(file)
  const sizes = { fileSizeInBytes: bytes.length, signatureSizeInBytes: 1 }
  await call(url, owner, `POST /file/${id}`, { fileMd5: md5Of(bytes), signatureMd5: md5Of(bytes), ...sizes })
  const etags = await sendParts(url, file, parts)
  await finish(url, file, etags)
  file.acknowledged = true
}

const Started = z.object({ url: z.string() })

async function sendParts(url: string, { id, owner, bytes }: Begun, parts: number): Promise<string[]> {
  const size = Math.ceil(bytes.length / parts)
  const etags: string[] = []
  for (let number = 1; number <= parts; number++) {
    const query = parts === 1 ? '' : `?partNumber=${number}`
    const { url: address } = Started.parse(await call(url, owner, `PUT /file/${id}/1/file/start${query}`))
    etags.push(await put(address, bytes.subarray((number - 1) * size, number * size)))
  }
  return etags
}

async function put(address: string, part: Buffer): Promise<string> {
  const headers = { 'content-type': 'application/octet-stream' }
  const response = await fetch(address, { method: 'PUT', headers, body: new Uint8Array(part) }).catch(away)
  await response.text().catch(away)
  if (response.status >= 500) throw new Away()
  if (!response.ok) throw new Error(`a part was refused with ${response.status}`)
  return response.headers.get('etag') ?? ''
}

/** All parts were acknowledged, so it must come to be finished, however often the server goes away meanwhile. */
async function finish(url: string, { id, owner }: Begun, etags: readonly string[]): Promise<void> {
  for (let tries = 0; ; tries++) {
    try {
      await call(url, owner, `PUT /file/${id}/1/file/finish`, etags.length > 1 ? { etags } : {})
      return
    } catch (error) {
      if (!(error instanceof Away) || tries > 500) throw error
      await delay(50)
    }
  }
}

const Told = z.object({ versions: z.array(z.object({ file: z.object({ status: z.string() }).optional() }).loose()) })

async function lossesOf(url: string, begun: readonly Begun[]): Promise<string[]> {
  const lost: string[] = []
  for (let at = 0; at < begun.length; at += AT_ONCE) {
    const found = await Promise.all(begun.slice(at, at + AT_ONCE).map((file) => lossOf(url, file)))
    lost.push(...found.filter((loss) => loss !== ''))
  }
  return lost
}

/** Whole, or not there: nothing in between. */
async function lossOf(url: string, file: Begun): Promise<string> {
  const { id, owner, bytes, acknowledged } = file
  const { versions } = Told.parse(await call(url, owner, `GET /file/${id}`))
  const response = await fetch(`${url}/api/1/file/${id}/1/file`, { headers: { cookie: owner.cookie } })
  const got = Buffer.from(await response.arrayBuffer())
  if (response.status === 404) return acknowledged ? `${id} was acknowledged and is not there` : ''
  if (!response.ok) return `${id} was answered ${response.status}`
  const { status } = versions[1]?.file ?? {}
  if (status !== 'complete' && !acknowledged && got.equals(bytes)) return ''
  return status === 'complete' && got.equals(bytes) ? '' : `${id} is there, ${status}, but not whole`
}

const away = (): never => {
  throw new Away()
}

async function call(url: string, { cookie }: Somebody, act: string, body?: object): Promise<unknown> {
  const [method = '', path = ''] = act.split(' ')
  const response = await fetch(`${url}/api/1${path}`, {
    method,
    headers: { cookie, 'user-agent': 'plaza-campaign/1', ...(body && { 'content-type': 'application/json' }) },
    ...(body && { body: JSON.stringify(body) }),
    signal: AbortSignal.timeout(30_000),
  }).catch(away)
  const text = await response.text().catch(away)
  if (response.status >= 500) throw new Away()
  if (!response.ok) throw new Error(`${act} was refused with ${response.status}: ${text}`)
  return JSON.parse(text)
}
