import { existsSync, mkdtempSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { isFolderLocked } from '../../src/platform/database/embedded/folderLock.ts'
import { readPostmaster, stopPostmaster } from '../../src/platform/database/embedded/postmaster.ts'
import { isProcessAlive } from '../../src/platform/processes.ts'
import { aRestClient } from '../support/restClient.ts'
import { aName, logIn, PASSWORD } from '../support/users.ts'
import { runCli, runCliProcess, type ServerProcess, startServer } from './childProcesses.ts'

let dataDir: string
let server: ServerProcess | undefined
beforeAll(() => {
  dataDir = mkdtempSync(join(tmpdir(), 'plaza-cli-'))
})
afterAll(async () => {
  if (server?.child.kill(0)) await server.end('SIGKILL')
  const left = postmaster()
  if (left && isProcessAlive(left.pid)) await stopPostmaster(left.pid, { fast: 2_000, immediate: 2_000 })
})

const run = (...args: string[]) => runCli({ DATA_DIR: dataDir }, ...args)
const postmaster = () => readPostmaster(join(dataDir, 'db'))
/** Without a server a command starts the database as its child; so this runs as a process, as for operators. */
const create = (username: string) =>
  runCliProcess(
    { DATA_DIR: dataDir },
    ...['user', 'create', username, '--email', `${username}@plaza.test`, '--password', PASSWORD],
  )
const statusAs = async (username: string) => {
  const api = aRestClient({ origin: server?.origin ?? '' })
  await logIn(api, { username, password: PASSWORD })
  return async () => (await api.try('getCurrentUser')).status
}

test('the command line and the server share the embedded database, whichever of them runs', async () => {
  const [first, second, third] = [aName(), aName(), aName()]

  // No server has used the folder: a wrong DATA_DIR is reported, not filled.
  expect(await run('user', 'promote', first)).toMatchObject({ code: 1, err: expect.stringContaining('no database') })
  expect(await run('doctor')).toMatchObject({ code: 0, out: expect.stringContaining('The first start makes one') })
  expect(existsSync(join(dataDir, 'db'))).toBe(false)

  // Without a server the command starts the database, and stops it afterwards.
  expect(await create(first)).toMatchObject({ code: 0, err: '' })
  expect([postmaster(), isFolderLocked(dataDir)]).toEqual([null, false])

  // While a server runs, the command uses the server's database, which keeps running.
  server = await startServer({ DATA_DIR: dataDir })
  const { pid } = postmaster() ?? {}
  const status = await statusAs(first)
  expect(await status()).toBe(200)
  expect(await run('user', 'revoke-sessions', first)).toMatchObject({
    code: 0,
    out: expect.stringContaining('Ended 1 session of'),
  })
  await expect.poll(status).toBe(401)
  expect(await create(second)).toMatchObject({ code: 0, err: '' })
  expect(await (await statusAs(second))()).toBe(200)
  expect(await run('migrate', 'status')).toMatchObject({ code: 0, out: expect.stringMatching(/applied, 0 pending/) })
  expect(await run('doctor')).toMatchObject({ code: 0, out: expect.stringMatching(/^ok {4}database .*, embedded\.$/m) })
  expect(postmaster()?.pid).toBe(pid)

  // The database of a killed server is adopted, and stopped afterwards.
  await server.end('SIGKILL')
  expect(isProcessAlive(pid ?? 0)).toBe(true)
  expect(await create(third)).toMatchObject({ code: 0, err: '' })
  expect(isProcessAlive(pid ?? 0)).toBe(false)

  server = await startServer({ DATA_DIR: dataDir })
  for (const username of [first, second, third]) expect(await (await statusAs(username))()).toBe(200)
  expect(await server.end('SIGTERM')).toBe(0)
})
