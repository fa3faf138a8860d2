import { randomUUID } from 'node:crypto'
import { uploadNotFound } from '../errors.ts'
import { BLOB_PREFIX, UUID_PATTERN } from '../keys.ts'

/** An upload to an object store: a single object, or multipart with the store's upload id. */
export interface UploadRef {
  readonly uuid: string
  readonly uploadId: string | null
}

/** Prefix of single-object uploads: their signed URLs allow overwriting, so finished uploads are copied to blobs. */
export const UPLOAD_PREFIX = 'uploads/'

const UPLOAD_REF_PATTERN = new RegExp(`^(${UUID_PATTERN})(?::([\\x21-\\x7e]{1,1024}))?$`)

export const newUuid = () => randomUUID()
export const blobKey = (uuid: string) => `${BLOB_PREFIX}${uuid}`
export const uploadKey = (uuid: string) => `${UPLOAD_PREFIX}${uuid}`

export const formatUploadRef = ({ uuid, uploadId }: UploadRef) => (uploadId === null ? uuid : `${uuid}:${uploadId}`)

/** Parses an upload reference; null when malformed. */
export function parseUploadRef(text: string): UploadRef | null {
  const [, uuid, uploadId = null] = UPLOAD_REF_PATTERN.exec(text) ?? []
  return uuid ? { uuid, uploadId } : null
}

/** Parses an upload reference; throws `invalid` when malformed. */
export function uploadRefOf(text: string): UploadRef {
  const ref = parseUploadRef(text)
  if (!ref) throw uploadNotFound()
  return ref
}
