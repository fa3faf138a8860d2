/** Milliseconds for which rows are kept that have an end in every installation. */
interface BoundedRetention {
  /** Entries of the feed of notifications, after which clients load them anew. */
  readonly feed: number
  /** Notifications of version 2 without an expiry of their own, and deliveries of groups. */
  readonly notifications: number
  /** Sessions that are not used, and trusted devices. */
  readonly sessions: number
  /** Why sessions have ended. */
  readonly endedSessions: number
  /** Networks that a person has logged in from. */
  readonly loginPlaces: number
  readonly deletedGroups: number
  readonly deletedEvents: number
  readonly impostorJobs: number
  /** Archives that people have asked for. */
  readonly dataExports: number
}

/** Milliseconds for which rows are kept; null for ever. */
interface OptionalRetention {
  readonly groupAudit: number | null
  /** Notifications that never expire, such as friend requests that nobody has answered. */
  readonly openNotifications: number | null
  readonly closedReports: number | null
  /** What payment providers have told, once it is settled. */
  readonly paymentEvents: number | null
  readonly worldVisitors: number | null
  readonly pastNames: number | null
  readonly backupRuns: number | null
}

/** How long rows are kept, as the settings say. */
export type Retention = BoundedRetention & OptionalRetention

/** Rows that are deleted by one statement. */
const BATCH_SIZE = 1_000

/**
 * Deletes rows until fewer are left than one statement deletes: no statement holds locks for long, and what a crash leaves is
 * deleted by the next run. For rows whose end is fixed: a statement with a limit does not look again at a row that was changed
 * meanwhile. Answers how many.
 */
export async function deleteInBatches(
  deleteSome: (limit: number) => Promise<{ readonly count: number }>,
  limit = BATCH_SIZE,
): Promise<number> {
  for (let deleted = 0; ; ) {
    const { count } = await deleteSome(limit)
    deleted += count
    if (count < limit) return deleted
  }
}
