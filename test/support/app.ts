import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { type Logger, pino } from 'pino'
import { type App, makeApp } from '../../src/app.ts'
import type { Clock } from '../../src/kernel/clock.ts'
import type { Message } from '../../src/kernel/mail.ts'
import { platformScope, type Scope } from '../../src/kernel/scope.ts'
import { openPlatform } from '../../src/platform/open.ts'
import type { Platform } from '../../src/platform/platform.ts'
import { readSettings } from '../../src/settings.ts'
import { aDatabase } from './database.ts'

/** A clock that stands where tests put it, and otherwise goes on with the real one. */
export interface TestClock extends Clock {
  /** Moves it on by so many milliseconds. */
  advance(milliseconds: number): void
}

export interface TestApp {
  readonly app: App
  readonly platform: Platform
  /** `http://127.0.0.1:port`. */
  readonly origin: string
  readonly clock: TestClock
  /** Every mail that was sent, the oldest first. */
  readonly mails: readonly Message[]
  /** A scope of the platform, for what tests arrange or look up behind the doors. */
  scope(): Scope
  close(): Promise<void>
}

function aClock(): TestClock {
  let ahead = 0
  return {
    now: () => new Date(Date.now() + ahead),
    advance(milliseconds) {
      ahead += milliseconds
    },
  }
}

type Given = Readonly<Record<string, string>>

/** What stands until the file ends. */
const closing = new Set<() => Promise<void>>()

/** Closes what the file has opened, wherever it did: a hook that a running test registers is never called. */
export const closeAll = () => Promise.all([...closing].map((close) => close()))

/** A server of its own on a database of its own, with clock and mailbox in the test's hands. Closed after the file. */
export async function anApp(given: Given = {}): Promise<TestApp> {
  const database = await aDatabase()
  const app = await open({ DATABASE_URL: database.url, ...given })
  const close = async () => {
    if (!closing.delete(close)) return
    await app.close()
    await database.drop()
  }
  closing.add(close)
  return { ...app, close }
}

const ownLog = () => pino({ level: process.env.TEST_LOG ?? 'silent' })

/** A further server on a database that a test names by DATABASE_URL. */
export async function open(given: Given, log: Logger = ownLog()): Promise<TestApp> {
  const folder = await mkdtemp(join(tmpdir(), 'plaza-test-'))
  const settings = readSettings({
    NODE_ENV: 'test',
    PORT: '0',
    DATA_DIR: folder,
    JOBS: 'off',
    TRUST_PROXY: '1',
    PUBLIC_URL: 'http://plaza.test',
    DRAIN_TIMEOUT_MS: '1000',
    // Three files run at a time, some with several servers, on a database that takes 100 connections.
    DATABASE_POOL_SIZE: '6',
    ...(process.env.REDIS_URL && { REDIS_URL: process.env.REDIS_URL }),
    ...given,
  })
  const clock = aClock()
  const mails: Message[] = []
  const mail = { send: async (message: Message) => void mails.push(message) }
  const platform = await openPlatform(settings, { clock, mail, log })
  const app = await makeApp(platform)
  const port = await app.listen()
  return {
    app,
    platform,
    clock,
    mails,
    origin: `http://127.0.0.1:${port}`,
    scope: () => platformScope(app.outside),
    async close() {
      await app.drain()
      await platform.close()
      await rm(folder, { recursive: true, force: true })
    },
  }
}
