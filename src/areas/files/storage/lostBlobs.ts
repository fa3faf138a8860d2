import { LRUCache } from 'lru-cache'
import type { NamedBlob } from '../../../kernel/blobs.ts'
import { HOUR } from '../../../kernel/clock.ts'
import { Failure } from '../../../kernel/failure.ts'
import type { Scope } from '../../../kernel/scope.ts'

/** Blobs whose loss this process has noted, so that repeated requests of one log and write nothing. */
const noted = new LRUCache<string, true>({ max: 10_000, ttl: HOUR })

/**
 * Notes a blob that a row names and the store does not have, or not whole: `found` is its size there, null without it.
 * Thumbnails of it are forgotten, so that the next request makes them anew. Returns the failure for the client.
 */
export async function lostBlob(scope: Scope, { id, blobKey, size }: NamedBlob, found: number | null): Promise<Failure> {
  const fault = found === null ? 'missing' : 'cut'
  scope.counters.add('missingBlobs', fault)
  if (!noted.has(blobKey)) {
    noted.set(blobKey, true)
    scope.log.error({ id, blobKey, size, found }, 'the content of a file is missing in the store, or not whole')
    await scope.client.fileThumbnail.deleteMany({ where: { blobKey } })
  }
  return new Failure('missing', `The content of ${id} is lost`, { reason: 'file_not_found' })
}

/** Blobs that were found in the store lately: a popular one is not looked for at each download. */
const seen = new LRUCache<string, true>({ max: 50_000, ttl: HOUR })

/** Throws `missing` unless the store has the blob, whole. */
export async function assertStored(scope: Scope, named: NamedBlob): Promise<void> {
  if (seen.has(named.blobKey)) return
  const size = await scope.blobs.size(named.blobKey)
  if (size !== named.size) throw await lostBlob(scope, named, size)
  seen.set(named.blobKey, true)
}
