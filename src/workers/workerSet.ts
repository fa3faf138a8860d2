import { setTimeout as pause } from 'node:timers/promises'
import { SECOND } from '../kernel/clock.ts'
import type { Log } from '../kernel/log.ts'
import { type RunningWorker, startWorker, type WorkerEnd, type WorkerEvents } from './runningWorker.ts'

interface WorkerSetOptions {
  readonly count: number
  readonly databaseUrl: string
  /** 0 for any free port. */
  readonly port: number
  /** Milliseconds after which a worker that does not stop is killed. */
  readonly stopTimeout: number
  readonly log: Log
  /** Called when a worker has ended and is replaced. */
  readonly onRestart: () => void
  readonly serve: WorkerEvents['serve']
}

/** A fixed number of workers: one that ends is replaced. */
export interface WorkerSet {
  /** Resolves to the port when all workers accept connections. */
  start(): Promise<number>
  /** Rejects when workers can't be started; the others are stopped by then. */
  readonly failed: Promise<never>
  /** From now on a worker that ends is not replaced. */
  release(): void
  /** Drains all workers. */
  stop(): Promise<void>
  /** The workers that accept connections. */
  listening(): readonly RunningWorker[]
}

/** Starts in a row that may fail before a server that has been running gives up: half a minute with their pauses. */
const MAX_FAILED_STARTS = 8
/** A worker that ends sooner is replaced after a pause, which doubles each time. */
const SHORT_LIFETIME = 30 * SECOND
const [FIRST_PAUSE, LONGEST_PAUSE] = [SECOND / 4, 10 * SECOND]

const pauseAfter = (shortLives: number) => Math.min(FIRST_PAUSE * 2 ** shortLives, LONGEST_PAUSE)

export function openWorkerSet(options: WorkerSetOptions): WorkerSet {
  const { port } = options
  const state: SetState = { options, port, wantedPort: port, running: new Set(), listening: new Set() }
  const stopping = new AbortController()
  const slots: Promise<void>[] = []
  const failure = openFailure()
  const stopRunning = () => {
    stopping.abort()
    for (const worker of state.running) worker.stop(options.stopTimeout)
  }
  const failFor = async (reason: string) => {
    stopRunning()
    await Promise.all([...state.running].map(({ ended }) => ended))
    failure.fail(new Error(reason))
  }
  const slot = (number: number) =>
    new Promise<void>((onListening) => {
      slots.push(fillSlot(state, { number, onListening, failFor, stopped: stopping.signal }))
    })
  return {
    failed: failure.failed,
    release: () => stopping.abort(),
    listening: () => [...state.listening],
    async start() {
      const numbers = Array.from({ length: options.count }, (_, index) => index + 1)
      await Promise.race([Promise.all(numbers.map(slot)), failure.failed])
      return state.port
    },
    async stop() {
      stopRunning()
      await Promise.all(slots)
    },
  }
}

interface SetState {
  readonly options: WorkerSetOptions
  /** The port on which workers accept connections, or have done so. */
  port: number
  /** The port that workers ask for: those that ask for any free port share one as long as one of them uses it. */
  wantedPort: number
  readonly running: Set<RunningWorker>
  readonly listening: Set<RunningWorker>
}

/** A promise that only ever rejects; nobody needs to wait for it. */
function openFailure() {
  let fail: (error: Error) => void = () => {}
  const failed = new Promise<never>((_, reject) => {
    fail = reject
  })
  failed.catch(() => {})
  return { failed, fail }
}

interface Slot {
  readonly number: number
  /** Called when its first worker accepts connections, or never will because the set stops. */
  readonly onListening: () => void
  readonly failFor: (reason: string) => Promise<void>
  readonly stopped: AbortSignal
}

/** Keeps one worker running until the set stops. */
async function fillSlot(state: SetState, { number, onListening, failFor, stopped }: Slot): Promise<void> {
  const starts = countStarts()
  while (!stopped.aborted) {
    const end = await runWorker(state, number, onListening)
    if (stopped.aborted) break
    const wait = starts.pauseAfter(end)
    if (wait === null) return failFor(`worker ${number}: ${end.reason}`)
    state.options.onRestart()
    state.options.log.error({ worker: number, reason: end.reason }, 'a worker ended; starting another one')
    await pause(wait, undefined, { signal: stopped }).catch(() => {})
  }
  onListening()
}

async function runWorker(state: SetState, number: number, onListening: () => void): Promise<WorkerEnd> {
  const { databaseUrl, serve } = state.options
  if (state.listening.size === 0) state.wantedPort = state.port
  const worker = startWorker(
    { number, databaseUrl, port: state.wantedPort },
    {
      serve,
      onListening(port) {
        state.port = port
        state.listening.add(worker)
        onListening()
      },
    },
  )
  state.running.add(worker)
  const end = await worker.ended
  state.running.delete(worker)
  state.listening.delete(worker)
  return end
}

/** Tells how long to wait before the next start of a worker; null to give up. */
function countStarts() {
  let everListened = false
  let failedStarts = 0
  let shortLives = 0
  return {
    pauseAfter({ hasListened, lifetime }: WorkerEnd): number | null {
      everListened ||= hasListened
      failedStarts = hasListened ? 0 : failedStarts + 1
      if (!everListened || failedStarts >= MAX_FAILED_STARTS) return null
      if (lifetime >= SHORT_LIFETIME) {
        shortLives = 0
        return 0
      }
      return pauseAfter(shortLives++)
    },
  }
}
