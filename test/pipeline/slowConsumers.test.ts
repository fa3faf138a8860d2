import { once } from 'node:events'
import { connect, type Socket } from 'node:net'
import { beforeAll, expect, test } from 'vitest'
import { anApp, type TestApp } from '../support/app.ts'
import { sessionTokenOf } from '../support/graphSocket.ts'
import { aNotification } from '../support/notifications.ts'
import { aPipelineSocket, type PipelineSocket } from '../support/pipelineSocket.ts'
import { aUser, type TestUser } from '../support/users.ts'

let app: TestApp
beforeAll(async () => {
  app = await anApp()
})

/** Opens a websocket that stops reading after the handshake. */
async function aStalledSocket({ origin }: TestApp, person: TestUser): Promise<Socket> {
  const { hostname, port } = new URL(origin)
  const socket = connect(Number(port), hostname)
  socket.write(
    [
      `GET /?authToken=${sessionTokenOf(person)} HTTP/1.1`,
      `Host: ${hostname}`,
      'Connection: Upgrade',
      'Upgrade: websocket',
      'Sec-WebSocket-Version: 13',
      'Sec-WebSocket-Key: AAAAAAAAAAAAAAAAAAAAAA==',
      '\r\n',
    ].join('\r\n'),
  )
  await once(socket, 'data')
  socket.pause()
  socket.on('error', () => {})
  return socket
}

const socketsOpen = async () => {
  const text = await (await fetch(`${app.origin}/metrics`)).text()
  return Number(/^plaza_pipeline_sockets (\d+)/m.exec(text)?.[1])
}
const titles = (connection: PipelineSocket) =>
  connection.framesOfType('notification-v2').map(({ content }) => Object(content).title)

/** More bytes than the operating system buffers for a client that does not read, plus half a mebibyte. */
const FRAMES = 200
const message = 'x'.repeat(100_000)

test('one slow consumer among two hundred is disconnected, and nobody else loses or waits for anything', async () => {
  const people = await Promise.all(Array.from({ length: 20 }, () => aUser(app)))
  const connections = (
    await Promise.all(
      people.map((person) => Promise.all(Array.from({ length: 10 }, () => aPipelineSocket(app, person)))),
    )
  ).flat()
  const [stalledUser] = people
  if (!stalledUser) throw new Error('No user was created')
  const stalledSocket = await aStalledSocket(app, stalledUser)
  expect(await socketsOpen()).toBe(201)

  const wanted = Array.from({ length: FRAMES }, (_, at) => `n${at}`)
  for (const title of wanted) await aNotification(app, stalledUser.id, { title, message })
  for (const { id } of people.slice(1)) await aNotification(app, id, { title: 'as ever' })
  for (const connection of connections.slice(0, 10)) await expect.poll(() => titles(connection)).toEqual(wanted)
  for (const connection of connections.slice(10)) await expect.poll(() => titles(connection)).toEqual(['as ever'])
  // The server needs at least 20 seconds to detect a slow consumer.
  await expect.poll(socketsOpen).toBe(200)
  stalledSocket.destroy()
  await Promise.all(connections.map((connection) => connection.close()))
})
