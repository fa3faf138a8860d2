import { type ChildProcess, spawn } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { setTimeout as delay } from 'node:timers/promises'
import { z } from 'zod'

const { scripts } = z
  .object({ scripts: z.object({ start: z.string() }) })
  .parse(JSON.parse(readFileSync('package.json', 'utf8')))

/** What `npm start` gives Node: the built server, and how Node is to run it. */
export const SERVER: readonly string[] = scripts.start.split(' ').slice(2)

/** A server that runs as a process of its own. */
export interface Running {
  readonly pid: number
  readonly port: number
  readonly url: string
  /** The last lines it wrote, for the message when something goes wrong. */
  tail(): string
  /** Asks it to stop and waits until it has; kills it after 15 s. Resolves to its exit code, null when it was killed. */
  stop(): Promise<number | null>
  /** Ends it on the spot, as a crash would. */
  kill(): Promise<void>
}

export interface Start {
  readonly args: readonly string[]
  readonly env: Readonly<Record<string, string>>
  readonly port: number
  /** Where it answers 200 once it is ready. */
  readonly ready: string
  readonly within?: number
}

/** Starts a Node program and waits until it is ready. Throws, with what it wrote, when it isn't within 60 s. */
export async function startProcess(start: Start): Promise<Running> {
  const child = spawn(process.execPath, [...start.args], {
    env: { ...process.env, ...start.env, PORT: String(start.port) },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  const running = supervise(child, start.port)
  try {
    await waitForReady(running.url + start.ready, start.within ?? 60_000, () => child.exitCode !== null)
    return running
  } catch (error) {
    await running.kill()
    throw new Error(`${start.args.join(' ')} did not get ready:\n${running.tail()}`, { cause: error })
  }
}

const TAIL = 4_000

function supervise(child: ChildProcess, port: number): Running {
  let text = ''
  const keep = (chunk: Buffer) => {
    text = (text + chunk.toString()).slice(-TAIL)
  }
  child.stdout?.on('data', keep)
  child.stderr?.on('data', keep)
  const gone = new Promise<number | null>((resolve) => child.once('exit', (code) => resolve(code)))
  const end = (signal: NodeJS.Signals) => {
    if (child.exitCode === null && child.signalCode === null) child.kill(signal)
    return gone
  }
  return {
    pid: child.pid ?? 0,
    port,
    url: `http://127.0.0.1:${port}`,
    tail: () => text,
    async stop() {
      const late = setTimeout(() => child.kill('SIGKILL'), 15_000)
      const code = await end('SIGTERM')
      clearTimeout(late)
      return code
    },
    async kill() {
      await end('SIGKILL')
    },
  }
}

/** Looks every 10 ms until the address answers 200; answers how many milliseconds that took. */
export async function waitForReady(url: string, within: number, given = () => false): Promise<number> {
  const begun = performance.now()
  while (performance.now() - begun < within) {
    if (given()) throw new Error('the process ended')
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

/** Milliseconds of one tick of the process times in /proc: Linux counts 100 a second everywhere. */
const TICK = 10

/** The processor time that a process has taken, in milliseconds. Linux only. */
export function cpuOf(pid: number): number {
  const stat = readFileSync(`/proc/${pid}/stat`, 'utf8')
  const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ')
  return (Number(fields[11]) + Number(fields[12])) * TICK
}
