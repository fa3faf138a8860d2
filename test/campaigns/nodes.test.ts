import { afterAll, beforeAll, expect, it } from 'vitest'
import { SERVER_ARGUMENTS } from '../bench/processes.ts'
import { type Balancer, startTcpBalancer } from './nodes/balancers.ts'
import { type NodesLoad, registerPairs, startNodesLoad } from './nodes/load.ts'
import { type NodesSite, openNodesSite } from './nodes/site.ts'

/** The full size is `npm run campaign -- nodes`. */
let site: NodesSite
let balancer: Balancer
let startLoad: () => Promise<NodesLoad>
beforeAll(async () => {
  const { REDIS_URL: redisUrl = '' } = process.env
  site = await openNodesSite({ server: SERVER_ARGUMENTS, nodes: 2, redisUrl, drainNotice: 1_000 })
  balancer = await startTcpBalancer(site.ports)
  const { origin } = balancer
  const people = await registerPairs(origin, 4)
  const watchers = Array.from({ length: 5 }, () => people).flat()
  startLoad = () => startNodesLoad({ origin, people, watchers, pause: 20 })
})
afterAll(async () => {
  await balancer?.stop()
  await site?.close()
})

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
