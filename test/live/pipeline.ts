import { setTimeout as pause } from 'node:timers/promises'
import { WebSocket } from 'ws'
import { z } from 'zod'
import type { TestApp } from '../support/app.ts'
import type { Person } from '../support/people.ts'
import { tokenOf } from '../support/socket.ts'

/** A frame with what its content says, which is JSON in a string. */
export interface Told {
  readonly type: string
  readonly content?: unknown
}

const Envelope = z.strictObject({ type: z.string(), content: z.string().optional() })

/** The legacy websocket as its clients see it. */
export interface PipelineSocket {
  readonly socket: WebSocket
  /** Every message, as it came. */
  readonly raw: readonly string[]
  /** Every frame, the oldest first. */
  told(): Told[]
  /** What frames of these types say, the oldest first. */
  of(...types: string[]): Told[]
  /** Waits until so many frames of the type have come; answers the content of the last. Throws after ten seconds. */
  next(type: string, count?: number): Promise<unknown>
  /** Waits for the end; answers its code. */
  closed(): Promise<number>
  close(): Promise<number>
}

/** Opens the websocket at a path with a query; it is open when this resolves. */
export async function openPipeline(
  app: Pick<TestApp, 'origin'>,
  path: string,
  headers: Record<string, string> = {},
): Promise<PipelineSocket> {
  const socket = new WebSocket(`${app.origin.replace('http', 'ws')}${path}`, { headers })
  const raw: string[] = []
  const ended = new Promise<number>((resolve) => socket.once('close', resolve))
  socket.on('message', (data) => raw.push(String(data)))
  await new Promise((resolve, reject) => socket.once('open', resolve).once('error', reject))
  const told = () => raw.map(read)
  const of = (...types: string[]) => told().filter(({ type }) => types.includes(type))
  return {
    socket,
    raw,
    told,
    of,
    async next(type, count = 1) {
      for (let tries = 0; tries < 1_000; tries++) {
        const frames = of(type)
        if (frames.length >= count) return frames.at(-1)?.content
        await pause(10)
      }
      throw new Error(`no ${count} ${type} came, but ${raw.join('\n')}`)
    },
    closed: () => ended,
    close() {
      socket.close()
      return ended
    },
  }
}

function read(text: string): Told {
  const { type, content } = Envelope.parse(JSON.parse(text))
  return content === undefined ? { type } : { type, content: JSON.parse(content) }
}

/** Opens it as the person. */
export const aPipeline = (app: Pick<TestApp, 'origin'>, person: Person) =>
  openPipeline(app, `/?authToken=${tokenOf(person)}`)
