import { Client } from 'pg'
import { figuresOf, measureRequests } from './compare.ts'
import { connectSubscribers, feedDeliveries, measureDelivery } from './fanout.ts'
import { costOf, printCosts, printSizes } from './growth.ts'
import { isWantedBy, type Options } from './options.ts'
import type { RunningServer } from './processes.ts'
import { openSeededDatabase, openSeededDatabases, postmasterOf, type SeededDatabase } from './seededDatabase.ts'
import { withProduct } from './servers.ts'
import { listTasksOn, rawRequestOf, type Task } from './tasks.ts'
import { costsOfUnheardEvents } from './unheardEvents.ts'

/** Numbers of users and worlds in the database. */
const ROWS = [10_000, 100_000, 1_000_000] as const
const FEED_COUNTS = [250, 500, 1_000] as const

/** Measures how costs of the product grow with rows, sockets and feeds; returns what grows more than accepted. */
export async function measureGrowth(options: Options): Promise<string[]> {
  const isWanted = isWantedBy(options)
  const faults = await growthOfLists(options, isWanted)
  const database = await openSeededDatabase(ROWS[0])
  try {
    for (const growth of [growthOfFeeds, growthOfSockets].filter(isWanted))
      faults.push(...(await withProduct(database, (server) => growth(database, server, options))))
    return faults
  } finally {
    await database.drop()
  }
}

async function growthOfLists(options: Options, isWanted: (task: Task) => boolean): Promise<string[]> {
  if (!listTasksOn(ROWS[0]).some(isWanted)) return []
  const { urls, drop } = await openSeededDatabases(ROWS)
  try {
    return await withProducts({ urls, sizes: ROWS }, (servers) => costsOfLists(servers, options, isWanted))
  } finally {
    await drop()
  }
}

/** A built server on a database of one size. */
export interface SizedServer {
  readonly rows: number
  readonly server: RunningServer
  readonly postmaster: number
}

interface SizedDatabases {
  readonly urls: readonly string[]
  /** People and worlds of each. */
  readonly sizes: readonly number[]
}

/** Runs `work` while a server runs on each of the databases. */
export async function withProducts<T>(
  { urls, sizes }: SizedDatabases,
  work: (servers: readonly SizedServer[]) => Promise<T>,
  started: readonly SizedServer[] = [],
): Promise<T> {
  const [url, rows] = [urls[started.length], sizes[started.length]]
  if (url === undefined || rows === undefined) return work(started)
  const postmaster = await postmasterOf({ url })
  return withProduct({ url }, (server) =>
    withProducts({ urls, sizes }, work, [...started, { rows, server, postmaster }]),
  )
}

/**
 * Measures each wanted list on all sizes. The sizes take turns, as the speed of a machine may change within minutes, and
 * growth is the median over the turns.
 */
export async function costsOfLists(
  servers: readonly SizedServer[],
  options: Options,
  isWanted: (task: Task) => boolean,
): Promise<string[]> {
  const names = listTasksOn(ROWS[0]).filter(isWanted)
  const faults: string[] = []
  printSizes(
    'CPU µs of a request, by rows',
    servers.map(({ rows }) => rows),
  )
  for (const { name } of names) {
    const loads = servers.map((sized) => ({ ...sized, requests: requestsOf(name, sized.rows) }))
    const turn = async (seconds: number) => {
      const costs: number[] = []
      for (const { server, postmaster, requests } of loads)
        costs.push(costOf(figuresOf([await measureRequests(server, postmaster, requests, seconds)])))
      return costs
    }
    await turn(options.warmUp)
    const turns: number[][] = []
    for (let number = 0; number < options.rounds; number++) turns.push(await turn(options.seconds))
    faults.push(...printCosts({ name, turns }))
  }
  return faults
}

const requestsOf = (name: string, rows: number) =>
  listTasksOn(rows)
    .filter((task) => task.name === name)
    .flatMap(({ requests }) => requests.map(rawRequestOf))

async function growthOfFeeds(database: SeededDatabase, { port, pid }: RunningServer, { seconds, warmUp }: Options) {
  const postmaster = await postmasterOf(database)
  const client = new Client({ connectionString: database.url })
  await client.connect()
  const costs: number[] = []
  for (const count of FEED_COUNTS) {
    const fanout = feedDeliveries(count)
    const group = await connectSubscribers(port, fanout.subscribers.product, fanout.query)
    const round = (duration: number) =>
      measureDelivery(client, fanout, { side: 'product', pid, postmaster, group }, duration)
    await round(warmUp)
    costs.push(costOf(figuresOf([await round(seconds * 2)])))
    group.close()
  }
  await client.end()
  printSizes('CPU µs of a delivery to a feed, by feeds', FEED_COUNTS)
  return printCosts({ name: 'feeds', turns: [costs] })
}

async function growthOfSockets(database: SeededDatabase, server: RunningServer, options: Options) {
  const { sizes, costs } = await costsOfUnheardEvents(database, server, options.seconds)
  printSizes('CPU µs of an event, by sockets', sizes)
  return printCosts({ name: 'sockets of people it does not concern', turns: [costs] })
}
