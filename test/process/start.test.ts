import { once } from 'node:events'
import { createServer } from 'node:net'
import { afterAll, describe, expect, it } from 'vitest'
import { waitUntil } from '../../src/platform/database/processes.ts'
import { aDatabase } from '../support/database.ts'
import { aSite, hasDatabase, PATIENCE, type Started, serve, start } from './server.ts'

describe('a start with wrong settings', PATIENCE, () => {
  it('lists every fault with the way to mend it, and exits with 1 before anything is made', async () => {
    const { ended, output } = start({
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
    const { ended, output } = start({ DATA_DIR: '/nowhere/at/all', NODE_ENV: 'production', SECRET_KEY })
    expect(await ended).toBe(1)
    expect(output()).toMatch(
      /^Settings that are wrong:\n {2}SECRET_KEY is weak \(.+\)\. It must be 32 or more random characters/,
    )
    expect(output()).not.toContain(SECRET_KEY)
  })
})

describe('a start that comes to nothing', PATIENCE, () => {
  const site = aSite()
  const all: Started[] = []
  afterAll(() => site.clear(all))
  const begin = (env: Record<string, string>) => {
    const started = start({ DATA_DIR: site.dataDir, ...env })
    all.push(started)
    return started
  }

  it('says that the port is taken, and leaves no database behind', async () => {
    const occupant = createServer().listen(0, '127.0.0.1')
    await once(occupant, 'listening')
    const address = occupant.address()
    const port = typeof address === 'object' && address ? address.port : 0
    const { ended, output } = begin({ PORT: String(port), DEMO: 'off' })
    expect(await ended).toBe(1)
    occupant.close()
    expect(output()).toMatch(new RegExp(`EADDRINUSE.+${port}`))
    expect(hasDatabase(site.dataDir)).toBe(false)
  })

  it('obeys a signal that comes while it starts, as soon as it can end whole', async () => {
    const { child, ended } = begin({})
    expect(await waitUntil(() => hasDatabase(site.dataDir), PATIENCE.timeout)).toBe(true)
    child.kill('SIGTERM')
    expect(await ended).toBe(0)
    expect(hasDatabase(site.dataDir)).toBe(false)
  })
})

describe('a start on a database of its own', PATIENCE, () => {
  it('in production makes no demo people, and shows no secret of the address', async () => {
    const [site, database] = [aSite(), await aDatabase()]
    const server = await serve({
      DATA_DIR: site.dataDir,
      DATABASE_URL: database.url,
      NODE_ENV: 'production',
      SECRET_KEY: 'kq7TzW1vN4yB8sXe2LrH9mPc6GdJ0aUf3ViQoR5t',
    })
    expect(server.output()).not.toContain('demo_')
    expect(server.output()).not.toContain(new URL(database.url).password || 'kq7TzW1v')
    expect(hasDatabase(site.dataDir)).toBe(false)
    server.child.kill('SIGTERM')
    expect(await server.ended).toBe(0)
    await site.clear([server])
    await database.drop()
  })
})
