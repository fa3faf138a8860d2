import { randomUUID } from 'node:crypto'
import { setTimeout as pause } from 'node:timers/promises'
import { Client } from 'pg'
import { busGap, type DomainEvent, type EventBus } from '../../kernel/events.ts'
import type { Log } from '../../kernel/log.ts'
import type { Closable } from '../platform.ts'
import { type EventNotice, makeListenerRegistry, parseNotice } from './listeners.ts'

interface ListenConnectionOptions {
  readonly url: string
  readonly channel: string
  readonly log: Log
  /** Maximum milliseconds until it is connected. */
  readonly timeout?: number | undefined
  onNotice(payload: string): void
  /** Called when it listens again after the connection was lost: notices may have been missed. */
  onGap(): void
}

const MIN_RETRY_MS = 50
const MAX_RETRY_MS = 2_000
const PING_INTERVAL_MS = 15_000
const CONNECT_TIMEOUT_MS = 5_000

/** A dedicated connection that listens on a channel, and reconnects until it is closed. */
async function openListenConnection(options: ListenConnectionOptions): Promise<Closable> {
  const ended = new AbortController()
  let client = await connect(options)

  const lost = async () => {
    if (ended.signal.aborted) return
    options.log.warn({}, 'connection of the event bus lost')
    const next = await reconnect(options, ended.signal)
    if (!next) return
    client = watch(next)
    options.onGap()
  }
  const watch = (opened: Client) => opened.once('end', () => void lost())
  watch(client)

  // Periodic queries detect a connection whose peer vanished silently.
  const pulse = setInterval(
    () => void client.query('SELECT 1').catch(() => client.end().catch(() => {})),
    PING_INTERVAL_MS,
  ).unref()
  return {
    async close() {
      ended.abort()
      clearInterval(pulse)
      await client.end().catch(() => {})
    },
  }
}

async function connect({
  url,
  channel,
  timeout = CONNECT_TIMEOUT_MS,
  onNotice,
}: ListenConnectionOptions): Promise<Client> {
  const client = new Client({
    connectionString: url,
    application_name: 'plaza events',
    keepAlive: true,
    connectionTimeoutMillis: timeout,
    query_timeout: timeout,
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

/** Retries until the connection is open or the bus is closed. */
async function reconnect(options: ListenConnectionOptions, ended: AbortSignal): Promise<Client | null> {
  for (let wait = MIN_RETRY_MS; !ended.aborted; wait = Math.min(wait * 2, MAX_RETRY_MS)) {
    const client = await connect(options).catch(() => null)
    if (client && ended.aborted) await client.end()
    else if (client) return client
    else await pause(wait, undefined, { signal: ended, ref: false }).catch(() => {})
  }
  return null
}

type PostgresBusOptions = Pick<ListenConnectionOptions, 'url' | 'log' | 'timeout'>

const CHANNEL = 'plaza'
/** NOTIFY payloads must be shorter than 8,000 bytes. */
const MAX_PAYLOAD_BYTES = 7_999

/**
 * Event bus on LISTEN and NOTIFY. PostgreSQL sends the notices of a transaction at its commit, also to the sender. A node
 * delivers its own event once: at `release`, or by the echo when the outcome of the commit is unknown.
 */
export async function openPostgresEvents({ url, log, timeout }: PostgresBusOptions): Promise<EventBus & Closable> {
  const { listen, tell } = makeListenerRegistry(log)
  const node = randomUUID()
  const staged = new WeakMap<DomainEvent, string>()
  const echoesDue = new Set<string>()
  const releasesDue = new Set<string>()

  const onNotice = (payload: string) => {
    const notice = echoesDue.delete(ownIdIn(payload, node)) ? null : parseNotice(payload)
    if (!notice) return
    if (notice.node === node) releasesDue.add(notice.id)
    tell(notice.domainEvent)
  }
  const onGap = () => {
    echoesDue.clear()
    releasesDue.clear()
    tell(busGap('*'))
  }
  const wire = await openListenConnection({ url, channel: CHANNEL, log, timeout, onNotice, onGap })

  const release = (domainEvent: DomainEvent) => {
    const id = staged.get(domainEvent)
    if (id && releasesDue.delete(id)) return
    if (id) echoesDue.add(id)
    tell(domainEvent)
  }

  return {
    listen,
    stage(sql, domainEvents) {
      const notices = domainEvents.map((domainEvent) => ({ node, id: randomUUID(), domainEvent }))
      for (const { domainEvent, id } of notices) staged.set(domainEvent, id)
      const payloads = notices.map(noticePayload)
      return sql`SELECT FROM unnest(${payloads}::text[]) AS payload, pg_notify(${CHANNEL}, payload)`.then(() => {})
    },
    release: async (domainEvents) => domainEvents.forEach(release),
    close: () => wire.close(),
  }
}

const UUID_LENGTH = 36

/**
 * The id of a notice of this node; empty for one of another. The payload is not parsed: most of what a single node hears
 * are echoes of events that it has released already.
 */
function ownIdIn(payload: string, node: string): string {
  const start = `{"node":"${node}","id":"`
  return payload.startsWith(start) ? payload.slice(start.length, start.length + UUID_LENGTH) : ''
}

function noticePayload(notice: EventNotice): string {
  const payload = JSON.stringify(notice)
  if (Buffer.byteLength(payload) <= MAX_PAYLOAD_BYTES) return payload
  throw new Error(`an event of ${notice.domainEvent.topic} is too large: it carries ids only`)
}
