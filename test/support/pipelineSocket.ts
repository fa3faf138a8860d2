import { WebSocket } from 'ws'
import { z } from 'zod'
import type { TestApp } from './app.ts'
import { eventually } from './eventually.ts'
import { sessionTokenOf } from './graphSocket.ts'
import type { TestUser } from './users.ts'

/** A frame with its content parsed; on the wire the content is JSON in a string. */
export interface PipelineFrame {
  readonly type: string
  readonly content?: unknown
}

const Envelope = z.strictObject({ type: z.string(), content: z.string().optional() })

/** A client of the legacy websocket. */
export interface PipelineSocket {
  readonly socket: WebSocket
  /** All messages as received. */
  readonly raw: readonly string[]
  /** All frames, oldest first. */
  allFrames(): PipelineFrame[]
  /** The frames of these types, oldest first. */
  framesOfType(...types: string[]): PipelineFrame[]
  /** Waits until `count` frames of the type have arrived; returns the content of the last. */
  nextContent(type: string, count?: number): Promise<unknown>
  /** Resolves to the close code when the connection is closed. */
  closed(): Promise<number>
  close(): Promise<number>
}

/** Opens a legacy websocket at a path with its query; resolves when it is open. */
export async function openPipelineSocket(
  app: Pick<TestApp, 'origin'>,
  path: string,
  headers: Record<string, string> = {},
): Promise<PipelineSocket> {
  const socket = new WebSocket(`${app.origin.replace('http', 'ws')}${path}`, { headers })
  const raw: string[] = []
  const ended = new Promise<number>((resolve) => socket.once('close', resolve))
  socket.on('message', (data) => raw.push(String(data)))
  await new Promise((resolve, reject) => socket.once('open', resolve).once('error', reject))
  const frames = () => raw.map(parseFrame)
  const ofType = (...types: string[]) => frames().filter(({ type }) => types.includes(type))
  return {
    socket,
    raw,
    allFrames: frames,
    framesOfType: ofType,
    async nextContent(type, count = 1) {
      await eventually(
        () => ofType(type).length >= count,
        () => `${count} frames ${type} were expected, received ${raw.join('\n')}`,
      )
      return ofType(type).at(-1)?.content
    },
    closed: () => ended,
    close() {
      socket.close()
      return ended
    },
  }
}

function parseFrame(text: string): PipelineFrame {
  const { type, content } = Envelope.parse(JSON.parse(text))
  return content === undefined ? { type } : { type, content: JSON.parse(content) }
}

/** Opens a legacy websocket with a user's session. */
export const aPipelineSocket = (app: Pick<TestApp, 'origin'>, person: TestUser) =>
  openPipelineSocket(app, `/?authToken=${sessionTokenOf(person)}`)
