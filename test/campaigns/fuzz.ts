import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { startEmbedded } from '../../src/platform/database/embedded.ts'
import { fuzzCursors, fuzzGraph } from './fuzz/graphRun.ts'
import { furnish, openFuzzed } from './fuzz/ground.ts'
import { callRightly, type Fared, fuzz, NEVER, names, nothingYet, successes, told } from './fuzz/run.ts'
import { agent } from './fuzz/sending.ts'

/**
 * Sends every operation of the OpenAPI document what it expects and what it does not:
 * `npm run campaign:fuzz -- --runs 200`, or again what broke: `-- --seed 7 --operation getUser`. Then documents of the
 * graph: `--documents 2000`, or again one of them: `--document 17`.
 */
const { values } = parseArgs({
  options: {
    runs: { type: 'string', default: '200' },
    seed: { type: 'string', default: '1' },
    operation: { type: 'string', multiple: true, default: [] },
    lanes: { type: 'string', default: '4' },
    documents: { type: 'string', default: '2000' },
    document: { type: 'string' },
  },
})

const quiet = { debug() {}, info() {}, warn() {}, error: console.error }
const folder = mkdtempSync(join(tmpdir(), 'plaza-fuzz-'))
const database = await startEmbedded({ dataDir: join(folder, 'database'), log: quiet, durable: false })
const faults: string[] = []
const app = await openFuzzed(database.url('postgres'), faults, { DATA_DIR: join(folder, 'data') })
const plan = { seed: Number(values.seed), runs: Number(values.runs), lanes: Number(values.lanes) }
const isRepeated = values.operation.length > 0 || values.document !== undefined
const wanted = isRepeated ? values.operation : names
const documents = values.operation.length > 0 ? 0 : Number(values.documents)

const shares = ({ statuses }: Fared) =>
  [...statuses]
    .sort(([a], [b]) => a - b)
    .map(([status, count]) => `${status}×${count}`)
    .join(' ')

function report(fared: Fared) {
  console.log(`${fared.name}: ${shares(fared)}`)
  for (const breach of fared.breaches) console.error(`  ${told(plan.seed, breach)}`)
}

async function overOperations(): Promise<number> {
  const all = wanted.map(nothingYet)
  const shared = await furnish(app, faults)
  for (const fared of all) await callRightly(shared, fared)
  for (const fared of all) {
    await fuzz(await furnish(app, faults), fared, plan)
    report(fared)
  }
  const idle = all.filter((fared) => successes(fared) === 0).map(({ name }) => name)
  const unexpected = isRepeated ? [] : idle.filter((name) => !(name in NEVER))
  const sent = all.reduce((sum, { statuses }) => sum + [...statuses.values()].reduce((a, b) => a + b, 0), 0)
  const succeeded = all.reduce((sum, fared) => sum + successes(fared), 0)
  const breaches = all.reduce((sum, fared) => sum + fared.breaches.length, 0)
  for (const name of unexpected) console.error(`${name} has never succeeded`)
  console.log(`${all.length} operations, ${sent} requests, ${succeeded} succeeded, ${breaches} breaches`)
  return breaches + unexpected.length
}

async function overDocuments(): Promise<number> {
  const only = values.document === undefined ? {} : { only: Number(values.document) }
  const ground = await furnish(app, faults)
  const { counts, breaches } = await fuzzGraph(ground, { ...plan, runs: documents, ...only })
  breaches.push(...(await fuzzCursors(ground, plan.lanes)).breaches)
  for (const breach of breaches) console.error(`  ${breach}`)
  console.log([...counts].map(([code, count]) => `${code} ${count}`).join(', '))
  console.log(`${documents} documents, ${breaches.length} breaches`)
  return breaches.length
}

let found = 0
try {
  if (wanted.length > 0) found += await overOperations()
  if (documents > 0) found += await overDocuments()
} finally {
  for (const fault of faults) console.error(fault)
  agent.destroy()
  await app.close()
  await database.stop()
  rmSync(folder, { recursive: true, force: true })
}
if (found > 0) process.exitCode = 1
