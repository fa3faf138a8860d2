import { z } from 'zod'

const Message = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('call'), id: z.number(), name: z.string(), argument: z.string() }),
  z.object({ kind: z.literal('answer'), id: z.number(), value: z.string() }),
  z.object({ kind: z.literal('refusal'), id: z.number(), reason: z.string() }),
])
type Message = z.output<typeof Message>

/** The channel between two processes, which keeps the order of messages. */
export interface MessageChannel {
  send(message: object): void
  listen(listener: (message: unknown) => void): void
}

type CallHandler = (argument: string) => string | Promise<string>

/** Calls to the process at the other end of a channel, and the handlers of its calls. */
export interface Rpc<Calls extends string, Handled extends string> {
  /** Rejects when the handler throws, or there is none. */
  call(name: Calls, argument?: string): Promise<string>
  handle(name: Handled, handler: CallHandler): void
  /** Rejects the calls that wait for an answer: the other process has ended. */
  close(): void
}

interface PendingCall {
  readonly resolve: (value: string) => void
  readonly reject: (error: Error) => void
}

export function openRpc<Calls extends string, Handled extends string>(channel: MessageChannel): Rpc<Calls, Handled> {
  const pending = new Map<number, PendingCall>()
  const handlers = new Map<string, CallHandler>()
  const send = (message: Message) => channel.send(message)
  let calls = 0

  const answer = async (id: number, name: string, argument: string) => {
    try {
      const handler = handlers.get(name)
      if (!handler) throw new Error(`${name} is not known yet`)
      send({ kind: 'answer', id, value: await handler(argument) })
    } catch (error) {
      send({ kind: 'refusal', id, reason: error instanceof Error ? error.message : String(error) })
    }
  }
  channel.listen((received) => {
    const message = Message.safeParse(received).data
    if (!message) return
    if (message.kind === 'call') return void answer(message.id, message.name, message.argument)
    const call = pending.get(message.id)
    pending.delete(message.id)
    if (message.kind === 'answer') call?.resolve(message.value)
    else call?.reject(new Error(message.reason))
  })

  return {
    call: (name, argument = '') =>
      new Promise((resolve, reject) => {
        const id = calls++
        pending.set(id, { resolve, reject })
        send({ kind: 'call', id, name, argument })
      }),
    handle: (name, handler) => void handlers.set(name, handler),
    close() {
      for (const { reject } of pending.values()) reject(new Error('the other process has ended'))
      pending.clear()
    },
  }
}

/** What workers call in the primary process. */
export type PrimaryCall = 'lock' | 'unlock' | 'hold' | 'settle' | 'isHeld' | 'metrics' | 'fail'
/** What the primary process calls in its workers. */
export type WorkerCall = 'metrics'
