import { Client } from 'pg'
import { type Check, type Finding, fail, withOpenDatabase } from './check.ts'

/** What the check needs of a connection. */
export interface Session {
  query(text: string): Promise<{ readonly rows: readonly { readonly value?: unknown }[] }>
}

/** No finding where nothing is wrong. */
export const poolerCheck: Check = {
  name: 'pooler',
  needs: ['DATABASE_URL'],
  look: withOpenDatabase(async ({ url }) => {
    const [one, other] = [new Client({ connectionString: url }), new Client({ connectionString: url })]
    try {
      await Promise.all([one.connect(), other.connect()])
      const finding = await findTransactionPooler(one, other)
      return finding ? [finding] : []
    } finally {
      await Promise.all([one.end(), other.end()])
    }
  }),
}

/**
 * Sets a value on one connection and asks for it in the next transaction, while another connection keeps the session of
 * PostgreSQL that the first has had: where a pooler hands out sessions for a transaction each, the value is gone.
 */
export async function findTransactionPooler(one: Session, other: Session): Promise<Finding | null> {
  await one.query(`SET plaza.doctor = 'looked'`)
  await other.query('BEGIN')
  await other.query('SELECT 1 AS value')
  const { rows } = await one.query(`SELECT current_setting('plaza.doctor', true) AS value`)
  await other.query('ROLLBACK')
  if (rows[0]?.value === 'looked') return null
  return fail(
    'A pooler in between, such as PgBouncer, gives each transaction another session. Locks, time limits, prepared statements and events need one that stays: let DATABASE_URL lead to PostgreSQL itself, or to a pool with pool_mode = session.',
  )
}
