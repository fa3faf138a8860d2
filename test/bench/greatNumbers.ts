import { Client } from 'pg'
import { figuresOf, measureRequests, median } from './compare.ts'
import { tokenOf, userIdOf, WORLDS_PER_AUTHOR, worldIdOf } from './dataset.ts'
import { addGreatNumbers, type GreatNumbers } from './greatDataset.ts'
import { costOf } from './growth.ts'
import { measureJobs, measurePurge } from './jobTimes.ts'
import type { Options } from './options.ts'
import { costsOfLists, type SizedServer, withProducts } from './scale.ts'
import { openSeededDatabases } from './seededDatabase.ts'
import { rawRequestOf, type TaskRequest } from './tasks.ts'

/** People and worlds for each notification and entry of the audit log. */
const SHARE = 1 / 10
/** The least database of the data set, at which the cost of a write of a world is 1. */
const LEAST = 10_000
/** The size with which lists and jobs of the largest one are compared. */
const USUAL = 100_000
/** The factor by which the cost of a write of a world may grow. */
const MAX_WRITE_GROWTH = 1.5

/** People and worlds of the databases, the smallest first. */
function sizesOf(numbers: number): readonly [least: number, usual: number, most: number] {
  const most = Math.max(2 * LEAST, Math.round(numbers * SHARE))
  return [LEAST, Math.min(USUAL, Math.round(most / 2)), most]
}

/**
 * Measures lists, jobs, the purge of a month and writes of worlds with so many notifications and entries of the audit log, and
 * a tenth as many people and worlds. Returns what grows more than accepted.
 */
export async function measureGreatNumbers(options: Options, numbers: number): Promise<string[]> {
  const sizes = sizesOf(numbers)
  const { urls, drop } = await openSeededDatabases(sizes)
  try {
    for (const [at, url] of urls.entries())
      await fill(url, { rows: sizes[at] ?? 0, notifications: (sizes[at] ?? 0) / SHARE })
    const [, usual = '', most = ''] = urls
    return [
      ...(await withProducts({ urls, sizes }, (servers) => measureRequestsOf(servers, options))),
      ...(await measureJobs({ usual, most })),
      ...(await measurePurge(most, numbers)),
    ]
  } finally {
    await drop()
  }
}

async function fill(url: string, counts: GreatNumbers): Promise<void> {
  const begun = performance.now()
  const client = new Client({ connectionString: url })
  await client.connect()
  await addGreatNumbers(client, counts).finally(() => client.end())
  const seconds = Math.round((performance.now() - begun) / 1_000)
  console.error(`added ${counts.notifications.toLocaleString('en')} notifications and audit entries in ${seconds} s`)
}

async function measureRequestsOf(servers: readonly SizedServer[], options: Options): Promise<string[]> {
  const lists = await costsOfLists(servers.slice(1), options, () => true)
  return [...lists, ...(await costsOfWrites(servers, options))]
}

const AUTHORS = 100
const TEXTS = 4

/** Changes of worlds by their authors: each differs from the one before. */
const writesOn = (rows: number): readonly TaskRequest[] =>
  Array.from({ length: AUTHORS * TEXTS }, (_, at) => {
    // The first author has world 0, which there is not, and every so many-th one.
    const author = 2 + (at % (AUTHORS - 2))
    return {
      method: 'PUT',
      path: `/api/1/worlds/${worldIdOf(author - 1 + Math.floor(rows / WORLDS_PER_AUTHOR))}`,
      headers: { cookie: `auth=${tokenOf(author)}`, 'content-type': 'application/json' },
      body: JSON.stringify({ description: `How it is at ${at} o'clock, says ${userIdOf(author)}.` }),
    }
  })

/** Measures a write of a world on all sizes, which take turns. */
async function costsOfWrites(servers: readonly SizedServer[], options: Options): Promise<string[]> {
  const loads = servers.map((sized) => ({ ...sized, requests: writesOn(sized.rows).map(rawRequestOf) }))
  const turn = async (seconds: number) => {
    const costs: number[] = []
    for (const { server, postmaster, requests } of loads)
      costs.push(costOf(figuresOf([await measureRequests(server, postmaster, requests, seconds)])))
    return costs
  }
  await turn(options.warmUp)
  const turns: number[][] = []
  for (let number = 0; number < options.rounds; number++) turns.push(await turn(options.seconds))
  const growth = median(turns.map((costs) => (costs.at(-1) ?? 0) / (costs[0] ?? 1)))
  const costs = loads.map(({ rows }, at) => `${median(turns.map((each) => each[at] ?? 0)).toFixed(0)} at ${rows}`)
  console.log(`\nCPU µs of a write of a world: ${costs.join(', ')}; growth ${growth.toFixed(2)}`)
  return growth > MAX_WRITE_GROWTH ? [`a write of a world costs ${growth.toFixed(2)} times as much`] : []
}
