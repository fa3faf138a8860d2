import { createServer, type Server } from 'node:http'
import { setTimeout as delay } from 'node:timers/promises'
import { expect, it } from 'vitest'
import { freePort } from '../../src/platform/database/ports.ts'
import { SERVER } from '../bench/processes.ts'
import { runCampaign } from './crash.ts'
import { startUploading } from './uploaders.ts'
import { startWriting } from './writers.ts'

it('loses no acknowledged write when the server, or the database below it, is killed', async () => {
  const findings = await runCampaign({
    server: SERVER,
    serverKills: 2,
    databaseKills: 1,
    people: 4,
    tell: () => {},
  })
  expect(findings.losses).toEqual([])
  expect(findings.acknowledged).toBeGreaterThan(20)
  expect(findings.serverReady).toHaveLength(2)
  expect(findings.databaseReady).toHaveLength(1)
  expect(findings.exitCode).toBe(0)
}, 90_000)

it('has a file whole or not at all when the server is killed during its upload', async () => {
  const findings = await runCampaign({
    server: SERVER,
    serverKills: 2,
    databaseKills: 0,
    people: 3,
    load: startUploading,
    tell: () => {},
  })
  expect(findings.losses).toEqual([])
  expect(findings.acknowledged).toBeGreaterThan(5)
  expect(findings.exitCode).toBe(0)
}, 90_000)

/** A server that acknowledges every write and keeps none. */
function aForgetfulServer(): Server {
  let people = 0
  return createServer((request, response) => {
    request.resume()
    const path = request.url ?? ''
    const body = path.includes('userNotes?') ? [] : { id: `usr_${++people}`, bio: '0' }
    response.writeHead(200, { 'set-cookie': 'auth=token; Path=/', 'content-type': 'application/json' })
    response.end(JSON.stringify(body))
  })
}

it('would notice a server that forgets what it acknowledged', async () => {
  const port = await freePort()
  const server = aForgetfulServer().listen(port, '127.0.0.1')
  const load = await startWriting(`http://127.0.0.1:${port}`, 2)
  while (load.acknowledged() < 10) await delay(10)
  await load.stop()
  // For each of the two, the last bio and the last note.
  expect(await load.losses()).toHaveLength(4)
  server.close()
})
