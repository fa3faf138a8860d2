import { setTimeout as pause } from 'node:timers/promises'
import { type Client, type ClientOptions, createClient } from 'graphql-ws'
import { WebSocket } from 'ws'
import type { TestApp } from './app.ts'
import { withCookie } from './graphSocket.ts'
import type { TestUser } from './users.ts'

/** Milliseconds. */
const RETRY_WAIT = 20

/** A client of graphql-ws as pages use it, which sends the cookie as a browser would and connects again very soon. */
export function aStockClient(
  { origin }: Pick<TestApp, 'origin'>,
  person: TestUser,
  options: Partial<ClientOptions> = {},
): Client {
  class SocketWithCookie extends WebSocket {
    constructor(address: string, protocols: string[]) {
      super(address, protocols, withCookie(person))
    }
  }
  const url = `${origin.replace('http', 'ws')}/graphql`
  const retryWait = () => pause(RETRY_WAIT)
  return createClient({ url, webSocketImpl: SocketWithCookie, retryWait, retryAttempts: 1_000, ...options })
}
