import type { Settings } from '../../settings.ts'

/** Connections of a process for background jobs, beside those of requests. */
export const BACKGROUND_POOL_SIZE = 2
/** The one of a process that listens for events, which Redis carries if there is one. */
const LISTENING = 1
/** The one of a process that compares the database with its replica. */
const COMPARING = 1
/** The one of a node from which metrics are read. */
const WATCHING = 1

/** Connections for others than nodes: the 3 that PostgreSQL keeps for superusers, and those of commands and backups. */
export const SPARE_CONNECTIONS = 10

type Counted = Pick<Settings, 'DATABASE_POOL_SIZE' | 'WORKERS' | 'REDIS_URL'> &
  Partial<Pick<Settings, 'DATABASE_REPLICA_URL'>>

/** The most connections that a node has at a time: its primary process and its workers. docs/hosting.md tells operators. */
export function connectionsOfNode({ DATABASE_POOL_SIZE, WORKERS, REDIS_URL, DATABASE_REPLICA_URL }: Counted): number {
  const processes = WORKERS > 1 ? WORKERS + 1 : 1
  const further = (REDIS_URL ? 0 : LISTENING) + (DATABASE_REPLICA_URL ? COMPARING : 0)
  return processes * (DATABASE_POOL_SIZE + BACKGROUND_POOL_SIZE + further) + WATCHING
}
