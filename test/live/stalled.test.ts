import { once } from 'node:events'
import { connect, type Socket } from 'node:net'
import { setTimeout as pause } from 'node:timers/promises'
import { beforeAll, expect, test } from 'vitest'
import { userChanged } from '../../src/areas/accounts/events.ts'
import { anApp, type TestApp } from '../support/app.ts'
import { tell } from '../support/notifications.ts'
import { aUser, type Person } from '../support/people.ts'
import { type GraphSocket, tokenOf } from '../support/socket.ts'
import { aFollower, aStream, told } from './followers.ts'

let app: TestApp
beforeAll(async () => {
  app = await anApp()
})

const FEED = 'subscription { notificationFeed { cursor notification { title message } } }'
const head = (person: Person, line: string, ...more: string[]) =>
  [line, `Host: ${new URL(app.origin).host}`, `Cookie: auth=${tokenOf(person)}`, ...more, '\r\n'].join('\r\n')

/** A text frame of a client, masked by zeros. */
function frame(message: object): Buffer {
  const text = Buffer.from(JSON.stringify(message))
  const length = text.length < 126 ? [0x80 | text.length] : [0x80 | 126, text.length >> 8, text.length & 0xff]
  return Buffer.concat([Buffer.from([0x81, ...length, 0, 0, 0, 0]), text])
}

async function aLine(): Promise<Socket> {
  const { hostname, port } = new URL(app.origin)
  const socket = connect(Number(port), hostname)
  socket.on('error', () => {})
  await once(socket, 'connect')
  return socket
}

/** Subscribes by websocket and reads nothing any more. */
async function aDeafSocket(person: Person): Promise<Socket> {
  const socket = await aLine()
  const asked = ['Connection: Upgrade', 'Upgrade: websocket', 'Sec-WebSocket-Version: 13']
  const keys = ['Sec-WebSocket-Key: AAAAAAAAAAAAAAAAAAAAAA==', 'Sec-WebSocket-Protocol: graphql-transport-ws']
  socket.write(head(person, 'GET /graphql HTTP/1.1', ...asked, ...keys))
  await once(socket, 'data')
  socket.write(frame({ type: 'connection_init' }))
  await once(socket, 'data')
  socket.write(frame({ type: 'subscribe', id: '1', payload: { query: FEED } }))
  return socket.pause()
}

/** Subscribes by server-sent events and reads nothing any more. */
async function aDeafStream(person: Person, query = FEED): Promise<Socket> {
  const socket = await aLine()
  const body = JSON.stringify({ query })
  const asked = ['Content-Type: application/json', 'Accept: text/event-stream', `Content-Length: ${body.length}`]
  socket.write(head(person, 'POST /graphql HTTP/1.1', ...asked) + body)
  await once(socket, 'data')
  return socket.pause()
}

/** Everything that was still on its way when the server let go of the line; throws when it has not. */
async function rest(socket: Socket): Promise<string> {
  let text = ''
  socket.on('data', (chunk) => {
    text += chunk.toString('latin1')
  })
  const closed = once(socket, 'close').then(() => true)
  socket.resume()
  if (!(await Promise.race([closed, pause(10_000, false)]))) throw new Error('the line still stands')
  return text
}

/** More than the operating system holds for one who does not read. */
const COUNT = 200
const message = 'x'.repeat(100_000)
/** Within thirty seconds from the moment when it stopped taking. */
const PATIENCE = 28_000

const titles = ({ messages }: GraphSocket) =>
  told(messages, 'notificationFeed').map(({ notification }) => Object(notification).title)

test('those who stop reading are closed, and nobody else loses or waits for anything', async () => {
  const [deaf, ...people] = await Promise.all(Array.from({ length: 20 }, () => aUser(app)))
  if (!deaf) throw new Error('nobody is there')
  const own = [await aFollower(app, deaf, FEED), await aFollower(app, deaf, FEED)]
  const others: GraphSocket[] = []
  for (const person of people) others.push(await aFollower(app, person, FEED))
  const stream = await aStream(app, people[0] ?? deaf, FEED)
  const lines = [await aDeafSocket(deaf), await aDeafStream(deaf)]
  await pause(200)

  const wanted = Array.from({ length: COUNT }, (_, at) => `n${at}`)
  for (const title of wanted) await tell(app, deaf.id, { title, message })
  const stalled = pause(PATIENCE)
  for (const { id } of people) await tell(app, id, { title: 'as ever' })
  for (const line of others) await expect.poll(() => titles(line), { timeout: 10_000 }).toEqual(['as ever'])
  await stream.until('as ever')
  for (const line of own) await expect.poll(() => titles(line), { timeout: 10_000 }).toEqual(wanted)

  await stalled
  for (const line of lines) expect(await rest(line)).not.toContain(`"n${COUNT - 1}"`)
  await tell(app, deaf.id, { title: 'still there' })
  for (const line of own) await expect.poll(() => titles(line).at(-1), { timeout: 5_000 }).toBe('still there')
  for (const { socket } of [...own, ...others]) socket.close()
  stream.close()
}, 90_000)

test('a stream that does not keep up is cut, and nothing piles up for it', async () => {
  const person = await aUser(app)
  const bioLinks = Array.from({ length: 10 }, (_, at) => `https://plaza.test/${at}/${'x'.repeat(480)}`)
  await person.api.call('updateUser', { userId: person.id, body: { bioLinks } })
  const large = Array.from({ length: 14 }, (_, at) => `a${at}: bioLinks`).join(' ')
  const line = await aDeafStream(person, `subscription { viewerChanged { user { ${large} } } }`)
  await pause(200)
  for (let at = 0; at < 40; at++) {
    await app.platform.events.release(Array.from({ length: 20 }, () => userChanged(person.id)))
    await pause(25)
  }
  await rest(line)
})
