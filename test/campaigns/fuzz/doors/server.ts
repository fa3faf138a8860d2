import { readFileSync } from 'node:fs'
import { setTimeout as pause } from 'node:timers/promises'
import { type ReadyServer, SERVER, startReadyServer } from '../../../support/serverProcess.ts'
import { measurementsOf } from '../../attack/target.ts'
import { heapUsedBy } from '../../support/heap.ts'

/** A line that the server has logged as an error. */
export interface LoggedError {
  readonly text: string
  readonly requestId: string | undefined
}

/** In MiB. */
export interface Memory {
  readonly heap: number
  readonly resident: number
}

/** The built server in a process of its own, which may be started again after it has ended. */
export interface FuzzedServer {
  port(): number
  /** Whether the process has ended by itself. */
  hasEnded(): boolean
  /** Starts it again after its end; returns the exit code or signal of that. */
  restart(): Promise<number | string>
  /** The errors that it has logged since the last call. */
  takeErrors(): LoggedError[]
  /** What it holds after some rest and a garbage collection. */
  settledMemory(): Promise<Memory>
  /** Milliseconds of processor time that its main thread has taken, which runs all requests. */
  mainThreadTime(): number
  stop(): Promise<void>
}

const MEBIBYTE = 1_048_576
/** Milliseconds for closed connections and finished work to go. */
const REST = 3_000
/** Milliseconds of one tick in /proc. */
const TICK = 10
const INSPECTABLE = { ...SERVER, args: ['--inspect=127.0.0.1:0', ...SERVER.args] }
const ERROR_LEVEL = 50

/** Starts the server on the database and data folder of the settings. */
export async function startFuzzedServer(settings: Readonly<Record<string, string>>): Promise<FuzzedServer> {
  const start = () => startReadyServer({ ...SETTINGS, ...settings }, INSPECTABLE)
  let server: ReadyServer = await start()
  let end: number | string | null = null
  let readUpTo = 0
  const errors: LoggedError[] = []
  const readErrors = () => {
    const output = server.output()
    errors.push(
      ...output
        .slice(readUpTo)
        .split('\n')
        .map(readError)
        .filter((error) => error !== null),
    )
    readUpTo = output.length
  }
  const watch = (watched: ReadyServer) =>
    void watched.ended.then((code) => {
      end = code
    })
  watch(server)

  return {
    port: () => Number(new URL(server.origin).port),
    hasEnded: () => end !== null || server.child.exitCode !== null || server.child.signalCode !== null,
    async restart() {
      const code = await server.ended
      readErrors()
      server = await start()
      end = null
      readUpTo = 0
      watch(server)
      return code
    },
    takeErrors() {
      readErrors()
      return errors.splice(0)
    },
    settledMemory: () => settledMemoryOf(server),
    mainThreadTime: () => mainThreadTimeOf(server),
    async stop() {
      server.child.kill('SIGTERM')
      await server.ended
    },
  }
}

async function settledMemoryOf(server: ReadyServer) {
  await pause(REST)
  const inspectorPort = Number(/Debugger listening on ws:\/\/127\.0\.0\.1:(\d+)/.exec(server.output())?.[1])
  await heapUsedBy(server.origin, inspectorPort)
  await pause(REST)
  const heap = (await heapUsedBy(server.origin, inspectorPort)) / MEBIBYTE
  return { heap, resident: measurementsOf(server.pid).memory() }
}

function mainThreadTimeOf({ pid }: ReadyServer): number {
  // The fields after the command, which may contain spaces: user time is the 12th, system time the 13th.
  const fields = readFileSync(`/proc/${pid}/task/${pid}/stat`, 'utf8').split(') ')[1]?.split(' ') ?? []
  return (Number(fields[11]) + Number(fields[12])) * TICK
}

const SETTINGS = {
  DEMO: 'off',
  JOBS: 'off',
  LOG_LEVEL: 'error',
  TRUST_PROXY: '1',
  LEGACY_STATUS_TIMEOUT_MS: '20',
  MIN_FREE_BYTES: '0',
  // A cache that fills would hide how the memory grows.
  RECORD_CACHE_MIB: '1',
}

/** Reads an error of the log; null for other lines. */
function readError(line: string): LoggedError | null {
  try {
    const { level, msg, err, requestId } = Object(JSON.parse(line))
    if (!(level >= ERROR_LEVEL)) return null
    const { message = '', stack = '' } = Object(err)
    const [, place = ''] = String(stack).split('\n    at ')
    return { text: `${msg}: ${message} (${place})`, requestId: typeof requestId === 'string' ? requestId : undefined }
  } catch {
    return null
  }
}
