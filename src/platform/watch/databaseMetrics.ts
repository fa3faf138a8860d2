import type { Pool } from 'pg'
import { Counter, Gauge, Histogram, type Registry } from 'prom-client'
import {
  isDatabaseBusy,
  isDatabaseDown,
  isDatabaseUnwritable,
  isOutOfConnections,
} from '../database/connectionErrors.ts'

/** Upper bounds in seconds of the buckets of the time that statements take. */
export const STATEMENT_BUCKETS = [0.001, 0.005, 0.01, 0.05, 0.1, 0.5, 1, 5, 10]

/** Observes statements; a time is in seconds. */
export type ObserveStatement = (seconds: number) => void

export function openStatementHistogram(registry: Registry): ObserveStatement {
  const histogram = new Histogram({
    name: 'plaza_database_statement_duration_seconds',
    help: 'Time that statements took, with the wait for a connection.',
    buckets: STATEMENT_BUCKETS,
    registers: [registry],
  })
  return (seconds) => histogram.observe(seconds)
}

type Pools = Readonly<Record<string, () => Pool | undefined>>

/** Gauges of the pools of connections that are open. */
export function openPoolGauges(registry: Registry, pools: Pools): void {
  const gauge = (name: string, help: string, read: (pool: Pool) => number) =>
    new Gauge({
      name,
      help,
      labelNames: ['pool'],
      registers: [registry],
      collect() {
        for (const [pool, find] of Object.entries(pools)) {
          const opened = find()
          if (opened) this.set({ pool }, read(opened))
        }
      },
    })
  gauge('plaza_database_pool_size', 'Connections that a pool may have.', (pool) => pool.options.max)
  gauge('plaza_database_pool_connections', 'Connections that a pool has.', (pool) => pool.totalCount)
  gauge('plaza_database_pool_idle', 'Connections of a pool that nobody uses.', (pool) => pool.idleCount)
  gauge('plaza_database_pool_waiting', 'Those who wait for a connection of a pool.', (pool) => pool.waitingCount)
}

/** The first that is true of an error counts. */
const OUTAGES = [
  ['exhausted', isOutOfConnections],
  ['down', isDatabaseDown],
  ['unwritable', isDatabaseUnwritable],
  ['busy', isDatabaseBusy],
] as const

/** Tells whether an error of a request means that the database is unavailable, and counts those that do. */
export function openOutageCounter(registry: Registry): (error: unknown) => boolean {
  const counter = new Counter({
    name: 'plaza_database_errors_total',
    help: 'Requests that failed because the database is unreachable, has no connection to spare, takes no writes, or took too long.',
    labelNames: ['error'],
    registers: [registry],
  })
  for (const [error] of OUTAGES) counter.inc({ error }, 0)
  return (thrown) => {
    const [error] = OUTAGES.find(([, isOutage]) => isOutage(thrown)) ?? []
    if (error) counter.inc({ error })
    return error !== undefined
  }
}
