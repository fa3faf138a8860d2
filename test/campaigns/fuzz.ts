import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { startEmbeddedServer } from '../../src/platform/database/embedded/server.ts'
import { TEST_KEY } from '../support/app.ts'
import { aDoorTarget, runDoorCampaign } from './fuzz/doors/campaign.ts'
import { aFuzzFixture, openFuzzedApp } from './fuzz/fixture.ts'
import { fuzzCursors, fuzzGraph } from './fuzz/graphRun.ts'
import { httpAgent } from './fuzz/httpClient.ts'
import {
  callCorrectly,
  describeBreach,
  emptyTally,
  fuzzOperation,
  NEVER_SUCCEEDS,
  type OperationTally,
  operationNames,
  successes,
} from './fuzz/restRun.ts'
import { reportEconomy } from './support/economy.ts'

/**
 * Sends valid and malformed requests to every operation of the OpenAPI document: `npm run campaign -- fuzz --runs 200`.
 * To repeat a finding: `--seed 7 --operation getUser`. Then sends random GraphQL documents: `--documents 2000`. To
 * repeat one of them: `--document 17`.
 *
 * With `--doors` it sends malformed bytes to every entry of the built server instead: `--exchanges 20000`. To repeat
 * one of them: `--doors --seed 7 --exchange 17`.
 */
const { values } = parseArgs({
  options: {
    runs: { type: 'string', default: '200' },
    seed: { type: 'string', default: '1' },
    operation: { type: 'string', multiple: true, default: [] },
    concurrency: { type: 'string', default: '4' },
    documents: { type: 'string', default: '2000' },
    document: { type: 'string' },
    doors: { type: 'boolean', default: false },
    exchanges: { type: 'string', default: '20000' },
    exchange: { type: 'string' },
  },
})

const errorLog = { debug() {}, info() {}, warn() {}, error: console.error }
const folder = mkdtempSync(join(tmpdir(), 'plaza-fuzz-'))
const database = await startEmbeddedServer({ dataDir: join(folder, 'database'), log: errorLog, durable: false })
const loggedErrors: string[] = []
const settings = { DATABASE_URL: database.url('postgres'), DATA_DIR: join(folder, 'data'), SECRET_KEY: TEST_KEY }
const app = await openFuzzedApp(settings.DATABASE_URL, loggedErrors, settings)
const plan = { seed: Number(values.seed), runs: Number(values.runs), concurrency: Number(values.concurrency) }
const isRepetition = values.operation.length > 0 || values.document !== undefined
const wanted = isRepetition ? values.operation : operationNames
const documents = values.operation.length > 0 ? 0 : Number(values.documents)

const statusCounts = ({ statuses }: OperationTally) =>
  [...statuses]
    .sort(([a], [b]) => a - b)
    .map(([status, count]) => `${status}×${count}`)
    .join(' ')

function report(tally: OperationTally) {
  console.log(`${tally.name}: ${statusCounts(tally)}`)
  for (const breach of tally.breaches) console.error(`  ${describeBreach(plan.seed, breach)}`)
}

async function fuzzOperations(): Promise<number> {
  const all = wanted.map(emptyTally)
  const shared = await aFuzzFixture(app, loggedErrors)
  for (const tally of all) await callCorrectly(shared, tally)
  for (const tally of all) {
    await fuzzOperation(await aFuzzFixture(app, loggedErrors), tally, plan)
    report(tally)
  }
  const unsuccessful = all.filter((tally) => successes(tally) === 0).map(({ name }) => name)
  const unexpected = isRepetition ? [] : unsuccessful.filter((name) => !(name in NEVER_SUCCEEDS))
  const sent = all.reduce((sum, { statuses }) => sum + [...statuses.values()].reduce((a, b) => a + b, 0), 0)
  const succeeded = all.reduce((sum, tally) => sum + successes(tally), 0)
  const breaches = all.reduce((sum, tally) => sum + tally.breaches.length, 0)
  for (const name of unexpected) console.error(`${name} never succeeded`)
  console.log(`${all.length} operations, ${sent} requests, ${succeeded} succeeded, ${breaches} breaches`)
  return breaches + unexpected.length
}

async function fuzzDocuments(): Promise<number> {
  const only = values.document === undefined ? {} : { only: Number(values.document) }
  const fixture = await aFuzzFixture(app, loggedErrors)
  const { counts, breaches } = await fuzzGraph(fixture, { ...plan, runs: documents, ...only })
  breaches.push(...(await fuzzCursors(fixture, plan.concurrency)).breaches)
  for (const breach of breaches) console.error(`  ${breach}`)
  console.log([...counts].map(([code, count]) => `${code} ${count}`).join(', '))
  console.log(`${documents} documents, ${breaches.length} breaches`)
  return breaches.length
}

/** Milliseconds until an answer counts as missing. */
const PATIENCE = 20_000

async function fuzzAllDoors(): Promise<number> {
  const target = await aDoorTarget(await aFuzzFixture(app, loggedErrors), settings)
  const only = values.exchange === undefined ? undefined : Number(values.exchange)
  const exchanges = Number(values.exchanges)
  try {
    return await runDoorCampaign(target, { ...plan, concurrency: 8, exchanges, patience: PATIENCE, only })
  } finally {
    await target.server.stop()
  }
}

let found = 0
try {
  if (values.doors) found += await fuzzAllDoors()
  if (wanted.length > 0 && !values.doors) found += await fuzzOperations()
  if (documents > 0 && !values.doors) found += await fuzzDocuments()
  await reportEconomy(settings)
} finally {
  for (const error of loggedErrors) console.error(error)
  httpAgent.destroy()
  await app.close()
  await database.stop()
  rmSync(folder, { recursive: true, force: true })
}
if (found > 0) process.exitCode = 1
