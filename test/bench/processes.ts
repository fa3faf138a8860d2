import { type ChildProcess, spawn } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { z } from 'zod'
import { PATIENCE } from '../support/patience.ts'

const packageJson = z.object({ scripts: z.object({ start: z.string() }) })

/** What the `npm start` of a checkout does before and after the word `node`. */
function startCommandOf(folder: string): readonly string[] {
  const { scripts } = packageJson.parse(JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8')))
  return scripts.start.split(' node ')
}

const [commandBeforeNode = '', commandAfterNode = ''] = startCommandOf('.')

/** The arguments that `npm start` passes to Node. */
export const SERVER_ARGUMENTS: readonly string[] = commandAfterNode.split(' ')

/** The arguments that `npm start` passes to Node in another checkout, for a process that runs here. */
export function serverArgumentsOf(folder: string): readonly string[] {
  const words = startCommandOf(folder)[1]?.split(' ') ?? []
  return [...words.slice(0, -1), join(folder, words.at(-1) ?? '')]
}

/** The environment variables that `npm start` sets: of the memory allocator. */
export const ALLOCATOR_ENVIRONMENT: Readonly<Record<string, string>> = Object.fromEntries(
  commandBeforeNode.split(' ').flatMap((word) => (word.includes('=') ? [word.split('=')] : [])),
)

/** Settings of a server that needs no other service: embedded database, neither Redis nor mail, no demo data. */
export const STANDALONE_ENVIRONMENT = {
  DATABASE_URL: '',
  REDIS_URL: '',
  SMTP_URL: '',
  DEMO: 'off',
  MAX_REQUESTS_PER_USER: '0',
  MAX_REQUESTS_PER_ADDRESS: '0',
  LOG_LEVEL: 'warn',
  HOST: '127.0.0.1',
} as const

/** A server in a child process. */
export interface RunningServer {
  readonly pid: number
  readonly port: number
  readonly url: string
  /** The end of its output, for error messages. */
  tail(): string
  /** Stops it by SIGTERM, or by SIGKILL after a minute. Resolves to its exit code, or null when it was killed. */
  stop(): Promise<number | null>
  /** Kills it by SIGKILL, as a crash would. */
  kill(): Promise<void>
}

export interface StartOptions {
  readonly args: readonly string[]
  readonly env: Readonly<Record<string, string>>
  readonly port: number
  /** A path that answers 200 once the server is ready. */
  readonly ready: string
  /** Milliseconds to become ready; `PATIENCE` by default. */
  readonly within?: number
}

/** Starts a Node program and waits until it is ready. Throws with its output when it does not become ready in time. */
export async function startProcess(start: StartOptions): Promise<RunningServer> {
  const child = spawn(process.execPath, [...start.args], {
    env: { ...process.env, ...ALLOCATOR_ENVIRONMENT, ...start.env, PORT: String(start.port) },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  const running = supervise(child, start.port)
  try {
    await waitForReady(running.url + start.ready, start.within ?? PATIENCE, () => child.exitCode !== null)
    return running
  } catch (error) {
    await running.kill()
    throw new Error(`${start.args.join(' ')} did not become ready:\n${running.tail()}`, { cause: error })
  }
}

/** Characters of output to keep. */
const TAIL_LENGTH = 4_000

function supervise(child: ChildProcess, port: number): RunningServer {
  let text = ''
  const keep = (chunk: Buffer) => {
    text = (text + chunk.toString()).slice(-TAIL_LENGTH)
  }
  child.stdout?.on('data', keep)
  child.stderr?.on('data', keep)
  const exited = new Promise<number | null>((resolve) => child.once('exit', (code) => resolve(code)))
  const end = (signal: NodeJS.Signals) => {
    if (child.exitCode === null && child.signalCode === null) child.kill(signal)
    return exited
  }
  return {
    pid: child.pid ?? 0,
    port,
    url: `http://127.0.0.1:${port}`,
    tail: () => text,
    async stop() {
      const late = setTimeout(() => child.kill('SIGKILL'), 60_000)
      const code = await end('SIGTERM')
      clearTimeout(late)
      return code
    },
    async kill() {
      await end('SIGKILL')
    },
  }
}

/** Polls a URL until it answers 200; returns the milliseconds that took. Throws when `hasEnded` or too late. */
export async function waitForReady(url: string, within: number, hasEnded = () => false): Promise<number> {
  const begun = performance.now()
  while (performance.now() - begun < within) {
    if (hasEnded()) throw new Error('the process ended')
    if (await answersOk(url)) return performance.now() - begun
    await delay(10)
  }
  throw new Error(`${url} did not answer 200 within ${within} ms`)
}

async function answersOk(url: string): Promise<boolean> {
  try {
    const response = await fetch(url, { signal: AbortSignal.timeout(2_000) })
    await response.arrayBuffer()
    return response.status === 200
  } catch {
    return false
  }
}
