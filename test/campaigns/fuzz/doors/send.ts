import { once } from 'node:events'
import { setTimeout as pause } from 'node:timers/promises'
import {
  graphFault,
  graphSocketFault,
  handshakeFault,
  legacySocketFault,
  type RequestLine,
  restFault,
  type SocketEnd,
} from './answerFaults.ts'
import { openRawConnection, type RawConnection } from './connection.ts'
import type { Exchange } from './exchange.ts'
import { CLOSE, endsWithFrame, frameBytes, PING, PONG, type ReceivedFrame, readFrames, TEXT } from './frameBytes.ts'

/** How an exchange went. */
export interface Sent {
  /** The HTTP status, the close code of a websocket, or a word for what happened instead. */
  readonly outcome: string
  /** What is wrong with it, or null. */
  readonly fault: string | null
  /** The id that the server gave to the request. */
  readonly requestId?: string | undefined
  /** What was answered, for people. */
  readonly answer?: string
}

export interface SendOptions {
  readonly port: number
  /** Milliseconds until an answer counts as missing. */
  readonly patience: number
}

const SWITCHING = 101
const EXCERPT = 2_000

/** The first line of a request; of malformed bytes, what stands there. */
function requestLineOf({ bytes }: Exchange): RequestLine {
  const [line = ''] = bytes.toString('latin1', 0, EXCERPT).trimStart().split(/\r?\n/)
  const [method = '', target = ''] = line.split(/\s+/)
  return { method, target }
}

export interface Sender {
  /** Sends an exchange. Rejects when the server accepts no connection. */
  send(exchange: Exchange): Promise<Sent>
  close(): void
}

/** Sends exchanges over one connection after the other, which it reuses where possible. */
export function openSender(options: SendOptions): Sender {
  let kept: RawConnection | undefined
  const connection = async (isOwn: boolean) => {
    if (!isOwn && kept?.isReusable()) return { connection: kept, isReused: true }
    const opened = await openRawConnection(options.port)
    if (isOwn) return { connection: opened, isReused: false }
    kept?.close()
    kept = opened
    return { connection: opened, isReused: false }
  }
  const sendOnce = async (exchange: Exchange): Promise<Sent & { readonly isStale?: boolean }> => {
    const used = await connection(exchange.ownConnection ?? false)
    const sent = await sendOver(used.connection, exchange, options)
    if (!used.connection.isReusable() || exchange.ownConnection) used.connection.close()
    return { ...sent, isStale: used.isReused && sent.outcome === 'closed' }
  }
  return {
    async send(exchange: Exchange): Promise<Sent> {
      const sent = await sendOnce(exchange)
      // A server may close a connection between two requests.
      return sent.isStale ? sendOnce({ ...exchange, ownConnection: true }) : sent
    },
    close: () => kept?.close(),
  }
}

async function sendOver(connection: RawConnection, exchange: Exchange, { patience }: SendOptions): Promise<Sent> {
  const isCutOff = exchange.isCutOff ?? false
  const answer = await connection.send({ bytes: exchange.bytes, isCutOff, patience })
  if (answer === 'silent') return { outcome: 'silent', fault: `no answer in ${patience} ms` }
  if (answer === 'closed') return { outcome: 'closed', fault: isCutOff ? null : 'closed without an answer' }
  const line = requestLineOf(exchange)
  const details = {
    requestId: answer.headers.get('x-request-id'),
    answer: `${answer.status} ${answer.body.toString('utf8', 0, EXCERPT)}`,
  }
  if (exchange.frames !== undefined) {
    if (answer.status === SWITCHING) return talk(connection, exchange, exchange.frames, patience)
    return { outcome: String(answer.status), fault: handshakeFault(line, answer), ...details }
  }
  const fault = exchange.protocol === 'graphql' ? graphFault(line, answer) : restFault(line, answer)
  return { outcome: String(answer.status), fault, ...details }
}

/** The payload of the ping that shows that all frames before it have been read. */
const LAST = 'last'
/** Milliseconds for what the server still sends after that, since its last bytes, and for frames that end early. */
const QUIET_TIME = 50
const INCOMPLETE_TIME = 250

/** Sends frames over an open websocket, and collects what comes until the server has read them. */
async function talk(connection: RawConnection, exchange: Exchange, frames: Buffer, patience: number): Promise<Sent> {
  const { socket } = connection
  const received = () => readFrames(connection.rest()).frames
  const isClosed = () => received().some(({ opcode }) => opcode === CLOSE)
  const isRead = () => received().some(({ opcode, payload }) => opcode === PONG && payload.toString() === LAST)
  if (exchange.opening) {
    socket.write(exchange.opening)
    await until(connection, () => received().length > 0, patience)
  }
  socket.write(Buffer.concat([frames, frameBytes({ opcode: PING, payload: LAST })]))
  const isComplete = endsWithFrame(frames)
  const isAnswered = await until(connection, () => isClosed() || isRead(), isComplete ? patience : INCOMPLETE_TIME)
  for (let size = -1; size !== connection.rest().length; await pause(QUIET_TIME)) size = connection.rest().length
  const end = endOf(received(), socket.readableEnded)
  const isSilent = isComplete && !isAnswered && !end.isCut
  const fault = isSilent ? `no answer in ${patience} ms` : socketFault(exchange, end)
  return { outcome: outcomeOf(end), fault, answer: end.messages.join('\n') }
}

function endOf(frames: readonly ReceivedFrame[], isOver: boolean): SocketEnd {
  const closed = frames.find(({ opcode }) => opcode === CLOSE)
  const texts = frames.filter(({ opcode }) => opcode === TEXT)
  return {
    messages: texts.map(({ payload }) => payload.toString('utf8')),
    closeCode: closed ? closeCodeOf(closed.payload) : null,
    isCut: !closed && isOver,
  }
}

function outcomeOf({ closeCode, isCut, messages }: SocketEnd): string {
  if (closeCode !== null) return `close ${closeCode}`
  if (isCut) return 'cut'
  return messages.some((text) => /"type":"(next|error)"/.test(text)) ? 'results' : 'open'
}

/** A hostile form of the path of one websocket can name the other. */
const LEGACY_SOCKET = /^[/\\]*(\?|$)/

const socketFault = (exchange: Exchange, end: SocketEnd) =>
  exchange.protocol === 'legacySocket' || LEGACY_SOCKET.test(requestLineOf(exchange).target)
    ? legacySocketFault(end)
    : graphSocketFault(end)

const NO_CODE = 1005
const closeCodeOf = (payload: Buffer) => (payload.length < 2 ? NO_CODE : payload.readUInt16BE(0))

/** Waits for a condition of what has arrived; false when the time is over or the connection has ended. */
async function until({ socket }: RawConnection, condition: () => boolean, patience: number): Promise<boolean> {
  const tooLate = AbortSignal.timeout(patience)
  while (!condition()) {
    if (tooLate.aborted || socket.readableEnded || socket.destroyed) return false
    const ending = new AbortController()
    const signal = AbortSignal.any([tooLate, ending.signal])
    await Promise.race(['data', 'end', 'close'].map((event) => once(socket, event, { signal }))).catch(() => {})
    ending.abort()
  }
  return true
}
