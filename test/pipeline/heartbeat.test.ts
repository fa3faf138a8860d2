import { once } from 'node:events'
import type { AddressInfo } from 'node:net'
import { afterAll, expect, it } from 'vitest'
import { WebSocket, WebSocketServer } from 'ws'
import { createHeartbeat } from '../../src/edges/pipeline/connections.ts'

const server = new WebSocketServer({ port: 0, host: '127.0.0.1' })
afterAll(() => server.close())

/** Opens a websocket; resolves to its client end and its server end. */
async function socketPair(autoPong: boolean) {
  const address: AddressInfo | string | null = server.address()
  if (typeof address !== 'object' || !address) throw new Error('the server does not listen')
  const accepted = new Promise<WebSocket>((resolve) => server.once('connection', resolve))
  const client = new WebSocket(`ws://127.0.0.1:${address.port}`, { autoPong })
  await once(client, 'open')
  return { client, socket: await accepted }
}

it('closes exactly the sockets that don’t answer pings', async () => {
  const [answering, silent] = [await socketPair(true), await socketPair(false)]
  const beat = createHeartbeat(new Set([answering, silent]))
  const ended = once(silent.client, 'close')
  for (let beats = 0; beats < 4; beats++) {
    const answered = once(answering.socket, 'pong')
    beat()
    await answered
  }
  expect((await ended)[0]).toBe(1006)
  expect(answering.client.readyState).toBe(WebSocket.OPEN)
  answering.client.close()
})
