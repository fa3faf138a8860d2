import { createHash, randomBytes, randomUUID } from 'node:crypto'
import { mkdtemp, readdir, rm, stat } from 'node:fs/promises'
import { request } from 'node:http'
import { connect, type Socket } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import sharp from 'sharp'
import { BINARY_FILE, IMAGE_FILE, md5Of, SIGNATURE_BYTES, WORLD_FILE } from '../../support/files.ts'
import { aRestClient, type RestClient } from '../../support/restClient.ts'
import { aRegistration } from '../../support/users.ts'
import type { Attack, AttackTarget } from './attack.ts'

const MEBIBYTE = 1_048_576

/** A registered user. */
async function aPerson(origin: string): Promise<RestClient> {
  const api = aRestClient({ origin }, { direct: true })
  await api.call('registerUserAccount', { body: aRegistration() })
  return api
}

const cookieOf = ({ cookies }: RestClient) => `auth=${cookies.get('auth')}`

type FileKind = typeof BINARY_FILE | typeof IMAGE_FILE | typeof WORLD_FILE

/** The server writes its public URL, which has another port. */
const localUrl = (origin: string, url: string) => `${origin}${new URL(url).pathname}`

/** Uploads a file of a person. */
async function upload(origin: string, api: RestClient, { kind, bytes }: { kind: FileKind; bytes: Buffer }) {
  const { id: fileId } = await api.call('createFile', { body: kind })
  const signature = { signatureMd5: md5Of(Buffer.alloc(0)), signatureSizeInBytes: 0 }
  const body = { fileMd5: md5Of(bytes), fileSizeInBytes: bytes.length, ...signature }
  await api.call('createFileVersion', { fileId, body })
  const key = { fileId, versionId: 1, fileType: 'file' }
  const { url } = await api.call('startFileDataUpload', key)
  const headers = { 'content-type': kind.mimeType }
  await fetch(localUrl(origin, url), { method: 'PUT', body: new Uint8Array(bytes), headers })
  await api.call('finishFileDataUpload', { ...key, body: {} })
  const { versions } = await api.call('getFile', { fileId })
  return { fileId, url: versions[1]?.file?.url ?? '' }
}

/** A picture of nearly 20 MiB, which can't be compressed. */
const aLargePicture = () => {
  const [width, height] = [2_600, 2_600]
  return sharp(randomBytes(width * height * 3), { raw: { width, height, channels: 3 } })
    .png({ compressionLevel: 0 })
    .toBuffer()
}

async function imagesRead(origin: string): Promise<number> {
  const metrics = await (await fetch(`${origin}/metrics`)).text()
  return Number(/^plaza_images_total (\d+)$/m.exec(metrics)?.[1] ?? Number.NaN)
}

/** The statuses of concurrent GET requests, each on a connection of its own. */
const getAll = (url: string, count: number) =>
  Promise.all(
    Array.from(
      { length: count },
      () =>
        new Promise<number>((resolve, reject) => {
          const sent = request(url, { agent: false }, (response) => {
            response.resume().on('end', () => resolve(response.statusCode ?? 0))
          })
          sent.on('error', reject).end()
        }),
    ),
  )

const THUMBNAILS = 60
const MAX_GROWTH = 150

const thumbnails: Attack = {
  name: 'thumbnails-of-a-large-picture',
  what: `${THUMBNAILS} strangers ask for one thumbnail of a picture of 20 MB`,
  async run({ startProcess }) {
    const { origin, growthDuring } = await startProcess()
    const picture = { kind: IMAGE_FILE, bytes: await aLargePicture() }
    const { fileId } = await upload(origin, await aPerson(origin), picture)
    const before = await imagesRead(origin)
    let statuses: number[] = []
    const growth = await growthDuring(async () => {
      statuses = await getAll(`${origin}/api/1/image/${fileId}/1/1024`, THUMBNAILS)
    })
    const [rendered, ok] = [(await imagesRead(origin)) - before, statuses.filter((status) => status === 200).length]
    return {
      harmless: growth < MAX_GROWTH && rendered === 1 && ok === THUMBNAILS,
      figures: `memory grew by ${growth.toFixed(1)} MiB of ${MAX_GROWTH}, ${rendered} rendered, ${ok} answered`,
    }
  },
}

const SLOW_FORMS = 40

/** Sends half of a form, and no more. */
function sendHalfAForm(origin: string, cookie: string): Socket {
  const { hostname, port } = new URL(origin)
  const head = `--x\r\nContent-Disposition: form-data; name="file"; filename="a.png"\r\nContent-Type: image/png\r\n\r\n`
  const headers = `Cookie: ${cookie}\r\nContent-Type: multipart/form-data; boundary=x\r\nContent-Length: 10000`
  const socket = connect(Number(port), hostname, () =>
    socket.write(`POST /api/1/gallery HTTP/1.1\r\nHost: x\r\n${headers}\r\n\r\n${head}${'x'.repeat(5_000)}`),
  )
  return socket.on('error', () => {}).resume()
}

const slowForms: Attack = {
  name: 'slow-forms',
  what: `one user sends halves of ${SLOW_FORMS} forms, while others upload pictures`,
  async run({ startProcess }) {
    const { origin } = await startProcess()
    const [slow, others] = [await aPerson(origin), await Promise.all(Array.from({ length: 5 }, () => aPerson(origin)))]
    const sockets = Array.from({ length: SLOW_FORMS }, () => sendHalfAForm(origin, cookieOf(slow)))
    await delay(1_000)
    const file = await sharp({ create: { width: 256, height: 256, channels: 3, background: 'red' } })
      .png()
      .toBuffer()
    const statuses: number[] = []
    for (let round = 0; round < 4; round++)
      for (const api of others) statuses.push((await api.try('uploadGalleryImage', { form: { file } })).status)
    for (const socket of sockets) socket.destroy()
    const refused = statuses.filter((status) => status !== 200).length
    return { harmless: refused === 0, figures: `${refused} of ${statuses.length} uploads of others refused` }
  },
}

const linkedFiles: Attack = {
  name: 'worlds-of-files-of-others',
  what: "a stranger without a session makes a world of somebody's files",
  async run({ startProcess }) {
    const { origin } = await startProcess()
    const owner = await aPerson(origin)
    const image = await sharp({ create: { width: 64, height: 64, channels: 3, background: 'red' } })
      .png()
      .toBuffer()
    const [assetUrl, imageUrl] = [
      (await upload(origin, owner, { kind: WORLD_FILE, bytes: randomBytes(100) })).url,
      (await upload(origin, owner, { kind: IMAGE_FILE, bytes: image })).url,
    ]
    const body = { name: 'Taken', assetUrl, imageUrl }
    const { status } = await aRestClient({ origin }, { direct: true }).try('createWorld', { body })
    const own = await owner.try('createWorld', { body })
    return {
      harmless: status === 400 && own.status === 200,
      figures: `${status} to the stranger, ${own.status} to the owner`,
    }
  },
}

/** Bytes in the files of a folder. */
async function bytesIn(folder: string): Promise<number> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true }).catch(() => [])
  const sizes = entries
    .filter((entry) => entry.isFile())
    .map((entry) =>
      stat(join(entry.parentPath, entry.name)).then(
        ({ size }) => size,
        () => 0,
      ),
    )
  return (await Promise.all(sizes)).reduce((sum, size) => sum + size, 0)
}

/** Starts a server whose data folder is known. */
async function startWithFolder({ startProcess }: AttackTarget) {
  const folder = await mkdtemp(join(tmpdir(), 'plaza-attack-disk-'))
  const { origin } = await startProcess({ DATA_DIR: folder })
  const stored = async () =>
    ((await bytesIn(join(folder, 'blobs'))) + (await bytesIn(join(folder, 'uploads')))) / MEBIBYTE
  return { origin, stored, remove: () => rm(folder, { recursive: true, force: true }) }
}

const PUT_BYTES = 30 * MEBIBYTE

const parallelParts: Attack = {
  name: 'parallel-puts-of-a-part',
  what: '5 PUT requests of 30 MiB to one address of a part',
  async run(target) {
    const { origin, stored, remove } = await startWithFolder(target)
    const api = await aPerson(origin)
    const { id: fileId } = await api.call('createFile', { body: BINARY_FILE })
    const signature = { signatureMd5: createHash('md5').digest('base64'), signatureSizeInBytes: 0 }
    await api.call('createFileVersion', { fileId, body: signature })
    const { url } = await api.call('startFileDataUpload', { fileId, versionId: 1, fileType: 'delta' })
    const body = new Uint8Array(randomBytes(PUT_BYTES))
    let peak = 0
    const watching = setInterval(async () => {
      peak = Math.max(peak, await stored())
    }, 20)
    const put = () =>
      fetch(localUrl(origin, url), { method: 'PUT', body, headers: { 'content-type': 'application/x-rsync-delta' } })
    const answers = await Promise.allSettled(Array.from({ length: 5 }, put))
    clearInterval(watching)
    const ok = answers.filter((answer) => answer.status === 'fulfilled' && answer.value.status === 200).length
    await remove()
    return {
      harmless: ok === 1 && peak <= (PUT_BYTES / MEBIBYTE) * 1.1,
      figures: `${ok} taken, at most ${peak.toFixed(1)} MiB on disk`,
    }
  },
}

const FREED_WITHIN = 75

const deletedFiles: Attack = {
  name: 'deleted-files-fill-the-disk',
  what: 'a user uploads 6 files of 20 MB, and deletes them',
  async run(target) {
    const { origin, stored, remove } = await startWithFolder(target)
    const api = await aPerson(origin)
    const ids: string[] = []
    for (let file = 0; file < 6; file++)
      ids.push((await upload(origin, api, { kind: BINARY_FILE, bytes: randomBytes(20 * MEBIBYTE) })).fileId)
    const before = await stored()
    for (const fileId of ids) await api.call('deleteFile', { fileId })
    const start = performance.now()
    const seconds = () => (performance.now() - start) / 1_000
    while ((await stored()) > 1 && seconds() < FREED_WITHIN) await delay(500)
    const [left, took] = [await stored(), seconds()]
    await remove()
    return {
      harmless: before > 100 && left < 1,
      figures: `${before.toFixed(0)} MiB before, ${left.toFixed(1)} MiB ${took.toFixed(0)} s later`,
    }
  },
}

const storedBytes: Attack = {
  name: 'announced-bytes',
  what: 'a user announces files of 2 GiB without end',
  async run({ startProcess }) {
    const { origin } = await startProcess()
    const api = await aPerson(origin)
    const signature = { signatureMd5: md5Of(SIGNATURE_BYTES), signatureSizeInBytes: 0 }
    const body = { fileMd5: md5Of(SIGNATURE_BYTES), fileSizeInBytes: 2 ** 31, ...signature }
    let taken = 0
    for (let count = 0; count < 30; count++) {
      const { id: fileId } = await api.call('createFile', { body: BINARY_FILE })
      if ((await api.try('createFileVersion', { fileId, body })).status === 200) taken += 1
    }
    return { harmless: taken === 10, figures: `${taken * 2} GiB of 60 taken` }
  },
}

const VERSIONS = 700

const endlessRows: Attack = {
  name: 'versions-and-galleries-without-end',
  what: `a user announces ${VERSIONS} versions of a file, and orders 150 galleries that do not exist`,
  async run({ startProcess }) {
    const { origin } = await startProcess()
    const api = await aPerson(origin)
    const { id: fileId } = await api.call('createFile', { body: BINARY_FILE })
    const body = { signatureMd5: md5Of(SIGNATURE_BYTES), signatureSizeInBytes: 0 }
    let versions = 0
    for (let count = 0; count < VERSIONS; count++)
      if ((await api.try('createFileVersion', { fileId, body })).status === 200) versions += 1
    const listed = JSON.stringify((await api.try('getFiles')).body).length
    let orders = 0
    for (let count = 0; count < 150; count++) {
      const order = { galleryId: `ggal_${randomUUID()}`, ids: [fileId] }
      if ((await api.try('setGroupGalleryFileOrder', { body: order })).status === 200) orders += 1
    }
    return {
      harmless: versions <= 600 && listed < 64 * 1024 && orders === 0,
      figures: `${versions} versions taken, the list of files has ${listed} bytes, ${orders} orders taken`,
    }
  },
}

/** Attacks on files, pictures and the disk. */
export const fileAttacks: readonly Attack[] = [
  thumbnails,
  slowForms,
  linkedFiles,
  parallelParts,
  deletedFiles,
  storedBytes,
  endlessRows,
]
