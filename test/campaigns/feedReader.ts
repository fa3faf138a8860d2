import { setTimeout as delay } from 'node:timers/promises'
import { WebSocket } from 'ws'
import { z } from 'zod'

/** What one entry of the feed was, as far as the campaign looks at it. */
export interface Read {
  readonly cursor: string
  /** What was written into the notification. */
  readonly mark: string
}

export interface Reader {
  readonly read: readonly Read[]
  /** What the server said that a reader can't go on from. */
  readonly faults: readonly string[]
  /** The address of the node that serves it. */
  node(): string
  /** Cuts the line, as a network would. */
  cut(): void
  stop(): void
}

export interface ReaderGiven {
  /** Addresses of the nodes; one that does not answer is passed over. */
  readonly nodes: readonly string[]
  readonly cookie: string
  /** Everything after this is read. */
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
  return { cursor, kind, mark: notification?.details.emojiId ?? '' }
}

const PAUSE = 50

interface State {
  cursor: string
  at: number
  stopped: boolean
  socket?: WebSocket
}

/** Follows a feed whatever happens to the line: comes again, to the next node, with the cursor it had last. */
export function followFeed({ nodes, cookie, after }: ReaderGiven): Reader {
  const state: State = { cursor: after, at: 0, stopped: false }
  const read: Read[] = []
  const faults: string[] = []

  const hear = (socket: WebSocket, text: string) => {
    const { type, payload } = Message.parse({ payload: undefined, ...JSON.parse(text) })
    if (type === 'connection_ack') return subscribe(socket, state.cursor)
    if (type === 'ping') return socket.send(JSON.stringify({ type: 'pong' }))
    const entry = type === 'next' ? entryIn(payload) : null
    if (!entry) return said(socket, text)
    state.cursor = entry.cursor
    if (entry.kind === 'CREATED') read.push({ cursor: entry.cursor, mark: entry.mark })
  }
  /** An end that tells the reader to come again is none. */
  const said = (socket: WebSocket, text: string) => {
    if (!/going_away|lagging|"gap"/.test(text)) faults.push(text)
    socket.terminate()
  }
  const come = async () => {
    while (!state.stopped) {
      await once(connect(nodes[state.at % nodes.length] ?? '', cookie, hear), (socket) => {
        state.socket = socket
      })
      state.at++
      await delay(PAUSE)
    }
  }
  void come()

  return {
    read,
    faults,
    node: () => nodes[state.at % nodes.length] ?? '',
    cut: () => state.socket?.terminate(),
    stop() {
      state.stopped = true
      state.socket?.terminate()
    },
  }
}

function connect(node: string, cookie: string, hear: (socket: WebSocket, text: string) => void): WebSocket {
  const socket = new WebSocket(`${node.replace('http', 'ws')}/graphql`, 'graphql-transport-ws', { headers: { cookie } })
  socket.on('open', () => socket.send(JSON.stringify({ type: 'connection_init' })))
  socket.on('message', (data) => hear(socket, String(data)))
  return socket
}

function subscribe(socket: WebSocket, after: string) {
  socket.send(JSON.stringify({ type: 'subscribe', id: '1', payload: { query: FEED, variables: { after } } }))
}

/** Resolves when the socket has closed. */
function once(socket: WebSocket, begun: (socket: WebSocket) => void): Promise<void> {
  begun(socket)
  return new Promise((resolve) => {
    socket.on('error', () => {})
    socket.once('close', () => resolve())
  })
}
