import type { IncomingMessage } from 'node:http'
import { readCookies } from '../cookies.ts'

/** Clients that are no browsers send no Origin. */
export function isAllowedOrigin({ headers }: IncomingMessage, allowed: ReadonlySet<string>): boolean {
  return headers.origin === undefined || allowed.has(headers.origin)
}

/** Whether a page elsewhere tries to act with the session of whoever looks at it. */
export const isForged = (request: IncomingMessage, allowed: ReadonlySet<string>) =>
  request.method === 'POST' && !isAllowedOrigin(request, allowed) && Boolean(readCookies(request.headers.cookie).auth)
