import { WebSocket } from 'ws'
import type { TestApp } from './app.ts'
import { eventually } from './eventually.ts'
import type { TestUser } from './users.ts'

/** A message of the graphql-transport-ws protocol. */
export interface SocketMessage {
  readonly type: string
  readonly id?: string
  readonly payload?: unknown
}

/** A GraphQL websocket, with the raw messages of its protocol. */
export interface GraphSocket {
  readonly socket: WebSocket
  /** All messages received, oldest first. */
  readonly messages: readonly SocketMessage[]
  send(message: SocketMessage): void
  /** Starts an operation. */
  subscribe(id: string, query: string): void
  /** Waits until the received messages fulfil the condition. */
  until(condition: (messages: readonly SocketMessage[]) => boolean): Promise<void>
  /** Resolves to the close code when the connection is closed. */
  closed(): Promise<number>
  /** Resolves to the close code and its reason. */
  closeFrame(): Promise<readonly [code: number, reason: string]>
}

export interface GraphSocketOptions {
  readonly headers?: Record<string, string>
  readonly payload?: object
}

/** Opens a websocket and sends `connection_init`; the server may acknowledge it or close the connection. */
export async function aGraphSocket(
  app: Pick<TestApp, 'origin'>,
  { headers = {}, payload = {} }: GraphSocketOptions = {},
): Promise<GraphSocket> {
  const socket = new WebSocket(`${app.origin.replace('http', 'ws')}/graphql`, 'graphql-transport-ws', { headers })
  const messages: SocketMessage[] = []
  const ended = new Promise<readonly [number, string]>((resolve) =>
    socket.once('close', (code, reason) => resolve([code, String(reason)])),
  )
  socket.on('message', (data) => messages.push(JSON.parse(String(data))))
  await new Promise((resolve, reject) => socket.once('open', resolve).once('error', reject))
  const send = (message: SocketMessage) => socket.send(JSON.stringify(message))
  send({ type: 'connection_init', payload })
  return {
    socket,
    messages,
    send,
    subscribe: (id, query) => send({ type: 'subscribe', id, payload: { query } }),
    until: (condition) =>
      eventually(
        () => condition(messages),
        () => `the condition was not fulfilled; received ${JSON.stringify(messages)}`,
      ),
    closed: async () => (await ended)[0],
    closeFrame: () => ended,
  }
}

export const sessionTokenOf = ({ api }: TestUser) => api.cookies.get('auth') ?? ''
/** Options that authenticate by cookie, as browsers do. */
export const withCookie = (person: TestUser) => ({ headers: { cookie: `auth=${sessionTokenOf(person)}` } })
/** Options that authenticate by token in `connection_init`, for clients without cookies. */
export const withToken = (person: TestUser) => ({ payload: { authToken: sessionTokenOf(person) } })
export const isAcknowledged = (messages: readonly SocketMessage[]) =>
  messages.some(({ type }) => type === 'connection_ack')
