import { randomBytes } from 'node:crypto'
import { connect, type Socket } from 'node:net'
import { decodeFrame, encodeFrame, OPCODE, type WebSocketFrame } from './webSocketFrames.ts'

/** A GraphQL subscriber on a plain socket, which takes little CPU time from the server on the same machine. */
export interface Subscriber {
  /** The message of the newest event. */
  last(): string
  close(): void
}

export interface Subscription {
  readonly port: number
  readonly cookie: string
  readonly query: string
  /** Called with the message of each event. */
  readonly onEvent: (text: string) => void
}

/** Opens a websocket, and subscribes once the connection is acknowledged. Any unexpected message throws. */
export async function openSubscriber({ port, cookie, query, onEvent }: Subscription): Promise<Subscriber> {
  const socket = connect({ port, host: '127.0.0.1', noDelay: true })
  let last = ''
  const onText = (text: string) => {
    if (text.includes('"connection_ack"'))
      return void socket.write(message({ type: 'subscribe', id: '1', payload: { query } }))
    if (!text.includes('"type":"next"')) throw new Error(`not an event: ${text}`)
    last = text
    onEvent(text)
  }
  socket.write(upgradeRequest(port, cookie))
  await upgraded(socket)
  readFrames(socket, onText)
  const acknowledged = new Promise((resolve) => socket.once('data', resolve))
  socket.write(message({ type: 'connection_init' }))
  await acknowledged
  return { last: () => last, close: () => socket.destroy() }
}

const upgradeRequest = (port: number, cookie: string) =>
  [
    'GET /graphql HTTP/1.1',
    `Host: 127.0.0.1:${port}`,
    'Connection: Upgrade',
    'Upgrade: websocket',
    'Sec-WebSocket-Version: 13',
    `Sec-WebSocket-Key: ${randomBytes(16).toString('base64')}`,
    'Sec-WebSocket-Protocol: graphql-transport-ws',
    `Cookie: ${cookie}`,
    '\r\n',
  ].join('\r\n')

const message = (value: object) => encodeFrame(OPCODE.text, Buffer.from(JSON.stringify(value)))

/** Resolves when the upgrade succeeded. The server sends nothing after that before `connection_init`. */
function upgraded(socket: Socket): Promise<void> {
  return new Promise((resolve, reject) => {
    socket.once('error', reject)
    socket.once('data', (response) => {
      if (response.toString('latin1').startsWith('HTTP/1.1 101')) resolve()
      else reject(new Error(`the websocket upgrade was refused: ${response.toString()}`))
    })
  })
}

function readFrames(socket: Socket, onText: (text: string) => void) {
  let pending: Buffer = Buffer.alloc(0)
  const onFrame = ({ opcode, payload }: WebSocketFrame) => {
    if (opcode === OPCODE.ping) return void socket.write(encodeFrame(OPCODE.pong, payload))
    if (opcode === OPCODE.text) return onText(payload.toString())
    throw new Error(`the server closed the connection: ${payload.toString()}`)
  }
  socket.on('data', (chunk) => {
    pending = pending.length > 0 ? Buffer.concat([pending, chunk]) : chunk
    for (let frame = decodeFrame(pending); frame; frame = decodeFrame(pending)) {
      pending = pending.subarray(frame.size)
      onFrame(frame)
    }
  })
}
