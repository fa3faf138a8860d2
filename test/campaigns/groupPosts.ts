import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { startEmbeddedServer } from '../../src/platform/database/embedded/server.ts'
import { SERVER_ARGUMENTS } from '../bench/processes.ts'
import { runGroupPosts } from './groupPosts/run.ts'
import { reportEconomy } from './support/economy.ts'

/**
 * Notifies all members of a large group of posts, while the built server is killed:
 * `npm run campaign -- groupPosts --members 100000 --kills 20`.
 */
const { values } = parseArgs({
  options: { members: { type: 'string', default: '100000' }, kills: { type: 'string', default: '20' } },
})
/** Milliseconds. */
const ANSWER_LIMIT = 500
const DELIVERY_LIMIT = 180_000
/** By which factor other requests may take longer during a delivery. */
const LATENCY_FACTOR = 2

const folder = mkdtempSync(join(tmpdir(), 'plaza-group-posts-'))
const log = { debug() {}, info() {}, warn() {}, error: console.error }
const database = await startEmbeddedServer({ dataDir: join(folder, 'database'), log })
try {
  const found = await runGroupPosts({
    server: SERVER_ARGUMENTS,
    databaseUrl: database.url('postgres'),
    dataDir: join(folder, 'data'),
    members: Number(values.members),
    kills: Number(values.kills),
    idleSeconds: 20,
    log: (message) => console.log(message),
  })
  const factor = found.busyLatency / found.idleLatency
  for (const fault of found.faults) console.error(fault)
  console.log(`answer ${Math.round(found.answer)} ms, limit ${ANSWER_LIMIT} ms`)
  console.log(`${values.members} members notified after ${Math.round(found.delivered)} ms, limit ${DELIVERY_LIMIT} ms`)
  console.log(
    `p95 of other requests ${found.idleLatency.toFixed(1)} ms idle, ${found.busyLatency.toFixed(1)} ms during the delivery: ${factor.toFixed(2)} times, limit ${LATENCY_FACTOR}`,
  )
  console.log(`${values.kills} kills, ${found.faults.length} faults`)
  const isSlow = found.answer > ANSWER_LIMIT || found.delivered > DELIVERY_LIMIT || factor > LATENCY_FACTOR
  if (isSlow || found.faults.length > 0) process.exitCode = 1
  await reportEconomy({ DATABASE_URL: database.url('postgres'), DATA_DIR: join(folder, 'data') })
} finally {
  await database.stop()
  rmSync(folder, { recursive: true, force: true })
}
