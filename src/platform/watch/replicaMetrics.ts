import { Counter, Histogram, type Registry } from 'prom-client'
import { SECOND } from '../../kernel/clock.ts'
import { READ_PLACES, type ReadPlace, type Replica } from '../database/replica/openReplica.ts'
import { type ObserveStatement, STATEMENT_BUCKETS } from './databaseMetrics.ts'
import { openGauge } from './serverGauges.ts'

interface ReplicaCounters {
  readonly observeStatement: ObserveStatement
  readonly onRead: (place: ReadPlace) => void
  readonly onRepeated: () => void
}

/** What is counted of the reads of a process that may go to the replica. */
export function openReplicaCounters(registry: Registry): ReplicaCounters {
  const statements = new Histogram({
    name: 'plaza_replica_statement_duration_seconds',
    help: 'Time that statements on the replica took, with the wait for a connection.',
    buckets: [...STATEMENT_BUCKETS],
    registers: [registry],
  })
  const reads = new Counter({
    name: 'plaza_replica_reads_total',
    help: 'Reads whose answers may be old, by where they went: to the replica; to the primary, as the sender had just written, or as the replica was behind or gone.',
    labelNames: ['place'],
    registers: [registry],
  })
  for (const place of READ_PLACES) reads.inc({ place }, 0)
  const repeated = new Counter({
    name: 'plaza_replica_repeated_statements_total',
    help: 'Statements that the replica has failed, and that were repeated on the primary.',
    registers: [registry],
  })
  return {
    observeStatement: (seconds) => statements.observe(seconds),
    onRead: (place) => reads.inc({ place }),
    onRepeated: () => repeated.inc(),
  }
}

/** Gauges of what the process knows of the replica. */
export function openReplicaGauges(registry: Registry, replica: Pick<Replica, 'age' | 'isFresh'>): void {
  const lag = {
    name: 'plaza_replica_lag_seconds',
    help: 'Time by which answers of the replica may be old, at most; absent while the replica or the primary does not answer.',
  }
  openGauge(registry, lag, async () => {
    const age = replica.age()
    return age === null ? null : age / SECOND
  })
  const inUse = {
    name: 'plaza_replica_in_use',
    help: 'Whether reads go to the replica: 1, or 0 while it is behind or gone.',
  }
  openGauge(registry, inUse, async () => Number(replica.isFresh()))
}
