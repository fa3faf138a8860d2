import { randomUUID } from 'node:crypto'
import { uploadGone } from './refusals.ts'

/** An upload in an object store: of one piece, or of parts, which the store gave an id. */
export interface Ref {
  readonly uuid: string
  readonly uploadId: string | null
}

/** Where blobs are. Nothing is written twice under one key of these. */
export const BLOBS = 'blobs/'
/** Where uploads of one piece arrive: whoever has the address may write there again, so blobs are copies of these. */
export const UPLOADS = 'uploads/'

const UUID = '[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}'
const KEY = new RegExp(`^${BLOBS}${UUID}(-[A-Za-z0-9-]{1,80})?$`)
const REF = new RegExp(`^(${UUID})(?::([\\x21-\\x7e]{1,1024}))?$`)

export const isKey = (key: string) => KEY.test(key)
export const newUuid = () => randomUUID()
export const blobKey = (uuid: string) => `${BLOBS}${uuid}`
export const arrivalKey = (uuid: string) => `${UPLOADS}${uuid}`

export const writeRef = ({ uuid, uploadId }: Ref) => (uploadId === null ? uuid : `${uuid}:${uploadId}`)

/** Null for what is no reference of ours. */
export function parseRef(text: string): Ref | null {
  const [, uuid, uploadId = null] = REF.exec(text) ?? []
  return uuid ? { uuid, uploadId } : null
}

/** Throws `invalid` for what is no reference of ours. */
export function readRef(text: string): Ref {
  const ref = parseRef(text)
  if (!ref) throw uploadGone()
  return ref
}
