import { deepStrictEqual } from 'node:assert'
import { randomUUID } from 'node:crypto'
import { Client } from 'pg'
import { type Comparison, figuresOf, type MeasuredRound, median } from './compare.ts'
import { tokenOf, userIdOf } from './dataset.ts'
import { cpuOf, type RunningServer } from './processes.ts'
import { openSubscriber, type Subscriber } from './subscriber.ts'

/** Events that both servers receive from the same database and deliver to as many subscribers. */
export interface Fanout {
  readonly name: string
  /** The least accepted ratio of product to baseline. */
  readonly minRatio: number
  /** The numbers of the subscribing users, by server. */
  readonly subscribers: Readonly<Record<Server, readonly number[]>>
  readonly query: string
  /** Causes one message to each subscriber, once the transaction commits. */
  trigger(database: Client, side: Server): Promise<void>
}

/** The notification channels of the servers; they differ so that each server is measured alone. */
const CHANNELS = { product: 'plaza', baseline: 'plaza_baseline' } as const
type Server = keyof typeof CHANNELS

const domainEvent = (topic: string, subject: string, ids?: object) =>
  JSON.stringify({ node: 'bench', id: randomUUID(), domainEvent: { topic, subject, ...(ids && { ids }) } })

const range = (from: number, count: number) => Array.from({ length: count }, (_, at) => from + at)

/** The number of the user whose friends are the subscribers. */
export const POPULAR_USER = 1
export const POPULAR_USER_FRIENDS = 500
export const FEEDS = 1_000
const FIRST_FEED: Record<Server, number> = { product: 1, baseline: 1 + FEEDS }

const APPEND = `
  WITH new AS (
    SELECT i, 'usr_01900000-0000-7000-8000-' || lpad(to_hex($3 + i), 12, '0') AS "userId", 'not_' || gen_random_uuid() AS id
    FROM generate_series(0, ${FEEDS - 1}) AS i
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

export const fanouts: readonly Fanout[] = [
  {
    name: `1 event to ${POPULAR_USER_FRIENDS}`,
    minRatio: 0.5,
    subscribers: { product: range(2, POPULAR_USER_FRIENDS), baseline: range(2, POPULAR_USER_FRIENDS) },
    query: 'subscription { friendActivity { kind userId user { id displayName bio statusDescription tags } } }',
    trigger: async (database, side) =>
      void (await database.query('SELECT pg_notify($1, $2)', [
        CHANNELS[side],
        domainEvent('user.changed', userIdOf(POPULAR_USER)),
      ])),
  },
  {
    name: `${FEEDS} events to ${FEEDS} feeds`,
    minRatio: 0.7,
    // The users differ: the product would also deliver feed entries that were meant for the baseline alone.
    subscribers: { product: range(FIRST_FEED.product, FEEDS), baseline: range(FIRST_FEED.baseline, FEEDS) },
    query:
      'subscription { notificationFeed { kind notification { id type message createdAt sender { id displayName } } } }',
    // Writing costs the same for both servers, so time is measured from the commit.
    trigger: async (database, side) => {
      await database.query('BEGIN')
      await database.query(APPEND, [new Date(), CHANNELS[side], FIRST_FEED[side]])
    },
  },
]

interface SubscriberGroup {
  readonly side: Server
  readonly pid: number
  readonly subscribers: readonly Subscriber[]
  /** Resolves when every subscriber has received one more event. */
  nextEvent(): Promise<void>
}

async function connectSubscribers(
  side: Server,
  { port, pid }: RunningServer,
  { subscribers: userNumbers, query }: Fanout,
): Promise<SubscriberGroup> {
  let total = 0
  let wanted = 0
  let done = () => {}
  const onEvent = () => {
    total++
    if (total === wanted) done()
  }
  const subscribers: Subscriber[] = []
  for (const n of userNumbers[side])
    subscribers.push(await openSubscriber({ port, cookie: `auth=${tokenOf(n)}`, query, onEvent }))
  return {
    side,
    pid,
    subscribers,
    nextEvent: () =>
      new Promise((resolve, reject) => {
        const timeout = setTimeout(
          () => reject(new Error(`${side}: ${total} of ${wanted} messages arrived in 30 s`)),
          30_000,
        )
        wanted += subscribers.length
        done = () => {
          clearTimeout(timeout)
          resolve()
        }
      }),
  }
}

/** Triggers events one after the other, each once all subscribers have received the previous one; counts messages. */
async function measureDelivery(
  database: Client,
  { trigger }: Fanout,
  group: SubscriberGroup,
  seconds: number,
): Promise<MeasuredRound> {
  const cpu = cpuOf(group.pid)
  const latencies: number[] = []
  let spent = 0
  while (spent < seconds * 1_000) {
    const delivered = group.nextEvent()
    await trigger(database, group.side)
    const startedAt = performance.now()
    await database.query('COMMIT')
    await delivered
    latencies.push(performance.now() - startedAt)
    spent += latencies.at(-1) ?? 0
  }
  const requests = latencies.length * group.subscribers.length
  return { requests, seconds: spent / 1_000, latencies, cpu: cpuOf(group.pid) - cpu }
}

export interface FanoutPlan {
  readonly rounds: number
  readonly seconds: number
  readonly warmUp: number
}

/** Measures both servers alternately, with all their subscribers connected. */
export async function compareFanout(
  url: string,
  fanout: Fanout,
  sides: Record<Server, RunningServer>,
  plan: FanoutPlan,
) {
  const database = new Client({ connectionString: url })
  await database.connect()
  const product = await connectSubscribers('product', sides.product, fanout)
  const baseline = await connectSubscribers('baseline', sides.baseline, fanout)
  const round = (group: SubscriberGroup, seconds: number) => measureDelivery(database, fanout, group, seconds)
  try {
    for (const group of [product, baseline]) await round(group, plan.warmUp)
    deepStrictEqual(
      lastMessages(baseline),
      lastMessages(product),
      `${fanout.name}: baseline and product deliver different messages`,
    )
    const pairs: { product: MeasuredRound; baseline: MeasuredRound }[] = []
    for (let number = 0; number < plan.rounds; number++) {
      const first = await round(number % 2 ? baseline : product, plan.seconds)
      const second = await round(number % 2 ? product : baseline, plan.seconds)
      pairs.push(number % 2 ? { product: second, baseline: first } : { product: first, baseline: second })
    }
    return comparisonOf(pairs)
  } finally {
    for (const { close } of [...product.subscribers, ...baseline.subscribers]) close()
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

const rate = ({ requests, seconds }: MeasuredRound) => requests / seconds

function comparisonOf(pairs: readonly { product: MeasuredRound; baseline: MeasuredRound }[]): Comparison {
  return {
    product: figuresOf(pairs.map((pair) => pair.product)),
    baseline: figuresOf(pairs.map((pair) => pair.baseline)),
    ratio: median(pairs.map((pair) => rate(pair.product) / rate(pair.baseline))),
  }
}
