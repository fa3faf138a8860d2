import type { TestApp } from './app.ts'
import { eventually } from './eventually.ts'
import {
  aGraphSocket,
  type GraphSocket,
  isAcknowledged,
  type SocketMessage,
  sessionTokenOf,
  withCookie,
} from './graphSocket.ts'
import type { TestUser } from './users.ts'

/** The payloads of a subscription, oldest first. */
export const payloadsOf = (messages: readonly SocketMessage[], field: string): Record<string, unknown>[] =>
  messages.flatMap(({ type, payload }) => {
    const { data } = Object(payload)
    return type === 'next' && data?.[field] ? [data[field]] : []
  })

/** The errors that ended or refused subscriptions. */
export const subscriptionErrors = (messages: readonly SocketMessage[]): Record<string, unknown>[] =>
  messages.flatMap(({ type, payload }) => (type === 'error' ? payload : Object(payload).errors) ?? [])

type MeasuredApp = Pick<TestApp, 'origin' | 'platform'>

/** The number of subscriptions that a server has started or refused, by its metrics. */
async function countSubscriptions({ platform: { metrics } }: MeasuredApp): Promise<number> {
  const found = await metrics.getSingleMetric('plaza_graphql_operations_total')?.get()
  const begun = found?.values.filter(({ labels }) => labels.type === 'subscription') ?? []
  return begun.reduce((sum, { value }) => sum + value, 0)
}

let lastBegun: Promise<unknown> = Promise.resolve()

/**
 * Calls `begin`, which starts `count` subscriptions, waits until the server has started or refused them, and returns the
 * result of `begin`. The protocol does not acknowledge subscriptions, so the server's metrics are polled; as these only
 * count, calls run one after the other.
 */
export function untilSubscribed<R>(app: MeasuredApp, begin: () => R | Promise<R>, count = 1): Promise<R> {
  const beginAndWait = async () => {
    const before = await countSubscriptions(app)
    const result = await begin()
    await eventually(async () => (await countSubscriptions(app)) >= before + count)
    return result
  }
  const begun = lastBegun.then(beginAndWait)
  lastBegun = begun.catch(() => {})
  return begun
}

/** Subscribes by websocket; resolves when the server has started the subscription. */
export async function aSubscription(
  app: MeasuredApp,
  person: TestUser,
  query: string,
  variables = {},
): Promise<GraphSocket> {
  const socket = await aGraphSocket(app, withCookie(person))
  await socket.until(isAcknowledged)
  await untilSubscribed(app, () => socket.send({ type: 'subscribe', id: '1', payload: { query, variables } }))
  return socket
}

export interface EventStream {
  readonly status: number
  /** The text received so far. */
  text(): string
  /** Resolves when the received text contains the words. */
  until(words: string): Promise<void>
  /** Resolves when the stream has ended. */
  readonly ended: Promise<void>
  close(): void
}

/** Subscribes by server-sent events. */
export async function anEventStream(
  { origin }: Pick<TestApp, 'origin'>,
  person: TestUser,
  query: string,
): Promise<EventStream> {
  const control = new AbortController()
  const response = await fetch(`${origin}/graphql`, {
    method: 'POST',
    headers: {
      'content-type': 'application/json',
      accept: 'text/event-stream',
      cookie: `auth=${sessionTokenOf(person)}`,
    },
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
    until: (words) =>
      eventually(
        () => text.includes(words),
        () => `${words} was not received, but ${text}`,
      ),
    ended,
    close: () => control.abort(),
  }
}
