import { setTimeout as pause } from 'node:timers/promises'
import { WebSocket } from 'ws'
import type { TestApp } from './app.ts'
import type { Person } from './people.ts'

/** One message of the graphql-transport-ws protocol. */
export interface Message {
  readonly type: string
  readonly id?: string
  readonly payload?: unknown
}

/** A websocket to the graph, by the protocol's own messages. */
export interface GraphSocket {
  readonly socket: WebSocket
  /** Everything that was received, the oldest first. */
  readonly messages: readonly Message[]
  send(message: Message): void
  /** Begins an operation. */
  subscribe(id: string, query: string): void
  /** Waits until what was received fulfils the condition; throws after two seconds. */
  until(condition: (messages: readonly Message[]) => boolean): Promise<void>
  /** Waits for the end; answers its code. */
  closed(): Promise<number>
}

export interface SocketGiven {
  readonly headers?: Record<string, string>
  readonly payload?: object
}

/** Opens a socket and greets; the server may acknowledge or close. */
export async function aSocket(
  app: Pick<TestApp, 'origin'>,
  { headers = {}, payload = {} }: SocketGiven = {},
): Promise<GraphSocket> {
  const socket = new WebSocket(`${app.origin.replace('http', 'ws')}/graphql`, 'graphql-transport-ws', { headers })
  const messages: Message[] = []
  const ended = new Promise<number>((resolve) => socket.once('close', resolve))
  socket.on('message', (data) => messages.push(JSON.parse(String(data))))
  await new Promise((resolve, reject) => socket.once('open', resolve).once('error', reject))
  const send = (message: Message) => socket.send(JSON.stringify(message))
  send({ type: 'connection_init', payload })
  return {
    socket,
    messages,
    send,
    subscribe: (id, query) => send({ type: 'subscribe', id, payload: { query } }),
    async until(condition) {
      for (let tries = 0; tries < 200; tries++) {
        if (condition(messages)) return
        await pause(10)
      }
      throw new Error(`waited in vain, received ${JSON.stringify(messages)}`)
    },
    closed: () => ended,
  }
}

export const tokenOf = ({ api }: Person) => api.cookies.get('auth') ?? ''
/** As a browser opens it. */
export const withCookie = (person: Person) => ({ headers: { cookie: `auth=${tokenOf(person)}` } })
/** As a client does that keeps no cookies. */
export const withToken = (person: Person) => ({ payload: { authToken: tokenOf(person) } })
export const isAcknowledged = (messages: readonly Message[]) => messages.some(({ type }) => type === 'connection_ack')
