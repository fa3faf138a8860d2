import { Client, type QueryResultRow } from 'pg'

/** Runs one statement on a new connection and closes it. `timeout` is in milliseconds, for connecting. */
export async function queryOnce<Row extends QueryResultRow>(
  url: string,
  text: string,
  values: unknown[] = [],
  timeout = 5_000,
): Promise<Row[]> {
  const client = new Client({ connectionString: url, connectionTimeoutMillis: timeout })
  // A lost connection fails the statement; without a listener the 'error' event would end the process.
  client.on('error', () => {})
  try {
    await client.connect()
    return (await client.query<Row>(text, values)).rows
  } finally {
    await client.end()
  }
}
