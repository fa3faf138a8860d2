import { setTimeout as pause } from 'node:timers/promises'
import type { TestApp } from '../support/app.ts'
import type { Person } from '../support/people.ts'
import { aSocket, type GraphSocket, isAcknowledged, type Message, tokenOf, withCookie } from '../support/socket.ts'

/** What the subscription named by its field has told, the oldest first. */
export const told = (messages: readonly Message[], field: string): Record<string, unknown>[] =>
  messages.flatMap(({ type, payload }) => {
    const { data } = Object(payload)
    return type === 'next' && data?.[field] ? [data[field]] : []
  })

/** The errors that have ended subscriptions, or kept them from beginning. */
export const errorsIn = (messages: readonly Message[]): Record<string, unknown>[] =>
  messages.flatMap(({ type, payload }) => (type === 'error' ? payload : Object(payload).errors) ?? [])

/** A subscriber by websocket that has begun to hear. */
export async function aFollower(
  app: Pick<TestApp, 'origin'>,
  person: Person,
  query: string,
  variables = {},
): Promise<GraphSocket> {
  const line = await aSocket(app, withCookie(person))
  await line.until(isAcknowledged)
  line.send({ type: 'subscribe', id: '1', payload: { query, variables } })
  await pause(100)
  return line
}

export interface Stream {
  readonly status: number
  /** Everything that has come so far. */
  text(): string
  /** Resolves when the words have come; throws after five seconds. */
  until(words: string): Promise<void>
  /** Resolves when the server has ended the stream. */
  readonly ended: Promise<void>
  close(): void
}

/** The same by server-sent events. */
export async function aStream({ origin }: Pick<TestApp, 'origin'>, person: Person, query: string): Promise<Stream> {
  const control = new AbortController()
  const response = await fetch(`${origin}/graphql`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', accept: 'text/event-stream', cookie: `auth=${tokenOf(person)}` },
    body: JSON.stringify({ query }),
    signal: control.signal,
  })
  let text = ''
  const read = async () => {
    const decoder = new TextDecoder()
    const reader = response.body?.getReader()
    for (let part = await reader?.read(); part?.value; part = await reader?.read())
      text += decoder.decode(part.value, { stream: true })
  }
  const ended = read().catch(() => {})
  return {
    status: response.status,
    text: () => text,
    async until(words) {
      for (let tries = 0; tries < 500; tries++) {
        if (text.includes(words)) return
        await pause(10)
      }
      throw new Error(`${words} did not come, but ${text}`)
    },
    ended,
    close: () => control.abort(),
  }
}
