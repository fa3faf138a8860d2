import { randomBytes } from 'node:crypto'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { Client } from 'pg'
import { findFreePort } from '../../src/platform/database/embedded/freePort.ts'
import { tokenOf } from '../bench/dataset.ts'
import { type RunningServer, SERVER_ARGUMENTS, startProcess } from '../bench/processes.ts'
import { openSeededDatabase } from '../bench/seededDatabase.ts'
import { reportEconomy } from './support/economy.ts'
import {
  insertNotifications,
  type NotificationConnection,
  openConnection,
  TRANSPORTS,
} from './support/notificationConnections.ts'

/**
 * 100 users receive notifications over every transport from two nodes, ten a second, and log out on one of the nodes:
 * `npm run campaign -- revoke`. Counts the notifications delivered later than a second after the logout.
 */
/** Numbers of the users in the seeded database. */
const USER_NUMBERS = Array.from({ length: 100 }, (_, at) => at + 1)
/** Milliseconds after the logout within which delivery must stop. */
const MAX_DELAY = 1_000

interface LogoutAttempt {
  readonly person: number
  readonly connections: readonly NotificationConnection[]
  before: number
  late: number
  loggedOutAt: number
}

async function startAttempt(person: number, nodes: readonly RunningServer[]): Promise<LogoutAttempt> {
  const connections: NotificationConnection[] = []
  const attempt: LogoutAttempt = { person, connections, before: 0, late: 0, loggedOutAt: Number.POSITIVE_INFINITY }
  const onMessage = (text: string) => {
    if (!text.includes('tick')) return
    if (performance.now() > attempt.loggedOutAt + MAX_DELAY) attempt.late++
    else attempt.before++
  }
  for (const { port } of nodes)
    for (const transport of TRANSPORTS) connections.push(await openConnection(transport, { port, person }, onMessage))
  return attempt
}

async function logOut(attempt: LogoutAttempt, nodes: readonly RunningServer[]): Promise<void> {
  const node = nodes[attempt.person % nodes.length]
  const headers = { cookie: `auth=${tokenOf(attempt.person)}` }
  const response = await fetch(`${node?.url}/api/1/logout`, { method: 'PUT', headers })
  if (!response.ok) throw new Error(`logout answered ${response.status}`)
  attempt.loggedOutAt = performance.now()
}

const seeded = await openSeededDatabase()
const folder = mkdtempSync(join(tmpdir(), 'plaza-revoke-'))
const secret = randomBytes(36).toString('base64')
const start = async (name: string) => {
  const env = { DATABASE_URL: seeded.url, DATA_DIR: join(folder, name), DEMO: 'off', SECRET_KEY: secret }
  return startProcess({
    args: SERVER_ARGUMENTS,
    env: { ...env, REDIS_URL: '', LOG_LEVEL: 'error' },
    port: await findFreePort(),
    ready: '/readyz',
  })
}
const nodes = [await start('one'), await start('two')]
const database = new Client({ connectionString: seeded.url })
await database.connect()

const attempts: LogoutAttempt[] = []
for (const person of USER_NUMBERS) attempts.push(await startAttempt(person, nodes))
let finished = false
const sending = (async () => {
  while (!finished) {
    await insertNotifications(database, USER_NUMBERS, { title: 'tick' })
    await delay(100)
  }
})()
await delay(1_000)
for (const attempt of attempts) await logOut(attempt, nodes)
await delay(3_000)
finished = true
await sending

const silent = attempts.filter(({ before }) => before === 0).length
const late = attempts.reduce((sum, attempt) => sum + attempt.late, 0)
const open = attempts.flatMap(({ connections }) => connections.filter((connection) => connection.open())).length
console.log(
  `${attempts.length} logouts, ${attempts.length * 6} connections by ${TRANSPORTS.join(', ')} on 2 nodes: ${late} events later than ${MAX_DELAY / 1_000} s after the logout, ${open} connections still open, ${silent} users had received nothing before`,
)
for (const { connections } of attempts) for (const connection of connections) connection.close()
await database.end()
await reportEconomy({ DATABASE_URL: seeded.url, DATA_DIR: join(folder, 'one'), SECRET_KEY: secret })
for (const node of nodes) await node.stop()
await seeded.drop()
rmSync(folder, { recursive: true, force: true })
if (late > 0 || open > 0 || silent > 0) process.exitCode = 1
