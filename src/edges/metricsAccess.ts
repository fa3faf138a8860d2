import { createHash, timingSafeEqual } from 'node:crypto'
import type { IncomingMessage } from 'node:http'
import { clientInfoOf, type ProxyRules } from './request.ts'

interface MetricsAccessOptions {
  /** The bearer token that gives access. */
  readonly token: string | undefined
  readonly proxies: ProxyRules
  /** In production the token is needed from this machine, too: a proxy on it may not tell that it forwards. */
  readonly production: boolean
}

/** Whether a request may read the metrics: it has the token or, outside production, comes from this machine. */
export const metricsAccess =
  ({ token, proxies, production }: MetricsAccessOptions) =>
  (request: IncomingMessage): boolean =>
    (!production && clientInfoOf(request, proxies, 'client').local) ||
    (token !== undefined && isEqualSecret(request.headers.authorization ?? '', `Bearer ${token}`))

const digest = (text: string) => createHash('sha256').update(text).digest()
/** Compares in a time that tells nothing about the secret. */
const isEqualSecret = (given: string, secret: string) => timingSafeEqual(digest(given), digest(secret))
