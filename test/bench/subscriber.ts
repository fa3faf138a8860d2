import { randomBytes } from 'node:crypto'
import { connect, type Socket } from 'node:net'
import { type Frame, frame, frameIn, OPCODE } from './frames.ts'

/** A subscriber of the graph on a bare socket: it takes as little of the processor as a websocket can. */
export interface Subscriber {
  /** The newest event's message. */
  last(): string
  close(): void
}

export interface Subscription {
  readonly port: number
  readonly cookie: string
  readonly query: string
  /** Called for each event. */
  readonly onEvent: () => void
}

/** Opens a websocket, greets, and subscribes once it is acknowledged. What the server says amiss ends the run. */
export async function openSubscriber({ port, cookie, query, onEvent }: Subscription): Promise<Subscriber> {
  const socket = connect({ port, host: '127.0.0.1', noDelay: true })
  let last = ''
  const onText = (text: string) => {
    if (text.includes('"connection_ack"'))
      return void socket.write(message({ type: 'subscribe', id: '1', payload: { query } }))
    if (!text.includes('"type":"next"')) throw new Error(`not an event: ${text}`)
    last = text
    onEvent()
  }
  socket.write(greeting(port, cookie))
  await upgraded(socket)
  readFrames(socket, onText)
  const acknowledged = new Promise((resolve) => socket.once('data', resolve))
  socket.write(message({ type: 'connection_init' }))
  await acknowledged
  return { last: () => last, close: () => socket.destroy() }
}

const greeting = (port: number, cookie: string) =>
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

const message = (value: object) => frame(OPCODE.text, Buffer.from(JSON.stringify(value)))

/** The server says nothing after its answer until it is greeted, so the answer comes alone. */
function upgraded(socket: Socket): Promise<void> {
  return new Promise((resolve, reject) => {
    socket.once('error', reject)
    socket.once('data', (answer) => {
      if (answer.toString('latin1').startsWith('HTTP/1.1 101')) resolve()
      else reject(new Error(`no websocket: ${answer.toString()}`))
    })
  })
}

function readFrames(socket: Socket, onText: (text: string) => void) {
  let pending: Buffer = Buffer.alloc(0)
  const onFrame = ({ opcode, payload }: Frame) => {
    if (opcode === OPCODE.ping) return void socket.write(frame(OPCODE.pong, payload))
    if (opcode === OPCODE.text) return onText(payload.toString())
    throw new Error(`closed: ${payload.toString()}`)
  }
  socket.on('data', (chunk) => {
    pending = pending.length > 0 ? Buffer.concat([pending, chunk]) : chunk
    for (let whole = frameIn(pending); whole; whole = frameIn(pending)) {
      pending = pending.subarray(whole.size)
      onFrame(whole)
    }
  })
}
