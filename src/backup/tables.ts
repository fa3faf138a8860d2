import { once } from 'node:events'
import type { ClientBase } from 'pg'
import { type CopyStreamQuery, from as copyFrom } from 'pg-copy-streams'
import { openDigest } from '../kernel/tar.ts'
import type { ArchiveEntry } from './archive.ts'
import { type BackupTable, type ForeignKey, readForeignKeys } from './catalogue.ts'
import { type DumpedTable, digestTable } from './dump.ts'

/**
 * Fills the tables of an archive, in the open transaction of the client. Foreign keys are dropped and user triggers are off
 * until `finish`, which also verifies that the tables hold what was read.
 */
export interface TableLoad {
  /** Appends a piece of a table. */
  add(table: BackupTable, piece: ArchiveEntry): Promise<void>
  /** Compares the tables with what was read, makes the constraints valid again, and returns the rows of each. */
  finish(): Promise<DumpedTable[]>
}

export async function openTableLoad(client: ClientBase, tables: readonly BackupTable[]): Promise<TableLoad> {
  const foreignKeys = await readForeignKeys(client)
  const names = tables.map(({ name }) => client.escapeIdentifier(name))
  await dropForeignKeys(client, foreignKeys)
  for (const name of names) await client.query(`ALTER TABLE ${name} DISABLE TRIGGER USER`)
  await client.query(`TRUNCATE ${names.join(', ')}`)
  const loaded = new Map<string, LoadedTable>()
  let current: OpenTable | null = null
  const endTable = async () => {
    if (!current) return
    loaded.set(current.name, await current.end())
    current = null
  }
  return {
    async add(table, piece) {
      if (current?.name !== table.name) await endTable()
      current ??= openTable(client, table)
      await current.write(piece)
    },
    async finish() {
      await endTable()
      for (const name of names) await client.query(`ALTER TABLE ${name} ENABLE TRIGGER USER`)
      const rows = await compareTables(client, tables, loaded)
      for (const { table, name, definition } of foreignKeys)
        await client.query(`ALTER TABLE ${table} ADD CONSTRAINT ${name} ${definition}`)
      return rows
    },
  }
}

async function dropForeignKeys(client: ClientBase, keys: readonly ForeignKey[]): Promise<void> {
  for (const { table, name } of keys) await client.query(`ALTER TABLE ${table} DROP CONSTRAINT ${name}`)
}

/** What was read of a table. */
type LoadedTable = Omit<DumpedTable, 'rows'>

interface OpenTable {
  readonly name: string
  write(piece: ArchiveEntry): Promise<void>
  end(): Promise<LoadedTable>
}

function openTable(client: ClientBase, { name, columns }: BackupTable): OpenTable {
  const list = columns.map((column) => client.escapeIdentifier(column)).join(', ')
  const copy = client.query(copyFrom(`COPY ${client.escapeIdentifier(name)} (${list}) FROM STDIN`))
  const finished = copyFinished(copy)
  const digest = openDigest()
  return {
    name,
    async write({ content }) {
      for await (const chunk of content) {
        digest.update(chunk)
        if (!copy.write(chunk)) await Promise.race([once(copy, 'drain'), finished])
      }
    },
    async end() {
      copy.end()
      await finished
      return { name, ...digest.end() }
    },
  }
}

function copyFinished(copy: CopyStreamQuery): Promise<void> {
  const finished = new Promise<void>((resolve, reject) => {
    copy.once('finish', resolve)
    copy.once('error', reject)
  })
  finished.catch(() => {})
  return finished
}

const EMPTY = openDigest().end()

/** Reads all tables again: what PostgreSQL stores must be what the archive holds. */
async function compareTables(
  client: ClientBase,
  tables: readonly BackupTable[],
  loaded: ReadonlyMap<string, LoadedTable>,
): Promise<DumpedTable[]> {
  const found: DumpedTable[] = []
  for (const table of tables) {
    const stored = await digestTable(client, table)
    const { sha256 } = loaded.get(table.name) ?? EMPTY
    if (stored.sha256 !== sha256) throw new Error(`The table ${table.name} does not hold what the backup has.`)
    found.push(stored)
  }
  return found
}
