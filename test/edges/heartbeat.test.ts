import { once } from 'node:events'
import type { AddressInfo } from 'node:net'
import { setTimeout as pause } from 'node:timers/promises'
import { afterAll, expect, it } from 'vitest'
import { WebSocket, WebSocketServer } from 'ws'
import { keepHeartbeat } from '../../src/edges/pipeline/heartbeat.ts'

const server = new WebSocketServer({ port: 0, host: '127.0.0.1' })
afterAll(() => server.close())

it('ends sockets that do not answer, and only those', async () => {
  const lines = new Set<{ readonly socket: WebSocket }>()
  server.on('connection', (socket) => lines.add({ socket }))
  const address: AddressInfo | string | null = server.address()
  if (typeof address !== 'object' || !address) throw new Error('the server does not listen')
  const open = (autoPong: boolean) => new WebSocket(`ws://127.0.0.1:${address.port}`, { autoPong })
  const [answering, silent] = [open(true), open(false)]
  await Promise.all([once(answering, 'open'), once(silent, 'open')])
  const ended = once(silent, 'close')
  let pings = 0
  answering.on('ping', () => {
    pings += 1
  })

  const stop = keepHeartbeat(lines, 100)
  const [code] = await ended
  expect(code).toBe(1006)
  await expect.poll(() => pings).toBeGreaterThan(3)
  expect(answering.readyState).toBe(WebSocket.OPEN)
  stop()
  await pause(150)
  const told = pings
  await pause(250)
  expect(pings).toBe(told)
  answering.close()
})
