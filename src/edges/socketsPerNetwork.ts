import { BOUNDS } from '../kernel/bounds.ts'
import { isLoopbackAddress, UNKNOWN_ADDRESS } from '../kernel/clientAddress.ts'
import { clientInfoOf, type ProxyRules } from './request.ts'
import { rejectUpgrade, type Upgrade } from './sockets.ts'

/**
 * Limits the websockets of one network, whoever has logged in on them. This machine and addresses that can't be told are
 * exempt: they may be a proxy with all clients behind it.
 */
export function limitSocketsPerNetwork(proxies: ProxyRules): (upgrade: Upgrade) => Upgrade {
  const open = new Map<string, number>()
  const add = (network: string, by: number) => {
    const count = (open.get(network) ?? 0) + by
    if (count > 0) open.set(network, count)
    else open.delete(network)
  }
  return (upgrade) => (request, socket, head) => {
    const { network } = clientInfoOf(request, proxies, 'client')
    if (isLoopbackAddress(network) || network === UNKNOWN_ADDRESS) return upgrade(request, socket, head)
    if ((open.get(network) ?? 0) >= BOUNDS.socketsPerAddress.most)
      return rejectUpgrade(socket, '429 Too Many Requests', RETRY_AFTER)
    add(network, 1)
    socket.once('close', () => add(network, -1))
    return upgrade(request, socket, head)
  }
}

/** Seconds. */
const RETRY_AFTER = 60
