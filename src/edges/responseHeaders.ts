import { createHash } from 'node:crypto'
import { IncomingMessage, ServerResponse } from 'node:http'
import { Socket } from 'node:net'
import helmet from 'helmet'
import type { Context } from 'koa'
import { VERSION } from '../version.ts'

/** Headers in the order in which they are sent. */
export type HeaderList = readonly (readonly [name: string, value: string])[]

/** A header of every response, by which a page finds out that the server was replaced by another version. */
export const VERSION_HEADER = ['X-Plaza-Version', VERSION] as const

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

/** The headers of every response. They are equal for all requests, so helmet computes its own once. */
export function commonHeaders({ https }: { readonly https: boolean }): HeaderList {
  const headers: [string, string][] = [[...VERSION_HEADER]]
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
