import type { Person } from '../people.ts'
import type { ChosenFile } from '../steps.ts'

const CREATE_UPLOAD = `mutation U($input: CreateUploadInput!) { createUpload(input: $input) {
  upload { id method url headers { name value } } } }`

interface Upload {
  readonly id: string
  readonly method: string
  readonly url: string
  readonly headers: readonly { readonly name: string; readonly value: string }[]
}

/** Sends a file for a purpose, without the UI. Returns the id of the upload. */
export async function upload(person: Person, purpose: string, { name, mimeType, buffer }: ChosenFile): Promise<string> {
  const input = { purpose, fileName: name, mimeType, sizeInBytes: buffer.length }
  const { createUpload } = Object(await person.run(CREATE_UPLOAD, { input }))
  const { id, method, url, headers }: Upload = createUpload.upload
  const named = Object.fromEntries(headers.map((header) => [header.name, header.value]))
  const { status } = await fetch(url, { method, headers: named, body: new Uint8Array(buffer) })
  if (status >= 300) throw new Error(`the upload was answered ${status}`)
  return id
}
