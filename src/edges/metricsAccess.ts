import { createHash, timingSafeEqual } from 'node:crypto'
import type { IncomingMessage } from 'node:http'
import { clientInfoOf } from './request.ts'

export interface MetricsAccessOptions {
  /** The bearer token that gives access; without one only this machine has it. */
  readonly token: string | undefined
  readonly proxies: number
}

/** Whether a request may read the metrics: it comes from this machine, not through a proxy, or has the token. */
export const metricsAccess =
  ({ token, proxies }: MetricsAccessOptions) =>
  (request: IncomingMessage): boolean =>
    clientInfoOf(request, proxies, 'client').local ||
    (token !== undefined && isEqualSecret(request.headers.authorization ?? '', `Bearer ${token}`))

const digest = (text: string) => createHash('sha256').update(text).digest()
/** Compares in a time that tells nothing about the secret. */
const isEqualSecret = (given: string, secret: string) => timingSafeEqual(digest(given), digest(secret))
