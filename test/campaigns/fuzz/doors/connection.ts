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

const isHeadRequest = (bytes: Buffer) => bytes.toString('latin1', 0, 5) === 'HEAD '

/** What comes, or `silent` if nothing does within some milliseconds. */
async function silentAfter<T>(milliseconds: number, coming: Promise<T>): Promise<T | 'silent'> {
  const tooLate = new AbortController()
  const late = pause(milliseconds, 'silent' as const, { signal: tooLate.signal }).catch(() => 'silent' as const)
  return Promise.race([coming, late]).finally(() => tooLate.abort())
}

/** Opens a connection. Rejects when the server does not accept it. */
export async function openRawConnection(port: number): Promise<RawConnection> {
  const socket = connect(port, '127.0.0.1')
  await once(socket, 'connect')
  socket.setNoDelay(true)
  socket.on('error', () => {})
  let received: Buffer = Buffer.alloc(0)
  let isOver = false
  let isKept = true
  let notify = () => {}
  socket.on('data', (chunk) => {
    received = Buffer.concat([received, chunk])
    notify()
  })
  for (const event of ['end', 'close'])
    socket.on(event, () => {
      isOver = true
      notify()
    })

  const moreArrives = () =>
    new Promise<void>((resolve) => {
      notify = resolve
    })
  /** Takes an answer from what has arrived. */
  const take = (isHead: boolean): HttpAnswer | null => {
    const answer = readAnswer(received, { isHead, isOver })
    if (!answer) return null
    received = received.subarray(answer.size)
    isKept = answer.isKept && received.length === 0 && !isOver
    return answer
  }
  const nextAnswer = async (isHead: boolean): Promise<HttpAnswer | 'closed'> => {
    const read = () => readAnswer(received, { isHead, isOver })
    while (!isOver && !read()) await moreArrives()
    if (read()?.isStream) await Promise.race([pause(STREAM_TIME), once(socket, 'close')])
    return take(isHead) ?? 'closed'
  }

  return {
    socket,
    isReusable: () => isKept && !isOver && !socket.destroyed,
    rest: () => received,
    close: () => void socket.destroy(),
    async send({ bytes, isCutOff, patience }) {
      if (isCutOff) isKept = false
      socket.write(bytes)
      if (isCutOff) socket.end()
      const outcome = await silentAfter(patience, nextAnswer(isHeadRequest(bytes)))
      if (typeof outcome === 'string') isKept = false
      return outcome
    },
  }
}
