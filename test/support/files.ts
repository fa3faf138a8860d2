import { createHash } from 'node:crypto'
import type { File } from '../../src/contract/shapes/file.ts'
import type { TestApp } from './app.ts'
import { aPlainImage } from './images.ts'
import type { TestUser } from './users.ts'

export const md5Of = (bytes: Buffer) => createHash('md5').update(bytes).digest('base64')

/** Creates an image of one colour. */
export const anImage = (width = 256, height = width, format: 'png' | 'jpeg' | 'webp' = 'png'): Promise<Buffer> =>
  aPlainImage(width, height, format, '#c8285a')

export const SIGNATURE_BYTES = Buffer.from('an rsync signature')

export interface PutOptions {
  readonly contentType?: string
  readonly md5?: string
}

/** A server that a test can reach by its address. */
type Reachable = Pick<TestApp, 'origin'>

/** Replaces the public URL by the origin of the test server. */
export const localAddress = ({ origin }: Reachable, address: string) => address.replace('http://plaza.test', origin)

/** Uploads bytes to a URL by PUT. */
export const uploadBytes = (app: Reachable, address: string, bytes: Buffer, { contentType, md5 }: PutOptions = {}) =>
  fetch(localAddress(app, address), {
    method: 'PUT',
    body: new Uint8Array(bytes),
    headers: { 'content-type': contentType ?? 'application/octet-stream', ...(md5 && { 'content-md5': md5 }) },
  })

/** Downloads from a URL of the server, with the session of `person` if given. */
export function download(app: Reachable, address: string, { person, headers = {} }: DownloadOptions = {}) {
  const auth = person?.api.cookies.get('auth')
  return fetch(localAddress(app, address), {
    redirect: 'manual',
    headers: { 'x-forwarded-for': '10.9.9.9', ...(auth && { cookie: `auth=${auth}` }), ...headers },
  })
}
export interface DownloadOptions {
  readonly person?: TestUser
  readonly headers?: Record<string, string>
}

export const bytesOf = async (response: Response) => Buffer.from(await response.arrayBuffer())

/** Creates a file with a version for these bytes, without uploading them. */
export async function aFileWithoutContent(
  person: Pick<TestUser, 'api'>,
  bytes: Buffer,
  kind: FileKind = BINARY_FILE,
): Promise<File> {
  const { id } = await person.api.call('createFile', { body: kind })
  return person.api.call('createFileVersion', {
    fileId: id,
    body: {
      fileMd5: md5Of(bytes),
      fileSizeInBytes: bytes.length,
      signatureMd5: md5Of(SIGNATURE_BYTES),
      signatureSizeInBytes: SIGNATURE_BYTES.length,
    },
  })
}

interface FileKind {
  readonly name: string
  readonly mimeType:
    | 'application/octet-stream'
    | 'application/x-world'
    | 'application/x-avatar'
    | 'image/png'
    | 'image/jpeg'
  readonly extension: string
  readonly tags?: string[]
}
export const BINARY_FILE = { name: 'A package', mimeType: 'application/octet-stream', extension: '.bin' } as const
export const WORLD_FILE = { name: 'A world', mimeType: 'application/x-world', extension: '.vrcw' } as const
export const AVATAR_FILE = { name: 'An avatar', mimeType: 'application/x-avatar', extension: '.vrca' } as const
export const IMAGE_FILE = { name: 'A picture', mimeType: 'image/png', extension: '.png' } as const

const DERIVED_CONTENT_TYPES: Readonly<Record<string, string>> = {
  signature: 'application/x-rsync-signature',
  delta: 'application/x-rsync-delta',
}

/** Uploads a version's file, signature or delta in one piece. */
export async function uploadFileData(
  app: Reachable,
  person: TestUser,
  { fileId, versionId, fileType, bytes }: { fileId: string; versionId: number; fileType: string; bytes: Buffer },
): Promise<void> {
  const key = { fileId, versionId, fileType }
  const { url } = await person.api.call('startFileDataUpload', key)
  const { mimeType } = await person.api.call('getFile', { fileId })
  const contentType = DERIVED_CONTENT_TYPES[fileType] ?? mimeType
  const { status } = await uploadBytes(app, url, bytes, { md5: md5Of(bytes), contentType })
  if (status !== 200) throw new Error(`the upload answered ${status}`)
  await person.api.call('finishFileDataUpload', { ...key, body: { maxParts: 0, nextPartNumber: 0 } })
}

/** Creates a file and uploads its bytes and signature. */
export async function anUploadedFile(
  app: Reachable,
  person: TestUser,
  bytes: Buffer,
  kind: FileKind = BINARY_FILE,
): Promise<File> {
  const { id: fileId } = await aFileWithoutContent(person, bytes, kind)
  await uploadFileData(app, person, { fileId, versionId: 1, fileType: 'file', bytes })
  await uploadFileData(app, person, { fileId, versionId: 1, fileType: 'signature', bytes: SIGNATURE_BYTES })
  return person.api.call('getFile', { fileId })
}
