import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { makeApp } from '../../src/app.ts'
import { systemScope } from '../../src/kernel/scope.ts'
import { findFreePort } from '../../src/platform/database/embedded/freePort.ts'
import { openPlatform } from '../../src/platform/openPlatform.ts'
import { readSettings } from '../../src/settings.ts'
import { acceptTerms, aListing, forDays, letSell, withTokens } from '../support/economy.ts'
import { insertLoggedInUser } from '../support/insertedUser.ts'
import { aName, PASSWORD } from '../support/users.ts'
import { rawRequest, runLoad } from './httpLoad.ts'
import type { Options } from './options.ts'
import { SERVER_ARGUMENTS, startProcess } from './processes.ts'
import { openSeededDatabase } from './seededDatabase.ts'
import { PRODUCT_ENVIRONMENT } from './servers.ts'

/** Purchases a second that are accepted. */
const LEAST_RATE = 300
const WARM_UP_SECONDS = 4
/** A person can buy 30 times in a minute. */
const BUYERS = 600
const TOKENS = 3_000
const ROWS = 1_000
/** The server knows the terms of this provider when it runs in production without another. */
const PAYMENT_PROVIDER = 'none'

/** Fills the database with a listing and people who buy it; answers the requests of all of them. */
async function preparePurchases(url: string, folder: string): Promise<Buffer[]> {
  const given = { NODE_ENV: 'test', DATABASE_URL: url, DATA_DIR: folder, JOBS: 'off', PORT: '0', PAYMENT_PROVIDER }
  const platform = await openPlatform(readSettings(given))
  const app = await makeApp(platform)
  const source = { scope: () => systemScope(app.services) }
  const aPerson = () => {
    const username = aName()
    const identity = { username, email: `${username}@plaza.test`, password: PASSWORD, address: '127.0.0.1' }
    return insertLoggedInUser(source.scope(), identity)
  }
  const seller = await aPerson()
  await letSell(source, seller)
  const listingId = await aListing(source, seller, forDays(1))
  const requests: Buffer[] = []
  for (let at = 0; at < BUYERS; at++) {
    const buyer = await aPerson()
    await acceptTerms(source, buyer)
    await withTokens(source, buyer, TOKENS)
    requests.push(purchaseRequest(buyer.token, listingId))
  }
  await app.drain()
  await platform.close()
  return requests
}

const purchaseRequest = (token: string, listingId: string) =>
  rawRequest(
    'POST',
    '/api/1/economy/purchase/listing',
    { cookie: `auth=${token}`, 'content-type': 'application/json' },
    JSON.stringify({ listingId, totalPrice: 100 }),
  )

/**
 * Measures purchases per second from one seller, by many people over REST. All purchases change the accounts of the
 * seller and of the platform. Returns what is worse than accepted.
 */
export async function measurePurchases({ seconds, connections }: Options): Promise<string[]> {
  const folder = mkdtempSync(join(tmpdir(), 'plaza-bench-purchases-'))
  const database = await openSeededDatabase(ROWS)
  try {
    const requests = await preparePurchases(database.url, join(folder, 'preparation'))
    const server = await startProcess({
      args: SERVER_ARGUMENTS,
      env: { ...PRODUCT_ENVIRONMENT, JOBS: 'off', DATABASE_URL: database.url, DATA_DIR: join(folder, 'server') },
      port: await findFreePort(),
      ready: '/readyz',
    })
    try {
      const load = { port: server.port, requests, connections }
      await runLoad({ ...load, seconds: WARM_UP_SECONDS })
      const round = await runLoad({ ...load, seconds })
      const rate = round.requests / round.seconds
      const median = round.latencies[Math.floor(round.latencies.length / 2)] ?? 0
      console.log(`${Math.round(rate)} purchases a second from one seller, ${median.toFixed(1)} ms each`)
      return rate < LEAST_RATE ? [`${Math.round(rate)} purchases a second`] : []
    } finally {
      await server.stop()
    }
  } finally {
    await database.drop()
    rmSync(folder, { recursive: true, force: true })
  }
}
