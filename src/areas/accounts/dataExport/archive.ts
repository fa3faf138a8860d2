import { pipeline, Readable } from 'node:stream'
import { createGzip } from 'node:zlib'
import { shownUrl, shownUrlsIn } from '../../../kernel/ownUrls.ts'
import type { ExportRules, UrlColumns } from '../../../kernel/personalData.ts'
import type { Scope } from '../../../kernel/scope.ts'
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
  const summary = { rows: 0, files: 0, missingFiles }
  await writeTar(
    async (archive) => {
      const blobs = await readPersonalData(scope, { tables: rules.tables, userId }, async (reader) => {
        for (const table of rules.tables.keys()) {
          summary.rows += await addTable(scope, { archive, reader, table, urls: urlsOf(rules, table) })
        }
        return collectBlobs(reader, rules)
      })
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
  readonly archive: ArchiveWriter
  readonly reader: PersonalReader
  readonly table: string
  readonly urls: UrlColumns
}

/** Adds the rows of a table, in several entries if they are many; none for no rows. Answers their number. */
async function addTable(scope: Scope, { archive, reader, table, urls }: TableExport): Promise<number> {
  let [waiting, bytes, entries, rows]: [string[], number, number, number] = [[], 0, 0, 0]
  const flush = async () => {
    if (waiting.length === 0) return
    entries += 1
    const name = entries === 1 ? `data/${table}.json` : `data/${table}-${entries}.json`
    await archive.add(name, Buffer.from(`[\n${waiting.join(',\n')}\n]\n`))
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
