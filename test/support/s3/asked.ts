import type { IncomingMessage } from 'node:http'
import type { Bucket } from './store.ts'

/** A request whose signature was right. */
export interface Asked {
  readonly request: IncomingMessage
  readonly bucket: Bucket
  readonly key: string
  readonly query: URLSearchParams
  readonly body: Buffer
  /** How much a page of a list may hold. */
  readonly page: number
}

export interface Answer {
  readonly status: number
  readonly headers?: Readonly<Record<string, string>>
  readonly body?: Buffer
}

export type Handler = (asked: Asked) => Answer

export const answerXml = (text: string): Answer => ({
  status: 200,
  headers: { 'Content-Type': 'application/xml' },
  body: Buffer.from(text),
})
