import { afterAll, beforeAll, expect, it } from 'vitest'
import { SERVER_ARGUMENTS } from '../bench/processes.ts'
import { type Balancer, startTcpBalancer } from './nodes/balancers.ts'
import { startNodesLoad } from './nodes/load.ts'
import { type NodesSite, openNodesSite } from './nodes/site.ts'

/** The full size is `npm run campaign -- nodes`. */
let site: NodesSite
let balancer: Balancer
beforeAll(async () => {
  const { REDIS_URL: redisUrl = '' } = process.env
  site = await openNodesSite({ server: SERVER_ARGUMENTS, nodes: 2, redisUrl, drainNotice: 1_000 })
  balancer = await startTcpBalancer(site.ports)
})
afterAll(async () => {
  await balancer?.stop()
  await site?.close()
})

const startLoad = () => startNodesLoad({ origin: balancer.origin, people: 4, sockets: 20, pause: 20 })

it('two nodes are restarted one after the other without a failed call, and feeds go on', async () => {
  const load = await startLoad()
  for (const at of site.ports.keys()) await site.restart(at)
  const { calls, failures, reconnects, losses } = await load.stop()
  expect(Object.fromEntries(failures)).toEqual({})
  expect(losses).toEqual([])
  expect(calls).toBeGreaterThan(100)
  expect(reconnects).toBeGreaterThanOrEqual(20)
})

it('a node that is killed fails no call twice, and loses nothing that was acknowledged', async () => {
  const load = await startLoad()
  await site.crash(0)
  const { failedTwice, losses } = await load.stop()
  expect(failedTwice).toEqual([])
  expect(losses).toEqual([])
})
