import { WebSocket } from 'ws'
import type { TestApp } from '../../support/app.ts'
import type { RestClient } from '../../support/restClient.ts'

/** What web clients use of a browser: requests and websockets that carry the cookies of one person. */
export interface Browser {
  readonly url: string
  readonly fetch: typeof fetch
  /** A class of websockets that carry the cookies. */
  readonly WebSocket: unknown
  /** Breaks every open websocket, as a lost network does. */
  cutLines(): void
  /** Number of requests that were sent. */
  requestCount(): number
}

/** A browser on the pages of WEB_URL with the cookie jar of a REST client. */
export function aBrowser({ origin }: Pick<TestApp, 'origin'>, { cookies, address }: RestClient): Browser {
  const cookieHeader = () => [...cookies].map(([name, value]) => `${name}=${value}`).join('; ')
  const open = new Set<WebSocket>()
  let sent = 0
  return {
    url: `${origin}/graphql`,
    async fetch(input, init) {
      sent += 1
      const request = new Request(input, init)
      request.headers.set('cookie', cookieHeader())
      request.headers.set('x-forwarded-for', address)
      const response = await fetch(request)
      for (const line of response.headers.getSetCookie()) keepCookie(cookies, line)
      return response
    },
    WebSocket: class extends WebSocket {
      constructor(url: string | URL, protocols?: string | string[]) {
        super(url, protocols, { headers: { cookie: cookieHeader(), 'x-forwarded-for': address } })
        open.add(this)
        this.once('close', () => open.delete(this))
      }
    },
    cutLines() {
      for (const socket of open) socket.terminate()
    },
    requestCount: () => sent,
  }
}

function keepCookie(cookies: Map<string, string>, line: string): void {
  const [pair = ''] = line.split(';')
  const [name = '', value = ''] = [pair.slice(0, pair.indexOf('=')), pair.slice(pair.indexOf('=') + 1)]
  if (value === '') cookies.delete(name)
  else cookies.set(name, value)
}

/** Records what the libraries write to the console until it is restored: their stores warn there. */
export function recordConsole() {
  const { warn, error } = console
  const lines: string[] = []
  const take = (...parts: unknown[]) => void lines.push(parts.map(String).join(' '))
  Object.assign(console, { warn: take, error: take })
  return { lines, restore: () => void Object.assign(console, { warn, error }) }
}
