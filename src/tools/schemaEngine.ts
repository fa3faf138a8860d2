import { readFile } from 'node:fs/promises'
import { createRequire } from 'node:module'
import { dirname, join } from 'node:path'
import { PrismaPg } from '@prisma/adapter-pg'
import {
  bindMigrationAwareSqlAdapterFactory,
  type ColumnType,
  ColumnTypeEnum,
  isDriverAdapterError,
  type SqlDriverAdapter,
  type SqlMigrationAwareDriverAdapterFactory,
  type SqlQuery,
  type SqlResultSet,
} from '@prisma/driver-adapter-utils'
import * as engine from '@prisma/schema-engine-wasm/schema_engine_bg'
import { type Pool, types } from 'pg'
import { z } from 'zod'
import { applyWithoutRecord, type Migration } from '../platform/database/migrations.ts'

export interface SchemaFile {
  readonly path: string
  readonly content: string
}

interface SchemaDiffOptions {
  readonly folder: string
  readonly migrations: readonly Migration[]
  readonly schema: readonly SchemaFile[]
  /** URL of an empty database, which the engine fills. */
  readonly pool: Pool
}

/** The SQL that updates the migrated database to the schema; empty when they agree. */
export async function diffSchema({ folder, migrations, schema, pool }: SchemaDiffOptions): Promise<string> {
  const schemaEngine = await openSchemaEngine(pool)
  const found = await schemaEngine.diff({
    from: { tag: 'migrations', ...migrationsList(folder, migrations) },
    to: { tag: 'schemaDatamodel', files: [...schema] },
    script: true,
    exitCode: true,
    filters: { externalTables: [], externalEnums: [] },
  })
  return found.exitCode === 0 ? '' : (found.stdout ?? '')
}

/** Opens Prisma's schema engine on a database. */
export async function openSchemaEngine(pool: Pool): Promise<engine.SchemaEngine> {
  instantiated ??= instantiate()
  await instantiated
  const factory = bindMigrationAwareSqlAdapterFactory(adapterFactory(pool))
  return engine.SchemaEngine.new({ datamodels: undefined }, () => {}, factory)
}

/** Migrations in the format of the engine. */
export function migrationsList(baseDir: string, migrations: readonly Migration[]) {
  return {
    baseDir,
    lockfile: { path: 'migration_lock.toml', content: 'provider = "postgresql"\n' },
    shadowDbInitScript: '',
    migrationDirectories: migrations.map(({ name, sql }) => ({
      path: name,
      migrationFile: { path: 'migration.sql', content: { tag: 'ok' as const, value: sql } },
    })),
  }
}

const Started = z.object({ __wbindgen_start: z.custom<() => void>((value) => typeof value === 'function') })

/** WebAssembly, which Node's types don't declare. */
declare const WebAssembly: {
  instantiate(code: Uint8Array, imports: object): Promise<{ instance: { exports: object } }>
}

let instantiated: Promise<void> | undefined

/** Instantiates the engine; the package's entry imports a .wasm file, which Node can't. */
async function instantiate(): Promise<void> {
  const program = createRequire(import.meta.url).resolve('@prisma/schema-engine-wasm/schema_engine_bg')
  const path = join(dirname(program), 'schema_engine_bg.wasm')
  const { instance } = await WebAssembly.instantiate(await readFile(path), { './schema_engine_bg.js': { ...engine } })
  engine.__wbg_set_wasm(instance.exports)
  Object.assign(globalThis, { PRISMA_WASM_PANIC_REGISTRY: { set_message: () => {} } })
  Started.parse(instance.exports).__wbindgen_start()
}

/** Adapter for the main and the shadow database: nothing is written to the main one, so both are the same. */
function adapterFactory(pool: Pool): SqlMigrationAwareDriverAdapterFactory {
  const connect = async () => engineAdapter(await new PrismaPg(pool).connect())
  return { provider: 'postgres', adapterName: '@prisma/adapter-pg', connect, connectToShadowDb: connect }
}

type PgAdapter = Awaited<ReturnType<PrismaPg['connect']>>

/** Fixes two defects of the adapter: it does not know the type "char", and splits scripts at every semicolon. */
function engineAdapter(adapter: PgAdapter): SqlDriverAdapter {
  const pool = adapter.underlyingDriver()
  return {
    provider: adapter.provider,
    adapterName: '@prisma/adapter-pg',
    queryRaw: (query) =>
      adapter.queryRaw(query).catch((error: unknown) => {
        if (isDriverAdapterError(error) && error.cause.kind === 'UnsupportedNativeDataType')
          return readCatalogue(pool, query)
        throw error
      }),
    executeRaw: (query) => adapter.executeRaw(query),
    executeScript: (script) => applyWithoutRecord(pool, { name: 'of the script', sql: script }),
    startTransaction: (level) => adapter.startTransaction(level),
    getConnectionInfo: () => adapter.getConnectionInfo(),
    // The connections are closed with the pool, which also handles lost connections until then.
    dispose: async () => {},
  }
}

const { builtins } = types
const [INTERNAL_CHAR, NAME_ARRAY, TEXT_ARRAY] = [18, 1003, 1009]

const COLUMN_TYPES: Readonly<Record<number, ColumnType>> = {
  [builtins.BOOL]: ColumnTypeEnum.Boolean,
  [builtins.INT2]: ColumnTypeEnum.Int32,
  [builtins.INT4]: ColumnTypeEnum.Int32,
  [builtins.INT8]: ColumnTypeEnum.Int64,
  [builtins.OID]: ColumnTypeEnum.Int64,
  [INTERNAL_CHAR]: ColumnTypeEnum.Character,
  [NAME_ARRAY]: ColumnTypeEnum.TextArray,
  [TEXT_ARRAY]: ColumnTypeEnum.TextArray,
}

async function readCatalogue(pool: Pool, { sql, args }: SqlQuery): Promise<SqlResultSet> {
  const { fields, rows } = await pool.query({ text: sql, values: args, rowMode: 'array' })
  return {
    columnNames: fields.map((field) => field.name),
    columnTypes: fields.map((field) => COLUMN_TYPES[field.dataTypeID] ?? ColumnTypeEnum.Text),
    rows,
  }
}
