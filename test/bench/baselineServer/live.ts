import type { IncomingMessage, Server } from 'node:http'
import { Client, type Pool } from 'pg'
import { type WebSocket, WebSocketServer } from 'ws'
import { z } from 'zod'
import { enumValue } from './notifications.ts'

const FRIENDS_OF_USER = {
  name: 'hearers',
  text: `SELECT u.id, u."displayName", u.bio, u."statusDescription", u.tags,
      ARRAY(SELECT f."friendId" FROM "Friendship" f WHERE f."userId" = u.id) AS friends
    FROM "User" u WHERE u.id = $1 AND u."erasedAt" IS NULL`,
}

const FEED_ENTRY = {
  name: 'feed-entry',
  text: `SELECT e.kind, n.id, n.type, n.message, n."createdAt", s.id AS "senderId", s."displayName"
    FROM "FeedEntry" e JOIN "Notification" n ON n.id = e."notificationIds"[1] AND n."receiverId" = e."userId" AND n."hiddenAt" IS NULL
      LEFT JOIN "User" s ON s.id = n."senderId"
    WHERE e."userId" = $1 AND e.seq = $2`,
}

interface UserRow {
  readonly id: string
  readonly displayName: string
  readonly bio: string
  readonly statusDescription: string
  readonly tags: readonly string[]
  readonly friends: readonly string[]
}

interface EntryRow {
  readonly kind: string
  readonly id: string
  readonly type: string
  readonly message: string
  readonly createdAt: Date
  readonly senderId: string
  readonly displayName: string
}

/** The payload of an event notification. */
const Notice = z.object({
  domainEvent: z.object({
    topic: z.string(),
    subject: z.string(),
    ids: z.object({ seq: z.string() }).optional(),
  }),
})

const next = (data: object) => JSON.stringify({ id: '1', type: 'next', payload: { data } })

/** Minimal live updates: listens for events, reads the row of each event and sends it to its subscribers. */
export async function openBaselineLive(
  server: Server,
  pool: Pool,
  viewerOf: (request: IncomingMessage) => Promise<string>,
) {
  const sockets = new WebSocketServer({ noServer: true, perMessageDeflate: false })
  const subscribers = { friendActivity: new Map<string, WebSocket>(), notificationFeed: new Map<string, WebSocket>() }

  const serve = (socket: WebSocket, viewer: string) => {
    socket.on('error', () => {})
    socket.on('message', (data) => {
      const text = String(data)
      if (text.includes('connection_init')) return socket.send('{"type":"connection_ack"}')
      const kind = text.includes('friendActivity') ? 'friendActivity' : 'notificationFeed'
      subscribers[kind].set(viewer, socket)
      socket.once('close', () => subscribers[kind].delete(viewer))
    })
  }
  server.on('upgrade', async (request, socket, head) => {
    const viewer = await viewerOf(request)
    sockets.handleUpgrade(request, socket, head, (opened) => serve(opened, viewer))
  })

  const sendActivity = async (subject: string) => {
    const { rows } = await pool.query<UserRow>({ ...FRIENDS_OF_USER, values: [subject] })
    const [row] = rows
    if (!row) return
    const { id, displayName, bio, statusDescription, tags } = row
    const user = { id, displayName, bio, statusDescription, tags }
    const text = next({ friendActivity: { kind: 'PROFILE', userId: id, user } })
    for (const friend of row.friends) subscribers.friendActivity.get(friend)?.send(text)
  }
  const sendFeedEntry = async (subject: string, seq: string) => {
    const socket = subscribers.notificationFeed.get(subject)
    if (!socket) return
    const { rows } = await pool.query<EntryRow>({ ...FEED_ENTRY, values: [subject, seq] })
    for (const row of rows) socket.send(next({ notificationFeed: feedEntry(row) }))
  }

  const listener = new Client({ connectionString: process.env.DATABASE_URL })
  await listener.connect()
  listener.on('notification', ({ payload }) => {
    const { topic, subject, ids } = Notice.parse(JSON.parse(payload ?? '')).domainEvent
    void (topic === 'user.changed' ? sendActivity(subject) : sendFeedEntry(subject, ids?.seq ?? '0'))
  })
  await listener.query('LISTEN plaza_baseline')
}

const feedEntry = (row: EntryRow) => ({
  kind: row.kind.toUpperCase(),
  notification: {
    id: row.id,
    type: enumValue(row.type),
    message: row.message,
    createdAt: row.createdAt.toISOString(),
    sender: { id: row.senderId, displayName: row.displayName },
  },
})
