import cluster, { type Worker } from 'node:cluster'
import { setTimeout as pause } from 'node:timers/promises'
import { assignmentVariable, type WorkerAssignment } from './assignment.ts'
import { openRpc, type PrimaryCall, type Rpc, type WorkerCall } from './rpc.ts'

/** How a worker has ended. */
export interface WorkerEnd {
  /** Why its start failed, or its exit code or signal. */
  readonly reason: string
  /** Whether it accepted connections before. */
  readonly hasListened: boolean
  /** Milliseconds. */
  readonly lifetime: number
}

/** A worker process, as the primary process sees it. */
export interface RunningWorker {
  readonly pid: number
  /** Its metrics in the text format of Prometheus; empty when it does not answer in time. */
  readMetrics(): Promise<string>
  /** Drains it; kills it after a time in milliseconds. */
  stop(within: number): void
  /** Resolves when the process has ended. */
  readonly ended: Promise<WorkerEnd>
}

export interface WorkerEvents {
  /** Called when it accepts connections. */
  onListening(port: number): void
  /** Answers its calls. The returned function is called when it has ended. */
  serve(rpc: Rpc<WorkerCall, PrimaryCall>): () => void
}

const METRICS_TIMEOUT_MS = 2_000

export function startWorker(assignment: WorkerAssignment, { onListening, serve }: WorkerEvents): RunningWorker {
  const begun = performance.now()
  // Workers accept connections themselves: one that the primary process had handed to a dying worker would hang forever.
  cluster.schedulingPolicy = cluster.SCHED_NONE
  const worker = cluster.fork(assignmentVariable(assignment))
  const rpc = openRpc<WorkerCall, PrimaryCall>(channelOf(worker))
  const endService = serve(rpc)
  let failure: string | undefined
  rpc.handle('fail', (reason) => {
    failure = reason
    return ''
  })
  let hasListened = false
  worker.once('listening', ({ port }) => {
    hasListened = true
    onListening(port)
  })
  return {
    pid: worker.process.pid ?? 0,
    readMetrics: () =>
      Promise.race([rpc.call('metrics').catch(() => ''), pause(METRICS_TIMEOUT_MS, '', { ref: false })]),
    stop(within) {
      worker.process.kill('SIGTERM')
      const killing = setTimeout(() => worker.process.kill('SIGKILL'), within)
      worker.once('exit', () => clearTimeout(killing))
    },
    ended: endOf(worker).then((exit) => {
      rpc.close()
      endService()
      return { reason: failure ?? exit, hasListened, lifetime: performance.now() - begun }
    }),
  }
}

const channelOf = (worker: Worker) => ({
  // A message to a worker that has just ended is lost; its exit is what counts.
  send: (message: object) => void worker.send(message, () => {}),
  listen: (listener: (message: unknown) => void) => void worker.on('message', listener),
})

const endOf = (worker: Worker) =>
  new Promise<string>((resolve) => {
    worker.once('exit', (code, signal) => resolve(signal ? `ended by ${signal}` : `exited with ${code}`))
    worker.once('error', (error) => resolve(error.message))
  })
