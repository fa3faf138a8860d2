import { once } from 'node:events'
import { createServer } from 'node:http'
import type { Duplex } from 'node:stream'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { WebSocket } from 'ws'
import { createFrameSocketServer, type FrameSocket } from '../../src/edges/frameSocket.ts'
import { encodeTextFrame } from '../../src/edges/webSocketFrames.ts'

const http = createServer()
const server = createFrameSocketServer(1_000)
let client: WebSocket
let sender: FrameSocket
const received: string[] = []

beforeAll(async () => {
  const upgraded = new Promise<FrameSocket>((resolve) => {
    http.on('upgrade', (request, connection: Duplex, head) =>
      server.handleUpgrade(request, connection, head, (socket) => {
        socket.attach(connection)
        resolve(socket)
      }),
    )
  })
  await once(http.listen(0, '127.0.0.1'), 'listening')
  client = new WebSocket(`ws://127.0.0.1:${Object(http.address()).port}`)
  client.on('message', (data) => received.push(String(data)))
  sender = await upgraded
})
afterAll(() => {
  client.terminate()
  server.close()
  http.close()
})

const body = Buffer.from('x')

test.each([0, 1, 124, 125, 126, 65_534, 65_535, 65_536, 200_000])(
  'a frame of %i bytes arrives whole, between messages that the library sends',
  async (length) => {
    received.length = 0
    sender.send('before')
    void sender.sendFrame(encodeTextFrame(Buffer.alloc(length, 'x')))
    void sender.sendFrame(encodeTextFrame(body))
    sender.send('after')
    await expect.poll(() => received.length).toBe(4)
    expect(received).toEqual(['before', 'x'.repeat(length), 'x', 'after'])
  },
)

test('what surrounds a body may hold characters of several bytes', async () => {
  received.length = 0
  void sender.sendFrame(encodeTextFrame(Buffer.from('"ö"'), '{"id":"ä€😀","payload":', ',"end":"ß"}'))
  await expect.poll(() => received).toEqual(['{"id":"ä€😀","payload":"ö","end":"ß"}'])
})

test('a writer waits for a receiver that does not read, and for no other', async () => {
  client.pause()
  const large = encodeTextFrame(Buffer.alloc(4_000_000, 'x'))
  // The first ones fit into the buffers of the operating system.
  const written = Array.from({ length: 10 }, () => sender.sendFrame(large))
  expect(written.at(0)).toBeUndefined()
  expect(written.at(-1)).toBeInstanceOf(Promise)
  client.resume()
  await Promise.all(written)
  expect(sender.sendFrame(encodeTextFrame(body))).toBeUndefined()
})

test('a socket that is closed in the same tick is sent the frames of before, and nothing later', async () => {
  for (const text of ['one', 'two']) void sender.sendFrame(encodeTextFrame(Buffer.from(text)))
  sender.close()
  await once(client, 'close')
  expect(received.slice(-2)).toEqual(['one', 'two'])
  await expect.poll(() => sender.readyState).toBe(WebSocket.CLOSED)
  expect(sender.sendFrame(encodeTextFrame(body))).toBeUndefined()
})
