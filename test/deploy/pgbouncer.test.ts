import { spawn } from 'node:child_process'
import { chmodSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, expect, it } from 'vitest'
import { findFreePort } from '../../src/platform/database/embedded/freePort.ts'
import { queryOnce } from '../../src/platform/database/queryOnce.ts'
import { openApp } from '../support/app.ts'
import { anEmptyDatabase } from '../support/database.ts'
import { eventually } from '../support/eventually.ts'
import { aPipelineSocket } from '../support/pipelineSocket.ts'
import { aUser } from '../support/users.ts'
import { isRoot } from './installation.ts'

const folder = mkdtempSync('/var/tmp/plaza-pgbouncer-')
const stops: (() => Promise<void>)[] = []
afterAll(async () => {
  for (const stop of stops.toReversed()) await stop()
  rmSync(folder, { recursive: true, force: true })
})

/** Starts PgBouncer with its defaults in front of a database; returns the URL through it. */
async function startPooler(url: string, mode: 'session' | 'transaction'): Promise<string> {
  const { hostname, port, pathname, username, password } = new URL(url)
  const own = await findFreePort()
  const file = join(folder, `${mode}.ini`)
  const target = `host=${hostname} port=${port} dbname=${pathname.slice(1)} user=${username} password=${password}`
  const lines = ['[databases]', `pooled = ${target}`, '[pgbouncer]', 'listen_addr = 127.0.0.1', `listen_port = ${own}`]
  writeFileSync(file, [...lines, 'auth_type = any', `pool_mode = ${mode}`, 'unix_socket_dir =', ''].join('\n'))
  chmodSync(folder, 0o755)
  const child = spawn('pgbouncer', [...(isRoot ? ['-u', 'nobody'] : []), file], { stdio: 'ignore' })
  const ended = new Promise<void>((resolve) => child.once('close', () => resolve()))
  stops.push(async () => {
    child.kill('SIGKILL')
    await ended
  })
  const pooled = `postgresql://plaza@127.0.0.1:${own}/pooled`
  const isAnswering = () =>
    queryOnce(pooled, 'SELECT 1').then(
      () => true,
      () => false,
    )
  await eventually(isAnswering)
  return pooled
}

const LOCKS = `SELECT count(*)::int AS count FROM pg_locks WHERE locktype = 'advisory'
   AND database = (SELECT oid FROM pg_database WHERE datname = current_database())`

it('works through PgBouncer in session mode, from the migrations to events between two nodes', async () => {
  const { url } = await anEmptyDatabase()
  const pooled = await startPooler(url, 'session')
  const settings = { DATABASE_URL: pooled, REDIS_URL: '' }
  const nodes = [await openApp(settings), await openApp(settings)] as const
  stops.push(async () => void (await Promise.all(nodes.map((node) => node.close()))))
  const [ada, bob] = [await aUser(nodes[0]), await aUser(nodes[1])]
  const socket = await aPipelineSocket(nodes[1], bob)
  await ada.api.call('friend', { userId: bob.id })
  await socket.nextContent('notification')
  await socket.close()
  expect(await queryOnce(url, LOCKS)).toEqual([{ count: 0 }])
})

it('is refused with the remedy through PgBouncer in transaction mode, and leaves no lock behind', async () => {
  const { url } = await anEmptyDatabase()
  const pooled = await startPooler(url, 'transaction')
  await expect(openApp({ DATABASE_URL: pooled })).rejects.toThrow('Set pool_mode = session in it')
  expect(await queryOnce(url, LOCKS)).toEqual([{ count: 0 }])
})
