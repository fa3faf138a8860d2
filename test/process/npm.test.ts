import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, expect, it } from 'vitest'
import { z } from 'zod'
import { waitUntil } from '../../src/platform/database/processes.ts'
import { anApi } from '../support/api.ts'
import { basic } from '../support/people.ts'
import { aSite, type Command, hasDatabase, MAIN, PATIENCE, ROOT, type Serving, serve } from './server.ts'

const site = aSite()
const servers: Serving[] = []
afterAll(() => site.clear(servers))

/** A package with the script of this one, which starts what is built already. */
const { scripts } = z
  .object({ scripts: z.object({ start: z.string() }) })
  .parse(JSON.parse(readFileSync(join(ROOT, 'package.json'), 'utf8')))
const script = scripts.start.replace('dist/main.js', MAIN)
writeFileSync(join(site.dataDir, 'package.json'), JSON.stringify({ scripts: { start: script } }))
const npmStart: Command = { program: 'npm', args: ['start'], cwd: site.dataDir, detached: true }

async function begin(): Promise<Serving> {
  const server = await serve({ DATA_DIR: site.dataDir, DEMO: 'off' }, npmStart)
  servers.push(server)
  return server
}

it('npm start without demo people ends by a SIGTERM to npm', PATIENCE, async () => {
  const server = await begin()
  expect(server.output()).not.toContain('demo_')
  const demo = await anApi(server).try('getCurrentUser', { headers: basic('demo_ada', 'plaza-demo-1') })
  expect(demo.status).toBe(401)
  server.child.kill('SIGTERM')
  expect(await server.ended).toBe(0)
  expect(server.output()).toContain('"signal":"SIGTERM"')
  expect(hasDatabase(site.dataDir)).toBe(false)
})

it('npm start ends by Ctrl-C, which all that run at the terminal hear, but for the database', PATIENCE, async () => {
  const server = await begin()
  process.kill(-server.pid, 'SIGINT')
  await server.ended
  expect(server.output()).toContain('"signal":"SIGINT"')
  expect(server.output()).not.toMatch(/the database died|lost a connection/)
  expect(await waitUntil(() => !hasDatabase(site.dataDir), 5_000)).toBe(true)
})
