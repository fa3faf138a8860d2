import type { IncomingMessage, ServerResponse } from 'node:http'
import type { HeaderList } from '../../responseHeaders.ts'

/** `json` for application/json, `graphql+json` for application/graphql+json, both in a charset of JSON. */
export type BodyType = 'json' | 'graphql+json' | 'other'

/** A request to /graphql and the response to it, whether Koa serves it or not. */
export interface HttpExchange {
  readonly request: IncomingMessage
  readonly response: ServerResponse
  readonly requestId: string
  readonly bodyType: BodyType
  /** Adds headers to the response; those of a name that it has already replace it. */
  setHeaders(headers: HeaderList): void
  addCookie(cookie: string): void
  send(status: number, contentType: string, body: string): Promise<void> | void
  /** Leaves the response, with its headers so far, to somebody who writes it by themselves. */
  release(): void
}
