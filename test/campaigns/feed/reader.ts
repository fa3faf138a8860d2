import { setTimeout as delay } from 'node:timers/promises'
import { WebSocket } from 'ws'
import { z } from 'zod'

/** A feed entry about a new notification. */
export interface FeedEntryRead {
  readonly cursor: string
  /** The unique text that the writer put into the notification. */
  readonly marker: string
}

export interface FeedReader {
  readonly read: readonly FeedEntryRead[]
  /** Messages of the server that do not allow the reader to resume. */
  readonly faults: readonly string[]
  /** The URL of the node that the reader is connected to. */
  node(): string
  /** Drops the connection without a close handshake. */
  disconnect(): void
  stop(): void
}

export interface FeedReaderOptions {
  /** URLs of the nodes; one that does not answer is skipped. */
  readonly nodes: readonly string[]
  readonly cookie: string
  /** The cursor after which reading begins. */
  readonly after: string
}

export const FEED = `subscription Feed($after: String) {
  notificationFeed(after: $after) { cursor kind notification { id details } }
}`

const Message = z.object({ type: z.string(), payload: z.unknown() })
const Next = z.object({
  data: z.object({
    notificationFeed: z.object({
      cursor: z.string(),
      kind: z.string(),
      notification: z.object({ details: z.object({ emojiId: z.string() }) }).nullable(),
    }),
  }),
})

function entryIn(payload: unknown) {
  const result = Next.safeParse(payload)
  if (!result.success) return null
  const { cursor, kind, notification } = result.data.data.notificationFeed
  return { cursor, kind, marker: notification?.details.emojiId ?? '' }
}

/** Milliseconds before the next connection. */
const RECONNECT_DELAY = 50

interface ReaderState {
  cursor: string
  nodeIndex: number
  stopped: boolean
  socket?: WebSocket
}

/** Reads a feed until stopped; after each disconnect it resumes at the next node from its last cursor. */
export function followFeed({ nodes, cookie, after }: FeedReaderOptions): FeedReader {
  const state: ReaderState = { cursor: after, nodeIndex: 0, stopped: false }
  const read: FeedEntryRead[] = []
  const faults: string[] = []

  const onMessage = (socket: WebSocket, text: string) => {
    const { type, payload } = Message.parse({ payload: undefined, ...JSON.parse(text) })
    if (type === 'connection_ack') return subscribe(socket, state.cursor)
    if (type === 'ping') return socket.send(JSON.stringify({ type: 'pong' }))
    const entry = type === 'next' ? entryIn(payload) : null
    if (!entry) return onOtherMessage(socket, text)
    state.cursor = entry.cursor
    if (entry.kind === 'CREATED') read.push({ cursor: entry.cursor, marker: entry.marker })
  }
  /** Messages that ask the reader to resume are no faults. */
  const onOtherMessage = (socket: WebSocket, text: string) => {
    if (!/going_away|lagging|"gap"/.test(text)) faults.push(text)
    socket.terminate()
  }
  const keepConnected = async () => {
    while (!state.stopped) {
      state.socket = connect(nodes[state.nodeIndex % nodes.length] ?? '', cookie, onMessage)
      await untilClosed(state.socket)
      state.nodeIndex++
      await delay(RECONNECT_DELAY)
    }
  }
  void keepConnected()

  return {
    read,
    faults,
    node: () => nodes[state.nodeIndex % nodes.length] ?? '',
    disconnect: () => state.socket?.terminate(),
    stop() {
      state.stopped = true
      state.socket?.terminate()
    },
  }
}

function connect(node: string, cookie: string, onMessage: (socket: WebSocket, text: string) => void): WebSocket {
  const socket = new WebSocket(`${node.replace('http', 'ws')}/graphql`, 'graphql-transport-ws', { headers: { cookie } })
  socket.on('open', () => socket.send(JSON.stringify({ type: 'connection_init' })))
  socket.on('message', (data) => onMessage(socket, String(data)))
  return socket
}

function subscribe(socket: WebSocket, after: string) {
  socket.send(JSON.stringify({ type: 'subscribe', id: '1', payload: { query: FEED, variables: { after } } }))
}

/** Resolves when the socket has closed. */
function untilClosed(socket: WebSocket): Promise<void> {
  return new Promise((resolve) => {
    socket.on('error', () => {})
    socket.once('close', () => resolve())
  })
}
