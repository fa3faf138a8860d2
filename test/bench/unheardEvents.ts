import { readFileSync } from 'node:fs'
import { setTimeout as delay } from 'node:timers/promises'
import { Client } from 'pg'
import { cpuTimeOf } from './cpuTime.ts'
import { userIdOf } from './dataset.ts'
import { connectSubscribers, POPULAR_USER, type SubscriberGroup } from './fanout.ts'
import type { RunningServer } from './processes.ts'
import type { SeededDatabase } from './seededDatabase.ts'

const FEW_SOCKETS = 1_000
/** A little less than the connections that the server accepts. */
const MANY_SOCKETS = 9_900
/** Files that the server and this process need beside the sockets. */
const OTHER_FILES = 200

/** Subscribers who are friends of neither of the two users below. */
const FIRST_SUBSCRIBER = 1_001
const SUBSCRIBERS = 3_000
/** A friend of the popular user, who shows when the events have been handled. */
const WITNESS = 2
/** A user without friends. */
const FRIENDLESS_USER = 9_000

const QUERY = 'subscription { friendActivity { kind userId } }'
const EVENTS = 1_000
const NOTIFY = `SELECT pg_notify('plaza', json_build_object('node', 'bench', 'id', gen_random_uuid(), 'domainEvent',
  json_build_object('topic', 'user.changed', 'subject', $1::text))::text) FROM generate_series(1, $2::int)`

/** Microseconds of CPU time of the server for an event about a user whom none of the subscribers knows, by sockets. */
export async function costsOfUnheardEvents(database: SeededDatabase, server: RunningServer, seconds: number) {
  const client = new Client({ connectionString: database.url })
  await client.connect()
  const witness = await connectSubscribers(server.port, [WITNESS], QUERY)
  const sizes = [FEW_SOCKETS, Math.min(MANY_SOCKETS, openFileLimit() - OTHER_FILES)]
  const groups: SubscriberGroup[] = []
  const costs: number[] = []
  let open = 0
  try {
    for (const size of sizes) {
      groups.push(await connectSubscribers(server.port, subscribers(open, size), QUERY))
      open = size
      costs.push(await costOfEvent({ client, pid: server.pid, witness }, seconds))
    }
  } finally {
    for (const { close } of [witness, ...groups]) close()
    await client.end()
  }
  return { sizes, costs }
}

const subscribers = (from: number, to: number) =>
  Array.from({ length: to - from }, (_, at) => FIRST_SUBSCRIBER + ((from + at) % SUBSCRIBERS))

/** The maximum number of files that a process may have open. */
function openFileLimit(): number {
  return Number(/Max open files\s+(\d+)/.exec(readFileSync('/proc/self/limits', 'utf8'))?.[1])
}

interface Target {
  readonly client: Client
  readonly pid: number
  readonly witness: SubscriberGroup
}

/** Sends events in batches; subtracts what the open sockets cost without events. */
async function costOfEvent(target: Target, seconds: number): Promise<number> {
  await sendBatches(target, seconds)
  const idle = await cpuShare(target.pid, () => delay(seconds * 1_000))
  let sent = 0
  const busy = await cpuShare(target.pid, async () => {
    sent = await sendBatches(target, seconds)
  })
  return ((busy.cpu - (idle.cpu / idle.elapsed) * busy.elapsed) * 1_000) / sent
}

/** Returns the number of events that the server has handled. */
async function sendBatches({ client, witness }: Target, seconds: number): Promise<number> {
  const until = performance.now() + seconds * 1_000
  let sent = 0
  while (performance.now() < until) {
    const handled = witness.nextEvent()
    await client.query(NOTIFY, [userIdOf(FRIENDLESS_USER), EVENTS])
    await client.query(NOTIFY, [userIdOf(POPULAR_USER), 1])
    await handled
    sent += EVENTS + 1
  }
  return sent
}

/** Milliseconds of CPU time of a process while `work` runs, and of elapsed time. */
async function cpuShare(pid: number, work: () => Promise<unknown>) {
  const [cpu, begun] = [cpuTimeOf(pid), performance.now()]
  await work()
  return { cpu: cpuTimeOf(pid) - cpu, elapsed: performance.now() - begun }
}
