import { once } from 'node:events'
import { createServer } from 'node:net'
import { afterAll, describe, expect, it } from 'vitest'
import { waitUntil } from '../../src/platform/processes.ts'
import { runCli } from '../cli/childProcesses.ts'
import { aDatabase } from '../support/database.ts'
import { PATIENCE } from '../support/patience.ts'
import {
  aMigratedServerFolder,
  aServerFolder,
  isDatabaseRunning,
  type ServerProcess,
  startReadyServer,
  startServerProcess,
} from '../support/serverProcess.ts'

describe('a start with invalid settings', () => {
  it('lists every invalid setting with its fix, and exits with 1 before it creates anything', async () => {
    const { ended, output } = startServerProcess({
      DATA_DIR: '/nowhere/at/all',
      PORT: '70000',
      DEMO: 'perhaps',
      PUBLIC_URL: 'plaza.test',
      DATABASE_URL: 'mysql://root:hunter2hunter2@db/plaza',
      TRUST_PROXY: '-1',
    })
    expect(await ended).toBe(1)
    const lines = output().trim().split('\n')
    expect(lines[0]).toBe('Settings that are wrong:')
    for (const name of ['PORT', 'DEMO', 'PUBLIC_URL', 'DATABASE_URL', 'TRUST_PROXY'])
      expect(lines.filter((line) => line.startsWith(`  ${name} is `) && line.includes('It must be '))).toHaveLength(1)
    expect(lines).toHaveLength(6)
    expect(output()).not.toContain('hunter2')
  })

  it('refuses a weak key in production, without repeating it', async () => {
    const SECRET_KEY = 'my-secret-key-that-is-long-enough-to-count'
    const { ended, output } = startServerProcess({ DATA_DIR: '/nowhere/at/all', NODE_ENV: 'production', SECRET_KEY })
    expect(await ended).toBe(1)
    expect(output()).toMatch(
      /^Settings that are wrong:\n {2}SECRET_KEY is weak \(.+\)\. It must be 32 or more random characters/,
    )
    expect(output()).not.toContain(SECRET_KEY)
  })
})

describe('a start in production', () => {
  it('is refused with test payments, though they have a key, before it creates anything', async () => {
    const { ended, output } = startServerProcess({
      DATA_DIR: '/nowhere/at/all',
      NODE_ENV: 'production',
      SECRET_KEY: 'kq7TzW1vN4yB8sXe2LrH9mPc6GdJ0aUf3ViQoR5t',
      PAYMENT_PROVIDER: 'test',
      PAYMENT_WEBHOOK_SECRET: 'kq7TzW1vN4yB8sXe2LrH9mPc6GdJ0aUf3ViQoR5t',
    })
    expect(await ended).toBe(1)
    expect(output()).toMatch(
      /^Settings that are wrong:\n {2}PAYMENT_PROVIDER is test: .+ It must be test or none, and none/,
    )
  })
})

describe('a start that fails', async () => {
  const site = await aMigratedServerFolder()
  const all: ServerProcess[] = []
  afterAll(() => site.clear(all))
  const begin = (env: Record<string, string>) => {
    const started = startServerProcess({ DATA_DIR: site.dataDir, DEMO: 'off', ...env })
    all.push(started)
    return started
  }

  it('names the taken port and the process that has it, before it starts anything', async () => {
    const occupant = createServer().listen(0, '127.0.0.1')
    await once(occupant, 'listening')
    const address = occupant.address()
    const port = typeof address === 'object' && address ? address.port : 0
    for (const WORKERS of ['1', '2']) {
      const { ended, output } = startServerProcess({ DATA_DIR: '/nowhere/at/all', PORT: String(port), WORKERS })
      expect(await ended).toBe(1)
      expect(output()).toMatch(new RegExp(`^PORT is ${port}, on which the process ${process.pid} .+ listens`))
    }
    occupant.close()
  })

  it('names the address that this machine does not have', async () => {
    const { ended, output } = startServerProcess({ DATA_DIR: '/nowhere/at/all', HOST: '192.0.2.1', PORT: '3000' })
    expect(await ended).toBe(1)
    expect(output()).toMatch(/^HOST is 192\.0\.2\.1, which is no address of this machine/)
  })

  it('tells how to mend a folder that nobody can make', async () => {
    const { ended, output } = startServerProcess({ DATA_DIR: '/dev/null/plaza' })
    expect(await ended).toBe(1)
    expect(output()).toMatch(
      /^DATA_DIR is \/dev\/null\/plaza, where the server can't work: a part of that path is a file/,
    )
  })

  it('tells how to make the database that is missing, also to the command line', async () => {
    const { url } = await aDatabase()
    const [DATABASE_URL, DATA_DIR] = [url.replace(/\/[^/]+$/, '/nosuch'), site.dataDir]
    const { ended, output } = startServerProcess({ DATA_DIR, DATABASE_URL })
    expect(await ended).toBe(1)
    expect(output()).toMatch(/database "nosuch" does not exist\. Create it: CREATE DATABASE "nosuch" OWNER "/)
    const command = await runCli({ DATA_DIR, DATABASE_URL }, 'economy', 'check')
    expect(command).toMatchObject({ code: 1, err: expect.stringContaining('CREATE DATABASE "nosuch"') })
  })

  it('obeys a signal during the start, as soon as it can shut down cleanly', async () => {
    const { child, ended } = begin({})
    expect(await waitUntil(() => isDatabaseRunning(site.dataDir), PATIENCE)).toBe(true)
    child.kill('SIGTERM')
    expect(await ended).toBe(0)
    expect(isDatabaseRunning(site.dataDir)).toBe(false)
  })
})

describe('a start on an external database', () => {
  it('in production creates no demo users, and logs no secret of the database URL', async () => {
    const [site, database] = [aServerFolder(), await aDatabase()]
    const server = await startReadyServer({
      DATA_DIR: site.dataDir,
      DATABASE_URL: database.url,
      NODE_ENV: 'production',
      SECRET_KEY: 'kq7TzW1vN4yB8sXe2LrH9mPc6GdJ0aUf3ViQoR5t',
    })
    expect(server.output()).toContain('nobody can confirm an address or reset a password')
    expect(server.output()).not.toContain('demo_')
    expect(server.output()).not.toContain(new URL(database.url).password || 'kq7TzW1v')
    expect(isDatabaseRunning(site.dataDir)).toBe(false)
    server.child.kill('SIGTERM')
    expect(await server.ended).toBe(0)
    await site.clear([server])
  })
})
