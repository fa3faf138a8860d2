import type { Pool, PoolClient } from 'pg'
import type { Begin } from '../../kernel/database.ts'
import { isStalePlan } from '../../kernel/transaction.ts'
import type { PrismaInTransaction } from './prismaInTransaction.ts'
import { sqlOn } from './sql.ts'
import { runOn, type StatementText, type WatchStatement } from './statement.ts'
import type { StatementNamer } from './statementNames.ts'

interface TransactionOptions {
  readonly pool: Pool
  readonly join: (connection: PoolClient) => PrismaInTransaction
  readonly nameStatement: StatementNamer
  readonly watch: WatchStatement | undefined
  /** Milliseconds after which a transaction can't run a further statement. */
  readonly timeout: number
}

/** Begins transactions on connections of a pool. BEGIN is sent with the first statement, and COMMIT with the last. */
export const transactionsOn =
  ({ pool, join, nameStatement, watch, timeout }: TransactionOptions): Begin =>
  async () => {
    const connection = await pool.connect()
    const begun = sendTogether(connection, () => connection.query('BEGIN'))
    // It fails only together with the connection, which also fails the statement that somebody waits for.
    begun.catch(() => {})
    const expiresAt = performance.now() + timeout
    const run = async <Row>(statement: StatementText): Promise<Row[]> => {
      if (performance.now() > expiresAt) throw new Error(`expired transaction: it took more than ${timeout} ms`)
      return sendTogether(connection, () => runOn<Row>(connection, statement, watch)).catch((error: unknown) => {
        if (isStalePlan(error)) nameStatement.renew()
        throw error
      })
    }
    const prisma = join(connection)
    let isCommitted = false
    return {
      db: prisma.db,
      sql: sqlOn(run, nameStatement),
      async commit() {
        await prisma.end()
        const committed = sendTogether(connection, () => connection.query('COMMIT'))
        await begun
        if ((await committed).command !== 'COMMIT')
          throw new Error('a statement has failed, so the transaction was rolled back')
        isCommitted = true
        connection.release()
      },
      async rollBack() {
        if (isCommitted) return
        await prisma.end().catch(() => {})
        await rollBack(connection)
      },
    }
  }

/** Sends all statements of one turn of the event loop by one system call, which takes longer than to encode them. */
function sendTogether<R>({ connection: { stream } }: PoolClient, send: () => R): R {
  stream.cork()
  process.nextTick(() => stream.uncork())
  return send()
}

/** Gives the connection back. Closes it if not even that works, or if its server takes no writes any more, as after a failover. */
async function rollBack(connection: PoolClient): Promise<void> {
  try {
    const [, { rows }] = await sendTogether(connection, () =>
      Promise.all([
        connection.query('ROLLBACK'),
        connection.query<{ transaction_read_only: string }>('SHOW transaction_read_only'),
      ]),
    )
    connection.release(rows[0]?.transaction_read_only !== 'off')
  } catch {
    connection.release(true)
  }
}
