import { existsSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { isLocked } from '../../src/platform/database/lock.ts'
import { haltPostmaster, readPostmaster } from '../../src/platform/database/postmaster.ts'
import { isAlive } from '../../src/platform/database/processes.ts'
import { anApi } from '../support/api.ts'
import { aName, login, PASSWORD } from '../support/people.ts'
import { aServer, cli, PATIENCE, type ServerProcess } from './processes.ts'

let dataDir: string
let server: ServerProcess | undefined
beforeAll(() => {
  dataDir = mkdtempSync(join(tmpdir(), 'plaza-cli-'))
})
afterAll(async () => {
  if (server?.child.kill(0)) await server.end('SIGKILL')
  const left = postmaster()
  if (left && isAlive(left.pid)) await haltPostmaster(left.pid, { fast: 2_000, immediate: 2_000 })
  rmSync(dataDir, { recursive: true, force: true })
})

const run = (...args: string[]) => cli({ DATA_DIR: dataDir }, ...args)
const postmaster = () => readPostmaster(join(dataDir, 'db'))
const create = (username: string) =>
  run('user', 'create', username, '--email', `${username}@plaza.test`, '--password', PASSWORD)
const statusAs = async (username: string) => {
  const api = anApi({ origin: server?.origin ?? '' })
  await login(api, { username, password: PASSWORD })
  return async () => (await api.try('getCurrentUser')).status
}

test('the command line and the server share the embedded database, whichever of them runs', {
  timeout: 2 * PATIENCE,
}, async () => {
  const [first, second, third] = [aName(), aName(), aName()]

  // Nobody has started a server on the folder: a wrong DATA_DIR is told, not filled.
  expect(await run('user', 'promote', first)).toMatchObject({ code: 1, err: expect.stringContaining('no database') })
  expect(await run('doctor')).toMatchObject({ code: 0, out: expect.stringContaining('The first start makes one') })
  expect(existsSync(join(dataDir, 'db'))).toBe(false)

  // Without a server the database is started for the command, and stopped after it.
  expect(await create(first)).toMatchObject({ code: 0, err: '' })
  expect([postmaster(), isLocked(dataDir)]).toEqual([null, false])

  // With one, it is the server's own that is used, and that goes on.
  server = await aServer({ DATA_DIR: dataDir })
  const { pid } = postmaster() ?? {}
  const status = await statusAs(first)
  expect(await status()).toBe(200)
  expect(await run('user', 'revoke-sessions', first)).toMatchObject({
    code: 0,
    out: expect.stringContaining('Ended 1 session of'),
  })
  await expect.poll(status, { timeout: 1_000, interval: 50 }).toBe(401)
  expect(await create(second)).toMatchObject({ code: 0, err: '' })
  expect(await (await statusAs(second))()).toBe(200)
  expect(await run('migrate', 'status')).toMatchObject({ code: 0, out: expect.stringMatching(/applied, 0 pending/) })
  expect(await run('doctor')).toMatchObject({ code: 0, out: expect.stringMatching(/^ok {4}database .*, embedded\.$/m) })
  expect(postmaster()?.pid).toBe(pid)

  // The database of a server that was killed is taken over, and not left behind.
  await server.end('SIGKILL')
  expect(isAlive(pid ?? 0)).toBe(true)
  expect(await create(third)).toMatchObject({ code: 0, err: '' })
  expect(isAlive(pid ?? 0)).toBe(false)

  server = await aServer({ DATA_DIR: dataDir })
  for (const username of [first, second, third]) expect(await (await statusAs(username))()).toBe(200)
  expect(await server.end('SIGTERM')).toBe(0)
})
