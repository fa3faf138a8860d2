import { deepStrictEqual } from 'node:assert'
import { randomUUID } from 'node:crypto'
import { Client } from 'pg'
import { idOf, tokenOf } from './data.ts'
import { type Comparison, figuresOf, type Measured, median } from './measure.ts'
import { cpuOf, type Running } from './processes.ts'
import { openSubscriber, type Subscriber } from './subscriber.ts'

/** Events that both servers hear from the same database and tell to the same subscribers. */
export interface Fanout {
  readonly name: string
  readonly bar: number
  /** By their numbers, who is connected to whom. */
  readonly people: Readonly<Record<Side, readonly number[]>>
  readonly query: string
  /** Causes one message to each of them. */
  trigger(database: Client, side: Side): Promise<void>
}

/** The product's own channel, and the one that the floor listens to, so that each is measured alone. */
const CHANNELS = { product: 'plaza', floor: 'plaza_floor' } as const
type Side = keyof typeof CHANNELS

const notice = (topic: string, subject: string, ids?: object) =>
  JSON.stringify({ node: 'bench', id: randomUUID(), announcement: { topic, subject, ...(ids && { ids }) } })

const range = (from: number, count: number) => Array.from({ length: count }, (_, at) => from + at)

/** The person whose friends all the subscribers are. */
export const STAR = 1
export const STAR_FRIENDS = 500
export const FEEDS = 1_000
const FIRST_FEED: Record<Side, number> = { product: 1, floor: 1 + FEEDS }

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
  SELECT pg_notify($2, json_build_object('node', 'bench', 'id', gen_random_uuid(), 'announcement', json_build_object(
    'topic', 'feed.appended', 'subject', "userId", 'ids', json_build_object('seq', seq::text)))::text) FROM head`

export const fanouts: readonly Fanout[] = [
  {
    name: `1 event to ${STAR_FRIENDS}`,
    bar: 0.5,
    people: { product: range(2, STAR_FRIENDS), floor: range(2, STAR_FRIENDS) },
    query: 'subscription { friendActivity { kind userId user { id displayName bio statusDescription tags } } }',
    trigger: async (database, side) =>
      void (await database.query('SELECT pg_notify($1, $2)', [CHANNELS[side], notice('user.changed', idOf(STAR))])),
  },
  {
    name: `${FEEDS} events to ${FEEDS} feeds`,
    bar: 0.7,
    // The product misses nothing, so what the floor alone is told of would come to its subscribers later.
    people: { product: range(FIRST_FEED.product, FEEDS), floor: range(FIRST_FEED.floor, FEEDS) },
    query:
      'subscription { notificationFeed { kind notification { id type message createdAt sender { id displayName } } } }',
    // The writing is the same for both: the clock starts when all is written and nothing told.
    trigger: async (database, side) => {
      await database.query('BEGIN')
      await database.query(APPEND, [new Date(), CHANNELS[side], FIRST_FEED[side]])
    },
  },
]

interface Crowd {
  readonly side: Side
  readonly pid: number
  readonly subscribers: readonly Subscriber[]
  /** Resolves when every subscriber has had one more event. */
  oneMore(): Promise<void>
}

async function gather(side: Side, { port, pid }: Running, { people, query }: Fanout): Promise<Crowd> {
  let total = 0
  let wanted = 0
  let done = () => {}
  const onEvent = () => {
    total++
    if (total === wanted) done()
  }
  const subscribers: Subscriber[] = []
  for (const n of people[side])
    subscribers.push(await openSubscriber({ port, cookie: `auth=${tokenOf(n)}`, query, onEvent }))
  return {
    side,
    pid,
    subscribers,
    oneMore: () =>
      new Promise((resolve, reject) => {
        const late = setTimeout(() => reject(new Error(`${side}: ${total} of ${wanted} messages came in 30 s`)), 30_000)
        wanted += subscribers.length
        done = () => {
          clearTimeout(late)
          resolve()
        }
      }),
  }
}

/** Triggers one event after the other, each when the last subscriber has had the one before; counts messages. */
async function tell(database: Client, { trigger }: Fanout, crowd: Crowd, seconds: number): Promise<Measured> {
  const cpu = cpuOf(crowd.pid)
  const latencies: number[] = []
  let spent = 0
  while (spent < seconds * 1_000) {
    const told = crowd.oneMore()
    await trigger(database, crowd.side)
    const begun = performance.now()
    await database.query('COMMIT')
    await told
    latencies.push(performance.now() - begun)
    spent += latencies.at(-1) ?? 0
  }
  const requests = latencies.length * crowd.subscribers.length
  return { requests, seconds: spent / 1_000, latencies, cpu: cpuOf(crowd.pid) - cpu }
}

export interface FanoutPlan {
  readonly rounds: number
  readonly seconds: number
  readonly warmUp: number
}

/** Both servers with all their subscribers connected, told in turn. */
export async function compareFanout(url: string, fanout: Fanout, sides: Record<Side, Running>, plan: FanoutPlan) {
  const database = new Client({ connectionString: url })
  await database.connect()
  const product = await gather('product', sides.product, fanout)
  const floor = await gather('floor', sides.floor, fanout)
  const round = (crowd: Crowd, seconds: number) => tell(database, fanout, crowd, seconds)
  try {
    for (const crowd of [product, floor]) await round(crowd, plan.warmUp)
    deepStrictEqual(content(floor), content(product), `${fanout.name}: floor and product tell different things`)
    const pairs: { product: Measured; floor: Measured }[] = []
    for (let number = 0; number < plan.rounds; number++) {
      const first = await round(number % 2 ? floor : product, plan.seconds)
      const second = await round(number % 2 ? product : floor, plan.seconds)
      pairs.push(number % 2 ? { product: second, floor: first } : { product: first, floor: second })
    }
    return comparisonOf(pairs)
  } finally {
    for (const { close } of [...product.subscribers, ...floor.subscribers]) close()
    await database.end()
  }
}

/** Each notification has an id and a moment of its own. */
const VOLATILE = new Set(['createdAt', 'cursor', 'at'])

const content = ({ subscribers }: Crowd) =>
  subscribers.map((subscriber) =>
    JSON.parse(subscriber.last(), (key, value) =>
      VOLATILE.has(key) || (typeof value === 'string' && value.startsWith('not_')) ? undefined : value,
    ),
  )

const rate = ({ requests, seconds }: Measured) => requests / seconds

function comparisonOf(pairs: readonly { product: Measured; floor: Measured }[]): Comparison {
  return {
    product: figuresOf(pairs.map((pair) => pair.product)),
    floor: figuresOf(pairs.map((pair) => pair.floor)),
    ratio: median(pairs.map((pair) => rate(pair.product) / rate(pair.floor))),
  }
}
