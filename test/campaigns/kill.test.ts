import { createServer, type Server } from 'node:http'
import { expect, it } from 'vitest'
import { findFreePort } from '../../src/platform/database/embedded/freePort.ts'
import { SERVER_ARGUMENTS } from '../bench/processes.ts'
import { eventually } from '../support/eventually.ts'
import { aMigratedFolder } from '../support/migratedFolder.ts'
import { startCalendar } from './kill/calendar.ts'
import { startPayments } from './kill/payments.ts'
import { runKillCampaign } from './kill/run.ts'
import { startUploaders } from './kill/uploaders.ts'
import { startWearers } from './kill/wearers.ts'
import { startWriters } from './kill/writers.ts'

it('loses no write, leaves no partial file, repeats no date or reminder, applies each payment once and leaves nobody with a deleted avatar when the server or its database is killed', async () => {
  const findings = await runKillCampaign({
    folder: await aMigratedFolder(),
    server: SERVER_ARGUMENTS,
    serverKills: 1,
    databaseKills: 1,
    people: 2,
    loads: [startWriters, startUploaders, startCalendar, startPayments, startWearers],
    log: () => {},
  })
  expect(findings.losses.join('\n')).toBe('')
  expect(findings.serverReady).toHaveLength(1)
  expect(findings.databaseReady).toHaveLength(1)
  expect(findings.exitCode).toBe(0)
})

/** A server that acknowledges every write and stores none. */
function aServerWithoutStorage(): Server {
  let people = 0
  return createServer((request, response) => {
    request.resume()
    const path = request.url ?? ''
    const body = path.includes('userNotes?') ? [] : { id: `usr_${++people}`, bio: '0' }
    response.writeHead(200, { 'set-cookie': 'auth=token; Path=/', 'content-type': 'application/json' })
    response.end(JSON.stringify(body))
  })
}

it('reports the losses of a server that stores no acknowledged write', async () => {
  const port = await findFreePort()
  const server = aServerWithoutStorage().listen(port, '127.0.0.1')
  const load = await startWriters(`http://127.0.0.1:${port}`, 2)
  await eventually(() => load.acknowledged() >= 10)
  await load.stop()
  // The last bio and the last note of each of the two users.
  expect(await load.losses()).toHaveLength(4)
  server.close()
})
