import type { StoredBlob } from '../../../kernel/blobs.ts'
import { addMilliseconds, DAY } from '../../../kernel/clock.ts'
import type { Scope } from '../../../kernel/scope.ts'
import { deleteUnfinishedVersions, isBackupAlive, readContentReferences } from '../queries.ts'

/** Uploads must finish within this time, and blobs without a row are deleted after it. */
const RETENTION = DAY
const BATCH_SIZE = 500

/**
 * Deletes versions that were not completely uploaded within 24 hours, and uploads and blobs in the store that no row
 * refers to. Returns the number of all of them.
 */
export async function cleanUpFiles(scope: Scope): Promise<number> {
  const before = addMilliseconds(scope.clock.now(), -RETENTION)
  const versions = await deleteUnfinishedVersions(scope, before)
  const uploads = await abortStaleUploads(scope, before)
  return versions + uploads + (await deleteUnusedBlobs(scope, before))
}

const abortStaleUploads = (scope: Scope, before: Date): Promise<number> =>
  removeUnused(scope, scope.blobs.uploadsBegunBefore(before), (ref) => scope.blobs.abortUpload(ref))

const deleteUnusedBlobs = (scope: Scope, before: Date): Promise<number> =>
  removeUnused(scope, scope.blobs.storedBefore(before), (key) => scope.blobs.remove(key, before))

/** Removes the names that no row refers to, and returns their number. */
async function removeUnused(
  scope: Scope,
  names: AsyncIterable<string>,
  remove: (name: string) => Promise<unknown>,
): Promise<number> {
  let removed = 0
  for await (const batch of batches(names)) {
    const used = new Set((await readContentReferences(scope, batch)).map(({ name }) => name))
    // Looked at after the references: a backup that begins later does not name what has none.
    if (await isBackupAlive(scope)) return removed
    const unused = batch.filter((name) => !used.has(name))
    for (const name of unused) await remove(name)
    removed += unused.length
  }
  return removed
}

async function* batches(items: AsyncIterable<string>): AsyncGenerator<string[]> {
  let batch: string[] = []
  for await (const item of items) {
    batch.push(item)
    if (batch.length < BATCH_SIZE) continue
    yield batch
    batch = []
  }
  if (batch.length > 0) yield batch
}

/**
 * Runs the work that writes the row of a stored blob, and ends the hold on the blob. When it fails, the blob is removed
 * from the store by the next run of the job.
 */
export async function withRowOf<R>(scope: Scope, { key }: StoredBlob, work: () => Promise<R>): Promise<R> {
  try {
    return await work()
  } catch (error) {
    await noteFreedBlob(scope, key).catch((failure: unknown) =>
      scope.log.warn({ err: failure }, 'a blob was not freed'),
    )
    throw error
  } finally {
    scope.blobs.settle(key)
  }
}

/** Lets the job remove a blob to which no row was written. */
export const noteFreedBlob = ({ client, clock }: Scope, key: string) =>
  client.freedContent.createMany({ data: [{ kind: 'blob', name: key, freedAt: clock.now() }], skipDuplicates: true })

/**
 * Removes content from the store whose row was deleted, unless another row refers to it or somebody is about to write
 * one. Nothing is removed during a backup. Open downloads go on. Returns the number of blobs and uploads.
 */
export async function removeFreedContent(scope: Scope): Promise<number> {
  let removed = 0
  for await (const batch of freedContent(scope)) removed += await removeBatch(scope, batch)
  return removed
}

type Freed = Awaited<ReturnType<typeof readBatch>>[number]

async function* freedContent(scope: Scope): AsyncGenerator<Freed[]> {
  let batch = await readBatch(scope, { kind: '', name: '' })
  for (let last = batch.at(-1); last; last = batch.at(-1)) {
    yield batch
    batch = await readBatch(scope, last)
  }
}

const readBatch = ({ client }: Scope, { kind, name }: { readonly kind: string; readonly name: string }) =>
  client.freedContent.findMany({
    where: { OR: [{ kind: { gt: kind } }, { kind, name: { gt: name } }] },
    orderBy: [{ kind: 'asc' }, { name: 'asc' }],
    take: BATCH_SIZE,
  })

/** The time comes first: what is stored later, or held now, is left alone, and all other rows are seen by the query. */
async function removeBatch(scope: Scope, batch: readonly Freed[]): Promise<number> {
  const before = scope.clock.now()
  const held = await Promise.all(batch.map(({ kind, name }) => kind === 'blob' && scope.blobs.isHeld(name)))
  const free = batch.filter((_, index) => !held[index])
  const references = await readContentReferences(
    scope,
    free.map(({ name }) => name),
  )
  const used = new Set(references.map(({ name }) => name))
  // Looked at after the references: a backup that begins later does not name what has none.
  if (await isBackupAlive(scope)) return 0
  let removed = 0
  for (const freed of free) {
    const isGone = used.has(freed.name) || (await removeFromStore(scope, freed, before))
    // The same name may have been freed again meanwhile.
    if (isGone) await scope.client.freedContent.deleteMany({ where: freed })
    if (isGone && !used.has(freed.name)) removed += 1
  }
  return removed
}

/** False when it must be tried again. */
async function removeFromStore({ blobs, log }: Scope, { kind, name }: Freed, before: Date): Promise<boolean> {
  try {
    if (kind === 'blob') return await blobs.remove(name, before)
    await blobs.abortUpload(name)
    return true
  } catch (error) {
    log.warn({ err: error, kind, name }, 'freed content was not removed')
    return false
  }
}
