import type { Pool } from 'pg'

/** Runs a script of several statements on one connection, which is discarded when the script fails. */
export async function runScript(pool: Pool, script: string): Promise<void> {
  const connection = await pool.connect()
  await connection.query(script).then(
    () => connection.release(),
    (error: Error) => {
      connection.release(error)
      throw error
    },
  )
}
