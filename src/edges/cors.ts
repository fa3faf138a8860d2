import type { IncomingMessage } from 'node:http'
import { type HeaderList, VERSION_HEADER } from './responseHeaders.ts'

/** Headers of responses that scripts of other origins may read. */
const EXPOSED_HEADERS = [
  'X-Request-Id',
  VERSION_HEADER[0],
  'Retry-After',
  'RateLimit-Limit',
  'RateLimit-Remaining',
  'RateLimit-Reset',
]

/** Responses depend on the origin by CORS, and on the accepted encodings by compression. */
const VARY = ['Vary', 'Origin, Accept-Encoding'] as const

type AllowedOrigins = ReadonlySet<string>

/** The headers of a response by which pages of allowed origins may read it. */
export function corsHeaders(allowedOrigins: AllowedOrigins, { headers: { origin = '' } }: IncomingMessage): HeaderList {
  if (!allowedOrigins.has(origin)) return [VARY]
  return [
    VARY,
    ['Access-Control-Allow-Origin', origin],
    ['Access-Control-Allow-Credentials', 'true'],
    ['Access-Control-Expose-Headers', EXPOSED_HEADERS.join(',')],
  ]
}

/** Further headers of the response to a preflight request of an allowed origin; null for any other request. */
export function preflightHeaders(allowedOrigins: AllowedOrigins, request: IncomingMessage): HeaderList | null {
  const { method, headers } = request
  const isPreflight = method === 'OPTIONS' && Boolean(headers['access-control-request-method'])
  if (!isPreflight || !allowedOrigins.has(headers.origin ?? '')) return null
  const asked = headers['access-control-request-headers']
  return [
    ['Access-Control-Max-Age', '600'],
    ['Access-Control-Allow-Methods', 'GET,HEAD,PUT,POST,DELETE,PATCH'],
    ...(asked ? [['Access-Control-Allow-Headers', asked] as const] : []),
  ]
}
