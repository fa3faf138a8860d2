import type { ClientBase } from 'pg'
import { to as copyTo } from 'pg-copy-streams'
import { type ArchiveWriter, type Digest, openDigest } from '../kernel/tar.ts'
import type { BackupTable } from './catalogue.ts'
import { TABLE_PREFIX } from './manifest.ts'
import { inPieces } from './zstd.ts'

/** Bytes of a table in one entry of the archive, whose size must be known before it is written. */
const PIECE_BYTES = 2 ** 22

export interface DumpedTable extends Digest {
  readonly name: string
  readonly rows: number
}

/** The stored rows of a table as COPY writes them as text. */
function openCopy(client: ClientBase, { name, columns }: BackupTable) {
  const list = columns.map((column) => client.escapeIdentifier(column)).join(', ')
  return client.query(copyTo(`COPY (SELECT ${list} FROM ${client.escapeIdentifier(name)}) TO STDOUT`))
}

/** Writes the rows of a table to the archive, in entries `tables/<table>/<number>`. */
export async function dumpTable(
  client: ClientBase,
  table: BackupTable,
  archive: Pick<ArchiveWriter, 'add'>,
): Promise<DumpedTable> {
  const copy = openCopy(client, table)
  const digest = openDigest()
  let pieces = 0
  for await (const piece of inPieces(copy, PIECE_BYTES)) {
    digest.update(piece)
    pieces += 1
    await archive.add(`${TABLE_PREFIX}${table.name}/${String(pieces).padStart(7, '0')}`, piece)
  }
  return { name: table.name, rows: copy.rowCount, ...digest.end() }
}

/** The digest of the rows of a table, as `dumpTable` computes it. */
export async function digestTable(client: ClientBase, table: BackupTable): Promise<DumpedTable> {
  const copy = openCopy(client, table)
  const digest = openDigest()
  for await (const chunk of copy) digest.update(chunk)
  return { name: table.name, rows: copy.rowCount, ...digest.end() }
}
