import { randomBytes } from 'node:crypto'
import { mkdtempSync, rmSync } from 'node:fs'
import type { Socket } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { Client } from 'pg'
import { findFreePort } from '../../src/platform/database/embedded/freePort.ts'
import { type RunningServer, SERVER_ARGUMENTS, startProcess } from '../bench/processes.ts'
import { openSeededDatabase } from '../bench/seededDatabase.ts'
import { reportEconomy } from './support/economy.ts'
import { heapUsedBy } from './support/heap.ts'
import {
  insertNotifications,
  type NotificationConnection,
  openConnection,
  openStalledConnection,
  TRANSPORTS,
  type Transport,
} from './support/notificationConnections.ts'

/**
 * 1,000 users receive their notifications, and one of them stops reading under a flood of messages:
 * `npm run campaign -- stall`. Then several connections of one user stop reading, which measures the memory of each.
 */
const CONNECTIONS = 1_000
const STALLED_USER = 1
const OTHER_USERS = Array.from({ length: CONNECTIONS - 1 }, (_, at) => at + 2)
/** Messages to a stalled connection: more than the operating system buffers. */
const FLOOD_MESSAGES = 6_000
const MESSAGE = 'x'.repeat(2_000)
const ROUNDS = 5
/** Milliseconds within which the server must close a stalled connection. */
const CLOSE_TIMEOUT = 30_000
/** Stalled connections of one user whose memory is measured. */
const STALLED_CONNECTIONS = 19
/** Milliseconds after which the server holds no more results for other subscribers, only what stalled connections hold. */
const SHARED_FOR = 3_000
const MEBIBYTE = 1_048_576

interface ServerUnderTest {
  readonly server: RunningServer
  readonly database: Client
  readonly inspectorPort: number
}

const flood = async ({ database }: ServerUnderTest, title: string) => {
  for (let sent = 0; sent < FLOOD_MESSAGES; sent += 200)
    await insertNotifications(database, [STALLED_USER], { count: 200, title, message: MESSAGE })
}

/** Whether the server has closed a stalled connection: once it reads again, it reaches the end. */
async function isClosed(socket: Socket): Promise<boolean> {
  const ended = new Promise<boolean>((resolve) => socket.once('close', () => resolve(true)))
  socket.resume()
  return Promise.race([ended, delay(2_000, false)])
}

async function stallOneOfAll(context: ServerUnderTest, transport: Transport): Promise<string[]> {
  const { port } = context.server
  const received = new Map(OTHER_USERS.map((person) => [person, 0]))
  const connections: NotificationConnection[] = []
  for (const person of OTHER_USERS) {
    const onMessage = (text: string) => {
      received.set(person, (received.get(person) ?? 0) + (text.match(/round \d+ 1/g) ?? []).length)
    }
    connections.push(await openConnection(transport, { port, person }, onMessage))
  }
  const stalled = await openStalledConnection(transport, { port, person: STALLED_USER })
  await delay(500)
  const flooding = flood(context, 'flood')
  for (let round = 1; round <= ROUNDS; round++)
    await insertNotifications(context.database, OTHER_USERS, { title: `round ${round} ` })
  await flooding
  await delay(CLOSE_TIMEOUT - 1_000)
  const closed = await isClosed(stalled)
  const missed = [...received.values()].filter((count) => count !== ROUNDS).length
  const lost = connections.filter(({ open }) => !open()).length
  for (const connection of connections) connection.close()
  console.log(
    `${transport}: ${CONNECTIONS} subscribers, 1 stalled: ${closed ? 'closed' : 'NOT closed'} within ${CLOSE_TIMEOUT / 1_000} s; of the others ${missed} missed or repeated a message, ${lost} were closed`,
  )
  return [
    ...(closed ? [] : [`${transport}: not closed`]),
    ...(missed + lost > 0 ? [`${transport}: others were affected`] : []),
  ]
}

async function memoryOfEach(context: ServerUnderTest, transport: Transport): Promise<string[]> {
  const target = { port: context.server.port, person: STALLED_USER }
  const stalled: Socket[] = []
  while (stalled.length < STALLED_CONNECTIONS) stalled.push(await openStalledConnection(transport, target))
  await delay(2_000)
  const before = await heapUsedBy(context.server.url, context.inspectorPort)
  await flood(context, 'stall')
  await delay(SHARED_FOR)
  const after = await heapUsedBy(context.server.url, context.inspectorPort)
  for (const socket of stalled) socket.destroy()
  await delay(2_000)
  const each = (after - before) / STALLED_CONNECTIONS / MEBIBYTE
  console.log(
    `${transport}: each of ${STALLED_CONNECTIONS} stalled connections holds ${each.toFixed(2)} MiB; limit 1.00`,
  )
  return each < 1 ? [] : [`${transport}: ${each.toFixed(2)} MiB each`]
}

const seeded = await openSeededDatabase()
const dataDir = mkdtempSync(join(tmpdir(), 'plaza-stall-'))
const secretKey = randomBytes(36).toString('base64')
const env = {
  DATABASE_URL: seeded.url,
  REDIS_URL: '',
  DATA_DIR: dataDir,
  DEMO: 'off',
  MAX_REQUESTS_PER_USER: '0',
  MAX_REQUESTS_PER_ADDRESS: '0',
  LOG_LEVEL: 'error',
  SECRET_KEY: secretKey,
}
const inspectorPort = await findFreePort()
const args = [`--inspect=127.0.0.1:${inspectorPort}`, ...SERVER_ARGUMENTS]
const server = await startProcess({ args, env, port: await findFreePort(), ready: '/readyz' })
const database = new Client({ connectionString: seeded.url })
await database.connect()
const faults: string[] = []
for (const transport of TRANSPORTS) {
  faults.push(...(await stallOneOfAll({ server, database, inspectorPort }, transport)))
  faults.push(...(await memoryOfEach({ server, database, inspectorPort }, transport)))
}
await database.end()
await reportEconomy({ DATABASE_URL: seeded.url, DATA_DIR: dataDir, SECRET_KEY: secretKey })
const exitCode = await server.stop()
await seeded.drop()
rmSync(dataDir, { recursive: true, force: true })
for (const fault of faults) console.error(fault)
console.log(`${faults.length} faults; the server stopped with exit code ${exitCode}`)
if (faults.length > 0 || exitCode !== 0) process.exitCode = 1
