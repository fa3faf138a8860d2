import type { Registry } from 'prom-client'
import type { Log } from '../kernel/log.ts'
import { REFUSALS, SECURITY_EVENTS, type SecurityLog } from '../kernel/securityLog.ts'
import { securityMetrics } from './metrics.ts'

/**
 * Writes security events as log lines and counts them. The counters begin at 0, so that the first event of a kind is an
 * increase that alerts see.
 */
export function openSecurityLog(log: Log, metrics: Registry): SecurityLog {
  const { events } = securityMetrics(metrics)
  for (const event of SECURITY_EVENTS) events.inc({ event }, 0)
  return {
    write(entry) {
      events.inc({ event: entry.event })
      log[REFUSALS.has(entry.event) ? 'warn' : 'info']({ ...entry }, 'security')
    },
  }
}
