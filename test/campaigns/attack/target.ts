import { randomBytes } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { EmbeddedServer } from '../../../src/platform/database/embedded/server.ts'
import { queryOnce } from '../../../src/platform/database/queryOnce.ts'
import { openApp } from '../../support/app.ts'
import { databaseAt } from '../../support/databaseServer.ts'
import { startReadyServer } from '../../support/serverProcess.ts'
import type { AttackedProcess, AttackTarget } from './attack.ts'

const MEBIBYTE = 1_048_576
const PAGE_BYTES = 4_096
/** Milliseconds of one tick in /proc/PID/stat. */
const TICK = 10
const SAMPLE_INTERVAL = 20

export interface ClosableTarget extends AttackTarget {
  /** Stops the servers that were started. */
  close(): Promise<void>
}

/** Starts servers for one attack, each with its own database. Their data folders are in `folder`. */
export function openTarget(postgres: Pick<EmbeddedServer, 'url'>, folder: string): ClosableTarget {
  const closers: (() => Promise<unknown>)[] = []
  const aDatabase = async () => {
    const name = `attack_${randomBytes(6).toString('hex')}`
    await queryOnce(postgres.url('postgres'), `CREATE DATABASE ${name} TEMPLATE template0 ENCODING 'UTF8'`)
    return { name, url: databaseAt(postgres.url('postgres'), name) }
  }
  return {
    async startApp(settings = {}, overrides = {}) {
      const { name, url } = await aDatabase()
      const app = await openApp({ DATABASE_URL: url, DATA_DIR: join(folder, name), ...settings }, overrides)
      closers.push(() => app.close())
      return app
    },
    async startProcess(settings = {}) {
      const { name, url } = await aDatabase()
      const defaults = { DATABASE_URL: url, DATA_DIR: join(folder, name), DEMO: 'off', LOG_LEVEL: 'warn' }
      const started = await startReadyServer({ ...defaults, ...settings })
      closers.push(async () => {
        started.child.kill('SIGTERM')
        await started.ended
      })
      return { origin: started.origin, pid: started.pid, output: started.output, ...measurementsOf(started.pid) }
    },
    async close() {
      await Promise.all(closers.splice(0).map((close) => close()))
    },
  }
}

/** Memory and CPU time of a process, from /proc. */
export function measurementsOf(pid: number): Pick<AttackedProcess, 'memory' | 'cpuTime' | 'growthDuring'> {
  const memory = () => (Number(readFileSync(`/proc/${pid}/statm`, 'utf8').split(' ')[1]) * PAGE_BYTES) / MEBIBYTE
  return {
    memory,
    cpuTime() {
      // The fields after the command, which may contain spaces: user time is the 12th, system time the 13th.
      const fields = readFileSync(`/proc/${pid}/stat`, 'utf8').split(') ')[1]?.split(' ') ?? []
      return (Number(fields[11]) + Number(fields[12])) * TICK
    },
    async growthDuring(work) {
      const before = memory()
      let peak = before
      const sampling = setInterval(() => {
        peak = Math.max(peak, memory())
      }, SAMPLE_INTERVAL)
      await work().finally(() => clearInterval(sampling))
      return Math.max(peak, memory()) - before
    },
  }
}
