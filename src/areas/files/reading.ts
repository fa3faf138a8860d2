import type { Readable } from 'node:stream'
import type { ByteRange } from '../../kernel/blobs.ts'
import { Failure } from '../../kernel/failure.ts'
import type { Scope } from '../../kernel/scope.ts'

const gone = () => new Failure('unavailable', 'The store does not have this file right now')

/** The bytes of a blob as they come; of the whole, or of a range. Throws `unavailable` for one that the store has lost. */
export async function openBlob({ blobs }: Scope, key: string, range?: ByteRange): Promise<Readable> {
  const found = await blobs.read(key, range)
  if (!found) throw gone()
  return found.stream
}

/** All bytes of a blob, which must be a small one. */
export async function readBlob(scope: Scope, key: string, range?: ByteRange): Promise<Buffer> {
  const chunks: Buffer[] = []
  for await (const chunk of await openBlob(scope, key, range)) chunks.push(Buffer.from(chunk))
  return Buffer.concat(chunks)
}
