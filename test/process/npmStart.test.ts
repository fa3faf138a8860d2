import { spawnSync } from 'node:child_process'
import { mkdirSync, mkdtempSync, readFileSync, rmSync, utimesSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
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

/** Runs what `npm start` does before the server in a folder without development dependencies. */
function prestart(folder: string) {
  const path = join(REPOSITORY_ROOT, 'src/tools/prestart.sh')
  const { status, stderr } = spawnSync('sh', [path], { cwd: folder, encoding: 'utf8' })
  return { status, stderr }
}

it('npm start without development dependencies starts the build that is there, and tells when it is old or missing', () => {
  const folder = mkdtempSync(join(tmpdir(), 'plaza-prestart-'))
  expect(prestart(folder)).toEqual({ status: 1, stderr: 'The server is not built. Run: npm ci && npm run build\n' })
  for (const name of ['src', 'dist']) mkdirSync(join(folder, name))
  for (const name of ['src/main.ts', 'dist/main.js', 'dist/stamp']) writeFileSync(join(folder, name), '')
  utimesSync(join(folder, 'src/main.ts'), 1, 1)
  utimesSync(join(folder, 'src'), 1, 1)
  expect(prestart(folder)).toEqual({ status: 0, stderr: '' })
  utimesSync(join(folder, 'dist/stamp'), 0, 0)
  expect(prestart(folder)).toEqual({ status: 0, stderr: expect.stringMatching(/^src.* is newer than the build/) })
  rmSync(folder, { recursive: true })
})

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
