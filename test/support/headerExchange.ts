import { type ClientRequest, request } from 'node:http'
import { gunzipSync } from 'node:zlib'
import type { TestApp } from './app.ts'

/** A response with its headers as they were sent. */
export interface HeaderExchange {
  readonly status: number | undefined
  /** Names and values as sent, in order, but for the values that differ between two requests. */
  readonly headers: readonly string[]
  readonly body: string
}

export interface SentRequest {
  readonly method?: string
  readonly path: string
  readonly headers: Readonly<Record<string, string>>
  readonly body?: string
}

const VOLATILE = ['Date', 'X-Request-Id', 'RateLimit-Remaining', 'RateLimit-Reset']

function stable(raw: readonly string[]): string[] {
  const pairs = raw.flatMap((name, at) => (at % 2 === 0 ? [[name, raw[at + 1] ?? '']] : []))
  return pairs.map(([name = '', value]) => (VOLATILE.includes(name) ? name : `${name}: ${value}`))
}

/** Sends a request to an app, to compare its response to that of another request. */
export function exchangeHeaders({ origin }: TestApp, sent: SentRequest): Promise<HeaderExchange> {
  const { method = 'GET', path, headers, body = '' } = sent
  const { hostname, port } = new URL(origin)
  return new Promise((resolve, reject) => {
    const outgoing: ClientRequest = request({ hostname, port, method, path, headers }, (response) => {
      const chunks: Buffer[] = []
      response.on('data', (chunk: Buffer) => chunks.push(chunk))
      response.on('end', () => {
        const bytes = Buffer.concat(chunks)
        const text = response.headers['content-encoding'] === 'gzip' ? gunzipSync(bytes) : bytes
        resolve({ status: response.statusCode, headers: stable(response.rawHeaders), body: text.toString() })
      })
    })
    outgoing.on('error', reject).end(body)
  })
}

/** Sends the same body whole and in chunks. */
export async function exchangeBothWays(app: TestApp, sent: SentRequest & { readonly body: string }) {
  const send = (framing: Readonly<Record<string, string>>) =>
    exchangeHeaders(app, { ...sent, headers: { ...sent.headers, ...framing } })
  const whole = await send({ 'content-length': String(Buffer.byteLength(sent.body)) })
  return { whole, chunked: await send({ 'transfer-encoding': 'chunked' }) }
}
