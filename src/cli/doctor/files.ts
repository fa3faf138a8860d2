import { createHash } from 'node:crypto'
import type { Pool } from 'pg'
import { countText } from '../../backup/progress.ts'
import type { Clock } from '../../kernel/clock.ts'
import { openStoredBlobs, type StoredBlobs } from '../../platform/blobs/openBlobs.ts'
import { StoreFault } from '../../platform/blobs/storeFaults.ts'
import type { Settings } from '../../settings.ts'
import { type Check, type CheckContext, type Finding, fail, ok, warn, withOpenDatabase } from './check.ts'
import { type BlobRow, readSample, readStanding, walkBlobs } from './namedBlobs.ts'

/** Compares the content that rows name with what the store has. */
export const filesCheck: Check = {
  name: 'files',
  needs: ['DATABASE_URL', 'DATA_DIR', 'S3_BUCKET', 'S3_ENDPOINT', 'S3_REGION'],
  look: withOpenDatabase(async ({ pool }, site) => {
    const { rows } = await pool.query<{ isMigrated: boolean }>(
      `SELECT to_regclass('"FileData"') IS NOT NULL AS "isMigrated"`,
    )
    return rows[0]?.isMigrated ? inspectFiles(pool, site) : []
  }),
}

async function inspectFiles(pool: Pool, { settings, clock, everyFile }: CheckContext): Promise<readonly Finding[]> {
  const batches = everyFile ? walkBlobs(pool) : readSample(pool)
  try {
    const tally = await withStore(settings, clock, (store) => compareAll(pool, store, { batches, everyFile }))
    return describe(tally, everyFile)
  } catch (error) {
    if (error instanceof StoreFault) return [warn(`Not checked: ${error.message}.`)]
    throw error
  }
}

async function withStore<R>(settings: Settings, clock: Clock, work: (store: StoredBlobs) => Promise<R>): Promise<R> {
  const store = await openStoredBlobs(settings, clock)
  try {
    return await work(store)
  } finally {
    await store.close()
  }
}

type Fault = 'missing' | 'cut' | 'changed'

/** Blobs that were looked at, and the ids of those that are lost, by what is wrong. */
interface Tally {
  looked: number
  readonly faults: Readonly<Record<Fault, string[]>>
}

interface Comparison {
  readonly batches: AsyncIterable<readonly BlobRow[]>
  /** Whether the content is read and hashed, too. */
  readonly everyFile: boolean
}

async function compareAll(pool: Pool, store: StoredBlobs, { batches, everyFile }: Comparison): Promise<Tally> {
  const tally: Tally = { looked: 0, faults: { missing: [], cut: [], changed: [] } }
  for await (const batch of batches) {
    const found = await compareBatch(store, batch, everyFile)
    if (found.length > 0) await noteLost(pool, tally, found)
    tally.looked += batch.length
  }
  return tally
}

interface LostBlob {
  readonly row: BlobRow
  readonly fault: Fault
}

/** Notes lost blobs but for those of files that were deleted since their rows were read. */
async function noteLost(pool: Pool, { faults }: Tally, found: readonly LostBlob[]): Promise<void> {
  const keys = found.map(({ row }) => row.blobKey)
  const standing = await readStanding(pool, keys)
  for (const { row, fault } of found) if (standing.has(row.blobKey)) faults[fault].push(row.id)
}

/** Blobs that are compared at a time: each waits for an answer of the store. */
const AT_ONCE = 8

async function compareBatch(store: StoredBlobs, batch: readonly BlobRow[], everyFile: boolean): Promise<LostBlob[]> {
  const found: LostBlob[] = []
  for (let at = 0; at < batch.length; at += AT_ONCE) {
    const compared = await Promise.all(batch.slice(at, at + AT_ONCE).map((row) => compare(store, row, everyFile)))
    found.push(...compared.flat())
  }
  return found
}

async function compare(store: StoredBlobs, row: BlobRow, everyFile: boolean): Promise<LostBlob[]> {
  const fault = await faultOf(store, row, everyFile)
  return fault ? [{ row, fault }] : []
}

async function faultOf(store: StoredBlobs, { blobKey, size, md5 }: BlobRow, everyFile: boolean): Promise<Fault | null> {
  const found = await store.size(blobKey)
  if (found === null) return 'missing'
  if (found !== Number(size)) return 'cut'
  return everyFile && md5 !== null && (await md5Of(store, blobKey)) !== md5 ? 'changed' : null
}

/** In hexadecimal; null for a blob that is gone. */
async function md5Of(store: StoredBlobs, key: string): Promise<string | null> {
  const found = await store.read(key)
  if (!found) return null
  const hash = createHash('md5')
  for await (const chunk of found.stream) hash.update(chunk)
  return hash.digest('hex')
}

/** Ids that are shown of each kind. */
const SHOWN = 5

const FAULTS = [
  ['missing', 'missing in the store'],
  ['cut', 'of another size in the store than in the database'],
  ['changed', 'of another MD5 in the store than in the database'],
] as const

function describe({ looked, faults }: Tally, everyFile: boolean): readonly Finding[] {
  const seen = everyFile ? `all of ${countText(looked, 'file')}` : `a sample of ${countText(looked, 'file')}`
  const found = FAULTS.flatMap(([fault, text]) => describeFault(faults[fault], `${text}, of ${seen}`))
  return found.length > 0
    ? found
    : [ok(`Of ${seen}, each is in the store.${everyFile ? '' : ' doctor --files looks at all.'}`)]
}

function describeFault(ids: readonly string[], text: string): readonly Finding[] {
  const different = [...new Set(ids)]
  const shown = [...different.slice(0, SHOWN), ...(different.length > SHOWN ? ['…'] : [])].join(', ')
  return ids.length > 0
    ? [fail(`${ids.length} are ${text}: ${shown}. Restore them from a backup, or delete them.`)]
    : []
}
