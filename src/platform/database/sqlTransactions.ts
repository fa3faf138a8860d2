import type { Pool, PoolClient, QueryResult } from 'pg'
import { Prisma } from '../../generated/prisma/client.ts'
import type { BeginSql, NamedQuery, Sql } from '../../kernel/database.ts'
import { runOn, type StatementText } from './statement.ts'

interface Connection {
  run<Row>(statement: StatementText): Promise<Row[]>
  /** Runs a statement without values. */
  query(text: string): Promise<QueryResult>
  release(error?: Error): void
}

/** Names statements that are prepared once on each connection; an empty name prepares nothing. */
type NameStatement = (query: { readonly sql: string }) => string

/**
 * Statements of these transactions find rows by key, so one plan suits all values. PostgreSQL would plan those with lists of
 * keys anew each time, as it takes a list for longer than it is: a fifth of the time of a purchase.
 */
const BEGIN = 'BEGIN; SET LOCAL plan_cache_mode = force_generic_plan'

/**
 * Begins transactions of SQL statements on a pool of pipelined connections. Prisma's transactions take several times as
 * much CPU time, by themselves and for each statement. BEGIN is sent with the first statement, and COMMIT with the last.
 */
export const sqlTransactionsOn =
  (pool: Pool, nameStatement: NameStatement): BeginSql =>
  async () => {
    const connection = sendingTogether(await pool.connect())
    const begun = connection.query(BEGIN)
    // It fails only together with the connection, which also fails the statement that somebody waits for.
    begun.catch(() => {})
    let isCommitted = false
    return {
      sql: statementsOn(connection, nameStatement),
      read: readsOn(connection),
      async commit() {
        await begun
        const { command } = await connection.query('COMMIT')
        if (command !== 'COMMIT') throw new Error('a statement has failed, so the transaction was rolled back')
        isCommitted = true
        connection.release()
      },
      rollBack: async () => (isCommitted ? undefined : rollBack(connection)),
    }
  }

/**
 * A connection that sends all statements of one turn of the event loop by one system call, which takes longer than to encode
 * them.
 */
function sendingTogether(connection: PoolClient): Connection {
  const { stream } = connection.connection
  const sendTogether = () => {
    stream.cork()
    process.nextTick(() => stream.uncork())
  }
  return {
    run(statement) {
      sendTogether()
      return runOn(connection, statement)
    },
    query(text) {
      sendTogether()
      return connection.query(text)
    },
    release: (error) => connection.release(error),
  }
}

const statementsOn =
  (connection: Connection, nameStatement: NameStatement): Sql =>
  async (query, ...values) => {
    const { text, values: parameters } = 'text' in query ? query : Prisma.sql(query, ...values)
    return connection.run({ name: nameStatement({ sql: text }) || null, text, values: parameters })
  }

const readsOn =
  (connection: Connection): NamedQuery =>
  (name, text, values) =>
    connection.run({ name, text, values })

/** Gives the connection back, or closes it if not even that works. */
const rollBack = (connection: Connection): Promise<void> =>
  connection.query('ROLLBACK').then(
    () => connection.release(),
    (error: Error) => connection.release(error),
  )
