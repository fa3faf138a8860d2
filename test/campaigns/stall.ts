import { randomBytes } from 'node:crypto'
import { mkdtempSync, rmSync } from 'node:fs'
import type { Socket } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { Client } from 'pg'
import { freePort } from '../../src/platform/database/ports.ts'
import { openFilled } from '../bench/database.ts'
import { type Running, SERVER, startProcess } from '../bench/processes.ts'
import { aDeafLine, aLine, type Line, tell, WAYS, type Way } from './lines.ts'
import { heldBy } from './memory.ts'

/**
 * 1,000 follow their notifications, one of them stops reading while much is sent: `npm run campaign:stall`. Then some
 * of one person do, which shows what each costs the server.
 */
const CROWD = 1_000
const DEAF = 1
const OTHERS = Array.from({ length: CROWD - 1 }, (_, at) => at + 2)
/** What is sent to who does not read: more than the operating system holds for him. */
const FLOOD = 6_000
const MESSAGE = 'x'.repeat(2_000)
const ROUNDS = 5
/** Milliseconds within which a stalled line must be closed. */
const BAR = 30_000
const MANY = 19
const MEBIBYTE = 1_048_576

interface Site {
  readonly server: Running
  readonly database: Client
  readonly inspectorPort: number
}

const flood = async ({ database }: Site, title: string) => {
  for (let sent = 0; sent < FLOOD; sent += 200) await tell(database, [DEAF], { count: 200, title, message: MESSAGE })
}

/** Whether the server has let go of a line that reads nothing: then what comes is less than all, and its end. */
async function isClosed(socket: Socket): Promise<boolean> {
  const ended = new Promise<boolean>((resolve) => socket.once('close', () => resolve(true)))
  socket.resume()
  return Promise.race([ended, pause(2_000, false)])
}

async function oneOfAll(site: Site, way: Way): Promise<string[]> {
  const { port } = site.server
  const heard = new Map(OTHERS.map((person) => [person, 0]))
  const lines: Line[] = []
  for (const person of OTHERS) {
    const hear = (text: string) => {
      heard.set(person, (heard.get(person) ?? 0) + (text.match(/round \d+ 1/g) ?? []).length)
    }
    lines.push(await aLine(way, { port, person }, hear))
  }
  const deaf = await aDeafLine(way, { port, person: DEAF })
  await pause(500)
  const flooding = flood(site, 'flood')
  for (let round = 1; round <= ROUNDS; round++) await tell(site.database, OTHERS, { title: `round ${round} ` })
  await flooding
  await pause(BAR - 1_000)
  const closed = await isClosed(deaf)
  const missed = [...heard.values()].filter((count) => count !== ROUNDS).length
  const lost = lines.filter(({ open }) => !open()).length
  for (const line of lines) line.close()
  console.log(
    `${way}: ${CROWD} subscribers, 1 stalled: ${closed ? 'closed' : 'NOT closed'} within ${BAR / 1_000} s; of the others ${missed} missed or doubled something, ${lost} were closed`,
  )
  return [...(closed ? [] : [`${way}: not closed`]), ...(missed + lost > 0 ? [`${way}: others suffered`] : [])]
}

async function whatEachCosts(site: Site, way: Way): Promise<string[]> {
  const place = { port: site.server.port, person: DEAF }
  const deaf: Socket[] = []
  while (deaf.length < MANY) deaf.push(await aDeafLine(way, place))
  await pause(2_000)
  const before = await heldBy(site.server.url, site.inspectorPort)
  await flood(site, 'stall')
  await pause(1_000)
  const after = await heldBy(site.server.url, site.inspectorPort)
  for (const socket of deaf) socket.destroy()
  await pause(2_000)
  const each = (after - before) / MANY / MEBIBYTE
  console.log(`${way}: each of ${MANY} stalled lines holds ${each.toFixed(2)} MiB; bar 1.00`)
  return each < 1 ? [] : [`${way}: ${each.toFixed(2)} MiB each`]
}

const filled = await openFilled()
const dataDir = mkdtempSync(join(tmpdir(), 'plaza-stall-'))
const env = {
  DATABASE_URL: filled.url,
  REDIS_URL: '',
  DATA_DIR: dataDir,
  DEMO: 'off',
  LOG_LEVEL: 'error',
  SECRET_KEY: randomBytes(36).toString('base64'),
}
const inspectorPort = await freePort()
const args = [`--inspect=127.0.0.1:${inspectorPort}`, ...SERVER]
const server = await startProcess({ args, env, port: await freePort(), ready: '/readyz' })
const database = new Client({ connectionString: filled.url })
await database.connect()
const faults: string[] = []
for (const way of WAYS) {
  faults.push(...(await oneOfAll({ server, database, inspectorPort }, way)))
  faults.push(...(await whatEachCosts({ server, database, inspectorPort }, way)))
}
await database.end()
const exitCode = await server.stop()
await filled.drop()
rmSync(dataDir, { recursive: true, force: true })
for (const fault of faults) console.error(fault)
console.log(`${faults.length} faults; the server stopped with exit code ${exitCode}`)
if (faults.length > 0 || exitCode !== 0) process.exitCode = 1
