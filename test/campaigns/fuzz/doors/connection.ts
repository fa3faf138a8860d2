import { once } from 'node:events'
import { connect, type Socket } from 'node:net'
import { setTimeout as pause } from 'node:timers/promises'
import { type HttpAnswer, readAnswer } from './httpAnswer.ts'

/** `closed`: the connection ended before a complete answer. `silent`: none came in time. */
export type Outcome = HttpAnswer | 'closed' | 'silent'

export interface SentRequest {
  readonly bytes: Buffer
  readonly isCutOff: boolean
  /** Milliseconds until an answer counts as missing. */
  readonly patience: number
}

/** A TCP connection that sends any bytes, and reads HTTP answers. */
export interface RawConnection {
  readonly socket: Socket
  /** Whether a further request can be sent. */
  isReusable(): boolean
  send(request: SentRequest): Promise<Outcome>
  /** What has arrived and belongs to no answer. */
  rest(): Buffer
  close(): void
}

/** Milliseconds for which the events of a stream are collected. */
const STREAM_TIME = 100

/** Opens a connection. Rejects when the server does not accept it. */
export async function openRawConnection(port: number): Promise<RawConnection> {
  const socket = connect(port, '127.0.0.1')
  await once(socket, 'connect')
  socket.setNoDelay(true)
  socket.on('error', () => {})
  const answers = openAnswers(socket)
  let isKept = true

  return {
    socket,
    isReusable: () => isKept && !socket.readableEnded && !socket.destroyed,
    rest: answers.rest,
    close: () => void socket.destroy(),
    async send({ bytes, isCutOff, patience }) {
      socket.write(bytes)
      if (isCutOff) socket.end()
      const tooLate = new AbortController()
      const late = pause(patience, 'silent' as const, { signal: tooLate.signal }).catch(() => 'silent' as const)
      const outcome = await Promise.race([answers.next(bytes.toString('latin1', 0, 5) === 'HEAD '), late])
      tooLate.abort()
      isKept = !isCutOff && typeof outcome !== 'string' && outcome.isKept && answers.rest().length === 0
      return outcome
    },
  }
}

/** Reads the answers that arrive on a socket. */
function openAnswers(socket: Socket) {
  let received: Buffer = Buffer.alloc(0)
  let isOver = false
  let notify = () => {}
  socket.on('data', (chunk) => {
    received = Buffer.concat([received, chunk])
    notify()
  })
  const finish = () => {
    isOver = true
    notify()
  }
  socket.on('end', finish).on('close', finish)
  const moreArrives = () =>
    new Promise<void>((resolve) => {
      notify = resolve
    })
  const read = (isHead: boolean) => readAnswer(received, { isHead, isOver })

  return {
    rest: () => received,
    async next(isHead: boolean): Promise<HttpAnswer | 'closed'> {
      while (!isOver && !read(isHead)) await moreArrives()
      if (read(isHead)?.isStream) await Promise.race([pause(STREAM_TIME), once(socket, 'close')])
      const answer = read(isHead)
      received = received.subarray(answer?.size ?? 0)
      return answer ?? 'closed'
    },
  }
}
