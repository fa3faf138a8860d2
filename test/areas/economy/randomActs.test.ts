import { expect, it } from 'vitest'
import { findLedgerDifferences } from '../../../src/areas/economy/ledger/check.ts'
import { randomOf } from '../../graphql/queryPlans/random.ts'
import { anApp, type TestApp } from '../../support/app.ts'
import { countDeadlocks } from '../../support/concurrency.ts'
import { faultsOfBooks } from '../../support/economy.ts'
import { rounds } from '../../support/rounds.ts'
import { faultsOfItems } from './itemFaults.ts'
import { actAtRandom, aMarket } from './randomActs.ts'
import { faultsOfRecords } from './recordFaults.ts'

const numberOf = (text: string | undefined, fallback: number) => Number(text ?? fallback)
/** `npm run campaign -- ledger` sets higher numbers. */
const SEEDS = numberOf(process.env.LEDGER_SEEDS, rounds(20))
const ACTS = numberOf(process.env.LEDGER_ACTS, 100)
/** Markets of one server: jobs and checks read whole tables, so that they cost more with each market before. */
const MARKETS = 10

const say = (text: string) => void process.stdout.write(`${text}\n`)

/** What is wrong after the random acts of a seed. */
async function faultsOf(app: TestApp, seed: number, done: Map<string, number>) {
  const market = await aMarket(app)
  const faults = await actAtRandom(market, randomOf(`market ${seed}`), ACTS)
  const books = [
    ...(await faultsOfBooks(app)),
    ...(await findLedgerDifferences(app.scope())),
    ...(await faultsOfItems(app)),
  ]
  for (const [name, count] of market.done) done.set(name, (done.get(name) ?? 0) + count)
  return { seed, faults, books, records: await faultsOfRecords(market) }
}

it(`${SEEDS} times ${ACTS} random acts of 8 people make and lose no token`, async () => {
  const done = new Map<string, number>()
  const start = performance.now()
  for (let first = 1; first <= SEEDS; first += MARKETS) {
    const app = await anApp()
    const last = Math.min(SEEDS, first + MARKETS - 1)
    for (let seed = first; seed <= last; seed++)
      expect(await faultsOf(app, seed, done)).toEqual({ seed, faults: [], books: [], records: [] })
    expect(await countDeadlocks(app)).toBe(0)
    await app.close()
    if (SEEDS > MARKETS) say(`${last} of ${SEEDS} seeds in ${Math.round((performance.now() - start) / 1_000)} s`)
  }
  say(`acts that were done: ${[...done].map(([name, count]) => `${count} ${name}`).join(', ')}`)
  // Acts that all are refused would prove nothing.
  expect([...done.keys()].sort()).toEqual(['buy', 'cancel', 'erase', 'give', 'grant', 'pay', 'refund', 'revoke'])
}, 3_600_000)
