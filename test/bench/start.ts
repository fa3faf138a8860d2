import { findFreePort } from '../../src/platform/database/embedded/freePort.ts'
import { median } from './compare.ts'
import { MIB, memoryOf } from './cpuTime.ts'
import { DEFAULT_ROWS } from './dataset.ts'
import { runLoad } from './httpLoad.ts'
import { type RunningServer, SERVER_ARGUMENTS, startProcess } from './processes.ts'
import { withFilledDataFolder } from './seededDatabase.ts'
import { PRODUCT_ENVIRONMENT } from './servers.ts'
import { rawRequestOf, tasksOn } from './tasks.ts'

const STARTS = 5
const SECONDS_OF_EACH_TASK = 1
const CONNECTIONS = 16

interface MeasuredStart {
  /** Milliseconds from the start of the process until it is ready. */
  readonly ready: number
  /** MiB that the process occupies once it has answered its first request. */
  readonly memory: number
}

/** Measures starts on the data folder of an earlier one; returns what is worse than aimed at. */
export function measureStart(): Promise<string[]> {
  return withFilledDataFolder(async (dataDir) => {
    await onServer(dataDir, firstAnswer)
    const starts: MeasuredStart[] = []
    for (let number = 0; number < STARTS; number++) starts.push(await onServer(dataDir, firstAnswer))
    const memoryAfterLoad = await onServer(dataDir, async (server) => {
      for (const { requests } of tasksOn(DEFAULT_ROWS)) await sendAll(server, requests.map(rawRequestOf))
      return memoryOf(server.pid) / MIB
    })
    return [
      ...report('ms until ready, median', median(starts.map(({ ready }) => ready)), 1_500),
      ...report('MiB at the first answer, median', median(starts.map(({ memory }) => memory)), 200),
      ...report(`MiB after ${SECONDS_OF_EACH_TASK} s of each task`, memoryAfterLoad, 350),
    ]
  })
}

/** Runs `work` on a server with its embedded database. */
async function onServer<T>(dataDir: string, work: (server: RunningServer, begun: number) => Promise<T>): Promise<T> {
  const port = await findFreePort()
  const begun = performance.now()
  const env = { ...PRODUCT_ENVIRONMENT, DATABASE_URL: '', DATA_DIR: dataDir }
  const server = await startProcess({ args: SERVER_ARGUMENTS, env, port, ready: '/readyz' })
  return await work(server, begun).finally(() => server.stop())
}

async function firstAnswer({ url, pid }: RunningServer, begun: number): Promise<MeasuredStart> {
  const ready = performance.now() - begun
  const response = await fetch(`${url}/api/1/config`)
  await response.arrayBuffer()
  return { ready, memory: memoryOf(pid) / MIB }
}

const sendAll = ({ port }: RunningServer, requests: readonly Buffer[]) =>
  runLoad({ port, requests, connections: CONNECTIONS, seconds: SECONDS_OF_EACH_TASK })

/** Prints a figure beside its aim; returns what is worse. */
function report(name: string, figure: number, aim: number): string[] {
  console.log(`${name.padEnd(36)}${figure.toFixed(0).padStart(8)}   aim ${aim}`)
  return figure > aim ? [`${name}: above the aim`] : []
}
