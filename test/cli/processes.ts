import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { createInterface } from 'node:readline'
import { fileURLToPath } from 'node:url'
import type { TestApp } from '../support/app.ts'

/** How long a test may take that starts several processes, on a machine that has much else to do. Milliseconds. */
export const PATIENCE = 90_000

type Env = Readonly<Record<string, string | undefined>>

/** Starts a built file as a process that knows nothing of this one's settings. */
function start(file: string, args: readonly string[], env: Env): ChildProcess {
  const path = fileURLToPath(new URL(`../../dist/${file}`, import.meta.url))
  const { PATH, HOME } = process.env
  return spawn(process.execPath, [path, ...args], {
    env: { PATH, HOME, ...env },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
}

/** How a command ended, and what it said. */
export interface Ended {
  readonly code: number
  readonly out: string
  readonly err: string
}

/** Runs a command of the command line to its end. */
export async function cli(env: Env, ...args: string[]): Promise<Ended> {
  const child = start('cli/main.js', args, env)
  const said = { out: '', err: '' }
  child.stdout?.on('data', (chunk) => {
    said.out += String(chunk)
  })
  child.stderr?.on('data', (chunk) => {
    said.err += String(chunk)
  })
  const [code] = await once(child, 'close')
  return { code: Number(code), ...said }
}

/** The settings with which a command finds the database of an app. */
export function settingsOf({ platform: { settings } }: TestApp): Env {
  const { DATABASE_URL, DATA_DIR, REDIS_URL } = settings
  return { DATABASE_URL, DATA_DIR, REDIS_URL }
}

/** A server in a process of its own. */
export interface ServerProcess {
  readonly origin: string
  readonly child: ChildProcess
  /** Ends it by the signal, and answers the code that it ended with. */
  end(signal: NodeJS.Signals): Promise<unknown>
}

/** Starts the server and waits until it listens. */
export async function aServer(env: Env): Promise<ServerProcess> {
  const child = start('main.js', [], { NODE_ENV: 'test', PORT: '0', DEMO: 'off', LOG_LEVEL: 'error', ...env })
  const origin = await originOf(child)
  return {
    origin,
    child,
    async end(signal) {
      const closed = once(child, 'close')
      child.kill(signal)
      const [code] = await closed
      return code
    },
  }
}

async function originOf({ stdout, stderr }: ChildProcess): Promise<string> {
  if (!stdout || !stderr) throw new Error('the server has no output')
  let said = ''
  stderr.on('data', (chunk) => {
    said += String(chunk)
  })
  for await (const line of createInterface({ input: stdout })) {
    const [, origin] = /listens on (\S+)/.exec(line) ?? []
    stdout.resume()
    if (origin) return origin
    said += line
  }
  throw new Error(`the server did not start: ${said}`)
}
