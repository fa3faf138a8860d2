import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { createInterface } from 'node:readline'
import { fileURLToPath } from 'node:url'
import { runCommandLine } from '../../src/cli/commandLine.ts'
import type { TestApp } from '../support/app.ts'
import { START_OPTIONS } from '../support/serverProcess.ts'

type Env = Readonly<Record<string, string | undefined>>

/** Starts a built file as a process that inherits no settings of the test's environment. */
function startBuiltProcess(file: string, args: readonly string[], env: Env): ChildProcess {
  const path = fileURLToPath(new URL(`../../dist/${file}`, import.meta.url))
  const { PATH, HOME } = process.env
  return spawn(process.execPath, [...START_OPTIONS, path, ...args], {
    env: { PATH, HOME, ...env },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
}

/** The exit code and output of a command. */
export interface CommandResult {
  readonly code: number
  readonly out: string
  readonly err: string
}

/** Runs a command of the CLI to its end within this process. */
export async function runCli(env: Env, ...args: string[]): Promise<CommandResult> {
  const said = { out: '', err: '' }
  const code = await runCommandLine(args, {
    env,
    print(line) {
      said.out += `${line}\n`
    },
    printError(text) {
      said.err += `${text}\n`
    },
  })
  return { code, ...said }
}

/** Runs a command of the CLI as a separate process, as operators do; most of its time is the start-up. */
export async function runCliProcess(env: Env, ...args: string[]): Promise<CommandResult> {
  const child = startBuiltProcess('cli.js', args, env)
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

/** Environment variables with which a command uses the database of a test app. */
export function settingsOf({ platform: { settings } }: TestApp): Env {
  const { DATABASE_URL, DATA_DIR, REDIS_URL, SECRET_KEY } = settings
  return { DATABASE_URL, DATA_DIR, REDIS_URL, SECRET_KEY }
}

/** A server that runs as a separate process. */
export interface ServerProcess {
  readonly origin: string
  readonly child: ChildProcess
  /** Sends the signal and resolves to the exit code. */
  end(signal: NodeJS.Signals): Promise<unknown>
}

/** Starts the server process and waits until it listens. */
export async function startServer(env: Env): Promise<ServerProcess> {
  const child = startBuiltProcess('main.js', [], {
    NODE_ENV: 'test',
    PORT: '0',
    DEMO: 'off',
    LOG_LEVEL: 'error',
    MAX_REQUESTS_PER_USER: '0',
    MAX_REQUESTS_PER_ADDRESS: '0',
    ...env,
  })
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
  if (!stdout || !stderr) throw new Error('The server process has no output streams')
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
  throw new Error(`The server did not start: ${said}`)
}
