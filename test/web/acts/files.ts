import { randomBytes } from 'node:crypto'
import type { Locator, Page } from 'playwright-core'
import sharp from 'sharp'
import type { Person } from '../people.ts'
import type { ChosenFile } from '../steps.ts'

/** Drops files of another program on an element. */
export async function dropFiles(page: Page, target: Locator, files: readonly ChosenFile[]): Promise<void> {
  const given = files.map(({ name, mimeType, buffer }) => ({ name, mimeType, data: buffer.toString('base64') }))
  const dataTransfer = await page.evaluateHandle((dropped) => {
    const transfer = new DataTransfer()
    for (const { name, mimeType, data } of dropped) {
      const bytes = Uint8Array.from(atob(data), (character) => character.charCodeAt(0))
      transfer.items.add(new File([bytes], name, { type: mimeType }))
    }
    return transfer
  }, given)
  for (const event of ['dragover', 'drop']) await target.dispatchEvent(event, { dataTransfer })
}

/** A picture of noise, which no encoder makes small: about three bytes a pixel. */
export async function aNoisyPicture(side: number, name = 'noise.png'): Promise<ChosenFile> {
  const channels = 3
  const pixels = randomBytes(side * side * channels)
  const picture = sharp(pixels, { raw: { width: side, height: side, channels } })
  return { name, mimeType: 'image/png', buffer: await picture.png().toBuffer() }
}

const CREATE_UPLOAD =
  'mutation U($input: CreateUploadInput!) { createUpload(input: $input) { upload { id url method headers { name value } } } }'
const CREATE_FILE = 'mutation C($input: CreateFileInput!) { createFile(input: $input) { file { id } } }'
const CREATE_VERSION =
  'mutation V($input: CreateFileVersionInput!) { createFileVersion(input: $input) { file { id } } }'
const UPLOAD_IMAGE = 'mutation I($input: UploadImageInput!) { uploadImage(input: $input) { file { id } } }'

/** Sends a file, and answers the id of the upload. */
export async function sendUpload(person: Person, purpose: string, file: ChosenFile): Promise<string> {
  const { name: fileName, mimeType, buffer } = file
  const input = { purpose, fileName, mimeType, sizeInBytes: buffer.length }
  const { createUpload } = Object(await person.run(CREATE_UPLOAD, { input }))
  const { id, url, method, headers } = createUpload.upload
  const given = headers.map(({ name, value }: { name: string; value: string }) => [name, value])
  const { ok } = await fetch(url, { method, headers: given, body: new Uint8Array(buffer) })
  if (!ok) throw new Error(`the upload of ${fileName} was refused`)
  return String(id)
}

/** Makes an image for a purpose, such as GALLERY. Answers the id of its file. */
export async function uploadImage(person: Person, purpose: string, file: ChosenFile): Promise<string> {
  const uploadId = await sendUpload(person, purpose, file)
  const { uploadImage: made } = Object(await person.run(UPLOAD_IMAGE, { input: { uploadId } }))
  return String(made.file.id)
}

/** Makes a file with one version. Answers its id. */
export async function createFile(person: Person, name: string, content: ChosenFile): Promise<string> {
  const input = { name, mimeType: content.mimeType, extension: '.bin' }
  const { createFile: made } = Object(await person.run(CREATE_FILE, { input }))
  const uploadId = await sendUpload(person, 'FILE_VERSION', content)
  await person.run(CREATE_VERSION, { input: { fileId: made.file.id, uploadId } })
  return String(made.file.id)
}

/** Announces a file so large that only some bytes are left of a person's storage. */
export async function leaveStorage(person: Person, bytesLeft: number): Promise<void> {
  const { allowedBytes } = await readStorage(person)
  const input = { name: 'large', mimeType: 'application/octet-stream', extension: '.bin' }
  const { createFile: made } = Object(await person.run(CREATE_FILE, { input }))
  const sizes = { fileSizeInBytes: allowedBytes - bytesLeft, signatureSizeInBytes: 0 }
  const sums = { fileMd5: MD5_OF_NOTHING, signatureMd5: MD5_OF_NOTHING }
  await person.run(CREATE_VERSION, { input: { fileId: made.file.id, ...sizes, ...sums } })
}

/** Base64. */
const MD5_OF_NOTHING = '1B2M2Y8AsgTpgAmY7PhCfg=='

interface StorageUse {
  readonly usedBytes: number
  readonly allowedBytes: number
}

export async function readStorage(person: Person): Promise<StorageUse> {
  const { viewer } = Object(await person.run('{ viewer { storage { usedBytes allowedBytes } } }'))
  return viewer.storage
}
