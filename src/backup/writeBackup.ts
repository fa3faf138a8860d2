import type { ClientBase } from 'pg'
import { type ArchiveWriter, type Digest, digestOf, openDigest } from '../kernel/tar.ts'
import type { BlobCopies } from '../platform/blobs/blobCopies.ts'
import { acquireSharedMigrationLock, releaseSharedMigrationLock } from '../platform/database/migrationLock.ts'
import { VERSION } from '../version.ts'
import { writeArchive } from './archive.ts'
import { type BackupTable, readAppliedMigrations, readBlobKeys, readSequences, readTables } from './catalogue.ts'
import { type DumpedTable, dumpTable } from './dump.ts'
import {
  FILE_PREFIX,
  HEADER_NAME,
  type Header,
  jsonEntry,
  KEY_NAME,
  MANIFEST_NAME,
  type Manifest,
  SEAL_NAME,
} from './manifest.ts'
import { sizeText, slowly, type Tell } from './progress.ts'
import { sealKey } from './sealedKey.ts'
import { withSession } from './session.ts'

export interface BackupSource {
  readonly databaseUrl: string
  /** Null for a backup without files. */
  readonly blobs: BlobCopies | null
  /** The key of the server, and the passphrase that encrypts it in the archive; null to leave it out. */
  readonly key: { readonly text: string; readonly passphrase: string } | null
  readonly tell: Tell
  /** Whether the caller keeps others from migrating the database; by default the backup does. */
  readonly isMigrationLocked?: boolean
}

export interface BackupSummary {
  readonly rows: number
  readonly files: number
  readonly fileBytes: number
  readonly missingFiles: readonly string[]
}

/**
 * Writes an archive of one consistent snapshot of the database, of the files that its rows name, and of the key. Nobody may
 * remove files meanwhile: `recordRun` sees to that.
 */
export async function writeBackup(
  source: BackupSource,
  send: (chunks: AsyncIterable<Buffer>) => Promise<void>,
): Promise<BackupSummary> {
  let summary: BackupSummary | undefined
  await writeArchive(async (archive) => {
    const snapshot = await withSession(source.databaseUrl, (client) => dumpDatabase(client, archive, source))
    const files = await addFiles(archive, snapshot.blobKeys, source)
    await addManifest(archive, { ...snapshot.manifest, ...files })
    const rows = snapshot.manifest.tables.reduce((sum, table) => sum + table.rows, 0)
    const { count, contentBytes } = files.files
    summary = { rows, files: count, fileBytes: contentBytes, missingFiles: files.missingFiles }
  }, send)
  if (!summary) throw new Error('The backup was not written.')
  return summary
}

interface Snapshot {
  readonly manifest: Pick<Manifest, 'header' | 'tables' | 'sequences'>
  readonly blobKeys: readonly string[]
}

/** The lock comes first: the snapshot is taken by the first statement of the transaction, and must see all migrations or none. */
async function dumpDatabase(client: ClientBase, archive: ArchiveWriter, source: BackupSource): Promise<Snapshot> {
  const onWait = () => source.tell('Waiting for a migration of the database to end.')
  if (!source.isMigrationLocked) await acquireSharedMigrationLock(client, { onWait })
  await client.query('BEGIN ISOLATION LEVEL REPEATABLE READ READ ONLY')
  const tables = await readTables(client)
  const header = await addHeader(client, archive, tables, source)
  const dumped = await dumpTables(client, archive, tables, source.tell)
  const sequences = await readSequences(client)
  const blobKeys = source.blobs ? await readBlobKeys(client) : []
  await client.query('COMMIT')
  if (!source.isMigrationLocked) await releaseSharedMigrationLock(client)
  return { manifest: { header, tables: dumped, sequences }, blobKeys }
}

async function addHeader(
  client: ClientBase,
  archive: ArchiveWriter,
  tables: readonly BackupTable[],
  { key }: BackupSource,
): Promise<Digest> {
  const header: Header = {
    format: 1,
    plaza: VERSION,
    createdAt: new Date().toISOString(),
    migrations: await readAppliedMigrations(client),
    tables: tables.map(({ name, columns }) => ({ name, columns: [...columns] })),
    hasKey: key !== null,
    keyFingerprint: await readFingerprint(client),
  }
  const content = jsonEntry(header)
  await archive.add(HEADER_NAME, content)
  if (!key) return digestOf(content)
  const sealed = jsonEntry(sealKey(key.text, key.passphrase))
  await archive.add(KEY_NAME, sealed)
  return digestOf(Buffer.concat([content, sealed]))
}

/** Databases of earlier versions have none. */
async function readFingerprint(client: ClientBase): Promise<string | null> {
  const { rows } = await client.query<{ found: boolean }>(`SELECT to_regclass('"ServerKey"') IS NOT NULL AS found`)
  if (!rows[0]?.found) return null
  const found = await client.query<{ fingerprint: string }>('SELECT fingerprint FROM "ServerKey" WHERE id = 1')
  return found.rows[0]?.fingerprint ?? null
}

async function dumpTables(
  client: ClientBase,
  archive: ArchiveWriter,
  tables: readonly BackupTable[],
  tell: Tell,
): Promise<DumpedTable[]> {
  const tellSlowly = slowly(tell)
  const dumped: DumpedTable[] = []
  for (const table of tables) {
    dumped.push(await dumpTable(client, table, archive))
    tellSlowly(() => `Wrote ${dumped.length} of ${tables.length} tables.`)
  }
  return dumped
}

type Files = Pick<Manifest, 'files' | 'missingFiles'>

async function addFiles(
  archive: ArchiveWriter,
  keys: readonly string[],
  { blobs, tell }: Pick<BackupSource, 'blobs' | 'tell'>,
): Promise<Files> {
  const tellSlowly = slowly(tell)
  const list = openDigest()
  const missingFiles: string[] = []
  let contentBytes = 0
  for (const key of blobs ? keys : []) {
    const blob = await blobs?.read(key)
    if (!blob) {
      missingFiles.push(key)
      continue
    }
    const { bytes, sha256 } = await archive.addStream(`${FILE_PREFIX}${key}`, blob)
    list.update(fileLine(key, { bytes, sha256 }))
    contentBytes += bytes
    tellSlowly(() => `Wrote ${sizeText(contentBytes)} of files.`)
  }
  if (missingFiles.length > keys.length / 2)
    throw new Error(
      `${missingFiles.length} of ${keys.length} files are missing in ${blobs?.place}. Check DATA_DIR and the S3_ settings: they must be those of the server.`,
    )
  return { files: { count: keys.length - missingFiles.length, contentBytes, ...list.end() }, missingFiles }
}

/** The line of a file in the digest of all files. */
export const fileLine = (key: string, { bytes, sha256 }: Digest) => Buffer.from(`${key} ${bytes} ${sha256}\n`)

async function addManifest(archive: ArchiveWriter, manifest: Manifest): Promise<void> {
  const content = jsonEntry(manifest)
  await archive.add(MANIFEST_NAME, content)
  await archive.add(SEAL_NAME, Buffer.from(`${digestOf(content).sha256}\n`))
}
