import { createHash } from 'node:crypto'
import { IncomingMessage, ServerResponse } from 'node:http'
import { Socket } from 'node:net'
import helmet from 'helmet'
import type { Context } from 'koa'

/** Headers in the order in which they are sent. */
export type HeaderList = readonly (readonly [name: string, value: string])[]

const POLICY = 'Content-Security-Policy'

/** A script by its content, for a policy and the `integrity` of the element that loads it. */
export const scriptHash = (script: string | Buffer) => `sha256-${createHash('sha256').update(script).digest('base64')}`

/**
 * Lets a page run these scripts and no others. They are named by content, never by address: some addresses of this origin,
 * which has the cookie of the session, serve what an admin or anybody has uploaded.
 */
export function allowScripts(ctx: Context, hashes: readonly string[]): void {
  const sources = hashes.map((hash) => `'${hash}'`).join(' ')
  ctx.set(POLICY, ctx.response.get(POLICY).replace("script-src 'none'", `script-src ${sources}`))
}

/** For content that people have uploaded or set: a page that shows it runs, loads and sends nothing, and has no origin. */
export const UPLOADED_CONTENT_POLICY = [POLICY, "default-src 'none'; style-src 'unsafe-inline'; sandbox"] as const

/** The security headers of every response. They are equal for all requests, so helmet computes them once. */
export function securityHeaders({ https }: { readonly https: boolean }): HeaderList {
  const headers: [string, string][] = []
  const request = new IncomingMessage(new Socket())
  const response = Object.assign(new ServerResponse(request), {
    setHeader(name: string, value: unknown) {
      headers.push([name, String(value)])
      return this
    },
  })
  const setHeaders = helmet({
    contentSecurityPolicy: {
      directives: {
        'script-src': ["'none'"],
        'img-src': ["'self'", 'data:'],
        'upgrade-insecure-requests': https ? [] : null,
      },
    },
    strictTransportSecurity: https,
    // Operations that download override it: the web frontend, which may be hosted on another site, embeds images.
    crossOriginResourcePolicy: { policy: 'same-origin' },
  })
  setHeaders(request, response, () => {})
  return headers
}

/** Headers of responses that scripts of other origins may read. */
export const EXPOSED_HEADERS = [
  'X-Request-Id',
  'Retry-After',
  'RateLimit-Limit',
  'RateLimit-Remaining',
  'RateLimit-Reset',
]

/** Responses depend on the origin by CORS, and on the accepted encodings by compression. */
const VARY = ['Vary', 'Origin, Accept-Encoding'] as const

/** The CORS headers of a response that is no preflight. */
export function corsHeaders(allowedOrigins: ReadonlySet<string>, origin = ''): HeaderList {
  if (!allowedOrigins.has(origin)) return [VARY]
  return [
    VARY,
    ['Access-Control-Allow-Origin', origin],
    ['Access-Control-Allow-Credentials', 'true'],
    ['Access-Control-Expose-Headers', EXPOSED_HEADERS.join(',')],
  ]
}
