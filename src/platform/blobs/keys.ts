/**
 * A key is the SHA-256 of the content, as the disk store makes them, or `blobs/` with a UUID, as the object store does. Each
 * store takes both, so that blobs keep their keys when they move to another store.
 */
const CONTENT_KEY = /^[0-9a-f]{64}$/
export const UUID_PATTERN = '[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}'
/** Prefix of the objects of blobs, and of the keys that the object store makes. */
export const BLOB_PREFIX = 'blobs/'
const OBJECT_NAME = `${UUID_PATTERN}(?:-[A-Za-z0-9-]{1,80})?`
const OBJECT_KEY = new RegExp(`^${BLOB_PREFIX}${OBJECT_NAME}$`)
const NAME = new RegExp(`^(?:[0-9a-f]{64}|${OBJECT_NAME})$`)

/** Whether the key is the SHA-256 of its blob. */
export const isContentKey = (key: string) => CONTENT_KEY.test(key)
export const isBlobKey = (key: string) => isContentKey(key) || OBJECT_KEY.test(key)

/** The name of the file of a blob. */
export const nameOfBlob = (key: string) => (isContentKey(key) ? key : key.slice(BLOB_PREFIX.length))
/** The key of the object of a blob. */
export const objectKeyOf = (key: string) => `${BLOB_PREFIX}${nameOfBlob(key)}`
/** The key of a blob with this name of a file or, without its prefix, of an object; null for other names. */
export function keyOfName(name: string): string | null {
  if (!NAME.test(name)) return null
  return isContentKey(name) ? name : `${BLOB_PREFIX}${name}`
}
