import { spawn } from 'node:child_process'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { escapeIdentifier } from 'pg'
import { findFreePort } from '../../../src/platform/database/embedded/freePort.ts'
import { type EmbeddedServer, startEmbeddedServer } from '../../../src/platform/database/embedded/server.ts'
import { queryOnce } from '../../../src/platform/database/queryOnce.ts'
import { type RunningServer, SERVER_ARGUMENTS, STANDALONE_ENVIRONMENT, startProcess } from '../../bench/processes.ts'
import { silentLog } from '../../support/databaseFixture.ts'
import { PATIENCE } from '../../support/patience.ts'
import { openStrictS3, type StrictS3 } from '../../support/s3/server.ts'
import { WEBHOOK_SECRET } from '../kill/payments.ts'

type Settings = Readonly<Record<string, string>>

export const PASSPHRASE = 'correct horse battery staple'

const KEYS = { accessKeyId: 'PLAZACAMPAIGN', secretAccessKey: 'a secret of the campaign' }
const BUCKET = 'plaza-campaign'
const MEBIBYTE = 2 ** 20

/** Where the database is: run by the server itself, or by another PostgreSQL. */
export type DatabaseKind = 'embedded' | 'external'
/** Where the files are. */
export type StoreKind = 'disk' | 's3'

/** The outside of the servers of a campaign: a PostgreSQL, object stores and folders, which `close` removes. */
export interface Site {
  /** Settings of a new, empty place. */
  place(database: DatabaseKind, store: StoreKind): Promise<Settings>
  /** Settings of the bucket of a new object store. */
  bucket(): Promise<Settings>
  folder(): string
  close(): Promise<void>
}

/** Opens the site, on a PostgreSQL of its own or the one of DATABASE_URL. */
export async function openSite(): Promise<Site> {
  const folders: string[] = []
  const stores: StrictS3[] = []
  const folder = () => {
    const made = mkdtempSync(join(tmpdir(), 'plaza-campaign-'))
    folders.push(made)
    return made
  }
  const given = process.env.DATABASE_URL
  const server = given ? null : await startEmbeddedServer({ dataDir: folder(), log: silentLog })
  const bucket = async () => {
    const store = await openStrictS3({ keys: KEYS, bucket: BUCKET, smallestPart: 5 * MEBIBYTE, page: 1_000 })
    stores.push(store)
    return bucketSettings(store)
  }
  return {
    folder,
    bucket,
    async place(database, store) {
      const external = database === 'external' ? { DATABASE_URL: await newDatabase(server, given) } : {}
      return { DATA_DIR: folder(), ...external, ...(store === 's3' ? await bucket() : {}) }
    },
    async close() {
      await Promise.all(stores.map((store) => store.close()))
      await server?.stop()
      for (const made of folders) rmSync(made, { recursive: true, force: true })
    },
  }
}

const bucketSettings = ({ endpoint }: StrictS3): Settings => ({
  S3_BUCKET: BUCKET,
  S3_ENDPOINT: endpoint,
  S3_ACCESS_KEY_ID: KEYS.accessKeyId,
  S3_SECRET_ACCESS_KEY: KEYS.secretAccessKey,
})

let made = 0

async function newDatabase(server: EmbeddedServer | null, given: string | undefined): Promise<string> {
  const base = server?.url('postgres') ?? given ?? ''
  const name = `plaza_campaign_${process.pid}_${++made}`
  await queryOnce(base, `CREATE DATABASE ${escapeIdentifier(name)} TEMPLATE template0 ENCODING 'UTF8'`)
  const url = new URL(base)
  url.pathname = `/${name}`
  return url.href
}

/** Starts the built server on a place. */
export async function startServer(place: Settings): Promise<RunningServer> {
  const port = await findFreePort()
  const env = { ...STANDALONE_ENVIRONMENT, PAYMENT_WEBHOOK_SECRET: WEBHOOK_SECRET, ...place }
  return startProcess({ args: SERVER_ARGUMENTS, env, port, ready: '/readyz', within: PATIENCE })
}

export interface CommandOutcome {
  readonly code: number
  readonly output: string
  /** Seconds. */
  readonly took: number
}

/** Runs the built command line on a place. */
export async function runCommand(place: Settings, ...args: string[]): Promise<CommandOutcome> {
  const begun = performance.now()
  const { PATH = '', HOME = '' } = process.env
  const child = spawn(process.execPath, ['dist/cli.js', ...args], {
    env: { PATH, HOME, ...place },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  let output = ''
  for (const stream of [child.stdout, child.stderr])
    stream.on('data', (chunk: Buffer) => {
      output += chunk.toString()
    })
  const code = await new Promise<number>((resolve) => child.once('close', (status) => resolve(status ?? -1)))
  return { code, output, took: (performance.now() - begun) / 1_000 }
}
