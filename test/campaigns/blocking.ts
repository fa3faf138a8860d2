import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { pino } from 'pino'
import { startEmbedded } from '../../src/platform/database/embedded.ts'
import { open } from '../support/app.ts'
import { letBlock, type Outcome } from './blocking/run.ts'

/**
 * Lets people befriend, block and write to each other at random: `npm run campaign:blocking -- --seeds 200 --steps 100`,
 * or again what broke: `-- --first 17 --seeds 1`.
 */
const { values } = parseArgs({
  options: {
    seeds: { type: 'string', default: '200' },
    first: { type: 'string', default: '1' },
    steps: { type: 'string', default: '100' },
    lanes: { type: 'string', default: '4' },
  },
})

const quiet = { debug() {}, info() {}, warn() {}, error: console.error }
const folder = mkdtempSync(join(tmpdir(), 'plaza-blocking-'))
const database = await startEmbedded({ dataDir: join(folder, 'database'), log: quiet, durable: false })
const faults: string[] = []
const log = pino({ level: 'error' }, { write: (line: string) => void faults.push(line.trim()) })
const app = await open({ DATABASE_URL: database.url('postgres'), DATA_DIR: join(folder, 'data') }, log)

const [first, steps] = [Number(values.first), Number(values.steps)]
const last = first + Number(values.seeds) - 1
const answers = new Map<string, number>()
let [next, facts, broken] = [first, 0, 0]

function report(seed: number, outcome: Outcome, milliseconds: number) {
  facts += outcome.facts
  for (const [key, count] of outcome.answers) answers.set(key, (answers.get(key) ?? 0) + count)
  console.log(
    `seed ${seed}: ${steps} steps in ${milliseconds} ms, ${outcome.facts} told, ${outcome.breaches.length} breaches`,
  )
  for (const breach of outcome.breaches) console.error(`  ${breach}`)
  if (outcome.breaches.length > 0) broken += 1
}

async function lane() {
  while (next <= last) {
    const seed = next++
    const begun = performance.now()
    report(seed, await letBlock(app, { seed, steps }), Math.round(performance.now() - begun))
  }
}

try {
  await Promise.all(Array.from({ length: Number(values.lanes) }, lane))
} finally {
  await app.close()
  await database.stop()
  rmSync(folder, { recursive: true, force: true })
}
for (const fault of faults) console.error(fault)
console.log(
  [...answers]
    .sort()
    .map(([key, count]) => `${key}×${count}`)
    .join(', '),
)
console.log(`${last - first + 1} seeds, ${facts} facts told, ${broken} seeds broken, ${faults.length} faults logged`)
if (broken + faults.length > 0) process.exitCode = 1
