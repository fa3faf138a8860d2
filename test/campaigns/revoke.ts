import { randomBytes } from 'node:crypto'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { Client } from 'pg'
import { freePort } from '../../src/platform/database/ports.ts'
import { tokenOf } from '../bench/data.ts'
import { openFilled } from '../bench/database.ts'
import { type Running, SERVER, startProcess } from '../bench/processes.ts'
import { aLine, type Line, tell, WAYS } from './lines.ts'

/**
 * 100 people follow their notifications by every way on two nodes and log out on one of them, while they are told
 * something ten times a second: `npm run campaign:revoke`. Counts what came later than a second after the logout.
 */
const TRIES = Array.from({ length: 100 }, (_, at) => at + 1)
const BAR = 1_000

interface Try {
  readonly person: number
  readonly lines: readonly Line[]
  before: number
  late: number
  loggedOutAt: number
}

async function aTry(person: number, nodes: readonly Running[]): Promise<Try> {
  const lines: Line[] = []
  const one: Try = { person, lines, before: 0, late: 0, loggedOutAt: Number.POSITIVE_INFINITY }
  const hear = (text: string) => {
    if (!text.includes('tick')) return
    if (performance.now() > one.loggedOutAt + BAR) one.late++
    else one.before++
  }
  for (const { port } of nodes) for (const way of WAYS) lines.push(await aLine(way, { port, person }, hear))
  return one
}

async function logOut(one: Try, nodes: readonly Running[]): Promise<void> {
  const node = nodes[one.person % nodes.length]
  const headers = { cookie: `auth=${tokenOf(one.person)}` }
  const response = await fetch(`${node?.url}/api/1/logout`, { method: 'PUT', headers })
  if (!response.ok) throw new Error(`no logout: ${response.status}`)
  one.loggedOutAt = performance.now()
}

const filled = await openFilled()
const folder = mkdtempSync(join(tmpdir(), 'plaza-revoke-'))
const secret = randomBytes(36).toString('base64')
const start = async (name: string) => {
  const env = { DATABASE_URL: filled.url, DATA_DIR: join(folder, name), DEMO: 'off', SECRET_KEY: secret }
  return startProcess({
    args: SERVER,
    env: { ...env, REDIS_URL: '', LOG_LEVEL: 'error' },
    port: await freePort(),
    ready: '/readyz',
  })
}
const nodes = [await start('one'), await start('two')]
const database = new Client({ connectionString: filled.url })
await database.connect()

const tries: Try[] = []
for (const person of TRIES) tries.push(await aTry(person, nodes))
let over = false
const telling = (async () => {
  while (!over) {
    await tell(database, TRIES, { title: 'tick' })
    await pause(100)
  }
})()
await pause(1_000)
for (const one of tries) await logOut(one, nodes)
await pause(3_000)
over = true
await telling

const silent = tries.filter(({ before }) => before === 0).length
const late = tries.reduce((sum, one) => sum + one.late, 0)
const open = tries.flatMap(({ lines }) => lines.filter((line) => line.open())).length
console.log(
  `${tries.length} logouts, ${tries.length * 6} lines by ${WAYS.join(', ')} on 2 nodes: ${late} events later than ${BAR / 1_000} s after the logout, ${open} lines still open, ${silent} people had heard nothing before`,
)
for (const { lines } of tries) for (const line of lines) line.close()
await database.end()
for (const node of nodes) await node.stop()
await filled.drop()
rmSync(folder, { recursive: true, force: true })
if (late > 0 || open > 0 || silent > 0) process.exitCode = 1
