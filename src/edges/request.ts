import type { IncomingMessage } from 'node:http'
import type { SetCookie } from '../contract/operation.ts'
import {
  canonicalAddress,
  isLoopbackAddress,
  isLoopbackHost,
  networkOf,
  UNKNOWN_ADDRESS,
} from '../kernel/clientAddress.ts'
import { Failure } from '../kernel/failure.ts'
import type { PresenceSource } from '../kernel/presence.ts'
import type { ClientInfo, Viewer } from '../kernel/scope.ts'

/** What tells a client that connects itself from one behind a proxy. */
export interface ProxyRules {
  /** Number of trusted proxies in front, each of which adds the address of its peer to X-Forwarded-For. */
  readonly trusted: number
  /** Whether PUBLIC_URL is a loopback address, which clients of other machines can't reach. */
  readonly isLoopbackServer: boolean
}

/**
 * The client that sent a request. Behind trusted proxies the address is the one that the outermost of them saw:
 * X-Forwarded-For is counted from the right, because clients can forge its left part. The address of a request that was
 * forwarded by a proxy for which nobody vouches is unknown: it would be that of the proxy.
 */
export function clientInfoOf(
  request: IncomingMessage,
  proxies: ProxyRules,
  presenceSource: PresenceSource,
): ClientInfo {
  const address = clientAddress(request, proxies)
  return {
    presenceSource,
    address,
    network: networkOf(address),
    local: !isForwarded(request) && isLoopbackAddress(address) && isLoopbackHost(hostNameOf(request)),
    userAgent: String(request.headers['user-agent'] ?? '').slice(0, 256),
  }
}

function clientAddress(request: IncomingMessage, { trusted, isLoopbackServer }: ProxyRules): string {
  const direct = canonicalAddress(request.socket.remoteAddress ?? UNKNOWN_ADDRESS)
  // Of a public server, a peer on its machine may be a proxy that adds no header.
  if (trusted === 0 && (isForwarded(request) || (!isLoopbackServer && isLoopbackAddress(direct))))
    return UNKNOWN_ADDRESS
  if (!isForwarded(request)) return direct
  const hops = String(request.headers['x-forwarded-for'] ?? '')
    .split(',')
    .map((hop) => hop.trim())
    .filter(Boolean)
  return canonicalAddress(hops[Math.max(0, hops.length - trusted)] ?? UNKNOWN_ADDRESS)
}

/** Headers by which proxies tell that they forward a request. */
const FORWARDING_HEADERS = [
  'x-forwarded-for',
  'forwarded',
  'x-real-ip',
  'x-forwarded-host',
  'x-forwarded-proto',
  'via',
] as const

const isForwarded = ({ headers }: IncomingMessage) => FORWARDING_HEADERS.some((name) => headers[name] !== undefined)

/** The Host header without its port. Many proxies keep it, and so do browsers that a foreign name leads to this machine. */
const hostNameOf = ({ headers }: IncomingMessage) => (headers.host ?? '').replace(/:\d*$/, '')

/** The Set-Cookie header of a cookie: HttpOnly, and `Secure` if asked for. */
export const serializeCookie = (secure: boolean) => (cookie: SetCookie) =>
  [
    `${cookie.name}=${cookie.value}`,
    `Expires=${cookie.expires.toUTCString()}`,
    'Path=/',
    'HttpOnly',
    'SameSite=Lax',
    ...(secure ? ['Secure'] : []),
  ].join('; ')

/** A client may send cookies of one name for several paths and domains. More values of a name are ignored. */
const MAX_COOKIE_VALUES = 5

/** The cookies of a request by name: the distinct values of each, without surrounding quotes and without empty ones. */
export function parseCookies(header: string | undefined): ReadonlyMap<string, readonly string[]> {
  const cookies = new Map<string, string[]>()
  for (const pair of header?.split(';') ?? []) {
    const at = pair.indexOf('=')
    const name = pair.slice(0, at).trim()
    const value = pair
      .slice(at + 1)
      .trim()
      .replace(/^"(.*)"$/, '$1')
    const values = cookies.get(name) ?? []
    if (at < 1 || value === '' || values.includes(value) || values.length >= MAX_COOKIE_VALUES) continue
    cookies.set(name, [...values, value])
  }
  return cookies
}

/** The session tokens in the cookies of a request. */
export const cookieTokens = ({ headers }: IncomingMessage): readonly string[] =>
  parseCookies(headers.cookie).get('auth') ?? []

/** The session tokens in the URL of a request, by which legacy clients open websockets. */
export function queryTokens({ url = '' }: IncomingMessage): readonly string[] {
  const query = new URLSearchParams(url.split('?')[1])
  const tokens = [...query.getAll('authToken'), ...query.getAll('auth')].filter(Boolean)
  return [...new Set(tokens)].slice(0, MAX_COOKIE_VALUES)
}

/**
 * The viewer of the session tokens of a request, among which clients send outdated ones, too: that of a finished session,
 * else that of one which needs its second factor; null if all are invalid.
 */
export async function viewerOfTokens(
  tokens: readonly string[],
  identify: (token: string) => Promise<Viewer | null>,
): Promise<Viewer | null> {
  let unfinished: Viewer | null = null
  for (const token of tokens) {
    const viewer = await identify(token)
    if (viewer?.pendingFactors.length === 0) return viewer
    unfinished ??= viewer
  }
  return unfinished
}

/** Whether the Origin header is allowed or absent, as from clients that are no browsers. */
export function isAllowedOrigin({ headers }: IncomingMessage, allowed: ReadonlySet<string>): boolean {
  return headers.origin === undefined || allowed.has(headers.origin)
}

/** Whether a POST looks like CSRF: with the session cookie, from a page of a foreign origin. */
export const isCrossSiteRequest = (request: IncomingMessage, allowed: ReadonlySet<string>) =>
  request.method === 'POST' && !isAllowedOrigin(request, allowed) && cookieTokens(request).length > 0

export const originNotAllowed = () => new Failure('forbidden', 'Origin not allowed', { reason: 'origin_not_allowed' })
