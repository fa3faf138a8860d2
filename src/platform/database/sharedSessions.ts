import { Client } from 'pg'

/** Looks that find a pooler which is busy with others, too. */
const LOOKS = 3

/**
 * Throws when two connections are served by the same session of PostgreSQL, or one by several, as by a pooler that gives each
 * transaction another session: settings, locks, prepared statements and LISTEN would be those of others.
 */
export async function assertOwnSessions(url: string, urlName: string, timeout: number): Promise<void> {
  const connections = [1, 2].map(() => new Client({ connectionString: url, connectionTimeoutMillis: timeout }))
  // Without a listener an error would end the process; the statement fails as well.
  for (const connection of connections) connection.on('error', () => {})
  try {
    await Promise.all(connections.map((connection) => connection.connect()))
    if (await areShared(connections))
      throw new Error(
        `${urlName} leads to a pooler that gives each transaction another session of PostgreSQL. Set pool_mode = session in it, or ${urlName} to the address of PostgreSQL itself.`,
      )
  } finally {
    await Promise.all(connections.map((connection) => connection.end().catch(() => {})))
  }
}

async function areShared(connections: readonly Client[]): Promise<boolean> {
  const owners = new Map<number, Client>()
  const sessions = new Map<Client, number>()
  for (const connection of Array.from({ length: LOOKS }, () => connections).flat()) {
    const pid = await sessionOf(connection)
    if ((owners.get(pid) ?? connection) !== connection || (sessions.get(connection) ?? pid) !== pid) return true
    owners.set(pid, connection)
    sessions.set(connection, pid)
  }
  return false
}

async function sessionOf(connection: Client): Promise<number> {
  const { rows } = await connection.query<{ pid: number }>('SELECT pg_backend_pid() AS pid')
  return rows[0]?.pid ?? 0
}
