import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, expect, it } from 'vitest'
import { z } from 'zod'
import { aRestClient } from '../support/restClient.ts'
import {
  aMigratedServerFolder,
  BUILT_SERVER,
  type Command,
  isDatabaseRunning,
  REPOSITORY_ROOT,
  type ReadyServer,
  startReadyServer,
} from '../support/serverProcess.ts'
import { basicAuthHeader } from '../support/users.ts'

const site = await aMigratedServerFolder()
const servers: ReadyServer[] = []
afterAll(() => site.clear(servers))

/** A package whose start script runs the existing build. */
const { scripts } = z
  .object({ scripts: z.object({ start: z.string() }) })
  .parse(JSON.parse(readFileSync(join(REPOSITORY_ROOT, 'package.json'), 'utf8')))
const script = scripts.start.replace('dist/main.js', BUILT_SERVER)
writeFileSync(join(site.dataDir, 'package.json'), JSON.stringify({ scripts: { start: script } }))
const npmStart: Command = { program: 'npm', args: ['start'], cwd: site.dataDir, detached: true }

it('npm start without demo users ends on a SIGTERM to npm', async () => {
  const server = await startReadyServer({ DATA_DIR: site.dataDir, DEMO: 'off' }, npmStart)
  servers.push(server)
  expect(server.output()).not.toContain('demo_')
  const demo = await aRestClient(server).try('getCurrentUser', { headers: basicAuthHeader('demo_ada', 'plaza-demo-1') })
  expect(demo.status).toBe(401)
  server.child.kill('SIGTERM')
  expect(await server.ended).toBe(0)
  expect(server.output()).toContain('"signal":"SIGTERM"')
  expect(isDatabaseRunning(site.dataDir)).toBe(false)
})
