import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { haltPostmaster, isPostmasterOf, readPostmaster } from '../../src/platform/database/postmaster.ts'
import { isAlive, waitUntil } from '../../src/platform/database/processes.ts'

export const ROOT = resolve(import.meta.dirname, '../..')
/** Built before the tests run. */
export const MAIN = join(ROOT, 'dist/main.js')

type Env = Readonly<Record<string, string>>

/** What a server is given unless a test says otherwise; nothing of the caller's own settings. */
const SURROUNDINGS = { PATH: process.env.PATH ?? '', HOME: process.env.HOME ?? '', PORT: '0', LOG_FORMAT: 'json' }

export interface Command {
  readonly program: string
  readonly args: readonly string[]
  readonly cwd: string
  /** Whether it leads a group of its own, as what is started at a terminal does. */
  readonly detached?: boolean
}

const SERVER: Command = { program: process.execPath, args: [MAIN], cwd: ROOT }

/** A process that was started; `ended` resolves to its exit code, or to the signal that it died of. */
export interface Started {
  readonly child: ChildProcess
  readonly pid: number
  /** Whether a group of its own goes with it. */
  readonly leads: boolean
  readonly ended: Promise<number | string>
  /** Everything it has written so far. */
  output(): string
}

export function start(env: Env, { program, args, cwd, detached = false }: Command = SERVER): Started {
  const child = spawn(program, args, {
    cwd,
    detached,
    env: { ...SURROUNDINGS, ...env },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  let output = ''
  for (const stream of [child.stdout, child.stderr])
    stream.on('data', (chunk: Buffer) => {
      output += chunk.toString()
    })
  const ended = once(child, 'close').then(([code, signal]) => (Number.isInteger(code) ? Number(code) : String(signal)))
  return { child, pid: child.pid ?? 0, leads: detached, ended, output: () => output }
}

export interface Serving extends Started {
  readonly origin: string
  /** From its start until it was ready, in milliseconds. */
  readonly took: number
}

const LONGEST_START = 60_000
/** For tests that start servers, on a machine that may be busy. */
export const PATIENCE = { timeout: 90_000 }

/** Starts a server and waits until it says that it is ready. Throws with what it wrote when it does not come up. */
export async function serve(env: Env, command?: Command): Promise<Serving> {
  const begun = performance.now()
  const started = start(env, command)
  let gone = false
  void started.ended.then(() => {
    gone = true
  })
  const origin = () => /Plaza listens on (\S+)/.exec(started.output())?.[1]
  const isReady = async () => gone || (origin() !== undefined && (await statusOf(`${origin()}/readyz`)) === 200)
  const up = await waitUntil(isReady, LONGEST_START)
  if (!up || gone) throw new Error(`the server does not come up: ${started.output()}`)
  return { ...started, origin: origin() ?? '', took: performance.now() - begun }
}

/** The status of an answer; 0 when the connection is refused. */
export const statusOf = (address: string) =>
  fetch(address).then(
    ({ status }) => status,
    () => 0,
  )

/** Whether the database of the folder runs. */
export const hasDatabase = (dataDir: string) => readPostmaster(join(dataDir, 'db')) !== null

export interface Site {
  readonly dataDir: string
  /** Ends the process with what it left, should a test have failed to. */
  clear(started: readonly Started[]): Promise<void>
}

/** A folder for a server's data. */
export function aSite(): Site {
  const dataDir = mkdtempSync(join(tmpdir(), 'plaza-process-'))
  return {
    dataDir,
    async clear(started) {
      for (const one of started) kill(one)
      await haltLeft(join(dataDir, 'db'))
      rmSync(dataDir, { recursive: true, force: true })
    },
  }
}

function kill({ pid, leads }: Started): void {
  if (isAlive(pid)) process.kill(leads ? -pid : pid, 'SIGKILL')
}

async function haltLeft(folder: string): Promise<void> {
  const left = readPostmaster(folder)
  if (left && isPostmasterOf(folder, left.pid)) await haltPostmaster(left.pid, { fast: 2_000, immediate: 1_000 })
}
