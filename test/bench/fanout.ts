import { deepStrictEqual } from 'node:assert'
import { randomUUID } from 'node:crypto'
import { Client } from 'pg'
import {
  type BothSides,
  compare,
  type MeasuredRound,
  type MeasuredSystem,
  type Plan,
  type Side,
  withCpuTime,
} from './compare.ts'
import { tokenOf, userIdOf } from './dataset.ts'
import type { LoadRound } from './httpLoad.ts'
import { openSubscriber, type Subscriber } from './subscriber.ts'
import type { Measure } from './tasks.ts'

/** Events that both servers receive from the same database and deliver to as many subscribers. */
export interface Fanout extends Measure {
  /** The numbers of the subscribing users, by server. */
  readonly subscribers: BothSides<readonly number[]>
  readonly query: string
  /** Causes one message to each subscriber, once the transaction commits. */
  trigger(database: Client, side: Side): Promise<void>
}

/** The notification channels of the servers; they differ so that each server is measured alone. */
const CHANNELS: BothSides<string> = { product: 'plaza', baseline: 'plaza_baseline' }

const domainEvent = (topic: string, subject: string, ids?: object) =>
  JSON.stringify({ node: 'bench', id: randomUUID(), domainEvent: { topic, subject, ...(ids && { ids }) } })

const range = (from: number, count: number) => Array.from({ length: count }, (_, at) => from + at)

/** The number of the user whose friends are the subscribers. */
export const POPULAR_USER = 1
export const POPULAR_USER_FRIENDS = 500
export const FEEDS = 1_000
const FIRST_FEED: BothSides<number> = { product: 1, baseline: 1 + FEEDS }

const FAN_OUT = { aim: 0.85, least: 0.7 } as const

const APPEND = `
  WITH new AS (
    SELECT i, 'usr_01900000-0000-7000-8000-' || lpad(to_hex($3 + i), 12, '0') AS "userId", 'not_' || gen_random_uuid() AS id
    FROM generate_series(0, $4::int - 1) AS i
  ), written AS (
    INSERT INTO "Notification" (id, type, "receiverId", "senderId", message, details, "createdAt", "updatedAt")
    SELECT id, 'message', "userId", 'usr_01900000-0000-7000-8000-' || lpad(to_hex(1 + i), 12, '0'), 'Number ' || i, '{}',
      $1::timestamptz, $1::timestamptz FROM new
  ), head AS (
    INSERT INTO "FeedHead" ("userId", seq) SELECT "userId", 1 FROM new
    ON CONFLICT ("userId") DO UPDATE SET seq = "FeedHead".seq + 1 RETURNING "userId", seq
  ), entry AS (
    INSERT INTO "FeedEntry" ("userId", seq, kind, type, "notificationIds", at)
    SELECT "userId", seq, 'created', 'message', ARRAY[id], $1::timestamptz FROM new JOIN head USING ("userId")
  )
  SELECT pg_notify($2, json_build_object('node', 'bench', 'id', gen_random_uuid(), 'domainEvent', json_build_object(
    'topic', 'feed.appended', 'subject', "userId", 'ids', json_build_object('seq', seq::text)))::text) FROM head`

/** One event about a user, to all friends of whom `count` subscribe. */
const friendActivity = (count: number): Fanout => ({
  name: `1 event to ${count} sockets`,
  ...FAN_OUT,
  subscribers: { product: range(2, count), baseline: range(2, count) },
  query: 'subscription { friendActivity { kind userId user { id displayName bio statusDescription tags } } }',
  trigger: async (database, side) =>
    void (await database.query('SELECT pg_notify($1, $2)', [
      CHANNELS[side],
      domainEvent('user.changed', userIdOf(POPULAR_USER)),
    ])),
})

/** `count` events, each to the notification feed of another user. */
export const feedDeliveries = (count: number): Fanout => ({
  name: `${count} events to ${count} feeds`,
  ...FAN_OUT,
  // The users differ: the product would also deliver feed entries that were meant for the baseline alone.
  subscribers: { product: range(FIRST_FEED.product, count), baseline: range(FIRST_FEED.baseline, count) },
  query:
    'subscription { notificationFeed { kind notification { id type message createdAt sender { id displayName } } } }',
  // Writing costs the same for both servers, so time is measured from the commit.
  trigger: async (database, side) => {
    await database.query('BEGIN')
    await database.query(APPEND, [new Date(), CHANNELS[side], FIRST_FEED[side], count])
  },
})

export const fanouts: readonly Fanout[] = [friendActivity(POPULAR_USER_FRIENDS), feedDeliveries(FEEDS)]

/** Subscribers of one server. */
export interface SubscriberGroup {
  readonly subscribers: readonly Subscriber[]
  /** Resolves when every subscriber has received one more event. */
  nextEvent(): Promise<void>
  close(): void
}

const DELIVERY_TIMEOUT_MS = 30_000
/** Is in messages that no trigger has caused: people go offline while it is measured, as an earlier server has ended. */
const PRESENCE = '"kind":"PRESENCE"'
/** Subscriptions that are opened at a time. */
const OPENED_AT_A_TIME = 50

/** Opens a subscription for each of the users, by their numbers. */
export async function connectSubscribers(
  port: number,
  users: readonly number[],
  query: string,
): Promise<SubscriberGroup> {
  let total = 0
  let wanted = 0
  let done = () => {}
  const onEvent = (text: string) => {
    if (text.includes(PRESENCE)) return
    total++
    if (total === wanted) done()
  }
  const subscribers: Subscriber[] = []
  const open = (n: number) => openSubscriber({ port, cookie: `auth=${tokenOf(n)}`, query, onEvent })
  for (let at = 0; at < users.length; at += OPENED_AT_A_TIME)
    subscribers.push(...(await Promise.all(users.slice(at, at + OPENED_AT_A_TIME).map(open))))
  const arrived = (resolve: () => void, reject: (error: Error) => void) => {
    const fail = () => reject(new Error(`${total} of ${wanted} messages arrived within ${DELIVERY_TIMEOUT_MS} ms`))
    const timeout = setTimeout(fail, DELIVERY_TIMEOUT_MS)
    wanted += subscribers.length
    done = () => {
      clearTimeout(timeout)
      resolve()
    }
  }
  return {
    subscribers,
    nextEvent: () => new Promise(arrived),
    close: () => {
      for (const { close } of subscribers) close()
    },
  }
}

/** Triggers events one after the other, each once all subscribers have received the previous one; counts messages. */
async function deliverEvents(
  database: Client,
  trigger: () => Promise<void>,
  group: SubscriberGroup,
  seconds: number,
): Promise<LoadRound> {
  const latencies: number[] = []
  let spent = 0
  while (spent < seconds * 1_000) {
    const delivered = group.nextEvent()
    await trigger()
    const startedAt = performance.now()
    await database.query('COMMIT')
    await delivered
    latencies.push(performance.now() - startedAt)
    spent += latencies.at(-1) ?? 0
  }
  return { requests: latencies.length * group.subscribers.length, seconds: spent / 1_000, latencies }
}

/** A server with its subscribers. */
export interface DeliveryTarget {
  readonly side: Side
  readonly pid: number
  readonly postmaster: number
  readonly group: SubscriberGroup
}

/** Measures one server while it delivers events to its subscribers. */
export const measureDelivery = (
  database: Client,
  { trigger }: Fanout,
  { side, group, ...processes }: DeliveryTarget,
  seconds: number,
): Promise<MeasuredRound> =>
  withCpuTime(processes, () => deliverEvents(database, () => trigger(database, side), group, seconds))

/** Measures both servers alternately, with all their subscribers connected. */
export async function compareFanout(url: string, fanout: Fanout, system: MeasuredSystem, plan: Plan) {
  const database = new Client({ connectionString: url })
  await database.connect()
  const connectTo = (side: Side) => connectSubscribers(system[side].port, fanout.subscribers[side], fanout.query)
  const groups = { product: await connectTo('product'), baseline: await connectTo('baseline') }
  const round = (side: Side, seconds: number) =>
    measureDelivery(
      database,
      fanout,
      { side, pid: system[side].pid, postmaster: system.postmaster, group: groups[side] },
      seconds,
    )
  try {
    for (const side of ['product', 'baseline'] as const) await round(side, 0.1)
    deepStrictEqual(
      lastMessages(groups.baseline),
      lastMessages(groups.product),
      `${fanout.name}: baseline and product deliver different messages`,
    )
    return await compare(plan, round)
  } finally {
    groups.product.close()
    groups.baseline.close()
    await database.end()
  }
}

/** Fields that differ between two deliveries of one event. */
const VOLATILE = new Set(['createdAt', 'cursor', 'at'])

const lastMessages = ({ subscribers }: SubscriberGroup) =>
  subscribers.map((subscriber) =>
    JSON.parse(subscriber.last(), (key, value) =>
      VOLATILE.has(key) || (typeof value === 'string' && value.startsWith('not_')) ? undefined : value,
    ),
  )
