import { once } from 'node:events'
import { connect } from 'node:net'
import { expect, test } from 'vitest'
import { sharedApp } from '../support/app.ts'
import { sessionTokenOf } from '../support/graphSocket.ts'
import { aUser } from '../support/users.ts'

const STREAMS = 100

test('100 pipelined event streams on one connection add no listener for each to its socket', async () => {
  const app = await sharedApp()
  const { hostname, port, host } = new URL(app.origin)
  const cookie = `auth=${sessionTokenOf(await aUser(app))}`
  const warnings: Error[] = []
  const record = (warning: Error) => warnings.push(warning)
  process.on('warning', record)
  const socket = connect(Number(port), hostname)
  const body = JSON.stringify({ query: '{ viewer { id } }' })
  const head = [
    ...['POST /graphql HTTP/1.1', `Host: ${host}`, `Cookie: ${cookie}`],
    ...['Content-Type: application/json', 'Accept: text/event-stream', `Content-Length: ${body.length}`],
  ]
  socket.write(`${head.join('\r\n')}\r\n\r\n${body}`.repeat(STREAMS))
  let text = ''
  socket.on('data', (chunk) => {
    text += chunk.toString('latin1')
  })
  await expect.poll(() => text.match(/HTTP\/1\.1 \d+/g)?.length).toBe(STREAMS)
  socket.destroy()
  await once(socket, 'close')
  process.off('warning', record)
  expect(warnings).toEqual([])
})
