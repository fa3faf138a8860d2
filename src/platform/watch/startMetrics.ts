import type { Registry } from 'prom-client'
import type { MigrationProgress } from '../database/migrations.ts'
import { openGauge, PENDING_MIGRATIONS } from './serverGauges.ts'

const STARTING = { name: 'plaza_starting', help: 'Always 1; absent once the server has started.' }

/**
 * Gauges of a server that waits for its database to be migrated. That of pending migrations is replaced when those of the
 * server are opened; the returned function removes the other one.
 */
export function openStartGauges(registry: Registry, progress: () => MigrationProgress): () => void {
  openGauge(registry, STARTING, async () => 1)
  openGauge(registry, PENDING_MIGRATIONS, async () => {
    const { done, count } = progress()
    return count === 0 ? null : count - done
  })
  return () => registry.removeSingleMetric(STARTING.name)
}
