import { setTimeout as pause } from 'node:timers/promises'
import { Client } from 'pg'
import type { Log } from '../kernel/log.ts'
import type { Closing } from './platform.ts'

export interface WireOptions {
  readonly url: string
  readonly channel: string
  readonly log: Log
  onNotice(payload: string): void
  /** Listening again after the connection was lost: notices may have been missed. */
  onGap(): void
}

const SHORTEST_PAUSE = 50
const LONGEST_PAUSE = 2_000
const PULSE = 15_000
const PATIENCE = 5_000

/** A connection of its own that listens on a channel of the database, for ever: it comes back when it was lost. */
export async function openWire(options: WireOptions): Promise<Closing> {
  const ended = new AbortController()
  let client = await connect(options)

  const lost = async () => {
    if (ended.signal.aborted) return
    options.log.warn({}, 'lost the connection that carries events')
    const next = await reconnect(options, ended.signal)
    if (!next) return
    client = watch(next)
    options.onGap()
  }
  const watch = (opened: Client) => opened.once('end', () => void lost())
  watch(client)

  // A connection whose other end vanished without a word is found out by asking.
  const pulse = setInterval(
    () => void client.query('SELECT 1').catch(() => client.end().catch(() => {})),
    PULSE,
  ).unref()
  return {
    async close() {
      ended.abort()
      clearInterval(pulse)
      await client.end().catch(() => {})
    },
  }
}

async function connect({ url, channel, onNotice }: WireOptions): Promise<Client> {
  const client = new Client({
    connectionString: url,
    application_name: 'plaza events',
    keepAlive: true,
    connectionTimeoutMillis: PATIENCE,
    query_timeout: PATIENCE,
  })
  // Without a listener an error would end the process; the `end` that follows it is what counts.
  client.on('error', () => {})
  client.on('notification', ({ payload }) => payload && onNotice(payload))
  try {
    await client.connect()
    await client.query(`LISTEN ${client.escapeIdentifier(channel)}`)
    return client
  } catch (error) {
    await client.end().catch(() => {})
    throw error
  }
}

/** Tries until it stands or the wire is closed. */
async function reconnect(options: WireOptions, ended: AbortSignal): Promise<Client | null> {
  for (let wait = SHORTEST_PAUSE; !ended.aborted; wait = Math.min(wait * 2, LONGEST_PAUSE)) {
    const client = await connect(options).catch(() => null)
    if (client && ended.aborted) await client.end()
    else if (client) return client
    else await pause(wait, undefined, { signal: ended, ref: false }).catch(() => {})
  }
  return null
}
