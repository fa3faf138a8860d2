import { Client } from 'pg'
import type { Closable } from '../../platform.ts'
import { sessionSettings } from '../sessionTimeouts.ts'

/** Asks a server short questions on one connection of its own, which a busy pool can't delay. */
export interface Probe extends Closable {
  /** The first row of the answer. Throws without one, or without an answer in time; the next question opens a new connection. */
  ask<Row>(text: string): Promise<Row>
}

interface ProbeOptions {
  readonly url: string
  /** Milliseconds for the connection, and for each answer. */
  readonly timeout: number
  /** Called when the connection breaks, also between two questions. */
  readonly onBroken: () => void
}

export function openProbe({ url, timeout, onBroken }: ProbeOptions): Probe {
  let opened: Promise<Client> | null = null
  let isClosed = false
  const drop = async (broken: Promise<Client>) => {
    if (opened === broken) opened = null
    const client = await broken.catch(() => null)
    client?.connection.stream.destroy()
  }
  const open = () => {
    const begun = connect(url, timeout)
    const lost = () => {
      if (opened === begun && !isClosed) onBroken()
      void drop(begun)
    }
    begun.then(
      (client) => (isClosed ? void drop(begun) : client.once('end', lost)),
      () => {},
    )
    return begun
  }
  return {
    async ask<Row>(text: string): Promise<Row> {
      if (isClosed) throw new Error('the connection is closed')
      opened ??= open()
      const used = opened
      try {
        const { rows } = await (await used).query<Row & object>(text)
        if (!rows[0]) throw new Error('no row was answered')
        return rows[0]
      } catch (error) {
        await drop(used)
        throw error
      }
    },
    async close() {
      isClosed = true
      if (opened) await drop(opened)
    },
  }
}

async function connect(url: string, timeout: number): Promise<Client> {
  const client = new Client({
    connectionString: url,
    application_name: 'plaza replica',
    keepAlive: true,
    connectionTimeoutMillis: timeout,
    query_timeout: timeout,
  })
  // Without a listener an error would end the process; the `end` that follows it is what counts.
  client.on('error', () => {})
  try {
    await client.connect()
    await client.query(sessionSettings(url, { lock: timeout, statement: timeout, idleTransaction: timeout }))
    return client
  } catch (error) {
    client.connection.stream.destroy()
    throw error
  }
}
