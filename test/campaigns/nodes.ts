import { parseArgs } from 'node:util'
import { findFreePort } from '../../src/platform/database/embedded/freePort.ts'
import { SERVER_ARGUMENTS } from '../bench/processes.ts'
import { type Balancer, startNginx } from './nodes/balancers.ts'
import { DRILLS, type Drill, startRedis, type TestRedis } from './nodes/drills.ts'
import { registerPairs, startNodesLoad } from './nodes/load.ts'
import { type NodesSite, openNodesSite } from './nodes/site.ts'
import { registerUsers } from './support/users.ts'

/**
 * Restarts, kills and cuts off nodes behind nginx while people use them: `npm run campaign:nodes`. It needs the Debian
 * packages `nginx` and `redis-server`.
 */
const { values } = parseArgs({
  options: {
    nodes: { type: 'string', default: '4' },
    people: { type: 'string', default: '20' },
    sockets: { type: 'string', default: '2000' },
    rounds: { type: 'string', default: '3' },
    only: { type: 'string', default: '' },
  },
})
/** Milliseconds between two calls of a person. */
const PAUSE = 400
/** Websockets of a person, of which Plaza allows 20. */
const SOCKETS_EACH = 10

const redis = await startRedis(await findFreePort())
const site = await openNodesSite({
  ...{ server: SERVER_ARGUMENTS, nodes: Number(values.nodes), redisUrl: redis.url, drainNotice: 5_000 },
})
const [first = 0] = site.ports
const people = await registerPairs(`http://127.0.0.1:${first}`, Number(values.people))
const watchers = await registerWatchers(`http://127.0.0.1:${first}`, Number(values.sockets))
const faults: string[] = []
try {
  for (const keepAlive of [false, true]) faults.push(...(await drillBehind(keepAlive)))
} finally {
  await site.close()
  await redis.stop()
}
for (const fault of faults) console.error(fault)
console.log(`${faults.length} faults`)
if (faults.length > 0) process.exitCode = 1

/** Runs all drills without connections to nodes that are kept open, and the restarts with them. */
async function drillBehind(keepAlive: boolean): Promise<string[]> {
  const balancer = await startNginx({ folder: site.folder, ports: site.ports, keepAlive })
  const [restarts, ...others] = DRILLS.filter(({ name }) => name.includes(values.only))
  const rounds = Array.from({ length: Number(values.rounds) }, () => restarts)
  const found: string[] = []
  try {
    for (const drill of [...rounds, ...(keepAlive ? [] : others)])
      if (drill) found.push(...(await runDrill(drill, { balancer, site, redis }, keepAlive)))
  } finally {
    await balancer.stop()
  }
  return found
}

async function registerWatchers(origin: string, sockets: number) {
  const users = await registerUsers(origin, Math.ceil(sockets / SOCKETS_EACH))
  return Array.from({ length: SOCKETS_EACH }, () => users)
    .flat()
    .slice(0, sockets)
}

interface Parts {
  readonly balancer: Balancer
  readonly site: NodesSite
  readonly redis: TestRedis
}

async function runDrill(drill: Drill, parts: Parts, keepAlive: boolean): Promise<string[]> {
  const { origin } = parts.balancer
  const load = await startNodesLoad({ origin, people, watchers, pause: PAUSE })
  await drill.run(parts.site, parts.redis)
  const findings = await load.stop()
  const { calls, failures, failedTwice, failedFor, reconnects, longestReconnect, losses } = findings
  const name = `${drill.name}, nginx ${keepAlive ? 'with' : 'without'} keepalive`
  const failed = [...failures].map(([what, count]) => `${what} × ${count}`).join(', ') || 'none'
  console.log(
    `${name}: ${calls} calls, failed: ${failed}, twice: ${failedTwice.length}, over ${Math.round(failedFor)} ms; ${reconnects} sockets back after at most ${Math.round(longestReconnect)} ms; ${losses.length} lost`,
  )
  return [...drill.faultsOf(findings), ...losses].map((fault) => `${name}: ${fault}`)
}
