import { createHash } from 'node:crypto'
import sharp from 'sharp'
import type { File } from '../../src/contract/shapes/file.ts'
import type { TestApp } from './app.ts'
import type { Person } from './people.ts'

export const md5Of = (bytes: Buffer) => createHash('md5').update(bytes).digest('base64')

/** A picture of one colour. */
export const aPicture = (width = 256, height = width, format: 'png' | 'jpeg' | 'webp' = 'png'): Promise<Buffer> =>
  sharp({ create: { width, height, channels: 3, background: { r: 200, g: 40, b: 90 } } })
    .toFormat(format)
    .toBuffer()

export const SIGNATURE = Buffer.from('what rsync would say of it')

export interface PutOptions {
  readonly contentType?: string
  readonly md5?: string
}

/** The public address, which tests do not own, at the server they run. */
const here = ({ origin }: TestApp, address: string) => address.replace('http://plaza.test', origin)

/** Sends bytes to an address as a client does; the answer as it came. */
export const putTo = (app: TestApp, address: string, bytes: Buffer, { contentType, md5 }: PutOptions = {}) =>
  fetch(here(app, address), {
    method: 'PUT',
    body: new Uint8Array(bytes),
    headers: { 'content-type': contentType ?? 'application/octet-stream', ...(md5 && { 'content-md5': md5 }) },
  })

/** What is at an address of ours, as somebody or nobody reads it. */
export function download(app: TestApp, address: string, { person, headers = {} }: DownloadOptions = {}) {
  const auth = person?.api.cookies.get('auth')
  return fetch(here(app, address), {
    redirect: 'manual',
    headers: { 'x-forwarded-for': '10.9.9.9', ...(auth && { cookie: `auth=${auth}` }), ...headers },
  })
}
export interface DownloadOptions {
  readonly person?: Person
  readonly headers?: Record<string, string>
}

export const bytesOf = async (response: Response) => Buffer.from(await response.arrayBuffer())

/** A file of these bytes before anything of it was sent. */
export async function anAnnounced(person: Person, bytes: Buffer, kind: FileKind = PACKAGE): Promise<File> {
  const { id } = await person.api.call('createFile', { body: kind })
  return person.api.call('createFileVersion', {
    fileId: id,
    body: {
      fileMd5: md5Of(bytes),
      fileSizeInBytes: bytes.length,
      signatureMd5: md5Of(SIGNATURE),
      signatureSizeInBytes: SIGNATURE.length,
    },
  })
}

interface FileKind {
  readonly name: string
  readonly mimeType: 'application/octet-stream' | 'application/x-world' | 'image/png' | 'image/jpeg'
  readonly extension: string
  readonly tags?: string[]
}
export const PACKAGE = { name: 'A package', mimeType: 'application/octet-stream', extension: '.bin' } as const
export const WORLD = { name: 'A world', mimeType: 'application/x-world', extension: '.vrcw' } as const
export const PICTURE = { name: 'A picture', mimeType: 'image/png', extension: '.png' } as const

const OTHER_TYPES: Readonly<Record<string, string>> = {
  signature: 'application/x-rsync-signature',
  delta: 'application/x-rsync-delta',
}

/** Uploads one of the data of a version in one piece. */
export async function sendData(
  app: TestApp,
  person: Person,
  { fileId, versionId, fileType, bytes }: { fileId: string; versionId: number; fileType: string; bytes: Buffer },
): Promise<void> {
  const key = { fileId, versionId, fileType }
  const { url } = await person.api.call('startFileDataUpload', key)
  const { mimeType } = await person.api.call('getFile', { fileId })
  const contentType = OTHER_TYPES[fileType] ?? mimeType
  const { status } = await putTo(app, url, bytes, { md5: md5Of(bytes), contentType })
  if (status !== 200) throw new Error(`a part was answered ${status}`)
  await person.api.call('finishFileDataUpload', { ...key, body: { maxParts: 0, nextPartNumber: 0 } })
}

/** A file that is uploaded wholly, by the whole sequence. */
export async function aStored(app: TestApp, person: Person, bytes: Buffer, kind: FileKind = PACKAGE): Promise<File> {
  const { id: fileId } = await anAnnounced(person, bytes, kind)
  await sendData(app, person, { fileId, versionId: 1, fileType: 'file', bytes })
  await sendData(app, person, { fileId, versionId: 1, fileType: 'signature', bytes: SIGNATURE })
  return person.api.call('getFile', { fileId })
}
