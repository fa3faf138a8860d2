import type { Registry } from 'prom-client'
import type { MigrationProgress } from '../database/migrations.ts'
import { openGauge, PENDING_MIGRATIONS } from './serverGauges.ts'

/** Gauges of a server that waits for its database to be migrated. */
export function openStartGauges(registry: Registry, progress: () => MigrationProgress): void {
  openGauge(registry, { name: 'plaza_starting', help: 'Always 1; absent once the server has started.' }, async () => 1)
  openGauge(registry, PENDING_MIGRATIONS, async () => {
    const { done, count } = progress()
    return count === 0 ? null : count - done
  })
}
