import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { findFreePort } from '../../src/platform/database/embedded/freePort.ts'
import { SERVER_ARGUMENTS, STANDALONE_ENVIRONMENT, startProcess } from '../bench/processes.ts'

/**
 * Starts the built server on the Node that runs this, with an empty embedded database and demo data, and uses it once by each
 * API: `node --import tsx test/campaigns/smoke.ts`, for versions of Node that the tests don't run on.
 */
const folder = mkdtempSync(join(tmpdir(), 'plaza-smoke-'))
const env = { ...STANDALONE_ENVIRONMENT, DATA_DIR: folder, DEMO: 'on' }

/** The answer to a request with the session of a demo user. Throws unless it is 2xx. */
async function answerOf(url: string, request: RequestInit = {}): Promise<unknown> {
  const authorization = `Basic ${Buffer.from('demo_ada:plaza-demo-1').toString('base64')}`
  const headers = { authorization, 'content-type': 'application/json' }
  const response = await fetch(url, { ...request, headers })
  const text = await response.text()
  if (!response.ok) throw new Error(`${url} answered ${response.status}: ${text}`)
  return JSON.parse(text)
}

const server = await startProcess({ args: SERVER_ARGUMENTS, env, port: await findFreePort(), ready: '/readyz' })
try {
  const { username } = Object(await answerOf(`${server.url}/api/1/auth/user`))
  const body = JSON.stringify({ query: '{ serverTime: __typename }' })
  const { data } = Object(await answerOf(`${server.url}/graphql`, { method: 'POST', body }))
  if (username !== 'demo_ada' || data.serverTime !== 'Query')
    throw new Error(`unexpected answers: ${username}, ${JSON.stringify(data)}`)
} finally {
  const code = await server.stop()
  rmSync(folder, { recursive: true, force: true })
  console.log(`Node ${process.versions.node}: the server stopped with code ${code}`)
  if (code !== 0) process.exitCode = 1
}
