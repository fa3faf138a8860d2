import { randomUUID } from 'node:crypto'
import type { Announcement, EventBus } from '../kernel/events.ts'
import type { Log } from '../kernel/log.ts'
import { GAP, makeListeners, type Notice, readNotice } from './events-listeners.ts'
import { openWire } from './events-wire.ts'
import type { Closing } from './platform.ts'

const CHANNEL = 'plaza'
/** PostgreSQL takes payloads of less than 8,000 bytes. */
const LARGEST = 7_999

/**
 * Events by LISTEN and NOTIFY. PostgreSQL itself sends a notice when the transaction commits, so this node hears its
 * own too, and each is told once: at `release`, or by its echo where the outcome of the commit was not learned.
 */
export async function openPostgresEvents({ url, log }: { url: string; log: Log }): Promise<EventBus & Closing> {
  const { listen, tell } = makeListeners(log)
  const node = randomUUID()
  const staged = new WeakMap<Announcement, string>()
  const echoesDue = new Set<string>()
  const releasesDue = new Set<string>()

  const onNotice = (payload: string) => {
    const notice = readNotice(payload)
    if (!notice || echoesDue.delete(notice.id)) return
    if (notice.node === node) releasesDue.add(notice.id)
    tell(notice.announcement)
  }
  const onGap = () => {
    echoesDue.clear()
    releasesDue.clear()
    tell(GAP)
  }
  const wire = await openWire({ url, channel: CHANNEL, log, onNotice, onGap })

  const release = (announcement: Announcement) => {
    const id = staged.get(announcement)
    if (id && releasesDue.delete(id)) return
    if (id) echoesDue.add(id)
    tell(announcement)
  }

  return {
    listen,
    async stage(tx, announcements) {
      const notices = announcements.map((announcement) => ({ node, id: randomUUID(), announcement }))
      for (const { announcement, id } of notices) staged.set(announcement, id)
      const payloads = notices.map(payloadOf)
      await tx.$executeRaw`SELECT pg_notify(${CHANNEL}, payload) FROM unnest(${payloads}::text[]) AS payload`
    },
    async release(announcements) {
      announcements.forEach(release)
    },
    close: () => wire.close(),
  }
}

function payloadOf(notice: Notice): string {
  const payload = JSON.stringify(notice)
  if (Buffer.byteLength(payload) <= LARGEST) return payload
  throw new Error(`an announcement of ${notice.announcement.topic} is too large: it carries ids only`)
}
