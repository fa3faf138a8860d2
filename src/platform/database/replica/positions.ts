import { type LogPosition, parseLogPosition } from './freshness.ts'

/** Which log a server writes or applies: that of an installation of PostgreSQL, and of it the history since a failover. */
interface LogName {
  readonly system: string
  readonly timeline: number
}

export interface ServerPosition extends LogName {
  readonly isStandby: boolean
  /** Null for a server that has no such position, as one that applies no log. */
  readonly position: LogPosition | null
}

/** A position as PostgreSQL answers it. */
export interface PositionRow extends Omit<ServerPosition, 'position'> {
  readonly position: string | null
}

export const positionOf = ({ position, ...row }: PositionRow): ServerPosition => ({
  ...row,
  position: position === null ? null : parseLogPosition(position),
})

/**
 * The end of the log of a primary server. Whoever has heard of a commit finds it before the end of what was flushed, or, where
 * commits don't wait for that, of what was written. What was written without a commit is flushed late, so that an idle server
 * would look like one that is ahead.
 */
export const PRIMARY_POSITION = `
  SELECT false AS "isStandby", system_identifier::text AS system,
    ('x' || left(pg_walfile_name(pg_current_wal_insert_lsn()), 8))::bit(32)::int AS timeline,
    CASE current_setting('synchronous_commit') WHEN 'off' THEN pg_current_wal_insert_lsn()
      ELSE pg_current_wal_flush_lsn() END::text AS position
  FROM pg_control_system()`

/** Up to where a standby has applied the log. It tells its timeline as of its last restart point. */
export const REPLICA_POSITION = `
  SELECT pg_is_in_recovery() AS "isStandby", system_identifier::text AS system,
    (SELECT timeline_id FROM pg_control_checkpoint()) AS timeline, pg_last_wal_replay_lsn()::text AS position
  FROM pg_control_system()`

/** Why a server is no replica of the primary; null if it is one. */
export function replicaFault(primary: ServerPosition, replica: ServerPosition): string | null {
  if (replica.system !== primary.system) return 'it is another installation of PostgreSQL than that at DATABASE_URL'
  if (!replica.isStandby || replica.position === null)
    return 'it is no standby: it must follow the server at DATABASE_URL by streaming'
  if (replica.timeline !== primary.timeline)
    return `it is on timeline ${replica.timeline}, and the server at DATABASE_URL on ${primary.timeline}: after a failover it must follow the new primary, and tells so from its next restart point on`
  return null
}
