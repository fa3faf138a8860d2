import { Client } from 'pg'
import { figuresOf, measureRequests } from './compare.ts'
import { connectSubscribers, feedDeliveries, measureDelivery } from './fanout.ts'
import { costOf, printCosts, printSizes } from './growth.ts'
import type { Options } from './options.ts'
import type { RunningServer } from './processes.ts'
import { openSeededDatabase, postmasterOf, type SeededDatabase } from './seededDatabase.ts'
import { withProduct } from './servers.ts'
import { listTasksOn, rawRequestOf, type Task } from './tasks.ts'
import { costsOfUnheardEvents } from './unheardEvents.ts'

/** Numbers of users and worlds in the database. */
const ROWS = [10_000, 100_000, 1_000_000] as const
const FEED_COUNTS = [250, 500, 1_000] as const

/** Measures how costs of the product grow with rows, sockets and feeds; returns what grows more than accepted. */
export async function measureGrowth(options: Options): Promise<string[]> {
  const isWanted = ({ name }: { readonly name: string }) => name.toLowerCase().includes(options.filter.toLowerCase())
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
  const bySize: ReadonlyMap<string, number>[] = []
  for (const rows of ROWS) bySize.push(await costsOfLists(rows, options, isWanted))
  const names = [...(bySize[0]?.keys() ?? [])]
  if (names.length > 0) printSizes('CPU µs of a request, by rows', ROWS)
  return names.flatMap((name) => printCosts({ name, costs: bySize.flatMap((costs) => costs.get(name) ?? []) }))
}

/** The cost of each wanted list with `rows` users and worlds, by name. */
async function costsOfLists(rows: number, options: Options, isWanted: (task: Task) => boolean) {
  const tasks = listTasksOn(rows).filter(isWanted)
  const costs = new Map<string, number>()
  if (tasks.length === 0) return costs
  const database = await openSeededDatabase(rows)
  const work = async (server: RunningServer) => {
    for (const task of tasks) costs.set(task.name, await costOfTask(database, server, task, options))
  }
  await withProduct(database, work).finally(() => database.drop())
  return costs
}

async function costOfTask(database: SeededDatabase, server: RunningServer, { requests }: Task, options: Options) {
  const postmaster = await postmasterOf(database)
  const raw = requests.map(rawRequestOf)
  await measureRequests(server, postmaster, raw, options.warmUp)
  return costOf(figuresOf([await measureRequests(server, postmaster, raw, options.seconds * options.rounds)]))
}

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
  return printCosts({ name: 'feeds', costs })
}

async function growthOfSockets(database: SeededDatabase, server: RunningServer, options: Options) {
  const { sizes, costs } = await costsOfUnheardEvents(database, server, options.seconds)
  printSizes('CPU µs of an event, by sockets', sizes)
  return printCosts({ name: 'sockets of people it does not concern', costs })
}
