import { isDeepStrictEqual } from 'node:util'
import type { ClientBase } from 'pg'
import { type Digest, digestOf, openDigest } from '../kernel/tar.ts'
import type { BlobCopies } from '../platform/blobs/blobCopies.ts'
import { isBlobKey } from '../platform/blobs/keys.ts'
import { MIGRATIONS_FOLDER, migrate } from '../platform/database/migrations.ts'
import { type ArchiveEntry, readArchive, readWhole } from './archive.ts'
import type { BackupTable } from './catalogue.ts'
import type { DumpedTable } from './dump.ts'
import {
  FILE_PREFIX,
  HEADER_NAME,
  Header,
  KEY_NAME,
  MANIFEST_NAME,
  Manifest,
  parseEntry,
  SEAL_NAME,
  TABLE_PREFIX,
} from './manifest.ts'
import { logTo, sizeText, slowly, type Tell } from './progress.ts'
import {
  applyMigrationsOf,
  assertEmpty,
  assertFittingMigrations,
  assertKnownMigrations,
  lockEmpty,
  type TargetDatabase,
} from './restoreTarget.ts'
import { SealedKey } from './sealedKey.ts'
import { withSession } from './session.ts'
import { openTableLoad, type TableLoad } from './tables.ts'
import { fileLine } from './writeBackup.ts'

export interface RestoreTarget extends TargetDatabase {
  readonly databaseUrl: string
  /** Null to restore no files. */
  readonly blobs: BlobCopies | null
  readonly tell: Tell
  /** Throws unless the server will have the key of the backup; called before anything is stored. */
  checkKey(header: Header, sealed: SealedKey | null): Promise<void>
}

export interface RestoreSummary {
  readonly header: Header
  readonly rows: number
  readonly files: number
  readonly fileBytes: number
  readonly missingFiles: readonly string[]
}

/**
 * Restores an archive into an empty database and store. The rows appear by one commit, after all files are stored and all
 * is verified against the manifest, so that a restore that is cut short can be repeated. Ends with the migrations that the
 * backup does not have.
 */
export async function restoreBackup(target: RestoreTarget, chunks: AsyncIterable<Uint8Array>): Promise<RestoreSummary> {
  await assertEmpty(target)
  const entries = readArchive(chunks)
  try {
    return await restoreEntries(target, entries)
  } finally {
    await entries.return(undefined)
  }
}

async function restoreEntries(target: RestoreTarget, entries: Entries): Promise<RestoreSummary> {
  const { header, digest, next } = await readHead(entries, target)
  await applyMigrationsOf(target.pool, header)
  const summary = await withSession(target.databaseUrl, async (client) => {
    await client.query('BEGIN')
    await lockEmpty(client, target)
    const load = await openTableLoad(client, header.tables).catch(rethrowRefused)
    const restoring = { target, header, headerDigest: digest, load, client }
    const restored = await readBody(restoring, entries, next).catch(rethrowRefused)
    await client.query('COMMIT')
    return restored
  })
  await migrate(target.pool, MIGRATIONS_FOLDER, { log: logTo(target.tell) })
  await gatherStatistics(target)
  return summary
}

/** SQLSTATEs of data that does not fit, of broken constraints, and of unknown tables and columns. */
const REFUSED = /^(22|23|42(?!501))/

/** The database has the tables of the backup: what it refuses is damaged. Rethrows all other errors. */
function rethrowRefused(error: unknown): never {
  const { code, message } = Object(error)
  if (!REFUSED.test(String(code))) throw error
  throw new Error(`The backup is cut or damaged: the database refuses what it holds (${message}).`, { cause: error })
}

/** PostgreSQL would do it soon by itself. */
const gatherStatistics = ({ databaseUrl, tell }: RestoreTarget) =>
  withSession(databaseUrl, async (client) => void (await client.query('ANALYZE'))).catch((error: unknown) =>
    tell(`The statistics of the tables could not be gathered, which PostgreSQL does later: ${error}`),
  )

interface Head {
  readonly header: Header
  readonly digest: Digest
  /** The entry after the head. */
  readonly next: ArchiveEntry | undefined
}

type Entries = AsyncGenerator<ArchiveEntry>

const nextEntry = async (entries: Entries) => {
  const { value, done } = await entries.next()
  return done ? undefined : value
}

async function readHead(entries: Entries, target: RestoreTarget): Promise<Head> {
  const first = await nextEntry(entries)
  if (first?.name !== HEADER_NAME) throw new Error('This is no backup of Plaza.')
  const content = await readWhole(first)
  const header = parseEntry(Header, HEADER_NAME, content)
  assertKnownMigrations(header)
  await assertFittingMigrations(target, header)
  const second = header.hasKey ? await nextEntry(entries) : undefined
  const key = second?.name === KEY_NAME ? await readWhole(second) : null
  await target.checkKey(header, key && parseEntry(SealedKey, KEY_NAME, key))
  const digest = digestOf(key ? Buffer.concat([content, key]) : content)
  return { header, digest, next: await nextEntry(entries) }
}

interface Restoring {
  readonly target: RestoreTarget
  readonly header: Header
  readonly headerDigest: Digest
  readonly load: TableLoad
  readonly client: ClientBase
}

/** Reads all entries after the head, and verifies them. */
async function readBody(
  restoring: Restoring,
  entries: Entries,
  first: ArchiveEntry | undefined,
): Promise<RestoreSummary> {
  const { target, header, load } = restoring
  const tables = new Map(header.tables.map((table) => [table.name, table]))
  const files = openFileRestore(target)
  const small = new Map<string, Buffer>()
  const readEntry = async (entry: ArchiveEntry) => {
    if (entry.name.startsWith(TABLE_PREFIX)) return load.add(tableOf(tables, entry), entry)
    if (entry.name.startsWith(FILE_PREFIX)) return files.add(entry)
    return void small.set(entry.name, await readWhole(entry))
  }
  for (let entry = first; entry; entry = await nextEntry(entries)) await readEntry(entry)
  return verify(restoring, readManifest(small), files)
}

function readManifest(entries: ReadonlyMap<string, Buffer>): Manifest {
  const content = entries.get(MANIFEST_NAME)
  const seal = entries.get(SEAL_NAME)?.toString('utf8').trim()
  if (!content || seal !== digestOf(content).sha256 || entries.size !== 2)
    throw damaged('its manifest is missing or was changed')
  return parseEntry(Manifest, MANIFEST_NAME, content)
}

function tableOf(tables: ReadonlyMap<string, BackupTable>, { name }: ArchiveEntry): BackupTable {
  const table = tables.get(name.slice(TABLE_PREFIX.length).split('/')[0] ?? '')
  if (!table) throw damaged(`it has an unknown entry ${name}`)
  return table
}

const damaged = (what: string) => new Error(`The backup is cut or damaged: ${what}.`)

function openFileRestore({ blobs, tell }: RestoreTarget) {
  const list = openDigest()
  const tellSlowly = slowly(tell)
  let [count, contentBytes] = [0, 0]
  return {
    async add({ name, size, content }: ArchiveEntry) {
      const key = name.slice(FILE_PREFIX.length)
      if (!blobs || !isBlobKey(key)) throw damaged(`it has an unknown entry ${name}`)
      const digest = openDigest()
      await blobs.write({ key, size, content: passing(content, digest.update) })
      list.update(fileLine(key, digest.end()))
      count += 1
      contentBytes += size
      tellSlowly(() => `Restored ${sizeText(contentBytes)} of files.`)
    },
    end: () => ({ count, contentBytes, ...list.end() }),
  }
}

/** The chunks, each of which is looked at first. */
async function* passing(chunks: AsyncIterable<Uint8Array>, look: (chunk: Uint8Array) => void) {
  for await (const chunk of chunks) {
    look(chunk)
    yield chunk
  }
}

async function verify(
  { header, headerDigest, load, client }: Restoring,
  manifest: Manifest,
  files: ReturnType<typeof openFileRestore>,
): Promise<RestoreSummary> {
  if (!isDeepStrictEqual(manifest.header, headerDigest)) throw damaged('its header or its key was changed')
  const restored = files.end()
  if (!isDeepStrictEqual(manifest.files, restored)) throw damaged('its files are not those of the manifest')
  const tables = await load.finish()
  for (const table of manifest.tables) assertTable(table, tables)
  await setSequences(client, manifest.sequences)
  const rows = tables.reduce((sum, table) => sum + table.rows, 0)
  const { count, contentBytes } = restored
  return { header, rows, files: count, fileBytes: contentBytes, missingFiles: manifest.missingFiles }
}

function assertTable(expected: DumpedTable, tables: readonly DumpedTable[]): void {
  const found = tables.find(({ name }) => name === expected.name)
  if (!isDeepStrictEqual(found, expected)) throw damaged(`its table ${expected.name} is not that of the manifest`)
}

async function setSequences(client: ClientBase, sequences: Manifest['sequences']): Promise<void> {
  for (const [name, value] of Object.entries(sequences))
    if (value !== null)
      await client.query('SELECT setval($1::regclass, $2::bigint)', [client.escapeIdentifier(name), value])
}
