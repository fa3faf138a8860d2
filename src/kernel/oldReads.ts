import { isStaff } from './access.ts'
import type { Db, Sql, Tx } from './database.ts'
import type { Scope } from './scope.ts'
import { STAFF_PERMISSIONS } from './staff.ts'

/** What reads run on. */
export interface ReadAccess {
  readonly client: Db
  readonly db: Tx
  readonly sql: Sql
}

/** Where reads go whose answers may be a second old, as those of public lists and searches: to a replica of the database. */
export interface OldReads {
  /**
   * What such reads of a request run on. Null for the database itself: the replica is behind or gone, or one of these senders
   * has changed something lately, on any node. The senders of a request are its viewer and its network. Never throws.
   */
  accessFor(senders: readonly string[]): Promise<ReadAccess | null>
  /**
   * Notes, for all nodes, that a sender has changed something. Call it after the commit, and wait for it before the sender
   * hears of the change: then the sender finds it from then on, wherever they read. Never throws.
   */
  noteWrite(sender: string): Promise<void>
}

/** The scope of a read whose answers may be a second old, but for changes of its own sender. */
export async function scopeOfOldRead<S extends Scope>(scope: S): Promise<S> {
  const { oldReads, viewer, clientInfo } = scope
  // The staff acts upon what it sees, so that it sees what is.
  if (oldReads === null || isStaff({ viewer }, ...STAFF_PERMISSIONS)) return scope
  const senders = viewer ? [viewer.id, clientInfo.network] : [clientInfo.network]
  const access = await oldReads.accessFor(senders)
  return access ? { ...scope, ...access } : scope
}
