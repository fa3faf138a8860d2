import { monitorEventLoopDelay } from 'node:perf_hooks'
import { MINUTE, SECOND } from '../../../kernel/clock.ts'
import type { DomainEvent } from '../../../kernel/events.ts'
import { type Services, systemScope } from '../../../kernel/scope.ts'
import { nodeCheckRequested } from '../events.ts'
import type { NodeLoad } from '../queries.ts'
import { checkNode, reportNode } from './report.ts'

/** Until the first checks, which do not slow the start. */
const FIRST_CHECK = 20 * SECOND
const CHECK_INTERVAL = 10 * MINUTE
/** For the last report of a process that stops. */
const LAST_REPORT = SECOND

/** Measures what this process has used since the call before. */
function openLoadMeter(): { read(): NodeLoad; close(): void } {
  const delay = monitorEventLoopDelay({ resolution: 50 })
  delay.enable()
  let before = { cpu: process.cpuUsage(), at: performance.now() }
  return {
    read() {
      const now = { cpu: process.cpuUsage(), at: performance.now() }
      const used = now.cpu.user + now.cpu.system - before.cpu.user - before.cpu.system
      const cpu = used / SECOND / Math.max(1, now.at - before.at)
      before = now
      const late = delay.max / 1e6
      delay.reset()
      return { cpu, memory: process.memoryUsage.rss(), delay: Math.max(0, late) }
    },
    close: () => void delay.disable(),
  }
}

interface NodeWatch {
  /** Reports that the process is there, and goes on once a minute. */
  begin(): void
  /** Reports a last time. */
  stop(): Promise<void>
}

/** Reports what this process has counted at the end of each minute, and checks it every ten, and when the staff asks for it. */
export function watchNode(services: Services): NodeWatch {
  const meter = openLoadMeter()
  const timers: NodeJS.Timeout[] = []
  const logged = (work: Promise<unknown>, what: string) =>
    work.catch((error: unknown) => services.log.warn({ err: error }, what))
  const report = () => logged(reportNode(systemScope(services), meter.read()), 'this process could not be reported')
  let checking: Promise<void> | null = null
  const runChecks = async () => {
    await logged(checkNode(systemScope(services)), 'what the checks have found could not be stored')
    checking = null
  }
  /** Those who ask while the checks run get what these find. */
  const check = () => {
    checking ??= runChecks()
    return checking
  }
  const stops: (() => void)[] = []
  let begun = false
  return {
    begin() {
      begun = true
      const onRequest = ({ subject }: DomainEvent) => subject === services.node.id && void check()
      stops.push(services.events.listen(nodeCheckRequested, onRequest))
      void report()
      const untilMinute = MINUTE - (Date.now() % MINUTE)
      const first = setTimeout(() => {
        void report()
        timers.push(setInterval(report, MINUTE).unref())
      }, untilMinute)
      const firstCheck = setTimeout(check, FIRST_CHECK)
      timers.push(first.unref(), firstCheck.unref(), setInterval(check, CHECK_INTERVAL).unref())
    },
    async stop() {
      for (const stop of stops) stop()
      for (const timer of timers) clearTimeout(timer)
      if (begun) await Promise.race([report(), new Promise((resolve) => setTimeout(resolve, LAST_REPORT).unref())])
      meter.close()
    },
  }
}
