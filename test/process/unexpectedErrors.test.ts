import { afterAll, describe, expect, it } from 'vitest'
import { sendRawRequest } from '../support/rawHttp.ts'
import {
  aServerFolder,
  BUILT_SERVER,
  REPOSITORY_ROOT,
  type ReadyServer,
  START_OPTIONS,
  startReadyServer,
} from '../support/serverProcess.ts'

const site = aServerFolder()
const servers: ReadyServer[] = []
afterAll(() => site.clear(servers))

/** Loaded before the server: raises the fault that a request names, where no code of the server can handle it. */
const FAULTS = `
  import { subscribe } from 'node:diagnostics_channel'
  const fail = (name) => () => { throw new Error('fault of ' + name) }
  const faults = {
    timer: () => setImmediate(fail('timer')),
    promise: () => void Promise.reject(new Error('fault of promise')),
    requestEvent: ({ request }) => request.once('close', fail('requestEvent')),
    responseEvent: ({ response }) => response.once('finish', fail('responseEvent')),
    socketEvent: ({ request }) => request.socket.once('close', fail('socketEvent')),
  }
  subscribe('http.server.request.start', (message) => faults[message.request.headers['x-fault']]?.(message))
`

const start = async () => {
  const server = await startReadyServer(
    { DATA_DIR: site.dataDir, DEMO: 'off' },
    {
      program: process.execPath,
      args: [...START_OPTIONS, '--import', `data:text/javascript,${encodeURIComponent(FAULTS)}`, BUILT_SERVER],
      cwd: REPOSITORY_ROOT,
    },
  )
  servers.push(server)
  return server
}

const NAMES = ['timer', 'promise', 'requestEvent', 'responseEvent', 'socketEvent']

describe('a server', () => {
  it('answers on after errors that nobody handles, and logs and counts each once', async () => {
    const server = await start()
    for (const name of NAMES)
      expect(await sendRawRequest(server.origin, { path: '/livez', headers: { 'x-fault': name } })).toMatchObject({
        status: 200,
        text: 'ok',
      })
    for (const name of NAMES)
      await expect.poll(() => server.output().split(`"message":"fault of ${name}"`).length - 1).toBe(1)
    for (let further = 0; further < 5; further++)
      expect(await sendRawRequest(server.origin, { path: '/api/1/visits' })).toMatchObject({ status: 200 })
    const { text } = await sendRawRequest(server.origin, { path: '/metrics' })
    const counted = [...text.matchAll(/^plaza_unexpected_errors_total\{kind="(\w+)"[^}]*\} (\d+)$/gm)]
    const total = (kind: string) =>
      counted.reduce((sum, [, name, value]) => (name === kind ? sum + Number(value) : sum), 0)
    expect([total('exception'), total('rejection')]).toEqual([NAMES.length - 1, 1])
    server.child.kill('SIGTERM')
    expect(await server.ended).toBe(0)
  })
})
