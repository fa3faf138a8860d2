import { mkdtemp } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { pino } from 'pino'
import { inject } from 'vitest'
import { type App, type AppOptions, makeApp } from '../../src/app.ts'
import { withServerScope } from '../../src/cli/serverDatabase.ts'
import { graphSchema } from '../../src/edges/graphql/schema.ts'
import type { Clock } from '../../src/kernel/clock.ts'
import type { MailMessage } from '../../src/kernel/mail.ts'
import { type Scope, systemScope } from '../../src/kernel/scope.ts'
import { JOB_TIMEOUTS } from '../../src/platform/database/sessionTimeouts.ts'
import { openPlatform, type PlatformOverrides } from '../../src/platform/openPlatform.ts'
import type { Platform } from '../../src/platform/platform.ts'
import { readSettings } from '../../src/settings.ts'
import { aSeededDatabase } from './database.ts'
import { byUnixSocket } from './databaseServer.ts'
import { watchTypesById } from './typesById.ts'

/** The real clock plus an offset that tests can increase. */
export interface TestClock extends Clock {
  /** Moves the clock forward by this many milliseconds. */
  advance(milliseconds: number): void
  /** Stops the clock while some work is done, so that no cached value expires meanwhile. */
  hold<Result>(work: () => Promise<Result>): Promise<Result>
}

export interface TestApp {
  readonly app: App
  readonly platform: Platform
  /** `http://127.0.0.1:port`. */
  readonly origin: string
  readonly clock: TestClock
  /** All mails sent, oldest first. */
  readonly mails: readonly MailMessage[]
  /** A scope for direct access to the server's database and services, without an API. */
  scope(): Scope
  close(): Promise<void>
}

function aClock(): TestClock {
  let ahead = 0
  let held: number | undefined
  return {
    now: () => new Date((held ?? Date.now()) + ahead),
    advance(milliseconds) {
      ahead += milliseconds
    },
    async hold(work) {
      held = Date.now()
      try {
        return await work()
      } finally {
        held = undefined
      }
    },
  }
}

type Given = Readonly<Record<string, string>>
type Overrides = Partial<PlatformOverrides> & Pick<AppOptions, 'writesAtOnce'>

/** Close the servers that the current test file has opened. */
const closers = new Set<() => Promise<void>>()
let closing: Promise<unknown> = Promise.resolve()

/**
 * Begins to close all servers that the test file has opened; Vitest ignores hooks registered inside a running test. The
 * next file already runs meanwhile, so this waits only for the servers of the previous file.
 */
export async function closeOpenedApps(): Promise<void> {
  const before = closing
  closing = Promise.all([...closers].map((close) => close()))
  await before
}

let shared: Promise<TestApp> | undefined

/**
 * The server that test files of one worker share when they need no settings, clock or empty database of their own. Each
 * file creates its own users. The clock can't be moved. The server runs until the worker ends.
 */
export function sharedApp(): Promise<TestApp> {
  shared ??= openSharedApp()
  return shared
}

async function openSharedApp(): Promise<TestApp> {
  const app = await openApp({ DATABASE_URL: await aSocketDatabase() })
  const refuse = () => {
    throw new Error('the clock of the shared server can not be moved: use anApp()')
  }
  return { ...app, clock: { ...app.clock, advance: refuse } }
}

let moved: Promise<TestApp> | undefined

/**
 * A further server like `sharedApp`, for test files that move the clock. It is never moved back: each file begins at a later
 * time than the one before.
 */
export function sharedClockApp(): Promise<TestApp> {
  moved ??= openSharedClockApp()
  return moved
}

async function openSharedClockApp(): Promise<TestApp> {
  const app = await openApp({ DATABASE_URL: await aSocketDatabase() })
  app.clock.advance(Number(process.env.AHEAD ?? 0))
  return app
}

/** The URL of a new database, by the Unix socket where there is one. */
const aSocketDatabase = async () =>
  byUnixSocket((await aSeededDatabase(seedDatabase)).url, inject('databaseServer').socketFolder)

/** Inserts what each server inserts when it starts, so that the starts of a run find it. */
async function seedDatabase(url: string): Promise<void> {
  const DATA_DIR = await mkdtemp(join(tmpdir(), 'plaza-seed-'))
  const settings = readSettings({ NODE_ENV: 'test', DATA_DIR, SECRET_KEY: TEST_KEY, DATABASE_URL: url })
  // A clone may belong to another key.
  await withServerScope(settings, 'found', async ({ db }) => void (await db.serverKey.deleteMany()))
}

/** Opens a server with its own database, clock and mailbox. It is closed after the test file. */
export async function anApp(given: Given = {}, overrides: Overrides = {}): Promise<TestApp> {
  const app = await openApp({ DATABASE_URL: await aSocketDatabase(), ...given }, overrides)
  const close = async () => {
    if (!closers.delete(close)) return
    await app.close()
  }
  closers.add(close)
  return { ...app, close }
}

/** Requests are given the time of jobs, as a busy machine may be slow. */
const PATIENT = { databaseTimeouts: JOB_TIMEOUTS }

/** The least cost of password hashes, as tests log in thousands of times. */
const CHEAP_HASHES = { memoryCost: 64, timeCost: 1, parallelism: 1 }

/** The key of all servers of a test run, as several may share a database. */
export const TEST_KEY = 'vZ3kQ9wLr7TxB2mN5cHs8JdG4fYp6AuE1iKo0RgW'

/** Requests of one user that change something race in tests, as they do on two nodes. */
const RACING_WRITES = 2

/** Opens a server on the database at DATABASE_URL of the settings. The caller closes it. */
export async function openApp(
  given: Given,
  { writesAtOnce = RACING_WRITES, ...overrides }: Overrides = {},
): Promise<TestApp> {
  const folder = await mkdtemp(join(tmpdir(), 'plaza-app-'))
  const settings = readSettings({
    NODE_ENV: 'test',
    PORT: '0',
    DATA_DIR: folder,
    SECRET_KEY: TEST_KEY,
    JOBS: 'off',
    TRUST_PROXY: '1',
    PUBLIC_URL: 'http://plaza.test',
    MAX_REQUESTS_PER_USER: '0',
    MAX_REQUESTS_PER_ADDRESS: '0',
    DRAIN_NOTICE_MS: '0',
    DRAIN_TIMEOUT_MS: '1000',
    // Three test files run concurrently, some with several servers, and PostgreSQL accepts 100 connections.
    DATABASE_POOL_SIZE: '6',
    // Clients that can't choose their address register from one.
    REGISTRATIONS_PER_HOUR: '0',
    ...(process.env.REDIS_URL && { REDIS_URL: process.env.REDIS_URL }),
    ...given,
  })
  const clock = aClock()
  const mails: MailMessage[] = []
  const mail = { send: async (message: MailMessage) => void mails.push(message) }
  const log = pino({ level: process.env.TEST_LOG ?? 'silent' })
  const replaced = { clock, mail, log, passwordHashCost: CHEAP_HASHES, ...PATIENT, ...overrides }
  const platform = await openPlatform(settings, replaced)
  const app = await makeApp(platform, { writesAtOnce })
  watchTypesById(graphSchema())
  const port = await app.listen()
  return {
    app,
    platform,
    clock,
    mails,
    origin: `http://127.0.0.1:${port}`,
    scope: () => systemScope(app.services),
    async close() {
      await app.drain()
      await platform.close()
    },
  }
}
