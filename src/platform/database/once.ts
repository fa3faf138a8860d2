import { Client, type QueryResultRow } from 'pg'

/** Runs one statement on a connection of its own, which is closed when this resolves. `timeout`: milliseconds to connect. */
export async function queryOnce<Row extends QueryResultRow>(
  url: string,
  text: string,
  values: unknown[] = [],
  timeout = 5_000,
): Promise<Row[]> {
  const client = new Client({ connectionString: url, connectionTimeoutMillis: timeout })
  // A loss shows in the statement that it meets; unheard, it would end the process.
  client.on('error', () => {})
  try {
    await client.connect()
    return (await client.query<Row>(text, values)).rows
  } finally {
    await client.end()
  }
}
