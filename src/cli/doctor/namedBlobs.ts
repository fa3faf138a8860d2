import type { Pool } from 'pg'

/** A blob that a row names. */
export interface BlobRow {
  /** Of the file. */
  readonly id: string
  readonly blobKey: string
  /** Bytes, as a decimal number. */
  readonly size: string
  /** In hexadecimal; null where no row keeps it. */
  readonly md5: string | null
}

/** The tables that name blobs, but for uploads, which live for an hour. */
const SOURCES = [
  { table: '"FileData"', md5: `encode(decode(md5, 'base64'), 'hex')` },
  { table: '"FileThumbnail"', md5: 'NULL::text' },
] as const
type Source = (typeof SOURCES)[number]

const columns = ({ md5 }: Source) => `"fileId" AS id, "blobKey", "sizeInBytes"::text AS size, ${md5} AS md5`

const BATCH_SIZE = 500

/** All blobs, each once, however many rows share it. */
export async function* walkBlobs(pool: Pool): AsyncGenerator<readonly BlobRow[]> {
  for (const source of SOURCES) yield* walkTable(pool, source)
}

async function* walkTable(pool: Pool, source: Source): AsyncGenerator<readonly BlobRow[]> {
  let batch = await readAfter(pool, source, '')
  for (let last = batch.at(-1); last; last = batch.at(-1)) {
    yield batch
    batch = await readAfter(pool, source, last.blobKey)
  }
}

async function readAfter(pool: Pool, source: Source, after: string): Promise<BlobRow[]> {
  const { rows } = await pool.query<BlobRow>(
    `SELECT DISTINCT ON ("blobKey") ${columns(source)} FROM ${source.table}
     WHERE "blobKey" > $1 ORDER BY "blobKey" LIMIT ${BATCH_SIZE}`,
    [after],
  )
  return rows
}

/** The newest blobs of each table, and as many of any age. */
export async function* readSample(pool: Pool): AsyncGenerator<readonly BlobRow[]> {
  for (const source of SOURCES) {
    const rows = [...(await readNewest(pool, source)), ...(await readAnywhere(pool, source))]
    yield [...new Map(rows.map((row) => [row.blobKey, row])).values()]
  }
}

const SAMPLE = 200

async function readNewest(pool: Pool, source: Source): Promise<BlobRow[]> {
  const { rows } = await pool.query<BlobRow>(
    `SELECT ${columns(source)} FROM ${source.table} WHERE "blobKey" IS NOT NULL ORDER BY "fileId" DESC LIMIT ${SAMPLE}`,
  )
  return rows
}

/** Reads some pages of the table: that many rows as it was large when it was last analysed, all of a small one. */
async function readAnywhere(pool: Pool, source: Source): Promise<BlobRow[]> {
  const estimate = await pool.query<{ rows: number }>(
    'SELECT reltuples AS rows FROM pg_class WHERE oid = $1::regclass',
    [source.table],
  )
  const percent = Math.min(100, (100 * SAMPLE) / Math.max(1, estimate.rows[0]?.rows ?? 1))
  const { rows } = await pool.query<BlobRow>(
    `SELECT ${columns(source)} FROM ${source.table} TABLESAMPLE SYSTEM (${percent}) WHERE "blobKey" IS NOT NULL LIMIT ${SAMPLE}`,
  )
  return rows
}

/** The keys among these that a row still names. */
export async function readStanding(pool: Pool, keys: readonly string[]): Promise<ReadonlySet<unknown>> {
  const found = SOURCES.map(({ table }) => `SELECT "blobKey" FROM ${table} WHERE "blobKey" = ANY($1)`)
  const { rows } = await pool.query<{ blobKey: string }>(found.join(' UNION '), [keys])
  return new Set(rows.map(({ blobKey }) => blobKey))
}
