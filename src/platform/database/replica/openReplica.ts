import { setTimeout as pause } from 'node:timers/promises'
import type { Log } from '../../../kernel/log.ts'
import type { OldReads } from '../../../kernel/oldReads.ts'
import type { Closable, Database } from '../../platform.ts'
import { openAccess, openPool } from '../openDatabase.ts'
import { REPLICA_TIMEOUTS } from '../sessionTimeouts.ts'
import type { WatchStatement } from '../statement.ts'
import { isServerTrouble, makeCutter, replicaAccess } from './access.ts'
import { openRecentWrites, type RecentWrites } from './recentWrites.ts'
import { openReplicaWatch, type ReplicaWatch } from './watch.ts'

/** Where a read that may be old has gone: to the replica, or to the primary, and why there. */
export const READ_PLACES = ['replica', 'primary_as_sender_wrote', 'primary_as_replica_is_behind'] as const
export type ReadPlace = (typeof READ_PLACES)[number]

interface ReplicaOptions {
  readonly url: string
  readonly database: Database
  readonly poolSize: number
  readonly statementsAtOnce: number
  /** Milliseconds by which answers of the replica may be old. */
  readonly maxLag: number
  readonly log: Log
  /** Told of each statement on the replica. */
  readonly watch?: WatchStatement | undefined
  readonly onRead: (place: ReadPlace) => void
  /** Told of each statement that was repeated on the primary. */
  readonly onRepeated: () => void
}

/** A replica of the database, for reads whose answers may be old. */
export interface Replica extends OldReads, Closable, Pick<ReplicaWatch, 'age' | 'isFresh'> {}

/**
 * Opens the replica, which need not be there: without it, reads go to the primary. A write is recent for longer than answers
 * of the replica may be old, so that whoever has none that is recent finds all of theirs there.
 */
export async function openReplica(options: ReplicaOptions): Promise<Replica> {
  const { url, database, poolSize, statementsAtOnce, maxLag, log, onRepeated, onRead } = options
  const timeouts = REPLICA_TIMEOUTS
  const recentFor = 2 * maxLag
  const writes = await openRecentWrites({ pool: database.pool, sql: database.sql, recentFor })
  const pool = openPool(url, poolSize, log, timeouts)
  const watch = openReplicaWatch({
    primaryUrl: database.directUrl,
    replicaUrl: url,
    maxLag,
    log,
    onLost: makeCutter(pool),
  })
  const { access, end } = openAccess({ pool, timeouts, statementsAtOnce, watch: options.watch })
  const onFailure = (error: unknown) => {
    onRepeated()
    if (isServerTrouble(error) && watch.isFresh()) watch.distrust(error)
  }
  // Copying makes the client of Prisma now, rather than when a request waits for it.
  const reads = replicaAccess({ primary: database, replica: { ...access }, isFresh: watch.isFresh, onFailure })
  const placeFor = async (senders: readonly string[]): Promise<ReadPlace> => {
    if (!watch.isFresh()) return 'primary_as_replica_is_behind'
    return (await hasWritten(writes, senders)) ? 'primary_as_sender_wrote' : 'replica'
  }
  return {
    async accessFor(senders) {
      const place = await placeFor(senders)
      onRead(place)
      return place === 'replica' ? reads : null
    },
    // Without a note the sender waits until no answer of the replica is older than the change.
    noteWrite: (sender) => writes.note(sender).catch(() => pause(recentFor)),
    age: watch.age,
    isFresh: watch.isFresh,
    async close() {
      await Promise.all([writes.close(), watch.close(), end()])
    },
  }
}

/** Nobody knows while the database does not answer. */
const hasWritten = (writes: RecentWrites, senders: readonly string[]) => writes.hasAny(senders).catch(() => true)
