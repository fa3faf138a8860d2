import { pipeline, Readable } from 'node:stream'
import { createGzip } from 'node:zlib'
import { shownUrl, shownUrlsIn } from '../../../kernel/ownUrls.ts'
import type { ExportRules, UrlColumns } from '../../../kernel/personalData.ts'
import type { Scope } from '../../../kernel/scope.ts'
import type { SpoolFile } from '../../../kernel/spool.ts'
import { type ArchiveWriter, writeTar } from '../../../kernel/tar.ts'
import { type ExportedBlob, type ExportedRow, type PersonalReader, readPersonalData } from './queries.ts'

/** Bytes of JSON from which on a table goes on in another entry of the archive. */
const ENTRY_BYTES = 4 * 2 ** 20

export interface ExportRequest {
  readonly userId: string
  readonly rules: ExportRules
}

/** What an export holds. */
export interface ExportSummary {
  readonly rows: number
  readonly files: number
  /** Files that the store has lost. */
  readonly missingFiles: readonly string[]
}

/**
 * Writes everything that is kept about a person to a tar archive, compressed by gzip: the rows of each table as JSON, and the
 * content of files. `send` takes the bytes.
 */
export async function writePersonalArchive(
  scope: Scope,
  { userId, rules }: ExportRequest,
  send: (content: Readable) => Promise<void>,
): Promise<ExportSummary> {
  const missingFiles: string[] = []
  const file = await scope.spool.open()
  try {
    const { rows, entries, blobs } = await spoolRows(scope, file, { userId, rules })
    const summary = { rows, files: 0, missingFiles }
    await writeTar(
      async (archive) => {
        for (const { name, from, length } of entries) await archive.add(name, await file.read(from, length))
        for (const blob of blobs) {
          const name = pathOf(blob)
          if (await addBlob(scope, archive, { name, key: blob.key })) summary.files += 1
          else missingFiles.push(name)
        }
        await archive.add('export.json', jsonOf({ userId, writtenAt: scope.clock.now(), ...summary, ...about(rules) }))
      },
      (chunks) => send(gzipped(chunks)),
    )
    return summary
  } finally {
    await file.close()
  }
}

/** An entry of the archive that waits on disk. */
interface SpooledEntry {
  readonly name: string
  readonly from: number
  readonly length: number
}

/**
 * Reads the rows of all tables to a file on disk, and what blobs they name. The transaction ends before the archive is sent:
 * the database would cut one that waits long for the store, and removes no old rows of any table while it is open.
 */
async function spoolRows(scope: Scope, file: SpoolFile, { userId, rules }: ExportRequest) {
  const entries: SpooledEntry[] = []
  let from = 0
  const add = async (name: string, content: Buffer) => {
    await file.append(content)
    entries.push({ name, from, length: content.length })
    from += content.length
  }
  return readPersonalData(scope, { tables: rules.tables, userId }, async (reader) => {
    let rows = 0
    for (const table of rules.tables.keys())
      rows += await addTable(scope, { add, reader, table, urls: urlsOf(rules, table) })
    return { rows, entries, blobs: await collectBlobs(reader, rules) }
  })
}

/** Fails like its source. */
const gzipped = (chunks: AsyncIterable<Uint8Array>): Readable => pipeline(Readable.from(chunks), createGzip(), () => {})

/** What the archive says of itself: what is left out, and why. */
const about = ({ tables }: ExportRules) => ({
  leftOut: Object.fromEntries([...tables].flatMap(([name, { without }]) => (without ? [[name, without]] : []))),
  leftOutUnless: Object.fromEntries([...tables].flatMap(([name, { onlyFor }]) => (onlyFor ? [[name, onlyFor]] : []))),
})

const urlsOf = ({ urls }: ExportRules, table: string): UrlColumns =>
  urls.find((one) => one.table === table) ?? { table }

const jsonOf = (value: unknown) => Buffer.from(`${JSON.stringify(value, null, 2)}\n`)

interface TableExport {
  readonly add: (name: string, content: Buffer) => Promise<void>
  readonly reader: PersonalReader
  readonly table: string
  readonly urls: UrlColumns
}

/** Adds the rows of a table, in several entries if they are many; none for no rows. Answers their number. */
async function addTable(scope: Scope, { add, reader, table, urls }: TableExport): Promise<number> {
  let [waiting, bytes, entries, rows]: [string[], number, number, number] = [[], 0, 0, 0]
  const flush = async () => {
    if (waiting.length === 0) return
    entries += 1
    const name = entries === 1 ? `data/${table}.json` : `data/${table}-${entries}.json`
    await add(name, Buffer.from(`[\n${waiting.join(',\n')}\n]\n`))
    waiting = []
    bytes = 0
  }
  for await (const row of rowsOf(reader, table)) {
    const text = JSON.stringify(shownRow(scope, row, urls), null, 2)
    waiting.push(text)
    bytes += Buffer.byteLength(text)
    rows += 1
    if (bytes >= ENTRY_BYTES) await flush()
  }
  await flush()
  return rows
}

async function* rowsOf(reader: PersonalReader, table: string): AsyncGenerator<ExportedRow> {
  for await (const batch of reader.rows(table)) yield* batch
}

/** A row whose URLs of this server are shown in full. */
const shownRow = (scope: Scope, row: ExportedRow, { texts = [], json = [] }: UrlColumns): ExportedRow =>
  Object.fromEntries(
    Object.entries(row).map(([name, value]) => {
      if (texts.includes(name) && typeof value === 'string') return [name, shownUrl(scope, value)]
      return [name, json.includes(name) ? shownUrlsIn(scope, value) : value]
    }),
  )

async function collectBlobs(reader: PersonalReader, { tables }: ExportRules): Promise<ExportedBlob[]> {
  const found: ExportedBlob[] = []
  for (const table of tables.keys()) for await (const batch of reader.blobs(table)) found.push(...batch)
  return found
}

/** Characters that are safe in the names of files everywhere. */
const safe = (text: string) => text.replace(/[^\p{L}\p{N} ._()-]/gu, '_').replace(/^\.+/, '_')

const pathOf = ({ folder, fileName }: ExportedBlob) =>
  ['files', ...folder.map((part) => safe(String(part))), safe(fileName) || 'file'].join('/')

/** Adds the content of a file; false if the store has lost it. */
async function addBlob(
  { blobs }: Scope,
  archive: ArchiveWriter,
  { name, key }: { readonly name: string; readonly key: string },
): Promise<boolean> {
  const found = await blobs.read(key)
  if (!found) return false
  await archive.addStream(name, found)
  return true
}
