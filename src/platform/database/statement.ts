import { LRUCache } from 'lru-cache'
import { type Connection, type Pool, type PoolClient, Query, type QueryResult } from 'pg'
import { getOrCreate } from '../../kernel/maps.ts'
import { type ColumnParser, columnParserOf } from './columnParsers.ts'

/** What to run. A named statement is prepared once on each connection. */
export interface StatementText {
  readonly name: string | null
  readonly text: string
  readonly values: readonly unknown[]
}

interface Column {
  readonly name: string
  readonly parse: ColumnParser
}

/** The columns of a statement's rows. */
interface Columns {
  readonly list: readonly Column[]
  /** A row of nulls. To copy it costs less than to add the columns one after the other. */
  readonly blank: Readonly<Record<string, null>>
}

interface RowDescription {
  readonly fields: readonly { readonly name: string; readonly dataTypeID: number }[]
}

interface DataRow {
  readonly fields: readonly (string | null)[]
}

const NO_COLUMNS: Columns = { list: [], blank: {} }

/**
 * Statements that stay prepared on a connection, at most. Strangers choose columns, filters and orders, and each combination
 * is a statement, for which PostgreSQL takes some 100 KB.
 */
const MAX_PREPARED = 500

/**
 * Columns of the statements that are prepared on a connection, `NO_COLUMNS` until they are known. PostgreSQL refuses to run a
 * statement whose columns have changed since it was prepared, so that they are asked for once. The statement that was unused
 * for longest is released when there are too many.
 */
const createPrepared = (connection: Connection) =>
  new LRUCache<string, Columns>({
    max: MAX_PREPARED,
    dispose: (_, name, reason) => {
      if (reason === 'evict') release(connection, name)
    },
  })

/** Lets PostgreSQL forget a prepared statement, after those that were sent before. */
function release(connection: Connection, name: string): void {
  if (!Object.hasOwn(connection.parsedStatements, name)) return
  connection.close({ type: 'S', name }, true)
  delete connection.parsedStatements[name]
}

const preparedColumns = new WeakMap<Connection, LRUCache<string, Columns>>()
const columnsOn = (connection: Connection) => getOrCreate(preparedColumns, connection, () => createPrepared(connection))

/** Connections by which statements are sent without the message that asks for the columns. */
const undescribed = new WeakMap<Connection, Connection>()
const withoutDescription = (connection: Connection) =>
  getOrCreate(undescribed, connection, () => Object.assign(Object.create(connection), { describe() {} }))

/** Rows as the caller knows them. */
type Rows = QueryResult['rows']

type OnEnd = (error: unknown, rows?: Rows) => void

/** Called when a statement is about to be sent. The returned function is called when it has ended, with its error if it failed. */
export type WatchStatement = (text: string) => (error?: unknown) => void

declare module 'pg' {
  interface Pool {
    /** Runs a statement on a connection, which is closed if that fails. */
    query(statement: Statement): Promise<Rows>
  }
  interface Connection {
    /** Texts of the statements that are prepared, by name: the driver prepares any other before it runs it. */
    readonly parsedStatements: Record<string, string>
  }
}

/**
 * A statement without some costs of the driver's own, which asks for the columns at each execution, copies property
 * descriptors, and emits an event for each row. The driver calls its methods as messages arrive.
 */
class Statement extends Query {
  /** By it, the driver knows which statements are prepared. */
  readonly name: string | undefined
  /** Called with the rows or the error. The pool of the driver sets it where it is not given. */
  callback: OnEnd | undefined
  private readonly found: Rows = []
  private columns = NO_COLUMNS
  private prepared: LRUCache<string, Columns> | undefined
  private failure: { readonly error: unknown } | undefined
  private readonly noteEnd: ReturnType<WatchStatement> | undefined

  constructor({ name, text, values }: StatementText, watch: WatchStatement | undefined, callback?: OnEnd) {
    super(text, [...values])
    this.name = name ?? undefined
    this.callback = callback
    this.noteEnd = watch?.(text)
  }

  override submit = (connection: Connection): unknown => {
    const isDescribed = this.name !== undefined && this.findColumns(connection, this.name)
    return Query.prototype.submit.call(this, isDescribed ? withoutDescription(connection) : connection)
  }

  /** Whether the columns are known. The statement counts as used last. */
  private findColumns(connection: Connection, name: string): boolean {
    this.prepared = columnsOn(connection)
    const known = this.prepared.get(name)
    if (known) this.columns = known
    else this.prepared.set(name, NO_COLUMNS)
    return this.columns !== NO_COLUMNS
  }

  handleRowDescription({ fields }: RowDescription): void {
    const list = fields.map(({ name, dataTypeID }) => ({ name, parse: columnParserOf(dataTypeID) }))
    this.columns = { list, blank: Object.fromEntries(list.map(({ name }) => [name, null])) }
    if (this.name !== undefined) this.prepared?.set(this.name, this.columns)
  }

  handleDataRow({ fields }: DataRow): void {
    try {
      this.found.push(rowOf(this.columns, fields))
    } catch (error) {
      this.failure ??= { error }
    }
  }

  handleCommandComplete(): void {}

  handleReadyForQuery(): void {
    this.noteEnd?.(this.failure?.error)
    if (this.failure) this.callback?.(this.failure.error)
    else this.callback?.(undefined, this.found)
  }

  handleError(error: unknown): void {
    this.noteEnd?.(error)
    this.callback?.(error)
  }
}

function rowOf({ list, blank }: Columns, fields: DataRow['fields']): object {
  const row: Record<string, unknown> = { ...blank }
  for (let at = 0; at < list.length; at++) {
    const [column, text] = [list[at], fields[at]]
    if (column && typeof text === 'string') row[column.name] = column.parse(text)
  }
  return row
}

/** Runs a statement on a connection and answers its rows. */
export const runOn = <Row>(
  connection: Pick<PoolClient, 'query'>,
  statement: StatementText,
  watch?: WatchStatement,
): Promise<Row[]> =>
  new Promise((resolve, reject) => {
    connection.query(new Statement(statement, watch, (error, rows) => (rows ? resolve(rows) : reject(error))))
  })

/**
 * Runs a statement on a connection of the pool and answers its rows. After a failure the connection is closed: a statement that
 * it has prepared fails each time once a migration has changed its columns.
 */
export const runOnPool = <Row>(pool: Pool, statement: StatementText, watch?: WatchStatement): Promise<Row[]> =>
  pool.query(new Statement(statement, watch))
