import { isIP, isIPv6, SocketAddress } from 'node:net'

/** Address and network of a client whose address can't be told. */
export const UNKNOWN_ADDRESS = 'unknown'

const PORT_AFTER_BRACKETS = /^\[([^\]]*)\](?::\d+)?$/
const PORT_AFTER_IPV4 = /^(\d+(?:\.\d+){3}):\d+$/
const MAPPED_IPV4 = /^::ffff:(\d+\.\d+\.\d+\.\d+)$/

/**
 * The one spelling of an IP address: without port, brackets and zone, IPv6 as RFC 5952 writes it, IPv4-mapped IPv6 as
 * IPv4. `unknown` for anything else.
 */
export function canonicalAddress(text: string): string {
  const trimmed = text.trim()
  const bare = PORT_AFTER_BRACKETS.exec(trimmed)?.[1] ?? PORT_AFTER_IPV4.exec(trimmed)?.[1] ?? trimmed
  if (!isIPv6(bare)) return isIP(bare) === 0 ? UNKNOWN_ADDRESS : bare
  const [address] = new SocketAddress({ address: bare, family: 'ipv6' }).address.split('%')
  return MAPPED_IPV4.exec(address ?? '')?.[1] ?? address ?? UNKNOWN_ADDRESS
}

const GROUPS = 8
const NETWORK_GROUPS = 4

/**
 * The network that limits and known login places count a canonical address by: the /64 of IPv6, of which one client has
 * all addresses, and any other address itself.
 */
export function networkOf(address: string): string {
  if (!isIPv6(address) || isLoopbackAddress(address)) return address
  const [head = '', tail] = address.split('::')
  const groups = (part: string | undefined) => (part ? part.split(':') : [])
  const [first, last] = [groups(head), groups(tail)]
  const zeros = tail === undefined ? [] : Array<string>(Math.max(0, GROUPS - first.length - last.length)).fill('0')
  const prefix = [...first, ...zeros, ...last].slice(0, NETWORK_GROUPS).join(':')
  return `${canonicalAddress(`${prefix}::`)}/64`
}

/** Whether a canonical address is one of the machine itself. */
export const isLoopbackAddress = (address: string) => address === '::1' || address.startsWith('127.')

const LOOPBACK_HOST = /^(localhost|127(\.\d{1,3}){3}|\[::1\])$/i

/** Whether a host, as URLs write it, is the machine itself. */
export const isLoopbackHost = (host: string) => LOOPBACK_HOST.test(host)
