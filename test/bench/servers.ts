import { randomBytes } from 'node:crypto'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { findFreePort } from '../../src/platform/database/embedded/freePort.ts'
import type { MeasuredSystem } from './compare.ts'
import { type RunningServer, SERVER_ARGUMENTS, serverArgumentsOf, startProcess } from './processes.ts'
import { postmasterOf, type SeededDatabase } from './seededDatabase.ts'

/** Where a filled database is. */
export type DatabaseAddress = Pick<SeededDatabase, 'url'>

/** Settings of the product in all benches: what production has, without the limits of one user's requests. */
export const PRODUCT_ENVIRONMENT = {
  NODE_ENV: 'production',
  DEMO: 'off',
  // Two servers that are compared answer with the same URLs.
  PUBLIC_URL: 'http://127.0.0.1:3000',
  MAX_REQUESTS_PER_USER: '0',
  MAX_REQUESTS_PER_ADDRESS: '0',
  SECRET_KEY: randomBytes(36).toString('base64'),
} as const

/** Whether background jobs run; they change counters that lists are sorted by, and take CPU time at odd moments. */
type Jobs = 'on' | 'off'

interface ProductStart {
  readonly dataDir: string
  readonly jobs: Jobs
  readonly args?: readonly string[]
}

const startProduct = async ({ url }: DatabaseAddress, { dataDir, jobs, args }: ProductStart): Promise<RunningServer> =>
  startProcess({
    args: args ?? SERVER_ARGUMENTS,
    env: { ...PRODUCT_ENVIRONMENT, JOBS: jobs, DATABASE_URL: url, DATA_DIR: dataDir },
    port: await findFreePort(),
    ready: '/readyz',
  })

const startBaseline = async ({ url }: SeededDatabase): Promise<RunningServer> =>
  startProcess({
    args: [...SERVER_ARGUMENTS.slice(0, -1), '--import', 'tsx', 'test/bench/baselineServer/server.ts'],
    env: { NODE_ENV: 'production', DATABASE_URL: url },
    port: await findFreePort(),
    ready: '/readyz',
  })

/** Runs `work` with a temporary folder, and deletes it. */
async function withTemporaryFolder<T>(work: (folder: string) => Promise<T>): Promise<T> {
  const folder = mkdtempSync(join(tmpdir(), 'plaza-bench-'))
  return await work(folder).finally(() => rmSync(folder, { recursive: true, force: true }))
}

/** Runs `work` while the built server runs on the database. */
export function withProduct<T>(
  database: DatabaseAddress,
  work: (server: RunningServer) => Promise<T>,
  jobs: Jobs = 'off',
): Promise<T> {
  return withTemporaryFolder(async (folder) => {
    const server = await startProduct(database, { dataDir: folder, jobs })
    const withOutput = (cause: unknown): never => {
      throw new Error(`failed; the output of the server ends with:\n${server.tail()}`, { cause })
    }
    return await work(server)
      .catch(withOutput)
      .finally(() => server.stop())
  })
}

interface ComparedServers {
  readonly database: SeededDatabase
  /** Folder of the checkout whose built server takes the place of the baseline server. */
  readonly against: string | undefined
}

/** Runs `work` while the built server and the other server run on the same database. */
export function withBothServers<T>(
  { database, against }: ComparedServers,
  work: (system: MeasuredSystem) => Promise<T>,
): Promise<T> {
  const startOther = (dataDir: string) =>
    against
      ? startProduct(database, { dataDir, jobs: 'off', args: serverArgumentsOf(against) })
      : startBaseline(database)
  return withProduct(database, (product) =>
    withTemporaryFolder(async (folder) => {
      const baseline = await startOther(folder)
      const postmaster = await postmasterOf(database)
      return await work({ product, baseline, postmaster }).finally(() => baseline.stop())
    }),
  )
}
