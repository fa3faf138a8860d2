import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { isPostmasterOf, readPostmaster, stopPostmaster } from '../../src/platform/database/embedded/postmaster.ts'
import { isProcessAlive, waitUntil } from '../../src/platform/processes.ts'
import { ALLOCATOR_ENVIRONMENT, SERVER_ARGUMENTS } from '../bench/processes.ts'
import { aMigratedFolder } from './migratedFolder.ts'
import { PATIENCE } from './patience.ts'

export const REPOSITORY_ROOT = resolve(import.meta.dirname, '../..')
/** The built server, up to date as of the start of the test run. */
export const BUILT_SERVER = join(REPOSITORY_ROOT, 'dist/main.js')

type Env = Readonly<Record<string, string>>

/**
 * The default environment of a server: what `npm start` sets, and no settings of the test run. Campaigns register many
 * users from one address, and send more than anybody may.
 */
const BASE_ENVIRONMENT = {
  ...ALLOCATOR_ENVIRONMENT,
  PATH: process.env.PATH ?? '',
  HOME: process.env.HOME ?? '',
  PORT: '0',
  LOG_FORMAT: 'json',
  REGISTRATIONS_PER_HOUR: '0',
  MAX_REQUESTS_PER_USER: '0',
  MAX_REQUESTS_PER_ADDRESS: '0',
}

export interface Command {
  readonly program: string
  readonly args: readonly string[]
  readonly cwd: string
  /** Whether it leads its own process group, as a command started in a terminal does. */
  readonly detached?: boolean
}

/** The options that `npm start` passes to Node, without source maps, whose reading slows a start. */
export const START_OPTIONS = SERVER_ARGUMENTS.filter((word) => word.startsWith('--') && word !== '--enable-source-maps')

export const SERVER: Command = {
  program: process.execPath,
  args: [...START_OPTIONS, BUILT_SERVER],
  cwd: REPOSITORY_ROOT,
}

/** A child process; `ended` resolves to its exit code, or to the signal that killed it. */
export interface ServerProcess {
  readonly child: ChildProcess
  readonly pid: number
  /** Whether it leads its own process group. */
  readonly leads: boolean
  readonly ended: Promise<number | string>
  /** Its output so far. */
  output(): string
}

export function startServerProcess(
  env: Env,
  { program, args, cwd, detached = false }: Command = SERVER,
): ServerProcess {
  const child = spawn(program, args, {
    cwd,
    detached,
    env: { ...BASE_ENVIRONMENT, ...env },
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

export interface ReadyServer extends ServerProcess {
  readonly origin: string
  /** Milliseconds from its start until it was ready. */
  readonly took: number
}

/** Starts a server and waits until it is ready. Throws with its output when it does not become ready. */
export async function startReadyServer(env: Env, command?: Command): Promise<ReadyServer> {
  const begun = performance.now()
  const started = startServerProcess(env, command)
  let hasEnded = false
  void started.ended.then(() => {
    hasEnded = true
  })
  const origin = () => /Plaza listens on (\S+)/.exec(started.output())?.[1]
  const isReady = async () => hasEnded || (origin() !== undefined && (await statusOf(`${origin()}/readyz`)) === 200)
  const isUp = await waitUntil(isReady, PATIENCE)
  if (!isUp || hasEnded) throw new Error(`the server did not become ready: ${started.output()}`)
  return { ...started, origin: origin() ?? '', took: performance.now() - begun }
}

/** The HTTP status of a URL; 0 when the connection fails. */
export const statusOf = (address: string) =>
  fetch(address).then(
    ({ status }) => status,
    () => 0,
  )

/** Whether the embedded database in a data folder is running. */
export const isDatabaseRunning = (dataDir: string) => readPostmaster(join(dataDir, 'db')) !== null

export interface ServerFolder {
  readonly dataDir: string
  /** Kills the processes and the database that are still running. */
  clear(started: readonly ServerProcess[]): Promise<void>
}

/** Creates an empty temporary data folder for a server. */
export const aServerFolder = (): ServerFolder => serverFolder(mkdtempSync(join(tmpdir(), 'plaza-process-')))

/** A temporary data folder for a server, with a migrated database: a start on it takes half as long as a first one. */
export const aMigratedServerFolder = async (): Promise<ServerFolder> => serverFolder(await aMigratedFolder())

function serverFolder(dataDir: string): ServerFolder {
  return {
    dataDir,
    async clear(started) {
      for (const one of started) kill(one)
      await stopDatabase(join(dataDir, 'db'))
    },
  }
}

function kill({ pid, leads }: ServerProcess): void {
  if (isProcessAlive(pid)) process.kill(leads ? -pid : pid, 'SIGKILL')
}

async function stopDatabase(folder: string): Promise<void> {
  const left = readPostmaster(folder)
  if (left && isPostmasterOf(folder, left.pid)) await stopPostmaster(left.pid, { fast: 2_000, immediate: 1_000 })
}
