import type { IncomingMessage } from 'node:http'
import type { Bucket } from './store.ts'

/** An S3 request whose signature is valid. */
export interface S3Request {
  readonly request: IncomingMessage
  readonly bucket: Bucket
  readonly key: string
  readonly query: URLSearchParams
  readonly body: Buffer
  /** The greatest number of entries in a page of a list. */
  readonly page: number
}

export interface S3Response {
  readonly status: number
  readonly headers?: Readonly<Record<string, string>>
  readonly body?: Buffer
}

export type S3Handler = (request: S3Request) => S3Response

export const xmlResponse = (text: string): S3Response => ({
  status: 200,
  headers: { 'Content-Type': 'application/xml' },
  body: Buffer.from(text),
})
