import { once } from 'node:events'
import { connect, type Socket } from 'node:net'
import { beforeAll, expect, test } from 'vitest'
import { anApp, type TestApp } from '../support/app.ts'
import { tell } from '../support/notifications.ts'
import { aUser, type Person } from '../support/people.ts'
import { tokenOf } from '../support/socket.ts'
import { aPipeline, type PipelineSocket } from './pipeline.ts'

let app: TestApp
beforeAll(async () => {
  app = await anApp()
})

/** A socket that shakes hands and then reads nothing any more. */
async function aDeafSocket({ origin }: TestApp, person: Person): Promise<Socket> {
  const { hostname, port } = new URL(origin)
  const socket = connect(Number(port), hostname)
  socket.write(
    [
      `GET /?authToken=${tokenOf(person)} HTTP/1.1`,
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
const titles = (line: PipelineSocket) => line.of('notification-v2').map(({ content }) => Object(content).title)

/** More than the operating system holds for one who does not read, and half a mebibyte. */
const FRAMES = 200
const message = 'x'.repeat(100_000)

test('one of two hundred that stops reading is closed, and nobody else loses or waits for anything', async () => {
  const people = await Promise.all(Array.from({ length: 20 }, () => aUser(app)))
  const lines = (
    await Promise.all(people.map((person) => Promise.all(Array.from({ length: 10 }, () => aPipeline(app, person)))))
  ).flat()
  const [deafs] = people
  if (!deafs) throw new Error('nobody is there')
  const deaf = await aDeafSocket(app, deafs)
  expect(await socketsOpen()).toBe(201)

  const wanted = Array.from({ length: FRAMES }, (_, at) => `n${at}`)
  for (const title of wanted) await tell(app, deafs.id, { title, message })
  for (const { id } of people.slice(1)) await tell(app, id, { title: 'as ever' })
  for (const line of lines.slice(0, 10)) await expect.poll(() => titles(line), { timeout: 10_000 }).toEqual(wanted)
  for (const line of lines.slice(10)) await expect.poll(() => titles(line), { timeout: 10_000 }).toEqual(['as ever'])
  await expect.poll(socketsOpen, { timeout: 30_000 }).toBe(200)
  deaf.destroy()
  await Promise.all(lines.map((line) => line.close()))
}, 90_000)
