import type { IncomingMessage } from 'node:http'
import type { Via } from '../kernel/presence.ts'
import type { Origin } from '../kernel/scope.ts'

/**
 * Where a request came from. Behind `proxies` trusted proxies the address is the one that the outermost of them saw,
 * counted from the right of X-Forwarded-For: what stands further left, anybody could have written.
 */
export function originOf(request: IncomingMessage, proxies: number, via: Via): Origin {
  return {
    via,
    address: plain(addressOf(request, proxies)),
    userAgent: String(request.headers['user-agent'] ?? '').slice(0, 256),
  }
}

function addressOf(request: IncomingMessage, proxies: number): string {
  const direct = request.socket.remoteAddress ?? 'unknown'
  if (proxies === 0) return direct
  const hops = String(request.headers['x-forwarded-for'] ?? '')
    .split(',')
    .map((hop) => hop.trim())
    .filter(Boolean)
  return hops[Math.max(0, hops.length - proxies)] ?? direct
}

/** An IPv4 address that came through an IPv6 socket is written as IPv4. */
const plain = (address: string) => address.replace(/^::ffff:(?=\d+\.)/, '')
