import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { pino } from 'pino'
import { startEmbeddedServer } from '../../src/platform/database/embedded/server.ts'
import { openApp, TEST_KEY } from '../support/app.ts'
import { type BlocksOutcome, runBlocksCampaign } from './blocks/run.ts'
import { reportEconomy } from './support/economy.ts'

/**
 * Runs random friend requests, blocks and messages of users against a server in this process:
 * `npm run campaign -- blocking --seeds 200 --steps 100`. To repeat a failed seed: `--first 17 --seeds 1`.
 */
const { values } = parseArgs({
  options: {
    seeds: { type: 'string', default: '200' },
    first: { type: 'string', default: '1' },
    steps: { type: 'string', default: '100' },
    concurrency: { type: 'string', default: '4' },
  },
})

const errorLog = { debug() {}, info() {}, warn() {}, error: console.error }
const folder = mkdtempSync(join(tmpdir(), 'plaza-blocking-'))
const database = await startEmbeddedServer({ dataDir: join(folder, 'database'), log: errorLog, durable: false })
const loggedErrors: string[] = []
const log = pino({ level: 'error' }, { write: (line: string) => void loggedErrors.push(line.trim()) })
const app = await openApp({ DATABASE_URL: database.url('postgres'), DATA_DIR: join(folder, 'data') }, { log })

const [first, steps] = [Number(values.first), Number(values.steps)]
const last = first + Number(values.seeds) - 1
const answers = new Map<string, number>()
let [next, deliveries, failedSeeds] = [first, 0, 0]

function report(seed: number, outcome: BlocksOutcome, milliseconds: number) {
  deliveries += outcome.deliveries
  for (const [key, count] of outcome.answers) answers.set(key, (answers.get(key) ?? 0) + count)
  console.log(
    `seed ${seed}: ${steps} steps in ${milliseconds} ms, ${outcome.deliveries} deliveries, ${outcome.breaches.length} breaches`,
  )
  for (const breach of outcome.breaches) console.error(`  ${breach}`)
  if (outcome.breaches.length > 0) failedSeeds += 1
}

async function worker() {
  while (next <= last) {
    const seed = next++
    const begun = performance.now()
    report(seed, await runBlocksCampaign(app, { seed, steps }), Math.round(performance.now() - begun))
  }
}

try {
  await Promise.all(Array.from({ length: Number(values.concurrency) }, worker))
  await reportEconomy({ DATABASE_URL: database.url('postgres'), DATA_DIR: join(folder, 'data'), SECRET_KEY: TEST_KEY })
} finally {
  await app.close()
  await database.stop()
  rmSync(folder, { recursive: true, force: true })
}
for (const error of loggedErrors) console.error(error)
console.log(
  [...answers]
    .sort()
    .map(([key, count]) => `${key}×${count}`)
    .join(', '),
)
console.log(
  `${last - first + 1} seeds, ${deliveries} deliveries, ${failedSeeds} failed seeds, ${loggedErrors.length} errors logged`,
)
if (failedSeeds + loggedErrors.length > 0) process.exitCode = 1
