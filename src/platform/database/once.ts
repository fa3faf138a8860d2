import { Client, type QueryResultRow } from 'pg'

const CONNECTING = 2_000

/** Runs one statement on a connection of its own, which is closed when this resolves. */
export async function queryOnce<Row extends QueryResultRow>(url: string, text: string, values: unknown[] = []): Promise<Row[]> {
  const client = new Client({ connectionString: url, connectionTimeoutMillis: CONNECTING })
  // A loss shows in the statement that it meets; unheard, it would end the process.
  client.on('error', () => {})
  try {
    await client.connect()
    return (await client.query<Row>(text, values)).rows
  } finally {
    await client.end()
  }
}
