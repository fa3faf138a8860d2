import type { StoredBlob } from '../../../kernel/blobs.ts'
import type { Scope } from '../../../kernel/scope.ts'

const BATCH_SIZE = 500

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
 * one. Open downloads of it go on. Returns the number of blobs and uploads.
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
  const used = new Set((await readReferences(scope, free)).map(({ name }) => name))
  let removed = 0
  for (const freed of free) {
    const isGone = used.has(freed.name) || (await removeFromStore(scope, freed, before))
    // The same name may have been freed again meanwhile.
    if (isGone) await scope.client.freedContent.deleteMany({ where: freed })
    if (isGone && !used.has(freed.name)) removed += 1
  }
  return removed
}

function readReferences({ sql }: Scope, freed: readonly Freed[]): Promise<{ readonly name: string }[]> {
  const names = freed.map(({ name }) => name)
  return sql`
    SELECT "blobKey" AS name FROM "FileData" WHERE "blobKey" = ANY(${names})
    UNION SELECT "blobKey" FROM "FileThumbnail" WHERE "blobKey" = ANY(${names})
    UNION SELECT "blobKey" FROM "Upload" WHERE "blobKey" = ANY(${names})
    UNION SELECT "uploadRef" FROM "Upload" WHERE "uploadRef" = ANY(${names})
    UNION SELECT "uploadRef" FROM "FileData" WHERE "uploadRef" = ANY(${names})`
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
